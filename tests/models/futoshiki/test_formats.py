"""Every text format: what its characters mean, and that what is written is read back as the same board."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from copla import CoplaError, FormatError, Limits, ModelError, Solution, solve, violations
from copla.ground.files import decode
from copla.models.futoshiki import PUZZLE, Board
from copla.models.futoshiki.board import LARGEST_SIZE, neighbours
from tests.models.futoshiki.rules import boards, random_board

GRID = """\
. < .   .   3
        v
.   2   .   .

.   . > .   .
^
4   .   .   .
"""
STRINGS = "0003020000004000\n200000010000\n001000002000\n"
GAME_ID = "4:0,0L,0D,3,0,2,0,0,0,0R,0,0,4U,0,0,0,\n"
CHARACTERS = ".<. . 3\n    v  \n. 2 . .\n       \n. .>. .\n^      \n4 . . .\n"
COLLECTION = "...3.2......4...\n<------>----\n--^---v-----\n"

THE_BOARD = Board(
    4,
    ((0, 0, 0, 3), (0, 2, 0, 0), (0, 0, 0, 0), (4, 0, 0, 0)),
    frozenset({((0, 0), (0, 1)), ((1, 2), (0, 2)), ((2, 2), (2, 1)), ((2, 0), (3, 0))}),
)


def read(text: str) -> Board:
    return PUZZLE.parse(text, "test")


def exchanged(text: str, characters: str) -> str:
    """The text with other characters for the signs < > ^ v."""
    return text.translate(str.maketrans("<>^v", characters))


@pytest.mark.parametrize(
    "text",
    [
        GRID,
        STRINGS,
        GAME_ID,
        CHARACTERS,
        COLLECTION,
        exchanged(GRID, "()∧∨"),
        exchanged(GRID, "«»AV"),
        exchanged(CHARACTERS, "()^v"),
        exchanged(CHARACTERS, "<>∧∨"),
        exchanged(CHARACTERS, "«»AV"),
        exchanged(CHARACTERS, "‹›˄˅"),
        CHARACTERS.replace(" ", "-"),
        CHARACTERS.replace(" ", "."),
        CHARACTERS.replace(" \n", "\n").replace("      \n", "\n"),
        CHARACTERS.replace(".", "0"),
        GRID.replace(".", "_"),
        GRID.replace(".", "?"),
        GRID.replace(".", "0"),
        GRID.replace(" ", "\N{NO-BREAK SPACE}"),
        COLLECTION.replace(".", "0"),
        COLLECTION.replace("--^---v-----", "--<--->-----"),
        STRINGS.replace("\n", "\n\n  "),
        GAME_ID.rstrip(",\n"),
        GAME_ID.replace("4:", "4dt:"),
        GAME_ID.replace("4:", "  04:"),
        GAME_ID.replace("0,", "00,"),
        f"rules: unequal\n{GRID}",
        f"Rules:Unequal\n{CHARACTERS}",
        f"# a comment\n\n{GRID}\n   # the end\twith a tab\n\n",
        GRID.replace("\n\n", "\n# between\n\n\n"),
        "\n".join("    " + line for line in GRID.split("\n")),
    ],
)
def test_every_form_is_read_as_the_same_board(text: str) -> None:
    assert read(text) == THE_BOARD


@pytest.mark.parametrize("text", [GRID, STRINGS, GAME_ID, CHARACTERS, COLLECTION])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_byte_order_marks_make_no_difference(text: str, line_end: str, mark: str) -> None:
    data = (mark + text.replace("\n", line_end)).encode()
    assert read(decode(data, "test")) == THE_BOARD


@pytest.mark.parametrize(("form", "text"), [("grid", GRID), ("strings", STRINGS), ("unequal", GAME_ID)])
def test_every_form_is_written_exactly(form: str, text: str) -> None:
    assert PUZZLE.write(THE_BOARD, form) == text


@pytest.mark.parametrize(
    ("text", "smaller", "greater"),
    [
        ("000000000\n100000\n000000", (0, 1), (0, 0)),  # horizontal 1: left > right
        ("000000000\n200000\n000000", (0, 0), (0, 1)),  # horizontal 2: left < right
        ("000000000\n010000\n000000", (0, 2), (0, 1)),  # two horizontal signs a row
        ("000000000\n001000\n000000", (1, 1), (1, 0)),
        ("000000000\n000000\n100000", (1, 0), (0, 0)),  # vertical 1: upper > lower
        ("000000000\n000000\n200000", (0, 0), (1, 0)),  # vertical 2: upper < lower
        ("000000000\n000000\n020000", (0, 1), (1, 1)),  # row by row: three vertical signs between two rows
        ("000000000\n000000\n000002", (1, 2), (2, 2)),
        (".........\n>-----\n------", (0, 1), (0, 0)),  # the collections write the horizontal signs as they are
        (".........\n--<---\n------", (1, 0), (1, 1)),
        (".........\n------\n-^----", (1, 0), (2, 0)),  # and the vertical ones column by column
        (".........\n------\n--v---", (1, 1), (0, 1)),
        ("3:0,0L,0,0,0,0,0,0,0,", (0, 0), (0, 1)),  # a letter points at the smaller neighbour
        ("3:0,0,0,0,0,0,0,0U,0,", (1, 1), (2, 1)),
        ("3:0R,0,0,0,0,0,0,0,0,", (0, 1), (0, 0)),
        ("3:0,0,0D,0,0,0,0,0,0,", (1, 2), (0, 2)),
        (". . .\n^\n. . .\n. . .", (0, 0), (1, 0)),  # a sign points at the smaller cell
        (". . .\n. . .\n  v\n. . .", (2, 1), (1, 1)),
    ],
)
def test_a_sign_says_which_cell_is_smaller(text: str, smaller: tuple[int, int], greater: tuple[int, int]) -> None:
    assert read(text).signs == {(smaller, greater)}


def test_a_square_of_dots_without_spaces_is_a_board_of_that_size() -> None:
    assert [read(f"{'.' * size}\n" * size).size for size in range(1, 8)] == [1, 2, 3, 4, 5, 6, 7]
    assert read("1..\n.2.\n..3").givens == ((1, 0, 0), (0, 2, 0), (0, 0, 3))


@pytest.mark.parametrize("sign_line", ["^", " ^"])
def test_a_sign_may_stand_under_any_digit_of_a_number(sign_line: str) -> None:
    dots = " ." * 9
    board = read("\n".join([f"10{dots}", sign_line, f" 3{dots}", *[f" .{dots}"] * 8]))
    assert board.givens[0] == (10, *[0] * 9)
    assert board.givens[1] == (3, *[0] * 9)
    assert board.signs == {((0, 0), (1, 0))}


def test_in_the_adjacent_variant_a_mark_has_no_direction() -> None:
    text = "rules: adjacent\n. | .   3\n        -\n.   .   .\n\n.   .   .\n"
    board = read(text)
    assert board.adjacent
    assert board.signs == {((0, 0), (0, 1)), ((0, 2), (1, 2))}
    assert PUZZLE.write(board, "grid") == text
    assert PUZZLE.write(board, "unequal") == "3a:0R,0L,3D,0,0,0U,0,0,0,\n"
    assert read("3a:0R,0,3D,0,0,0,0,0,0,") == read("3a:0,0L,3,0,0,0U,0,0,0,") == board


def test_the_guardians_puzzle_has_one_solution() -> None:
    board = read("5:0,0L,0L,0,0,0R,0,0L,0D,0L,0R,0,2,0D,0,0,0,0,0,0,0U,0,0,0,0U,")
    result = solve(PUZZLE.problem(board), limits=Limits(solutions=2))
    assert result.unique
    assert not violations(PUZZLE.problem(board), result.best)


@given(boards(1, 12))
@settings(max_examples=150, deadline=None)
def test_grids_and_game_ids_are_read_back_as_the_same_board(board: Board) -> None:
    assert read(PUZZLE.write(board, "grid")) == board
    assert read(PUZZLE.write(board, "unequal")) == board


@pytest.mark.parametrize("adjacent", [False, True], ids=["unequal", "adjacent"])
def test_boards_of_the_largest_size_are_read_back_too(adjacent: bool) -> None:
    board = random_board(LARGEST_SIZE, adjacent, random.Random(1))
    assert read(PUZZLE.write(board, "grid")) == board
    assert read(PUZZLE.write(board, "unequal")) == board


@given(boards(2, 9, (False,)))
@settings(max_examples=150, deadline=None)
def test_three_strings_are_read_back_as_the_same_board(board: Board) -> None:
    assert read(PUZZLE.write(board, "strings")) == board


@given(boards(2, 9, (False,)))
@settings(max_examples=100, deadline=None)
def test_character_grids_and_collections_mean_the_same_as_the_grid(board: Board) -> None:
    size = board.size
    rows = [[" "] * (2 * size - 1) for _ in range(2 * size - 1)]
    across, down = ["-"] * (size * (size - 1)), ["-"] * (size * (size - 1))
    for r, line in enumerate(board.givens):
        for c, value in enumerate(line):
            rows[2 * r][2 * c] = str(value) if value else "."
    for first, second in neighbours(size):
        sign = board.sign(first, second)
        if sign and first[0] == second[0]:
            rows[2 * first[0]][2 * first[1] + 1] = across[first[0] * (size - 1) + first[1]] = sign
        elif sign:
            sign = "^" if sign == "<" else "v"
            rows[2 * first[0] + 1][2 * first[1]] = down[first[1] * (size - 1) + first[0]] = sign
    givens = "".join(str(value or ".") for line in board.givens for value in line)
    assert read("\n".join(map("".join, rows))) == board
    assert read(f"{givens}\n{''.join(across)}\n{''.join(down)}") == board


@given(boards(1, 12), st.data())
@settings(max_examples=60, deadline=None)
def test_a_solution_is_read_back_from_what_was_written(board: Board, data: st.DataObject) -> None:
    names = [variable.name for variable in PUZZLE.problem(board).variables]
    values = data.draw(st.lists(st.integers(1, board.size), min_size=len(names), max_size=len(names)))
    solution = Solution(dict(zip(names, values, strict=True)))
    for form in PUZZLE.forms if 2 <= board.size <= 9 and not board.adjacent else PUZZLE.forms[:2]:
        assert PUZZLE.read_solution(board, PUZZLE.write(board, form, solution), "test").values == solution.values


def test_a_part_of_a_solution_leaves_the_other_cells_empty() -> None:
    text = PUZZLE.write(read(". < .\n\n.   .\n"), "grid", Solution({"r2c1": 2}))
    assert text == ". < .\n\n2   .\n"
    assert PUZZLE.read_solution(Board.empty(2), text, "test").values == {"r2c1": 2}


@pytest.mark.parametrize("text", ["1221", "12\n21\n", " 1 2\r\n 2 1", "1 < 2\n\n2   1", "2:1,2,2,1", "1221\n00\n00"])
def test_a_solution_may_be_just_its_digits(text: str) -> None:
    board = read("2:0,0,0,0,")
    assert PUZZLE.read_solution(board, text, "test").values == {"r1c1": 1, "r1c2": 2, "r2c1": 2, "r2c2": 1}


def test_digits_alone_are_no_solution_where_numbers_have_two_digits() -> None:
    with pytest.raises(FormatError, match=r"^test:1:101: found 1 line, expected three strings of digits, or a grid"):
        PUZZLE.read_solution(Board.empty(10), "0123456789" * 10, "test")


def test_a_solution_of_another_size_is_refused() -> None:
    with pytest.raises(FormatError, match=r"^test:1:1: found a board of size 3, expected size 4$"):
        PUZZLE.read_solution(THE_BOARD, "3:" + "0," * 9, "test")


@pytest.mark.parametrize("board", [Board.empty(1), Board.empty(10), Board.empty(4, adjacent=True)])
def test_three_strings_cannot_hold_every_board(board: Board) -> None:
    with pytest.raises(ModelError, match="size 2 to 9 with the signs < and > only: use the grid"):
        PUZZLE.write(board, "strings")


def test_an_unknown_form_is_refused_with_those_there_are() -> None:
    with pytest.raises(CoplaError, match="no form 'xml' of a Futoshiki, expected grid or unequal or strings"):
        PUZZLE.write(THE_BOARD, "xml")


def test_only_a_game_id_can_stand_for_an_instance_on_the_command_line() -> None:
    assert PUZZLE.is_inline(GAME_ID)
    assert PUZZLE.is_inline("4a:0,")
    assert PUZZLE.is_inline("4#123")
    assert not PUZZLE.is_inline("extreme-4-1")
    assert not PUZZLE.is_inline("0003020000004000")


def test_a_board_is_described_by_its_size_and_its_clues() -> None:
    assert PUZZLE.describe(THE_BOARD) == "4x4, 3 givens, 4 signs"
    assert PUZZLE.describe(read("rules: adjacent\n1 | 2\n-\n.   .")) == "2x2, adjacent, 2 givens, 2 signs"
