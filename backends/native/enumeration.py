"""Whole state spaces: how many states there are at each distance from the start, in a few bits a state."""

from __future__ import annotations

from copla.backends.native import planning
from copla.backends.native.engine import control, ended_by
from copla.ground.errors import LimitError, ModelError
from copla.ground.limits import Limits, Watch
from copla.language.planning_problem import PlanningProblem


def layers(problem: PlanningProblem, limits: Limits | None = None, watch: Watch | None = None) -> list[int]:
    """The number of states at each distance from the start, counted in steps.

    For problems whose actions only move values between variables (knights on a board, tiles in a frame): then
    states can be numbered without gaps. Others, and those that are too large, are refused with a ModelError.

    >>> problem = PlanningProblem("a token on two places")
    >>> places = [problem.variable(f"p{i}", ["empty", "token"], start) for i, start in enumerate(("token", "empty"))]
    >>> for here, there in ((0, 1), (1, 0)):
    ...     a, b = places[here], places[there]
    ...     problem.action(f"{here} to {there}", {a: "token", b: "empty"}, {a: "empty", b: "token"})
    >>> layers(problem)
    [1, 1]
    """
    from copla.backends.native.engine import _engine

    watch = watch or Watch(limits or Limits())
    watch.begin()
    leash = control(watch, "distance")
    counted = _engine.count_layers(planning.read_task(problem), leash)
    if counted is None:
        raise ModelError("states can be numbered only where actions move values between variables, in 48 bits a state")
    watch.expanded, watch.generated = counted.expanded, counted.generated
    watch.peak_bytes = max(watch.peak_bytes, leash.peak_bytes)
    limit = ended_by(leash)
    if limit is not None:
        raise LimitError(f"{limit} after {sum(counted.states):,} states", limit)
    return counted.states
