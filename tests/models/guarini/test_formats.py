"""What the formats mean, and that what is written is read again."""

from __future__ import annotations

import pytest

from copla import FormatError, ModelError
from copla.models.guarini import PUZZLE, Board
from tests.models.guarini.rules import board

FREE = Board(("WxB", "___", "_W_"), ("_xW", "_B_", "__W"))


def test_a_matrix_with_a_goal_is_read_square_by_square() -> None:
    text = "# a comment\n\nWxB\n___\n_W_\n# and another\ngoal:\n_xW\n_B_\n__W\n"
    assert PUZZLE.parse(text, "test") == FREE


@pytest.mark.parametrize(
    "text", ["W x B\n_ _ _\n_ W _\nGoal:\n_ x W\n_ B _\n_ _ W", "  WxB\n___  \n _W_\n goal :\n_xW\n_B_\n__W"]
)
def test_spaces_between_squares_and_around_lines_do_not_matter(text: str) -> None:
    assert PUZZLE.parse(text, "test") == FREE


def test_without_a_goal_the_colours_are_exchanged() -> None:
    assert board("WW_|_BB").goal == ("BB_", "_WW")
    assert board("WWW|___|___|BBB") == Board.standard(4, 3)


@pytest.mark.parametrize(
    ("text", "rows", "columns"),
    [
        ("columns: 3", 4, 3),
        ("columns: 16\n", 4, 16),
        (" Columns :7", 4, 7),
        ("difficulty: 1", 4, 3),
        ("difficulty: 2", 4, 4),
        ("# theirs\ndifficulty:3", 4, 5),
        ("4x5", 4, 5),
        ("2x3", 2, 3),
        (" 16 X 16 ", 16, 16),
        ("04x003", 4, 3),
    ],
)
def test_a_short_form_means_a_standard_board(text: str, rows: int, columns: int) -> None:
    instance = PUZZLE.parse(text, "test")
    middle = ("_" * columns,) * (rows - 2)
    assert instance.start == ("W" * columns, *middle, "B" * columns)
    assert instance.goal == ("B" * columns, *middle, "W" * columns)
    assert instance.is_standard


@pytest.mark.parametrize("instance", [FREE, Board.standard(4, 3), Board.standard(16, 16), board("W|B"), board("WB")])
def test_a_matrix_is_read_as_it_was_written(instance: Board) -> None:
    assert PUZZLE.parse(PUZZLE.write(instance, "matrix"), "test") == instance


def test_a_matrix_is_written_with_its_goal() -> None:
    assert PUZZLE.write(Board.standard(4, 3), "matrix") == "WWW\n___\n___\nBBB\ngoal:\nBBB\n___\n___\nWWW\n"


@pytest.mark.parametrize("size", ["4x3", "4x16", "2x5", "16x3"])
def test_the_short_form_is_read_as_it_was_written(size: str) -> None:
    assert PUZZLE.write(board(size), "short") == f"{size}\n"


@pytest.mark.parametrize("instance", [FREE, board("W|B"), board("WWW|___|BBB|goal:|BBB|WWW|___")])
def test_other_boards_have_no_short_form(instance: Board) -> None:
    with pytest.raises(ModelError, match="only a standard board has a short form"):
        PUZZLE.write(instance, "short")


def test_an_unknown_form_is_refused() -> None:
    with pytest.raises(ModelError, match="there is no form 'pgn' of a Guarini board, expected matrix or short"):
        PUZZLE.write(FREE, "pgn")


@pytest.mark.parametrize(("rows", "columns"), [(1, 4), (4, 2), (17, 4), (4, 17)])
def test_a_standard_board_has_a_sensible_size(rows: int, columns: int) -> None:
    with pytest.raises(ModelError, match=f"the standard board is {rows}x{columns}, expected 2x3 to 16x16"):
        Board.standard(rows, columns)


@pytest.mark.parametrize(
    ("text", "inline"), [("4x5", True), ("99X1", True), ("4x", False), ("WxB", False), ("4x5.txt", False)]
)
def test_a_size_on_the_command_line_is_an_instance(text: str, inline: bool) -> None:
    assert PUZZLE.is_inline(text) is inline


def test_a_size_that_makes_no_sense_is_refused_with_its_place() -> None:
    with pytest.raises(FormatError, match=r"^game ID:1:3: found 2 columns, expected 3 to 16$"):
        PUZZLE.parse("4x2", "game ID")


@pytest.mark.parametrize(
    ("instance", "words"),
    [
        (Board.standard(4, 3), "4x3, 3 white, 3 black, colours exchanged"),
        (FREE, "3x3, 2 white, 1 black, a square missing, another placement as the goal"),
        (board("xx|WB"), "2x2, 1 white, 1 black, 2 squares missing, colours exchanged"),
    ],
)
def test_a_board_is_described_in_a_few_words(instance: Board, words: str) -> None:
    assert PUZZLE.describe(instance) == words
