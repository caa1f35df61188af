"""python-constraint2 as anybody would call it: with the library's own classes for sums.

``copla fuzz constraints --backend benchmarks/guests/python_constraint.toml`` tries whatever version is installed.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Any

import constraint as library

import copla
from copla.language.constraints import COMPARE, AllDifferent, Clause, Linear, Table

MOST_COMBINATIONS = 20_000
"""Beyond this the library takes its time, and would be ended at its limit."""

_SUMS = {"==": library.ExactSumConstraint, "<=": library.MaxSumConstraint, ">=": library.MinSumConstraint}


def solve(problem: copla.ConstraintProblem) -> Iterator[dict[str, int]] | str | None:
    """All solutions; None if there is none. Problems with an objective are not for it."""
    combinations = prod(len(variable.domain) for variable in problem.variables)
    if not problem.flat or problem.objective is not None or combinations > MOST_COMBINATIONS or not problem.variables:
        return "unsupported"
    stated = library.Problem()
    for variable in problem.variables:
        stated.addVariable(variable.name, list(variable.domain))
    for said in problem.constraints:
        scope = list(dict.fromkeys(variable.name for variable in said.scope))
        if not scope:
            return "unsupported"
        stated.addConstraint(_constraint(said, scope), scope)
    return iter(stated.getSolutions()) or None


def _constraint(said: Any, scope: list[str]) -> Any:
    match said:
        case Linear(terms, comparison, bound) if comparison in _SUMS:
            factors = [factor for factor, _ in terms]
            return _SUMS[comparison](bound) if set(factors) == {1} else _SUMS[comparison](bound, factors)
        case Linear(terms, comparison, bound):
            factors = [factor for factor, _ in terms]
            compare = COMPARE[comparison]
            return library.FunctionConstraint(
                lambda *values: compare(sum(f * v for f, v in zip(factors, values, strict=True)), bound)
            )
        case AllDifferent():
            return library.AllDifferentConstraint()
        case Table(_, rows, allowed):
            known = frozenset(rows)
            return library.FunctionConstraint(lambda *values: (values in known) == allowed)
        case Clause(literals):
            return library.FunctionConstraint(
                lambda *values: any(
                    (dict(zip(scope, values, strict=True))[x.variable.name] == x.value) == x.positive for x in literals
                )
            )
    raise TypeError(f"there is no constraint {type(said).__name__}")
