"""The four flat kinds of constraint, as plain data that every backend understands.

A constraint never changes and is equal to itself alone. Comparisons of expressions, :func:`clause`, ``all_different``
and ``table`` make them; what is built by hand is checked when a problem takes it, and ``accepted_by`` is whose
variables it has.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from typing import Literal as OneOf

from copla.ground.errors import ModelError
from copla.ground.numbers import shown
from copla.language.truth import Statement

if TYPE_CHECKING:
    from copla.language.expressions import Variable

Comparison = OneOf["<", "<=", "==", "!=", ">=", ">"]

OPPOSITE: dict[Comparison, Comparison] = {"<": ">=", "<=": ">", "==": "!=", "!=": "==", ">=": "<", ">": "<="}

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


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AllDifferent(Statement):
    """No two of the variables have the same value."""

    variables: tuple[Variable, ...]
    label: str = ""
    clue: bool = False
    accepted_by: object = field(default=None, init=False, repr=False)

    @property
    def scope(self) -> tuple[Variable, ...]:
        return self.variables

    def __str__(self) -> str:
        return self.label or f"all different: {_names(self.variables)}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Linear(Statement):
    """A comparison of a weighted sum with a number: ``c1*x1 + c2*x2 + ... <= bound``.

    Comparing expressions makes one; ``|`` joins two of the form ``x == v`` or ``x != v`` into a clause,
    and ``~`` turns any of them into its opposite.
    """

    terms: tuple[tuple[int, Variable], ...]
    comparison: Comparison
    bound: int
    label: str = ""
    clue: bool = False
    accepted_by: object = field(default=None, init=False, repr=False)

    @property
    def scope(self) -> tuple[Variable, ...]:
        return tuple(variable for _, variable in self.terms)

    def __invert__(self) -> Linear:
        if not isinstance(self.comparison, str) or self.comparison not in OPPOSITE:
            raise ModelError(f"a comparison is one of {' '.join(OPPOSITE)}, found {shown(self.comparison)}")
        return Linear(self.terms, OPPOSITE[self.comparison], self.bound)

    def __str__(self) -> str:
        if self.label:
            return self.label
        match self.comparison, self.bound, self.terms:
            case comparison, 0, ((1, left), (-1, right)):
                return f"{left.name} {comparison} {right.name}"
            case comparison, bound, ((1, left),):
                return f"{left.name} {comparison} {left.in_words(bound)}"
        return f"{in_words(self.terms)} {self.comparison} {self.bound}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Table(Statement):
    """The variables' values are one of the rows (``allowed``) or none of them (forbidden)."""

    variables: tuple[Variable, ...]
    rows: tuple[tuple[int, ...], ...]
    allowed: bool = True
    label: str = ""
    clue: bool = False
    accepted_by: object = field(default=None, init=False, repr=False)

    @property
    def scope(self) -> tuple[Variable, ...]:
        return self.variables

    def __str__(self) -> str:
        kind = "one" if self.allowed else "none"
        return self.label or f"({_names(self.variables)}) is {kind} of {len(self.rows)} rows"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Literal(Statement):
    """``variable == value`` (positive) or ``variable != value``: an atom of a clause."""

    variable: Variable
    value: int
    positive: bool = True

    def __str__(self) -> str:
        return f"{self.variable.name} {'==' if self.positive else '!='} {self.variable.in_words(self.value)}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Clause(Statement):
    """At least one of the literals holds. The empty clause can never hold."""

    literals: tuple[Literal, ...]
    label: str = ""
    clue: bool = False
    accepted_by: object = field(default=None, init=False, repr=False)

    @property
    def scope(self) -> tuple[Variable, ...]:
        return tuple(dict.fromkeys(literal.variable for literal in self.literals))

    def __str__(self) -> str:
        return self.label or " or ".join(map(str, self.literals)) or "a contradiction"


Constraint = AllDifferent | Linear | Table | Clause


def clause(parts: Iterable[Any]) -> Clause:
    """At least one of the parts holds; each part is ``x == v``, ``x != v`` or another clause."""
    if not isinstance(parts, Iterable):
        raise ModelError(f"a clause joins the parts of a list, found {shown(parts)}")
    return Clause(different_literals(literal for part in parts for literal in _literals(part)))


def is_literal(part: object) -> bool:
    """Whether a constraint says ``x == v`` or ``x != v`` and nothing else."""
    return (
        isinstance(part, Linear)
        and part.comparison in ("==", "!=")
        and len(part.terms) == 1
        and part.terms[0][0] != 0  # of one that was built by hand
        and part.bound % part.terms[0][0] == 0
    )


def different_literals(literals: Iterable[Literal]) -> tuple[Literal, ...]:
    """Each literal once, in order."""
    found: dict[tuple[Variable, int, bool], Literal] = {}
    for literal in literals:
        found.setdefault((literal.variable, literal.value, literal.positive), literal)
    return tuple(found.values())


def _literals(part: Linear | Clause) -> Iterator[Literal]:
    match part:
        case Clause():
            yield from part.literals
        case Linear(((coefficient, variable),), ("==" | "!=") as comparison, bound) if coefficient:
            value, rest = divmod(bound, coefficient)
            positive = comparison == "=="
            if rest == 0:
                yield Literal(variable, value, positive)
            elif not positive:
                raise ModelError(f"'{part}' always holds, so a clause with it says nothing")
        case _:
            found = f"'{part}'" if isinstance(part, Statement) else shown(part)
            raise ModelError(f"a clause joins 'x == v' and 'x != v' only, found {found}")


def _names(variables: tuple[Variable, ...]) -> str:
    return ", ".join(variable.name for variable in variables)


def in_words(terms: tuple[tuple[int, Any], ...]) -> str:
    """A sum as people write it: ``x + 2*y``."""
    text = ""
    for coefficient, atom in terms:
        sign = "-" if coefficient < 0 else "+"
        size = "" if abs(coefficient) == 1 else f"{abs(coefficient)}*"
        written = str(atom)  # once: it may hold many others
        size += f"({written})" if size and any(f" {sign} " in written for sign in ("*", "//", "%")) else written
        text += f" {sign} {size}" if text else f"{'-' if coefficient < 0 else ''}{size}"
    return text or "0"
