"""Whatever is fed to the readers, they answer with a board, a plan, or one line that names a place."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from copla import FormatError, Solution, violations
from copla.models.tiles import PUZZLE, Board
from tests.models.bad_files import SOURCE, answer_in, answer_to_bytes, broken_bytes, mutations

BOARDS = [
    "1 2 3 4 5 6 7 8 0",
    "# a comment\nsize: 2x3\ngoal: last\n1 0 2\n4 5 3\n",
    "goal: first\n1,0\n3,2\n",
    " 1  2  3  4\n 5  6  7  8\n 9 10 11 12\n13 15 14  0 # swapped\n",
    "size: 3x2\n0 1\n2 3\n4 5\n",
    " ".join(map(str, range(25))),
]
PLANS = ["2\n4 down\n1 right\n", "4 d\n1 r", "2\n4 1", "up left", "2\nUL", "# none\n0\n", "4, 1"]
ALPHABET = "0123456789 \n,:xX#-+._sizegoalfirstlastuplrd\t\r\0²٣\u00a0\u2028é×"
KNOWN = Board(3, 3, (1, 4, 2, 3, 0, 5, 6, 7, 8))
PROBLEM = PUZZLE.problem(KNOWN)

fuzzed = settings(max_examples=200, deadline=None)


def check(text: str) -> None:
    answer = answer_in(text, PUZZLE.parse)
    if not isinstance(answer, FormatError):
        assert isinstance(answer, Board)
        check_board(answer)
    plan = answer_in(text, partial(PUZZLE.read_solution, KNOWN))
    if not isinstance(plan, FormatError):
        assert isinstance(plan, Solution)
        check_plan(plan)
    assert PUZZLE.is_inline(text) in (True, False)


def check_board(board: Board) -> None:
    """A board that was read is a proper one: it can be stated, written, and is read back the same."""
    assert 2 <= board.rows <= 6
    assert 2 <= board.columns <= 6
    assert sorted(board.tiles) == list(range(board.rows * board.columns))
    problem = PUZZLE.problem(board)
    assert sorted(problem.initial_state) == list(range(board.rows * board.columns))
    assert PUZZLE.parse(PUZZLE.write(board, "board"), "again") == board
    assert PUZZLE.parse(PUZZLE.draw(board).plain, "picture") == board


def check_plan(plan: Solution) -> None:
    """A plan that was read can be checked, and shown as far as it is possible."""
    assert plan.moves is not None
    assert all(isinstance(message, str) for message in violations(PROBLEM, plan))
    assert 1 <= len(PUZZLE.frames(KNOWN, plan)) <= len(plan.moves) + 1
    if not violations(PROBLEM, plan):
        assert PUZZLE.read_solution(KNOWN, PUZZLE.write(KNOWN, "board", plan), "again") == plan


@pytest.mark.parametrize("text", BOARDS)
def test_the_boards_that_are_mutated_are_valid(text: str) -> None:
    check_board(PUZZLE.parse(text, SOURCE))


@pytest.mark.parametrize("text", PLANS)
def test_the_plans_that_are_mutated_are_readable(text: str) -> None:
    check_plan(PUZZLE.read_solution(KNOWN, text, SOURCE))


@given(mutations(BOARDS, ALPHABET))
@fuzzed
def test_a_valid_board_with_mistakes_gives_a_board_or_one_line(text: str) -> None:
    check(text)


@given(mutations(PLANS, ALPHABET))
@fuzzed
def test_a_valid_plan_with_mistakes_gives_a_plan_or_one_line(text: str) -> None:
    check(text)


@given(st.text())
@example("\u00a0")
@example("\u2028")
@example("\x85 1")
@example("\ufeff1")
@example("size:")
@example(":")
@example("#")
@example(",")
@example("0" * 10_000)
@example("9" * 10_000 + " up")
@example("size: " + "9" * 5_000 + "x" + "9" * 5_000)
@fuzzed
def test_any_text_gives_an_answer_or_one_line(text: str) -> None:
    check(text)


@given(st.text(alphabet=ALPHABET, max_size=60))
@fuzzed
def test_any_text_of_the_right_characters_gives_an_answer_or_one_line(text: str) -> None:
    check(text)


@given(st.sampled_from([4, 6, 9, 12, 16]).flatmap(lambda n: st.permutations(range(n))), st.sampled_from(" ,\n"))
@fuzzed
def test_any_permutation_gives_a_board_or_asks_for_its_size(numbers: list[int], separator: str) -> None:
    check(separator.join(map(str, numbers)))


@given(st.lists(st.sampled_from(["4 down", "1 right", "0 up", "9 left", "8 up", "3", "up", "LR"]), max_size=8))
@fuzzed
def test_any_list_of_moves_gives_a_plan_or_one_line(lines: list[str]) -> None:
    check("\n".join(lines))


@given(st.binary())
@example(b"\xff\xfe1\x00")
@example(b"1\r2\r\n\xff")
@fuzzed
def test_any_bytes_give_a_board_or_one_line(data: bytes) -> None:
    assert isinstance(answer_to_bytes(PUZZLE, data), Board | FormatError)


@given(broken_bytes(BOARDS))
@fuzzed
def test_a_valid_board_with_a_broken_byte_gives_a_board_or_one_line(data: bytes) -> None:
    assert isinstance(answer_to_bytes(PUZZLE, data), Board | FormatError)
