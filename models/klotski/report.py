"""The report of a run in the general form: all its solutions, and what the run took."""

from __future__ import annotations

from collections.abc import Sequence

from copla.answers.result import Solution, Statistics
from copla.models.klotski.board import Board
from copla.models.klotski.solutions import NONE_FOUND, write_solution


def solution_report(board: Board, solutions: Sequence[Solution], statistics: Statistics) -> str:
    """The output file of a run: each solution with length, cost, ``time``, ``memMax`` and ``nMax``.

    ``time`` is in seconds since the start of the run, ``memMax`` the largest number of nodes held at once, ``nMax``
    the number of nodes computed in all; without a solution the file says so and gives the figures of the run.
    """
    if not solutions:
        return "\n".join([NONE_FOUND, *(f"{name}: {value}" for name, value in _measures(statistics).items())]) + "\n"
    return "\n".join(
        write_solution(board, solution, number, _measures(statistics, solution))
        for number, solution in enumerate(solutions, 1)
    )


def _measures(statistics: Statistics, solution: Solution | None = None) -> dict[str, str]:
    """The figures when the solution was found, as far as it tells them; else those of the whole run."""
    time, held, computed = statistics.seconds, statistics.max_nodes, statistics.generated
    if solution is not None:
        time = time if solution.seconds is None else solution.seconds
        held = held if solution.max_nodes is None else solution.max_nodes
        computed = computed if solution.generated is None else solution.generated
    return {"time": f"{time:.6f}", "memMax": _shown(held), "nMax": _shown(computed)}


def _shown(number: int | None) -> str:
    return "unknown" if number is None else str(number)
