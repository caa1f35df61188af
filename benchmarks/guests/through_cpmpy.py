"""CPMpy as anybody would call it: constraints as its expressions, which it rewrites for OR-Tools itself.

``copla fuzz constraints --backend benchmarks/guests/cpmpy.toml`` tries whatever version is installed. A function is
given the flat kinds of constraints. So that CPMpy has something to rewrite, each two neighbours among them are also
said to be as true as each other, which follows. Division is left out: CPMpy's is another one, it rounds towards zero.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import cpmpy

import copla
from copla.language.trees import written_constraint, written_expression

SECONDS = 1.5
LARGEST = 2**31 - 1
"""CPMpy warns of larger numbers."""

_COMPARED = {
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b, ">=": lambda a, b: a >= b, ">": lambda a, b: a > b,
}  # fmt: skip


class NotForItError(Exception):
    """Something that CPMpy does not have, or means otherwise."""


def solve(problem: copla.ConstraintProblem) -> Iterator[dict[str, int]] | str | None:
    """All solutions, or the best one; None if there is none."""
    if (
        problem.later_objectives
        or not problem.variables
        or any(max(map(abs, v.domain)) > LARGEST for v in problem.variables)
    ):
        return "unsupported"
    try:
        model, variables = _stated(problem)
    except NotForItError:
        return "unsupported"
    if problem.objective is None:
        found: list[dict[str, int]] = []

        def collect() -> None:
            found.append({name: int(variable.value()) for name, variable in variables.items()})

        number = model.solveAll(display=collect, time_limit=SECONDS)
        if not model.status().exitstatus.name.startswith(("OPTIMAL", "FEASIBLE", "UNSAT")):
            return "unknown"
        return iter(found) if number else None
    if not model.solve(time_limit=SECONDS):
        return None if model.status().exitstatus.name == "UNSATISFIABLE" else "unknown"
    if model.status().exitstatus.name != "OPTIMAL":
        return "unknown"
    return iter([{name: int(variable.value()) for name, variable in variables.items()}])


def _stated(problem: copla.ConstraintProblem) -> tuple[Any, dict[str, Any]]:
    variables, model = {}, cpmpy.Model()
    for variable in problem.variables:
        low, high = min(variable.domain), max(variable.domain)
        made = variables[variable.name] = cpmpy.intvar(low, high, name=variable.name)
        for gap in set(range(low, high + 1)) - set(variable.domain) if high - low < 10_000 else ():
            model += made != gap
        if high - low >= 10_000 and high - low >= len(variable.domain):
            model += cpmpy.any([made == value for value in variable.domain])
        model += made >= low  # so that every variable stands in the model
    reader = _Reader(variables)
    stated = [reader.true(written_constraint(constraint)) for constraint in problem.constraints]
    for said in stated:
        model += said
    for one, other in pairwise(said for said in stated if hasattr(said, "implies")):
        model += one == other
    if problem.objective is not None:
        goal = reader.number(written_expression(problem.objective.expression))
        if isinstance(goal, int):
            raise NotForItError("a constant")
        (model.minimize if problem.objective.sense == "minimize" else model.maximize)(goal)
    return model, variables


class _Reader:
    """Trees of copla as CPMpy's expressions."""

    def __init__(self, variables: dict[str, Any]) -> None:
        self.variables = variables

    def number(self, tree: Any) -> Any:
        if isinstance(tree, int):
            return tree
        if isinstance(tree, str):
            return self.variables[tree]
        kind, *parts = tree
        match kind:
            case "sum":
                return parts[0] + cpmpy.sum([factor * self.number(part) for factor, part in parts[1]])
            case "product":
                return self.number(parts[0]) * self.number(parts[1])
            case "abs":
                return cpmpy.Abs(self.number(parts[0])) if hasattr(cpmpy, "Abs") else abs(self.number(parts[0]))
            case "min" | "max" if len(parts) > 1:
                made = cpmpy.Minimum if kind == "min" else cpmpy.Maximum
                return made([self.number(part) for part in parts])
            case "count" if parts[1:]:
                value = self.number(parts[0])
                return cpmpy.sum([self.number(part) == value for part in parts[1:]])
            case "truth":
                return 1 * self.true(parts[0])
        raise NotForItError(kind)

    def numbers(self, trees: Any) -> list[Any]:
        return [self.number(tree) for tree in trees]

    def true(self, tree: Any) -> Any:
        kind, *parts = tree
        if kind in _COMPARED:
            return _COMPARED[kind](self.number(parts[0]), self.number(parts[1]))
        match kind:
            case "and":
                return cpmpy.all([self.true(part) for part in parts])
            case "or" if not parts:
                raise NotForItError("an empty clause")
            case "or":
                return cpmpy.any([self.true(part) for part in parts])
            case "not":
                return ~self.proper(parts[0])
            case "implies":
                return self.proper(parts[0]).implies(self.true(parts[1]))
            case "iff":
                return self.proper(parts[0]) == self.proper(parts[1])
            case "xor":
                return self.proper(parts[0]) != self.proper(parts[1])
            case "different":
                return cpmpy.AllDifferent(self.numbers(parts))
            case "equal" if len(parts) > 1:
                return cpmpy.AllEqual(self.numbers(parts))
            case "table" if parts[1] and parts[2] and all(None not in row for row in parts[1]):
                return cpmpy.Table(self.numbers(parts[0]), [list(row) for row in parts[1]])
            case "table" if parts[1] and all(None not in row for row in parts[1]):
                columns = self.numbers(parts[0])
                rows = (cpmpy.all([x == value for x, value in zip(columns, row, strict=True)]) for row in parts[1])
                return cpmpy.all([~row for row in rows])
        raise NotForItError(kind)

    def proper(self, tree: Any) -> Any:
        """An expression of CPMpy's, and no Python truth value."""
        found = self.true(tree)
        if isinstance(found, bool) or not hasattr(found, "implies"):
            raise NotForItError("a constant")
        return found
