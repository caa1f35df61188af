"""cp-sat: a translator to Google's OR-Tools CP-SAT; planning problems are unrolled, horizon by horizon."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from copla.answers.result import Result
from copla.backends.cp_sat.constraints import solve_constraints
from copla.bridges.horizons import solve_by_horizons
from copla.ground.limits import Watch
from copla.language.constraint_problem import ConstraintProblem
from copla.language.problem import Kind, Problem
from copla.plugins.algorithms import BELOW
from copla.plugins.backend import missing_library
from copla.plugins.options import Option
from copla.rewriting.rewrite import KINDS


class CpSat:
    """The strongest general constraint solver we know; one worker by default, so that runs repeat."""

    name = "cp-sat"
    claim_option = "below"
    kinds = KINDS
    strength: Mapping[Kind, int] = {"constraints": 80, "planning": 60}
    summary = "OR-Tools CP-SAT, clause learning with lazy clause generation; constraint and planning problems"
    options = (
        Option(
            "workers",
            1,
            "threads that look for one solution (several do not repeat); enumerating takes one",
            least=1,
            most=256,
        ),
        Option("seed", 0, "random seed of the solver", least=0, most=2**31 - 1),
        BELOW,
    )

    def missing(self) -> str | None:
        return missing_library("ortools.sat.python.cp_model")

    def refuses(self, problem: Problem) -> str | None:
        return None

    def solve(self, problem: Problem, options: Mapping[str, Any], watch: Watch) -> Result:
        if isinstance(problem, ConstraintProblem):
            return solve_constraints(problem, options, watch)
        return solve_by_horizons(
            problem,
            lambda bounded: solve_constraints(bounded, options, watch, simplified=True),
            watch,
            encoding="literals",
            below=options["below"],
        )


BACKEND = CpSat()
