"""New boards that are exactly as hard as they should be."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from copla import LimitError, Limits, ModelError, Watch, read_options, solve
from copla.models.futoshiki import PUZZLE, Board
from copla.models.futoshiki.board import cells
from copla.models.futoshiki.generator import _is_unique, generate, latin_square
from copla.models.futoshiki.grading import ARC, FORWARD, GRADES, NAKED_SINGLE, SEARCH, Grade, grade, needs_no_guess
from copla.models.futoshiki.model import problem_of
from tests.models.futoshiki.rules import latin_squares, started

SIZES = range(3, 8)
POSSIBLE = [(size, difficulty) for size in SIZES for difficulty in GRADES if (size, difficulty) != (3, SEARCH)]


@cache
def generated(size: int, difficulty: str, seed: int) -> tuple[Board, Grade]:
    return generate(size, difficulty, seed, Watch())


def without_one_given(board: Board) -> Iterator[Board]:
    for r, c in cells(board.size):
        if board.givens[r][c]:
            rows = [list(row) for row in board.givens]
            rows[r][c] = 0
            yield board.with_givens(rows)


def without_one_sign(board: Board) -> Iterator[Board]:
    for sign in board.signs:
        yield replace(board, signs=board.signs - {sign})


def is_unique(board: Board, backend: str) -> bool:
    return bool(solve(problem_of(board), backend, limits=Limits(solutions=2)).unique)


@pytest.mark.parametrize(("size", "difficulty"), POSSIBLE)
def test_a_generated_board_has_one_solution_and_the_grade_that_was_asked_for(size: int, difficulty: str) -> None:
    board, found = generated(size, difficulty, 1)
    assert board.size == size
    assert not board.adjacent
    assert found.name == difficulty
    assert grade(board, started()) == found
    assert is_unique(board, "cp-sat")
    assert is_unique(board, "forward-checking")


@pytest.mark.parametrize(("size", "difficulty"), POSSIBLE)
def test_no_clue_of_a_generated_board_can_be_dropped(size: int, difficulty: str) -> None:
    board, _ = generated(size, difficulty, 1)
    smaller = list(without_one_given(board))
    if difficulty == NAKED_SINGLE:
        assert len(board.signs) == size  # they are for the eye only: the easiest boards are solved without them
        assert smaller
    else:
        smaller += without_one_sign(board)
        assert board.signs
    for other in smaller:
        if difficulty == SEARCH:
            assert not is_unique(other, "cp-sat")
        else:
            assert not needs_no_guess(other, difficulty, started())


@pytest.mark.parametrize("difficulty", GRADES)
def test_the_same_seed_gives_the_same_board_and_another_seed_another(difficulty: str) -> None:
    boards = [generate(4, difficulty, seed, Watch())[0] for seed in (1, 1, 2, 3)]
    assert boards[0] == boards[1]
    assert len(set(boards)) == 3


@pytest.mark.parametrize(
    ("size", "difficulty"),
    [(1, FORWARD), (1, ARC), (1, SEARCH), (2, FORWARD), (2, SEARCH), (3, SEARCH)],
)
def test_where_there_is_no_board_of_a_difficulty_the_generator_says_so(size: int, difficulty: str) -> None:
    with pytest.raises(
        ModelError, match=f"^no Futoshiki of size {size} and difficulty {difficulty} in 40 attempts: try"
    ):
        generate(size, difficulty, 1, Watch())


@pytest.mark.parametrize(("size", "difficulty"), [(1, NAKED_SINGLE), (2, NAKED_SINGLE), (2, ARC)])
def test_the_smallest_boards_have_the_difficulties_that_they_can_have(size: int, difficulty: str) -> None:
    assert generated(size, difficulty, 1)[1] == Grade(difficulty)


def test_the_puzzle_generates_with_its_options_and_says_what_it_made() -> None:
    options = read_options(PUZZLE.generator_options, {"size": "4", "difficulty": "forward-checking"}, "test")
    made = PUZZLE.generate(7, options, Watch())
    assert made.instance == generated(4, FORWARD, 7)[0]
    assert made.remark == f"{PUZZLE.describe(made.instance)}, difficulty medium (forward-checking), seed 7"


@pytest.mark.parametrize("size", [1, 2, 3, 4, 7, 12])
def test_the_squares_that_boards_are_made_from_are_latin(size: int) -> None:
    digits = list(range(1, size + 1))
    for seed in range(10):
        square = latin_square(size, random.Random(seed), Watch())
        assert all(sorted(row) == digits for row in square)
        assert all(sorted(column) == digits for column in zip(*square, strict=True))


def test_all_12latin_squares_of_size_3_occur_about_equally_often() -> None:
    chance, counts = random.Random(1), dict.fromkeys(latin_squares(3), 0)
    for _ in range(1200):
        counts[tuple(map(tuple, latin_square(3, chance, Watch())))] += 1
    assert len(counts) == 12
    assert all(60 < count < 140 for count in counts.values())


@pytest.mark.parametrize("difficulty", GRADES)
@pytest.mark.parametrize("size", [3, 64])
def test_a_generator_without_time_ends_with_a_limit_error(size: int, difficulty: str) -> None:
    with pytest.raises(LimitError, match=r"^no (board|grade): timeout after 0\.\d s$"):
        generate(size, difficulty, 1, Watch(Limits(seconds=0)))


def test_a_stopped_generator_ends_with_a_limit_error() -> None:
    watch = started()
    watch.stop()
    with pytest.raises(LimitError, match=r"^no board: interrupted after 0\.\d s$"):
        generate(5, SEARCH, 1, watch)


def test_a_board_that_nobody_has_time_to_solve_is_not_called_unique() -> None:
    with pytest.raises(LimitError, match=r"^no board: timeout after 0\.\d s$"):
        _is_unique(Board.empty(4), started(Limits(seconds=0)))
