"""How good a solution is: its cost, and what is known or quickly found out about the least one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import copla
from copla.ground.errors import CoplaError

if TYPE_CHECKING:
    from copla.language.problem import Problem

SECONDS = 1.0
"""The time that is spent on it at most: to verify is to be quick."""


@dataclass(frozen=True, slots=True)
class Optimum:
    """The cost of a solution, the best cost that is known, and whether nothing better is possible."""

    cost: int
    best: int
    proven: bool

    def __str__(self) -> str:
        """In words.

        >>> str(Optimum(12, 10, True)), str(Optimum(10, 10, True)), str(Optimum(9, 9, False))
        ('cost 12; 10 is possible, and the best', 'cost 10, the best possible', 'cost 9')
        """
        if self.best != self.cost:
            return f"cost {self.cost}; {self.best} is possible" + (", and the best" if self.proven else "")
        return f"cost {self.cost}" + (", the best possible" if self.proven else "")


def optimum(problem: Problem, solution: copla.Solution) -> Optimum | None:
    """What is known about the cost of a valid solution; None where solutions have no cost.

    The strongest backend is asked for a second; whatever it does not answer in that time stays open.
    """
    cost = _cost(problem, solution)
    if cost is None:
        return None
    try:
        found = copla.solve(problem, limits=copla.Limits(seconds=SECONDS, solutions=1))
    except CoplaError:  # no backend takes it: then nothing is known
        return Optimum(cost, cost, False)
    known = [cost, *(other.cost for other in found.solutions if other.cost is not None)]
    best = max(known) if copla.sense(problem) == "maximize" else min(known)
    return Optimum(cost, best, found.bound == best)


def _cost(problem: Problem, solution: copla.Solution) -> int | None:
    """The cost of a valid solution, which is what the model says."""
    if isinstance(problem, copla.PlanningProblem):
        return solution.cost
    return problem.objective.value(solution.values) if problem.objective else None
