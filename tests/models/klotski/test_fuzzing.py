"""Whatever is fed to the readers, they answer with a board, a solution, or one line that names a place."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from copla import FormatError, Solution, violations
from copla.models.klotski import PUZZLE, Board
from copla.models.klotski.board import LARGEST_SIDE, METRICS
from tests.models.bad_files import SOURCE, answer_in, answer_of, answer_to_bytes, mutations
from tests.models.klotski.rules import CLASSIC, GENERAL, classic, general

VALID = [
    *GENERAL.values(),
    CLASSIC,
    CLASSIC.replace("steps", "moves"),
    "title: a gate\nrules: classic\nmetric: slides\noptimum: 3\n*a#\n.-.\ngoal:\n...\n..*\n",
    PUZZLE.write(classic("three goals", "moves"), "matrix"),
]
SOLUTIONS = [
    "* right\n* right\n* right\n",
    "* r 3",
    "solution 1\nlength: 1\ncost: 1\ntime: 0.1\nstart\n#####\n#.*..\n#####\nstep 1: * right\n#####\n#..*.\n#####\n",
    "a down 2 right\nb left\n* up\n",
]
ALPHABET = "#.*-abAB019 :\n\t\r\0rules classic metric steps goal title é٣\u2028 step start cost right down"
BOARDS = [general("two in a room"), general("corridor"), classic("equal bars", "moves"), classic("angle", "slides")]

fuzzed = settings(max_examples=200, deadline=None)


def check(text: str) -> None:
    """A board that was read can be stated, drawn and written, and is read back the same."""
    board = answer_in(text, PUZZLE.parse)
    if isinstance(board, FormatError):
        return
    assert isinstance(board, Board)
    assert len(board.rows) <= LARGEST_SIDE
    assert {len(row) for row in board.rows} == {len(board.rows[0])}
    assert board.classic == (board.metric in METRICS)
    assert PUZZLE.parse(PUZZLE.write(board, "matrix"), "again") == board
    problem = PUZZLE.problem(board)
    for declared in problem.heuristics.values():
        assert declared.build()(problem.initial_state) >= 0
    assert PUZZLE.refute(board) is None or not problem.is_goal(problem.initial_state)
    again = PUZZLE.parse(PUZZLE.draw(board).plain, "picture")
    assert (again.rows, again.goal, again.metric) == (board.rows, board.goal, board.metric)


def check_solution(board: Board, text: str) -> None:
    """A solution that was read can be checked, told and shown, right or wrong."""
    solution = answer_of(lambda: PUZZLE.read_solution(board, text, SOURCE))
    if not isinstance(solution, FormatError):
        assert isinstance(solution, Solution)
        assert len(violations(PUZZLE.problem(board), solution)) <= 1
        assert len(PUZZLE.frames(board, solution)) <= len(PUZZLE.moves(board, solution)) + 1


@pytest.mark.parametrize("text", VALID)
def test_the_files_that_are_mutated_are_valid(text: str) -> None:
    assert isinstance(PUZZLE.parse(text, SOURCE), Board)


@given(mutations(VALID, ALPHABET))
@fuzzed
def test_a_valid_file_with_mistakes_gives_a_board_or_one_line(text: str) -> None:
    check(text)


@given(st.text())
@example("\u00a0")
@example("\u2028")
@example("\ufeff###")
@example(":")
@example("goal:")
@example("rules: classic\nmetric: steps\n*\ngoal:\n*")
@fuzzed
def test_any_text_gives_a_board_or_one_line(text: str) -> None:
    check(text)


@given(st.lists(st.text("#.*ab", min_size=4, max_size=4), min_size=3, max_size=5))
@fuzzed
def test_any_matrix_gives_a_board_or_one_line(rows: list[str]) -> None:
    check("\n".join(rows))


@given(
    st.sampled_from(METRICS),
    st.lists(st.text("#.*-a", min_size=3, max_size=3), min_size=2, max_size=3),
    st.lists(st.text(".*a", min_size=3, max_size=3), min_size=2, max_size=3),
)
@fuzzed
def test_any_start_and_goal_give_a_board_or_one_line(metric: str, start: list[str], goal: list[str]) -> None:
    check("\n".join(["rules: classic", f"metric: {metric}", *start, "goal:", *goal]))


@given(st.binary())
@example(b"\xff\xfe#\x00")
@example("####\n#é..\n".encode("latin-1"))
@fuzzed
def test_any_bytes_give_a_board_or_one_line(data: bytes) -> None:
    assert isinstance(answer_to_bytes(PUZZLE, data), Board | FormatError)


@given(st.sampled_from(BOARDS), mutations(SOLUTIONS, ALPHABET))
@fuzzed
def test_a_solution_with_mistakes_gives_a_solution_or_one_line(board: Board, text: str) -> None:
    check_solution(board, text)


@given(st.sampled_from(BOARDS), st.text())
@example(BOARDS[0], "step 1: \u00a0* right")
@example(BOARDS[0], "step " + "9" * 5000 + ": * right")
@example(BOARDS[0], "cost: " + "9" * 5000)
@fuzzed
def test_any_text_gives_a_solution_or_one_line(board: Board, text: str) -> None:
    check_solution(board, text)


@given(
    st.sampled_from(BOARDS),
    st.lists(
        st.tuples(st.sampled_from("*abcQ"), st.sampled_from(["up", "down 2", "left", "right 3", "r u", "l 99"])),
        max_size=12,
    ),
)
@fuzzed
def test_any_list_of_moves_is_a_solution_for_the_checker(board: Board, moves: list[tuple[str, str]]) -> None:
    text = "\n".join(" ".join(move) for move in moves)
    solution = answer_of(lambda: PUZZLE.read_solution(board, text, SOURCE))
    assert isinstance(solution, Solution) == bool(moves)
    check_solution(board, text)
