"""The four kinds of constraint, as plain data that every backend understands."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING
from typing import Literal as OneOf

from copla.errors import ModelError

if TYPE_CHECKING:
    from copla.expressions import Variable

Comparison = OneOf["<", "<=", "==", "!=", ">=", ">"]

OPPOSITE: dict[Comparison, Comparison] = {
    "<": ">=",
    "<=": ">",
    "==": "!=",
    "!=": "==",
    ">=": "<",
    ">": "<=",
}


COMPARE: dict[Comparison, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    ">": operator.gt,
}


def compare(left: int, comparison: Comparison, right: int) -> bool:
    """Whether ``left comparison right`` holds between two numbers."""
    return COMPARE[comparison](left, right)


@dataclass(frozen=True, slots=True)
class AllDifferent:
    """No two of the variables have the same value."""

    variables: tuple[Variable, ...]
    label: str = ""
    clue: bool = False

    @property
    def scope(self) -> tuple[Variable, ...]:
        return self.variables

    def __str__(self) -> str:
        return self.label or f"all different: {_names(self.variables)}"


@dataclass(frozen=True, slots=True)
class Linear:
    """A comparison of a weighted sum with a number: ``c1*x1 + c2*x2 + ... <= bound``.

    Comparing expressions makes one; ``|`` joins two of the form ``x == v`` or ``x != v`` into a clause,
    and ``~`` turns any of them into its opposite.
    """

    terms: tuple[tuple[int, Variable], ...]
    comparison: Comparison
    bound: int
    label: str = ""
    clue: bool = False

    @property
    def scope(self) -> tuple[Variable, ...]:
        return tuple(variable for _, variable in self.terms)

    def __invert__(self) -> Linear:
        return Linear(self.terms, OPPOSITE[self.comparison], self.bound)

    def __or__(self, other: Linear | Clause) -> Clause:
        return clause([self, other])

    def __bool__(self) -> bool:
        """Only the identity question has a truth value: it lets variables live in lists and dicts.

        ``x in variables`` asks ``bool(x == y)``. Everything else would silently be wrong, so it raises.
        """
        match self.comparison, self.bound, self.terms:
            case ("==" | "!=") as comparison, 0, ((1, left), (-1, right)):
                return (left is right) == (comparison == "==")
            case ("==" | "!=") as comparison, 0, ():
                return comparison == "=="
        raise TypeError(
            f"the constraint '{self}' has no truth value: add it to a problem instead of testing it "
            "(chained comparisons and 'and', 'or', 'not' do not build constraints)"
        )

    def __str__(self) -> str:
        if self.label:
            return self.label
        match self.comparison, self.bound, self.terms:
            case comparison, 0, ((1, left), (-1, right)):
                return f"{left.name} {comparison} {right.name}"
        return f"{_sum(self.terms)} {self.comparison} {self.bound}"


@dataclass(frozen=True, slots=True)
class Table:
    """The variables' values are one of the rows (``allowed``) or none of them (forbidden)."""

    variables: tuple[Variable, ...]
    rows: tuple[tuple[int, ...], ...]
    allowed: bool = True
    label: str = ""
    clue: bool = False

    @property
    def scope(self) -> tuple[Variable, ...]:
        return self.variables

    def __str__(self) -> str:
        kind = "one" if self.allowed else "none"
        return self.label or f"({_names(self.variables)}) is {kind} of {len(self.rows)} rows"


@dataclass(frozen=True, slots=True)
class Literal:
    """``variable == value`` (positive) or ``variable != value``: an atom of a clause."""

    variable: Variable
    value: int
    positive: bool = True

    def __str__(self) -> str:
        return f"{self.variable.name} {'==' if self.positive else '!='} {self.value}"


@dataclass(frozen=True, slots=True)
class Clause:
    """At least one of the literals holds. The empty clause can never hold."""

    literals: tuple[Literal, ...]
    label: str = ""
    clue: bool = False

    @property
    def scope(self) -> tuple[Variable, ...]:
        return tuple({literal.variable.index: literal.variable for literal in self.literals}.values())

    def __or__(self, other: Linear | Clause) -> Clause:
        return clause([self, other])

    def __str__(self) -> str:
        return self.label or " or ".join(map(str, self.literals)) or "a contradiction"


Constraint = AllDifferent | Linear | Table | Clause


def all_different(variables: Iterable[Variable]) -> AllDifferent:
    """No two of these variables take the same value."""
    scope = _distinct(variables, "all_different")
    return AllDifferent(scope)


def table(variables: Iterable[Variable], rows: Iterable[Iterable[int]], *, allowed: bool = True) -> Table:
    """The variables, read in this order, form one of the rows (or, with ``allowed=False``, none)."""
    scope = _distinct(variables, "table")
    if not scope:
        raise ModelError("a table needs at least one variable")
    unique = dict.fromkeys(tuple(row) for row in rows)
    for row in unique:
        if len(row) != len(scope):
            raise ModelError(f"table row {row} has {len(row)} values, expected {len(scope)}")
        if not all(type(value) is int for value in row):
            raise ModelError(f"table row {row} holds something that is not an integer")
    return Table(scope, tuple(unique), allowed)


def clause(parts: Iterable[Linear | Clause]) -> Clause:
    """At least one of the parts holds; each part is ``x == v``, ``x != v`` or another clause."""
    literals: dict[tuple[int, int, bool], Literal] = {}
    for part in parts:
        for literal in _literals(part):
            literals.setdefault((literal.variable.index, literal.value, literal.positive), literal)
    return Clause(tuple(literals.values()))


def _literals(part: Linear | Clause) -> Iterator[Literal]:
    match part:
        case Clause():
            yield from part.literals
        case Linear(((coefficient, variable),), ("==" | "!=") as comparison, bound):
            value, rest = divmod(bound, coefficient)
            positive = comparison == "=="
            if rest == 0:
                yield Literal(variable, value, positive)
            elif not positive:
                raise ModelError(f"'{part}' always holds, so a clause with it says nothing")
        case _:
            raise ModelError(f"a clause joins 'x == v' and 'x != v' only, found '{part}'")


def _distinct(variables: Iterable[Variable], kind: str) -> tuple[Variable, ...]:
    scope = tuple(variables)
    seen: set[int] = set()
    for variable in scope:
        if variable.index in seen:
            raise ModelError(f"variable {variable.name!r} stands twice in {kind}")
        seen.add(variable.index)
    return scope


def _names(variables: tuple[Variable, ...]) -> str:
    return ", ".join(variable.name for variable in variables)


def _sum(terms: tuple[tuple[int, Variable], ...]) -> str:
    text = ""
    for coefficient, variable in terms:
        sign = "-" if coefficient < 0 else "+"
        size = "" if abs(coefficient) == 1 else f"{abs(coefficient)}*"
        text += f" {sign} {size}{variable.name}" if text else f"{'-' if coefficient < 0 else ''}{size}{variable.name}"
    return text or "0"
