"""Questions to a solver within the limits of the generator, the grade or the hint that asks them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from copla.answers.result import Result, Solution
from copla.ground.errors import LimitError
from copla.ground.limits import Limits, Watch
from copla.ground.status import Status
from copla.language.constraint_problem import ConstraintProblem
from copla.models.futoshiki.board import Board
from copla.models.futoshiki.model import problem_of
from copla.plugins.backend import Backend
from copla.running.solving import solve


def solve_within(
    watch: Watch,
    problem: ConstraintProblem,
    missing: str,
    *,
    solutions: int = 1,
    backend: Backend | None = None,
    options: Mapping[str, object] | None = None,
    may_give_up: bool = False,
) -> Result:
    """The answer; LimitError if the watch's limits come first, and ``missing`` says what there is none of then.

    ``may_give_up``: the options make the solver end before it knows an answer, and that is one, too.
    """
    limits = Limits(watch.seconds_left, watch.limits.bytes, solutions)
    result = solve(problem, backend, options=options, watch=watch.again(limits))
    if not result.status.finished and not (may_give_up and result.status is Status.UNKNOWN):
        raise LimitError(f"{missing}: {result.status} after {watch.seconds:.1f} s", result.status)
    return result


def shared_digits(
    watch: Watch, board: Board, found: Result, cells: Iterable[str], missing: str
) -> Iterator[tuple[str, int]]:
    """Those of the cells, one by one, that have the same digit in all solutions; ``found``: two, or the only one."""
    known = [solution.values for solution in found.solutions]
    for cell in cells:
        digit = known[0][cell]
        if any(values[cell] != digit for values in known):
            continue
        others: tuple[Solution, ...] = ()
        if not found.unique:
            problem = problem_of(board)
            problem.add(problem[cell] != digit)
            others = solve_within(watch, problem, missing).solutions
        if others:
            known.append(others[0].values)
        else:
            yield cell, digit
