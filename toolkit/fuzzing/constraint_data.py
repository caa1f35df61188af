"""A constraint problem as plain data: as it was written, as JSON, and built with the public language.

The data keep what a person could have written: repeated variables in a sum, zero coefficients, rows twice. The
oracle reads the data, the backends read what :meth:`ConstraintData.build` makes of them; so the language itself is
under test, too.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal

from copla.fuzzing.tree_oracle import names_in
from copla.ground.errors import ModelError
from copla.language.constraint_problem import ConstraintProblem
from copla.language.constraints import AllDifferent, Clause, Linear, Table, clause
from copla.language.expressions import Expression, total
from copla.language.lists import all_different, table
from copla.language.trees import read_constraint, read_expression, written_constraint, written_expression

_COMPARE: dict[str, Callable[[Any, Any], Any]] = {  # the oracle has a table of its own
    "<": operator.lt, "<=": operator.le, "==": operator.eq, "!=": operator.ne, ">=": operator.ge, ">": operator.gt,
}  # fmt: skip
COMPARISONS = tuple(_COMPARE)


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


@dataclass(frozen=True, slots=True)
class Said:
    """Anything that the language can say, as a tree (``copla.language.trees``, with tuples for lists)."""

    tree: Any
    clue: bool = False

    @property
    def scope(self) -> tuple[str, ...]:
        return names_in(self.tree)


ConstraintRecord = Sum | Different | Rows | Either | Said


@dataclass(frozen=True, slots=True)
class ObjectiveRecord:
    """What to minimise or maximise: a sum, to which the value of a tree is added where there is one.

    ``later`` are further objectives, one after the other: senses and trees.
    """

    sense: Literal["minimize", "maximize"]
    terms: tuple[tuple[int, str], ...]
    constant: int = 0
    tree: Any = None
    later: tuple[tuple[str, Any], ...] = ()

    @property
    def trees(self) -> tuple[Any, ...]:
        first = ("sum", self.constant, (*self.terms, *(() if self.tree is None else ((1, self.tree),))))
        return (first, *(tree for _, tree in self.later))

    @property
    def senses(self) -> tuple[str, ...]:
        return (self.sense, *(sense for sense, _ in self.later))


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
            by_name = {variable.name: variable for variable in problem.variables}
            if self.objective.tree is not None:
                expression = expression + read_expression(self.objective.tree, by_name)
            (problem.minimize if self.objective.sense == "minimize" else problem.maximize)(expression)
            for sense, tree in self.objective.later:
                further = read_expression(tree, by_name)
                (problem.then_minimize if sense == "minimize" else problem.then_maximize)(further)
        return problem

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "constraints",
            "variables": {name: list(domain) for name, domain in self.variables},
            "constraints": [_to_json(record) for record in self.constraints],
            "objective": None if self.objective is None else asdict(self.objective),
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> ConstraintData:
        objective = data["objective"]
        return ConstraintData(
            tuple((name, tuple(domain)) for name, domain in data["variables"].items()),
            tuple(_from_json(record) for record in data["constraints"]),
            None if objective is None else ObjectiveRecord(**{key: _tuples(value) for key, value in objective.items()}),
        )

    @staticmethod
    def from_problem(problem: ConstraintProblem) -> ConstraintData:
        """What a problem says, as data: the way in which a puzzle's model reaches the oracle."""
        return ConstraintData(
            tuple((variable.name, variable.domain) for variable in problem.variables),
            tuple(_record(constraint) for constraint in problem.constraints),
            _objective(problem),
        )


def _objective(problem: ConstraintProblem) -> ObjectiveRecord | None:
    first, later = problem.objective, problem.later_objectives
    if first is None:
        return None
    more = tuple((one.sense, _tuples(written_expression(one.expression))) for one in later)
    if first.flat:
        return ObjectiveRecord(first.sense, tuple((c, v.name) for c, v in first.terms), first.constant, None, more)
    return ObjectiveRecord(first.sense, (), 0, _tuples(written_expression(first.expression)), more)


def _expression(problem: ConstraintProblem, terms: tuple[tuple[int, str], ...]) -> Expression:
    return total(coefficient * problem[name] for coefficient, name in terms)


def _build(problem: ConstraintProblem, record: ConstraintRecord) -> Any:
    match record:
        case Sum(terms, comparison, bound):
            return _COMPARE[comparison](_expression(problem, terms), bound)
        case Different(names):
            return all_different([problem[name] for name in names])
        case Rows(names, rows, allowed):
            return table([problem[name] for name in names], rows, allowed=allowed)
        case Said(tree):
            try:
                return read_constraint(tree, {variable.name: variable for variable in problem.variables})
            except (AssertionError, IndexError, KeyError, TypeError, ValueError):  # the shrinker cut too much off
                raise ModelError(f"no constraint is {tree}") from None
        case Either(literals):
            return clause(problem[n] == v if positive else problem[n] != v for n, v, positive in literals)


def _record(constraint: Any) -> ConstraintRecord:
    match constraint:
        case AllDifferent(variables):
            return Different(tuple(v.name for v in variables), constraint.clue)
        case Linear(terms, comparison, bound):
            return Sum(tuple((c, v.name) for c, v in terms), comparison, bound, constraint.clue)
        case Table(variables, rows, allowed):
            return Rows(tuple(v.name for v in variables), rows, allowed, constraint.clue)
        case Clause(literals):
            return Either(tuple((x.variable.name, x.value, x.positive) for x in literals), constraint.clue)
        case _:
            return Said(_tuples(written_constraint(constraint)), constraint.clue)


_KINDS: dict[str, type[ConstraintRecord]] = {
    "sum": Sum, "different": Different, "table": Rows, "said": Said, "either": Either,
}  # fmt: skip
"""By the key under which the first of its fields stands in JSON; the others have their own names."""


def _to_json(record: ConstraintRecord) -> dict[str, Any]:
    first, *others = (declared.name for declared in fields(record) if declared.name != "clue" or record.clue)
    kind = next(key for key, kind in _KINDS.items() if isinstance(record, kind))
    return {kind: getattr(record, first)} | {name: getattr(record, name) for name in others}


def _from_json(data: Mapping[str, Any]) -> ConstraintRecord:
    kind = next(key for key in _KINDS if key in data)
    first = fields(_KINDS[kind])[0].name
    return _KINDS[kind](**{first if name == kind else name: _tuples(value) for name, value in data.items()})


def _tuples(tree: Any) -> Any:
    return tuple(map(_tuples, tree)) if isinstance(tree, list | tuple) else tree
