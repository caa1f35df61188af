"""native: the C++ engine. It proves itself equal to the readable backends, and is thousands of times faster."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from copla.backend_protocol import Problem, missing_library
from copla.backends.native import constraints, planning
from copla.constraint_problem import ConstraintProblem
from copla.limits import Watch
from copla.planning_problem import PlanningProblem
from copla.result import Result


class Native:
    """One compiled engine: a kernel for any planning task, one for any constraint problem."""

    name = "native"
    summary = (
        "our own C++ engine: search on packed states, propagation and learning on bit masks; both kinds of problem"
    )
    options = (*planning.OPTIONS, *constraints.OPTIONS)

    def missing(self) -> str | None:
        reason = missing_library("copla.backends.native._engine")
        return reason and f"{reason} (it is compiled when copla is installed, and needs a C++ compiler then)"

    def refuses(self, problem: Problem) -> str | None:
        return None

    def unused(self, options: Mapping[str, Any]) -> Collection[str]:
        return planning.unused(options)

    def heuristics(self, problem: Problem) -> Collection[str]:
        return planning.heuristics(problem) if isinstance(problem, PlanningProblem) else []

    def solve(self, problem: Problem, options: Mapping[str, Any], watch: Watch) -> Result:
        if isinstance(problem, ConstraintProblem):
            return constraints.solve(problem, options, watch)
        return planning.solve(problem, options, watch)


BACKEND = Native()
