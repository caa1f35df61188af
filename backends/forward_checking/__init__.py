"""forward-checking: our own backtracking solver in readable Python, the reference for the fast ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from copla.answers.result import Result
from copla.backends.forward_checking.ordering import VALUE_ORDERS, VARIABLE_ORDERS
from copla.backends.forward_checking.solver import INFERENCES, solve_constraints
from copla.bridges.horizons import solve_by_horizons, too_large
from copla.ground.limits import Watch
from copla.language.constraint_problem import ConstraintProblem
from copla.language.planning_problem import PlanningProblem
from copla.language.problem import Kind, Problem
from copla.plugins.options import Option

MOST_CHOICES = 8_000
"""Actions times steps of a plan; docs/bridges.md has the measurements behind this."""


class ForwardChecking:
    """Backtracking over any constraint problem, with a choice of inference and of orders."""

    name = "forward-checking"
    strength: Mapping[Kind, int] = {"constraints": 60, "planning": 40}
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

    def solve(self, problem: Problem, options: Mapping[str, Any], watch: Watch) -> Result:
        order = options["variables"] or ("dom/wdeg" if isinstance(problem, ConstraintProblem) else "input")
        used = dict(options, variables=order)
        if isinstance(problem, ConstraintProblem):
            result = solve_constraints(problem, used, watch)
        else:
            ask = lambda bounded: solve_constraints(bounded, used, watch)  # noqa: E731
            result = solve_by_horizons(problem, ask, watch, encoding="values")
        return replace(result, options={"variables": order})


BACKEND = ForwardChecking()
