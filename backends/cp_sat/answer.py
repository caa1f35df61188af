"""What is heard of a run of CP-SAT, wherever it runs: solutions as they come, bounds, and how it ended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from copla.answers.result import Solution
from copla.ground.limits import Watch
from copla.ground.numbers import LARGEST
from copla.ground.status import Status
from copla.language.constraint_problem import ConstraintProblem
from copla.rewriting.predicates import function


@dataclass(frozen=True, slots=True)
class Ending:
    """How a run ended. ``outcome`` is CP-SAT's, by its name; ``limit`` is what came first, if a limit did.

    ``bound`` is what CP-SAT has proven of what it minimises, a sum without its constant; None if that is not known.
    """

    outcome: str
    branches: int | None
    conflicts: int | None
    bound: int | None
    limit: Status | None = None


class Listener:
    """Takes the solutions and the bounds of one run, and tells the watch of them."""

    def __init__(self, problem: ConstraintProblem, watch: Watch) -> None:
        self.problem = problem
        self.watch = watch
        self.names = [variable.name for variable in problem.variables]
        self.cost_of = function(problem.objective.expression, problem.variables) if problem.objective else None
        self.solutions: list[Solution] = []

    def solution(self, values: Sequence[int], branches: int) -> None:
        """A solution, as the values of the problem's variables; with an objective it is better than the one before."""
        cost = None
        if self.cost_of is not None:
            cost = self.cost_of(values)
            self.solutions.clear()
            self.watch.note = f"cost {cost}"
        self.solutions.append(Solution(dict(zip(self.names, values, strict=True)), cost, self.watch.seconds))
        self.watch.expanded = branches

    @property
    def wanted(self) -> int | None:
        """How many solutions are enough; None where all are asked for, or one may be better than another."""
        return self.watch.limits.solutions if self.cost_of is None else None

    def bound(self, bound: float) -> None:
        """What CP-SAT has proven of its objective so far, which is a sum without its constant."""
        objective = self.problem.objective
        if objective is not None and abs(bound) <= LARGEST:
            self.watch.prove(round(bound) + (objective.constant if objective.flat else 0))


def ending(solver: Any, outcome: Any, limit: Status | None = None) -> Ending:
    """How a solver of CP-SAT says that it has ended."""
    inner = solver.response_proto.inner_objective_lower_bound
    bound = inner if abs(inner) <= LARGEST else None
    return Ending(outcome.name, solver.num_branches, solver.num_conflicts, bound, limit)


def collector(variables: Sequence[Any], take: Callable[[list[int], int], None], wanted: int | None) -> Any:
    """A callback of CP-SAT that gives away the values of these variables, and ends the search after so many times."""
    return _collector_class()(variables, take, wanted)


@cache
def _collector_class() -> Any:
    """Defined once: that takes longer than to solve a small problem."""
    from ortools.sat.python import cp_model

    class Collector(cp_model.CpSolverSolutionCallback):
        def __init__(self, variables: Sequence[Any], take: Callable[[list[int], int], None], wanted: int | None):
            super().__init__()
            self.variables = variables
            self.take = take
            self.missing = wanted

        def on_solution_callback(self) -> None:
            self.take([self.value(variable) for variable in self.variables], self.num_branches)
            if self.missing is not None:
                self.missing -= 1
                if self.missing == 0:
                    self.stop_search()

    return Collector
