"""A constraint problem as plain data: as it was written, as JSON, and built with the public language.

The data keep what a person could have written: repeated variables in a sum, zero coefficients, rows twice. The
oracle reads the data, the backends read what :meth:`ConstraintData.build` makes of them; so the language itself is
under test, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from copla.language.constraint_problem import ConstraintProblem
from copla.language.constraints import AllDifferent, Clause, Linear, Table, clause
from copla.language.expressions import Expression, total
from copla.language.global_constraints import all_different, table

COMPARISONS = ("<", "<=", "==", "!=", ">=", ">")


@dataclass(frozen=True, slots=True)
class Sum:
    """``c1*x1 + c2*x2 + ... comparison bound``; a variable may stand in it several times."""

    terms: tuple[tuple[int, str], ...]
    comparison: str
    bound: int
    clue: bool = False

    @property
    def scope(self) -> tuple[str, ...]:
        return tuple(name for _, name in self.terms)


@dataclass(frozen=True, slots=True)
class Different:
    """No two of the variables are equal."""

    variables: tuple[str, ...]
    clue: bool = False

    @property
    def scope(self) -> tuple[str, ...]:
        return self.variables


@dataclass(frozen=True, slots=True)
class Rows:
    """The variables' values are one of the rows, or (forbidden) none of them."""

    variables: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]
    allowed: bool = True
    clue: bool = False

    @property
    def scope(self) -> tuple[str, ...]:
        return self.variables


@dataclass(frozen=True, slots=True)
class Either:
    """At least one of the literals (variable, value, is it equal?) holds."""

    literals: tuple[tuple[str, int, bool], ...]
    clue: bool = False

    @property
    def scope(self) -> tuple[str, ...]:
        return tuple(name for name, _, _ in self.literals)


ConstraintRecord = Sum | Different | Rows | Either


@dataclass(frozen=True, slots=True)
class ObjectiveRecord:
    """What to minimise or maximise."""

    sense: Literal["minimize", "maximize"]
    terms: tuple[tuple[int, str], ...]
    constant: int = 0


@dataclass(frozen=True, slots=True)
class ConstraintData:
    """Variables with their domains, constraints, and an objective or None."""

    variables: tuple[tuple[str, tuple[int, ...]], ...]
    constraints: tuple[ConstraintRecord, ...] = ()
    objective: ObjectiveRecord | None = None

    def build(self) -> ConstraintProblem:
        """The problem, written in copla's language; ModelError where the language refuses it."""
        problem = ConstraintProblem("fuzzed")
        for name, domain in self.variables:
            problem.variable(name, domain)
        for number, record in enumerate(self.constraints):
            problem.add(_build(problem, record), label=f"clue {number}" if record.clue else "", clue=record.clue)
        if self.objective is not None:
            expression = _expression(problem, self.objective.terms) + self.objective.constant
            (problem.minimize if self.objective.sense == "minimize" else problem.maximize)(expression)
        return problem

    def to_json(self) -> dict[str, Any]:
        objective = self.objective
        return {
            "kind": "constraints",
            "variables": {name: list(domain) for name, domain in self.variables},
            "constraints": [_to_json(record) for record in self.constraints],
            "objective": None
            if objective is None
            else {"sense": objective.sense, "terms": list(map(list, objective.terms)), "constant": objective.constant},
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> ConstraintData:
        objective = data["objective"]
        return ConstraintData(
            tuple((name, tuple(domain)) for name, domain in data["variables"].items()),
            tuple(_from_json(record) for record in data["constraints"]),
            None
            if objective is None
            else ObjectiveRecord(objective["sense"], _terms(objective["terms"]), objective["constant"]),
        )

    @staticmethod
    def from_problem(problem: ConstraintProblem) -> ConstraintData:
        """What a problem says, as data: the way in which a puzzle's model reaches the oracle."""
        objective = problem.objective
        return ConstraintData(
            tuple((variable.name, variable.domain) for variable in problem.variables),
            tuple(_record(constraint) for constraint in problem.constraints),
            None
            if objective is None
            else ObjectiveRecord(objective.sense, tuple((c, v.name) for c, v in objective.terms), objective.constant),
        )


def _expression(problem: ConstraintProblem, terms: tuple[tuple[int, str], ...]) -> Expression:
    return total(coefficient * problem[name] for coefficient, name in terms)


def _build(problem: ConstraintProblem, record: ConstraintRecord) -> AllDifferent | Linear | Table | Clause:
    match record:
        case Sum(terms, comparison, bound):
            left = _expression(problem, terms)
            match comparison:
                case "<":
                    return left < bound
                case "<=":
                    return left <= bound
                case "==":
                    return left == bound
                case "!=":
                    return left != bound
                case ">=":
                    return left >= bound
                case _:
                    return left > bound
        case Different(names):
            return all_different([problem[name] for name in names])
        case Rows(names, rows, allowed):
            return table([problem[name] for name in names], rows, allowed=allowed)
        case Either(literals):
            return clause(
                problem[name] == value if positive else problem[name] != value for name, value, positive in literals
            )


def _record(constraint: AllDifferent | Linear | Table | Clause) -> ConstraintRecord:
    match constraint:
        case AllDifferent(variables):
            return Different(tuple(v.name for v in variables), constraint.clue)
        case Linear(terms, comparison, bound):
            return Sum(tuple((c, v.name) for c, v in terms), comparison, bound, constraint.clue)
        case Table(variables, rows, allowed):
            return Rows(tuple(v.name for v in variables), rows, allowed, constraint.clue)
        case Clause(literals):
            return Either(tuple((x.variable.name, x.value, x.positive) for x in literals), constraint.clue)


def _to_json(record: ConstraintRecord) -> dict[str, Any]:
    match record:
        case Sum(terms, comparison, bound):
            data: dict[str, Any] = {"sum": list(map(list, terms)), "comparison": comparison, "bound": bound}
        case Different(names):
            data = {"different": list(names)}
        case Rows(names, rows, allowed):
            data = {"table": list(names), "rows": list(map(list, rows)), "allowed": allowed}
        case Either(literals):
            data = {"either": list(map(list, literals))}
    return data | ({"clue": True} if record.clue else {})


def _from_json(data: Mapping[str, Any]) -> ConstraintRecord:
    clue = data.get("clue", False)
    if "sum" in data:
        return Sum(_terms(data["sum"]), data["comparison"], data["bound"], clue)
    if "different" in data:
        return Different(tuple(data["different"]), clue)
    if "table" in data:
        return Rows(tuple(data["table"]), tuple(map(tuple, data["rows"])), data["allowed"], clue)
    return Either(tuple((name, value, positive) for name, value, positive in data["either"]), clue)


def _terms(terms: list[list[Any]]) -> tuple[tuple[int, str], ...]:
    return tuple((coefficient, name) for coefficient, name in terms)
