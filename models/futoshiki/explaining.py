"""What can be said of all solutions of a board: the cells they share, two that differ, and the way to the only one."""

from __future__ import annotations

from copla.answers.result import Solution
from copla.ground.limits import Watch
from copla.ground.text import cell_name
from copla.models.futoshiki.board import Board, cells
from copla.models.futoshiki.hints import next_step
from copla.models.futoshiki.judging import filled_in
from copla.models.futoshiki.model import problem_of
from copla.models.futoshiki.solving import shared_digits, solve_within
from copla.plugins.puzzle import Hint


def steps_to_the_end(board: Board, watch: Watch) -> list[Hint]:
    """Hint after hint until nothing is forced any more; the last one says why, or proves that there is no solution.

    >>> [hint.values or hint.reasons for hint in steps_to_the_end(Board(2, ((1, 0), (0, 0))), Watch())]
    [{'r1c2': 2}, {'r2c1': 2}, {'r2c2': 1}, ('every cell is filled, and nothing is wrong',)]
    """
    watch.begin()
    steps = [next_step(board, watch)]
    while steps[-1].values:
        board = filled_in(board, steps[-1].values)
        steps.append(next_step(board, watch))
    return steps


def two_solutions(board: Board, watch: Watch) -> tuple[Solution, ...]:
    """Two solutions that differ, or the only one, or none.

    >>> [solution.values["r1c1"] for solution in two_solutions(Board.empty(2), Watch())]
    [1, 2]
    """
    watch.begin()
    return solve_within(watch, problem_of(board), "no solution", solutions=2).solutions


def cells_in_common(board: Board, watch: Watch) -> dict[str, int] | None:
    """The digits that all solutions have in common, givens included; None if there is no solution.

    >>> cells_in_common(Board(3, ((1, 0, 0), (0, 1, 0), (0, 0, 0))), Watch())
    {'r1c1': 1, 'r2c2': 1, 'r3c3': 1}
    """
    watch.begin()
    found = solve_within(watch, problem_of(board), "no solution", solutions=2)
    names = map(cell_name, cells(board.size))
    return dict(shared_digits(watch, board, found, names, "no solution")) if found.solutions else None
