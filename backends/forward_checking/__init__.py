"""forward-checking: our own backtracking solver in readable Python, the reference for the fast ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from copla.backend_protocol import Problem, only_constraints
from copla.backends.forward_checking.ordering import VALUE_ORDERS, VARIABLE_ORDERS
from copla.backends.forward_checking.solver import INFERENCES, Solver
from copla.constraint_problem import ConstraintProblem
from copla.limits import Watch
from copla.options import Option
from copla.result import Result


class ForwardChecking:
    """Backtracking over any constraint problem, with a choice of inference and of orders."""

    name = "forward-checking"
    summary = "hand-written backtracking with forward checking or arc consistency (Python); constraint problems"
    options = (
        Option(
            "inference",
            "mac",
            "what is concluded after each assignment: nothing, forward checking, or arc consistency",
            INFERENCES,
        ),
        Option("variables", "dom/wdeg", "which variable is assigned next", VARIABLE_ORDERS),
        Option("values", "ascending", "which value is tried first", VALUE_ORDERS),
        Option("guesses", None, "give up after so many choices among several values (none: never)", least=0, kind=int),
    )

    def missing(self) -> str | None:
        return None

    def refuses(self, problem: Problem) -> str | None:
        return only_constraints(problem)

    def solve(self, problem: Problem, options: Mapping[str, Any], watch: Watch) -> Result:
        assert isinstance(problem, ConstraintProblem), "refuses() admits nothing else"
        return Solver(problem, options, watch).solve()


BACKEND = ForwardChecking()
