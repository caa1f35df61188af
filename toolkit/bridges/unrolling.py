"""unroll: a planning problem with a bounded number of steps as a constraint problem, and the way back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal as OneOf

from copla.answers.result import Solution
from copla.bridges import literals, values
from copla.bridges.analysis import Analysis, Choice, Window, analyse
from copla.ground.errors import ModelError
from copla.ground.limits import Watch
from copla.ground.numbers import checked_cost, shown
from copla.language.constraint_problem import ConstraintProblem
from copla.language.constraints import Clause
from copla.language.planning_problem import PlanningProblem
from copla.language.plans import costs_are_open, least_cost

Encoding = OneOf["literals", "values"]
WRITERS = {"literals": literals.write, "values": values.write}


@dataclass(frozen=True, slots=True)
class Unrolled:
    """A constraint problem whose solutions are the plans of at most ``horizon`` steps."""

    planning: PlanningProblem
    horizon: int
    problem: ConstraintProblem
    choices: tuple[Choice, ...]

    def plan(self, assignment: Mapping[str, int]) -> tuple[str, ...]:
        """The labels of the actions that an assignment of the constraint problem stands for."""
        return tuple(self.planning.actions[k].label for k in self._actions(assignment))

    def solution(self, assignment: Mapping[str, int], seconds: float | None = None) -> Solution:
        """The plan with its cost: where actions share labels, the least that its labels can cost."""
        moves = self.plan(assignment)
        if costs_are_open(self.planning):
            return Solution(cost=least_cost(self.planning, moves), seconds=seconds, moves=moves)
        cost = sum(self.planning.actions[k].cost for k in self._actions(assignment))
        return Solution(cost=cost, seconds=seconds, moves=moves)

    def _actions(self, assignment: Mapping[str, int]) -> list[int]:
        return [k for choice in self.choices for (name, value), k in choice.items() if assignment[name] == value]


def unroll(
    problem: PlanningProblem,
    horizon: int,
    *,
    fewest: int = 0,
    cost: int | None = None,
    minimize: bool = False,
    encoding: Encoding = "literals",
    analysis: Analysis | None = None,
    watch: Watch | None = None,
) -> Unrolled:
    """State "is there a plan of at most ``horizon`` steps?" as a constraint problem.

    ``fewest`` steps are taken at least, ``cost`` is spent at most, and with ``minimize`` the cost is the objective.
    Of plans that differ in the order of independent steps some are left out, and so are plans with a step that
    undoes the one before: a cheapest and shortest plan always stays. ``encoding`` is ``literals`` (0/1 variables,
    for solvers that learn clauses) or ``values`` (an action a step, for backtracking). ``analysis`` is what
    ``analyse`` works out, for callers that unroll a problem several times; LimitError when the ``watch`` says so.

    >>> from copla import PlanningProblem, solve
    >>> problem = PlanningProblem("a door")
    >>> door = problem.variable("door", ["open", "closed"], "closed")
    >>> place = problem.variable("place", ["in", "out"], "in")
    >>> problem.action("open", {door: "closed"}, {door: "open"})
    >>> problem.action("leave", {place: "in", door: "open"}, {place: "out"})
    >>> problem.set_goal({place: "out"})
    >>> solve(unroll(problem, 1).problem).status.value
    'infeasible'
    >>> bounded = unroll(problem, 3)
    >>> bounded.plan(solve(bounded.problem).best.values)
    ('open', 'leave')
    """
    if not isinstance(problem, PlanningProblem):
        raise ModelError(f"a planning problem is unrolled, found {shown(problem)}")
    if type(horizon) is not int or type(fewest) is not int:
        raise ModelError(f"a number of steps is a whole number, found {shown((horizon, fewest))}")
    if cost is not None:
        checked_cost(cost, "what the plan may cost")
    problem.check()
    if horizon < 0 or not 0 <= fewest <= horizon:
        raise ModelError(f"at most {horizon} steps and at least {fewest} were asked for, expected 0 <= least <= most")
    if encoding not in WRITERS:
        raise ModelError(f"found the encoding {encoding!r}, expected {' or '.join(WRITERS)}")
    window = Window(analysis or analyse(problem, watch), horizon, fewest, cost, minimize)
    if cost is not None and window.uniform:
        window = replace(window, horizon=min(horizon, cost // window.uniform))
    bounded, choices = WRITERS[encoding](window, f"{problem.name}, {horizon} steps", watch)
    if window.horizon < fewest:
        bounded.add(Clause(()), label=f"{fewest} steps cost more than {cost}")
    return Unrolled(problem, window.horizon, bounded, tuple(choices))
