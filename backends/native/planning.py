"""Planning problems on the native engine: choosing algorithm and heuristic, and what the answer proves."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from copla.limits import Watch
from copla.options import Option
from copla.planning_problem import PlanningProblem
from copla.result import Result, Status

OPTIONS: tuple[Option, ...] = ()


def unused(options: Mapping[str, Any]) -> Collection[str]:
    return ()


def heuristics(problem: PlanningProblem) -> Collection[str]:
    return list(problem.heuristics)


def solve(problem: PlanningProblem, options: Mapping[str, Any], watch: Watch) -> Result:
    return Result(Status.UNSUPPORTED, message="not built yet")
