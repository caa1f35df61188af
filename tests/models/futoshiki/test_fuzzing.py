"""Whatever is fed to the reader, it answers with a board or with one line that names a place."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from copla import FormatError, Solution
from copla.models.futoshiki import PUZZLE, Board
from copla.models.futoshiki.board import LARGEST_SIZE, neighbours
from tests.models.bad_files import SOURCE, answer_in, answer_of, answer_to_bytes, broken_bytes, mutations

VALID = [
    ". < .   .   3\n        v\n.   2   .   .\n\n.   . > .   .\n^\n4   .   .   .\n",
    "# a comment\nrules: adjacent\n. | .   3\n        -\n.   .   .\n\n.   .   .\n",
    "rules: unequal\n10" + "  ." * 9 + "\n ^\n 9" + "  ." * 9 + ("\n\n ." + "  ." * 9) * 8 + "\n",
    "0003020000004000\n200000010000\n001000002000\n",
    "...3.2......4...\n<------>----\n--^---v-----\n",
    "4:0,0L,0D,3,0,2,0,0,0,0R,0,0,4U,0,0,0,\n",
    "3a:0R,0L,3D,0,0,0U,0,0,0,\n",
    ".<. . 3\n    v  \n. 2 . .\n       \n. .>. .\n^      \n4 . . .\n",
    ".(.).\n∧ ∨\n2 . .\n\n.».«.\n",
    "1\n",
    "1234\n2341\n3412\n4123\n",
]
ALPHABET = "0123456789.._?<>^vAV∧∨()«»|-:#,aUDLRrules \n\t\r\0²٣\u00a0\u2028é"
KNOWN_BOARD = Board.empty(4)

fuzzed = settings(max_examples=300, deadline=None)


def check(text: str) -> None:
    answer = answer_in(text, PUZZLE.parse)
    if not isinstance(answer, FormatError):
        assert isinstance(answer, Board)
        check_board(answer)
    solution = answer_of(lambda: PUZZLE.read_solution(KNOWN_BOARD, text, SOURCE))
    if not isinstance(solution, FormatError):
        assert isinstance(solution, Solution)
        assert all(1 <= value <= 9 for value in solution.values.values())


def check_board(board: Board) -> None:
    """A board that was read is a proper one: it can be stated and written, and it is read back the same."""
    size = board.size
    assert 1 <= size <= LARGEST_SIZE
    assert [len(row) for row in board.givens] == [size] * size
    assert all(0 <= value <= size for row in board.givens for value in row)
    pairs = set(neighbours(size))
    assert all((a, b) in pairs or (b, a) in pairs for a, b in board.signs)
    assert all((b, a) not in board.signs for a, b in board.signs)
    assert PUZZLE.parse(PUZZLE.write(board, "grid"), "grid") == board
    assert PUZZLE.parse(PUZZLE.write(board, "unequal"), "game ID") == board


@pytest.mark.parametrize("text", VALID[:-1])
def test_the_files_that_are_mutated_are_valid(text: str) -> None:
    assert isinstance(PUZZLE.parse(text, SOURCE), Board)


@given(mutations(VALID, ALPHABET))
@fuzzed
def test_a_valid_file_with_mistakes_gives_a_board_or_one_line(text: str) -> None:
    check(text)


@given(st.text())
@example("\u00a0")
@example("\u2028")
@example("\x85 1")
@example("\ufeff1")
@example("...\n...\n...")
@example("0" * 10_000 + ":")
@example("9" * 10_000)
@fuzzed
def test_any_text_gives_a_board_or_one_line(text: str) -> None:
    check(text)


@given(st.text(alphabet=ALPHABET, max_size=60))
@fuzzed
def test_any_text_of_the_right_characters_gives_a_board_or_one_line(text: str) -> None:
    check(text)


@given(st.integers(0, 70), st.sampled_from(["", "a", "dt", "adx", "x"]), st.text(alphabet="0123UDLR,", max_size=40))
@fuzzed
def test_any_game_id_gives_a_board_or_one_line(size: int, mode: str, cells: str) -> None:
    check(f"{size}{mode}:{cells}")


@given(st.lists(st.lists(st.sampled_from([". ", "1 ", "< ", "^ ", "  ", "| ", "12"]), max_size=6), max_size=6))
@fuzzed
def test_any_grid_gives_a_board_or_one_line(rows: list[list[str]]) -> None:
    check("\n".join(map("".join, rows)))


@given(st.binary())
@example(b"\xff\xfe1\x00")
@example(b"1\r2\r\n\xff")
@example("1 é\r.".encode("latin-1"))
@fuzzed
def test_any_bytes_give_a_board_or_one_line(data: bytes) -> None:
    assert isinstance(answer_to_bytes(PUZZLE, data), Board | FormatError)


@given(broken_bytes(VALID))
@fuzzed
def test_a_valid_file_with_a_broken_byte_gives_a_board_or_one_line(data: bytes) -> None:
    assert isinstance(answer_to_bytes(PUZZLE, data), Board | FormatError)
