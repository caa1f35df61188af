"""sat: problems as clauses for the solvers of python-sat; planning problems are unrolled, horizon by horizon."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from copla.answers.result import Result
from copla.backends.sat.engine import SOLVERS
from copla.backends.sat.literals import ENCODINGS
from copla.backends.sat.solving import core_of, solve_constraints
from copla.backends.sat.sums import METHODS
from copla.bridges.horizons import solve_by_horizons
from copla.ground.limits import Watch
from copla.language.constraint_problem import ConstraintProblem
from copla.language.problem import Kind, Problem
from copla.plugins.algorithms import BELOW
from copla.plugins.backend import missing_library
from copla.plugins.options import Option, read_options


class Sat:
    """Direct, order and support encodings, chosen by the constraint, and a solver that learns clauses."""

    name = "sat"
    claim_option = "below"
    strength: Mapping[Kind, int] = {"constraints": 70, "planning": 50}
    summary = "python-sat: Glucose or CaDiCaL on clauses; constraint and planning problems"
    options = (
        Option("solver", "glucose", "the solver of python-sat", tuple(SOLVERS)),
        Option(
            "encoding",
            "auto",
            "the first literals of a variable: one a value, one a comparison, or by the number of its values",
            ENCODINGS,
        ),
        Option(
            "sums", "auto", "how long sums become clauses: decision diagrams, binary adders, or by their size", METHODS
        ),
        BELOW,
    )

    def missing(self) -> str | None:
        return missing_library("pysat.solvers")

    def refuses(self, problem: Problem) -> str | None:
        return None

    def solve(self, problem: Problem, options: Mapping[str, Any], watch: Watch) -> Result:
        if isinstance(problem, ConstraintProblem):
            return solve_constraints(problem, options, watch)
        return solve_by_horizons(
            problem,
            lambda bounded: solve_constraints(bounded, options, watch),
            watch,
            encoding="literals",
            below=options["below"],
        )

    def core(self, problem: ConstraintProblem, clues: Sequence[int], watch: Watch) -> list[int] | None:
        watch.begin()
        return core_of(problem, clues, read_options(self.options, {}, self.name), watch)


BACKEND = Sat()
