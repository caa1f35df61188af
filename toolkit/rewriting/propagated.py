"""Flat kinds beyond the four: what a backend may have a propagator of its own for, and rewriting then stops at.

A backend names those that it takes among its ``kinds``, and gets every other one taken apart. All of them are over
variables. Each but the last two makes one variable a function of the others, whatever values those have; a variable may
stand in several places.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from copla.language.expressions import Variable
from copla.language.truth import Statement


class Propagated(Statement):
    """What all of them have: variables in places, and numbers that say what the places mean."""

    __slots__ = ()
    label: ClassVar[str] = ""
    clue: ClassVar[bool] = False

    @property
    def arguments(self) -> tuple[Variable, ...]:
        raise NotImplementedError

    @property
    def numbers(self) -> tuple[int, ...]:
        return ()

    @property
    def scope(self) -> tuple[Variable, ...]:
        """The variables, each once, in the order of their first places."""
        return tuple(dict.fromkeys(self.arguments))

    def __str__(self) -> str:
        return f"{type(self).__name__.lower()}: {', '.join(variable.name for variable in self.arguments)}"


@dataclass(frozen=True, slots=True, eq=False)
class Reified(Propagated):
    """``switch`` is 1 where the sum compares to the bound, and 0 where it does not.

    The switch has no other values and stands in no term, and no variable stands in two of them.
    """

    switch: Variable
    terms: tuple[tuple[int, Variable], ...]
    comparison: Literal["<=", "=="]
    bound: int

    @property
    def arguments(self) -> tuple[Variable, ...]:
        return (*(variable for _, variable in self.terms), self.switch)

    @property
    def numbers(self) -> tuple[int, ...]:
        return (int(self.comparison == "=="), self.bound, *(coefficient for coefficient, _ in self.terms))


@dataclass(frozen=True, slots=True, eq=False)
class Times(Propagated):
    """``result == left * right``."""

    result: Variable
    left: Variable
    right: Variable

    @property
    def arguments(self) -> tuple[Variable, ...]:
        return self.result, self.left, self.right


@dataclass(frozen=True, slots=True, eq=False)
class Extreme(Propagated):
    """``result`` is the greatest of the members, or the least; there is at least one."""

    result: Variable
    members: tuple[Variable, ...]
    greatest: bool

    @property
    def arguments(self) -> tuple[Variable, ...]:
        return (self.result, *self.members)

    @property
    def numbers(self) -> tuple[int, ...]:
        return (int(self.greatest),)


@dataclass(frozen=True, slots=True, eq=False)
class Entry(Propagated):
    """``result`` is the entry at the place ``index``, counted from 0; ``otherwise`` where there is no such place."""

    result: Variable
    index: Variable
    entries: tuple[Variable, ...]
    otherwise: int

    @property
    def arguments(self) -> tuple[Variable, ...]:
        return (self.result, self.index, *self.entries)

    @property
    def numbers(self) -> tuple[int, ...]:
        return (self.otherwise,)


@dataclass(frozen=True, slots=True, eq=False)
class Occurrences(Propagated):
    """Each of the values, no two alike, is that of so many members; ``closed``: they have no other values."""

    members: tuple[Variable, ...]
    values: tuple[int, ...]
    totals: tuple[Variable, ...]
    closed: bool = False

    @property
    def arguments(self) -> tuple[Variable, ...]:
        return (*self.totals, *self.members)

    @property
    def numbers(self) -> tuple[int, ...]:
        return (int(self.closed), *self.values)


@dataclass(frozen=True, slots=True, eq=False)
class OneCycle(Propagated):
    """From each place, counted from 0, to the place that is its value: one round trip through all of them."""

    places: tuple[Variable, ...]

    @property
    def arguments(self) -> tuple[Variable, ...]:
        return self.places


PROPAGATED: frozenset[type] = frozenset({Reified, Times, Extreme, Entry, Occurrences, OneCycle})
"""All of them."""
