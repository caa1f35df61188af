"""The report of a run in the general form: all its solutions, and what the run took."""

from __future__ import annotations

from collections.abc import Sequence

from copla.models.klotski.board import Board
from copla.models.klotski.solutions import NONE_FOUND, write_solution
from copla.result import Solution, Statistics


def solution_report(board: Board, solutions: Sequence[Solution], statistics: Statistics) -> str:
    """The output file of a run: each solution with length, cost, ``time``, ``memMax`` and ``nMax``.

    ``time`` is in seconds since the start of the run, ``memMax`` the largest number of nodes held at once, ``nMax``
    the number of nodes computed in all; without a solution the file says so and gives the figures of the run.
    """
    if not solutions:
        return "\n".join([NONE_FOUND, *(f"{name}: {value}" for name, value in _measures(statistics).items())]) + "\n"
    return "\n".join(
        write_solution(board, solution, number, _measures(statistics, solution.seconds))
        for number, solution in enumerate(solutions, 1)
    )


def _measures(statistics: Statistics, seconds: float | None = None) -> dict[str, str]:
    time = statistics.seconds if seconds is None else seconds
    return {
        "time": f"{time:.6f}",
        "memMax": _shown(statistics.max_nodes),
        "nMax": _shown(statistics.generated),
    }


def _shown(number: int | None) -> str:
    return "unknown" if number is None else str(number)
