"""forward-checking: our own backtracking solver in readable Python, the reference for the fast ones."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from copla.answers.result import Result, Statistics
from copla.backends.forward_checking.observed import EVENTS, ObservedSolver, ObservedStore
from copla.backends.forward_checking.ordering import VALUE_ORDERS, VARIABLE_ORDERS
from copla.backends.forward_checking.solver import INFERENCES, Solver
from copla.backends.forward_checking.store import Store
from copla.bridges.horizons import solve_by_horizons, too_large
from copla.ground.errors import LimitError
from copla.ground.limits import Watch
from copla.language.constraint_problem import ConstraintProblem
from copla.language.planning_problem import PlanningProblem
from copla.language.problem import Kind, Problem
from copla.plugins.backend import Pace
from copla.plugins.options import Option
from copla.rewriting.propagated import PROPAGATED

MOST_CHOICES = 8_000
"""Actions times steps of a plan; docs/bridges.md has the measurements behind this."""


class ForwardChecking:
    """Backtracking over any constraint problem, with a choice of inference and of orders."""

    name = "forward-checking"
    kinds = PROPAGATED
    strength: Mapping[Kind, int] = {"constraints": 60, "planning": 40}
    pace = Pace(largest=5.0, share_of_planning=0.5)
    summary = (
        "hand-written backtracking with forward checking or arc consistency (Python); constraint problems, small plans"
    )
    options = (
        Option(
            "inference",
            "mac",
            "what is concluded after each assignment: nothing, forward checking, or arc consistency",
            INFERENCES,
        ),
        Option(
            "variables",
            None,
            "which variable is assigned next (none: input, step by step, for plans, dom/wdeg for constraints)",
            VARIABLE_ORDERS,
        ),
        Option("values", "ascending", "which value is tried first", VALUE_ORDERS),
        Option(
            "guesses",
            None,
            "give up after so many choices among several values (none: never)",
            least=0,
            most=10**12,
            kind=int,
        ),
    )

    def missing(self) -> str | None:
        return None

    def refuses(self, problem: Problem) -> str | None:
        return too_large(problem, MOST_CHOICES) if isinstance(problem, PlanningProblem) else None

    def events(self) -> Collection[str]:
        return EVENTS

    def solve(self, problem: Problem, options: Mapping[str, Any], watch: Watch) -> Result:
        order = options["variables"] or ("dom/wdeg" if isinstance(problem, ConstraintProblem) else "input")
        used = dict(options, variables=order)
        if isinstance(problem, ConstraintProblem):
            result = solve_constraints(problem, used, watch)
        else:
            ask = lambda bounded: solve_constraints(bounded, used, watch)  # noqa: E731
            result = solve_by_horizons(problem, ask, watch, encoding="values")
        return replace(result, options={"variables": order})


def solve_constraints(problem: ConstraintProblem, options: Mapping[str, Any], watch: Watch) -> Result:
    """One run over one problem; a limit that is reached while it is set up is an answer, too."""
    try:
        if watch.trace is not None:
            return ObservedSolver(problem, options, ObservedStore(problem, watch, watch.trace)).solve()
        return Solver(problem, options, Store(problem, watch)).solve()
    except LimitError as reached:
        return Result(reached.status, statistics=Statistics(0, 0, 0, 0, 0, 0))


BACKEND = ForwardChecking()
