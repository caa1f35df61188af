"""Constraints over lists of expressions: all different, all equal, tables, how often values occur, and orders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

from copla.ground.errors import ModelError
from copla.ground.numbers import shown
from copla.language.constraints import AllDifferent, Table
from copla.language.expressions import Expression, Operand, Variable, as_expression
from copla.language.global_constraints import check_truth, checked_rows, distinct, listed_variables
from copla.language.operations import expressions, listed, name_of, value_of
from copla.language.written import Written

_VARIABLES = {Variable}
_ENTRIES = {int, type(None)}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Distinct(Written):
    """No two of the expressions have the same value."""

    parts: tuple[Expression, ...]

    def text(self) -> str:
        return f"all different: {listed(self.parts)}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Equal(Written):
    """All of the expressions have the same value."""

    parts: tuple[Expression, ...]

    def text(self) -> str:
        return f"all equal: {listed(self.parts)}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Rows(Written):
    """The values of the expressions are one of the rows, or (not ``allowed``) none; None in a row is any value."""

    parts: tuple[Expression, ...]
    rows: tuple[tuple[int | None, ...], ...]
    allowed: bool = True

    def text(self) -> str:
        return f"({listed(self.parts)}) is {'one' if self.allowed else 'none'} of {len(self.rows)} rows"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Cardinality(Written):
    """Each of the values occurs among the members as often as its number says; ``closed``: and no other value does."""

    members: tuple[Expression, ...]
    values: tuple[int, ...]
    numbers: tuple[Expression, ...]
    closed: bool = False

    @property
    def parts(self) -> tuple[Expression, ...]:
        return self.members + self.numbers

    def text(self) -> str:
        values = [name_of(value, *self.members) for value in self.values]
        times = ", ".join(f"{value} {number} times" for value, number in zip(values, self.numbers, strict=True))
        return f"among {listed(self.members)}: {times or 'nothing said'}{', nothing else' if self.closed else ''}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Increasing(Written):
    """Each of the expressions is at least (``strictly``: more than) the one before."""

    parts: tuple[Expression, ...]
    strictly: bool = False

    def text(self) -> str:
        return f"{'strictly ' if self.strictly else ''}increasing: {listed(self.parts)}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Lexicographic(Written):
    """The first list comes before the second as words in a dictionary do, or (not ``strictly``) is equal to it."""

    left: tuple[Expression, ...]
    right: tuple[Expression, ...]
    strictly: bool = False

    @property
    def parts(self) -> tuple[Expression, ...]:
        return self.left + self.right

    def text(self) -> str:
        return f"({listed(self.left)}) {'<' if self.strictly else '<='} ({listed(self.right)}) as in a dictionary"


def all_different(parts: Iterable[Operand]) -> Any:
    """No two of these variables, or expressions, take the same value.

    >>> from copla import ConstraintProblem
    >>> problem = ConstraintProblem()
    >>> queens = [problem.variable(f"q{i}", range(4)) for i in range(4)]
    >>> print(all_different(q + i for i, q in enumerate(queens)))
    all different: q0, q1 + 1, q2 + 2, q3 + 3
    """
    found = listed_variables(parts, "all_different")
    if {*map(type, found)} <= _VARIABLES:
        return AllDifferent(distinct(found, "all_different"))
    return Distinct(expressions(found, "all_different"))


def all_equal(parts: Iterable[Operand]) -> Equal:
    """All of the expressions have the same value."""
    return Equal(expressions(parts, "all_equal"))


def table(parts: Iterable[Operand], rows: Iterable[Iterable[Any]], *, allowed: bool = True) -> Any:
    """The values, read in this order, form one of the rows (or, with ``allowed=False``, none).

    An entry None of a row stands for any value; named values may be written by their names.

    >>> from copla import ConstraintProblem
    >>> problem = ConstraintProblem()
    >>> x, y = problem.variable("x", range(5)), problem.variable("y", range(5))
    >>> print(table([x, y], [(0, None), (3, 4)]))
    (x, y) is one of 2 rows
    """
    found = listed_variables(parts, "table")
    check_truth(allowed, "allowed")
    if isinstance(rows, Mapping):
        raise ModelError("the rows of a table are a list, found a dict, of which only the keys would be read")
    try:
        written = tuple(map(tuple, rows))
    except TypeError:
        raise ModelError("the rows of a table are lists of whole numbers, found something else") from None
    if not (kinds := {*map(type, chain.from_iterable(written))}) <= _ENTRIES:
        written = tuple(_numbers(found, row) for row in written)
    if {*map(type, found)} <= _VARIABLES and type(None) not in kinds:
        scope = distinct(found, "table")
        return Table(scope, checked_rows(written, len(scope)), allowed)
    return Rows(expressions(found, "table"), checked_rows(written, len(found), wildcards=True), allowed)


def cardinality(members: Iterable[Operand], numbers: Mapping[Any, Operand], *, closed: bool = False) -> Cardinality:
    """How often each value occurs in a list: ``cardinality(xs, {1: 2, 5: y})``; ``closed``: no other value does."""
    if not isinstance(numbers, Mapping):
        raise ModelError(f"cardinality takes a dict from values to how often they occur, found {shown(numbers)}")
    found = expressions(members, "cardinality")
    values = tuple(value_of(value, "a value of cardinality", *found) for value in numbers)
    if len(set(values)) < len(values):
        raise ModelError(f"cardinality says of each value once how often it occurs, found {shown(list(numbers))}")
    return Cardinality(found, values, tuple(map(as_expression, numbers.values())), check_truth(closed, "closed"))


def increasing(parts: Iterable[Operand], *, strictly: bool = False) -> Increasing:
    """Each expression is at least the one before; ``strictly``: greater."""
    return Increasing(expressions(parts, "increasing"), check_truth(strictly, "strictly"))


def lexicographic(left: Iterable[Operand], right: Iterable[Operand], *, strictly: bool = False) -> Lexicographic:
    """The first list comes before the second as in a dictionary, or is the same; ``strictly``: it comes before."""
    one, other = expressions(left, "lexicographic"), expressions(right, "lexicographic")
    if len(one) != len(other):
        raise ModelError(f"lexicographic takes lists of one length, found {len(one)} and {len(other)} expressions")
    return Lexicographic(one, other, check_truth(strictly, "strictly"))


def _numbers(parts: tuple[Any, ...], row: tuple[Any, ...]) -> tuple[Any, ...]:
    """A row of a table with numbers for the names of values."""
    if len(row) != len(parts):
        return row
    what = f"a value of the table row {shown(row)}"
    return tuple(one if one is None else value_of(one, what, part) for part, one in zip(parts, row, strict=True))
