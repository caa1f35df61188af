"""Constraints over lists that say where to go next: circuit, inverse, and regular, the words of an automaton."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from copla.ground.errors import ModelError
from copla.ground.numbers import shown
from copla.language.expressions import Expression, Operand
from copla.language.operations import expressions, listed, value_of
from copla.language.written import Written


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Circuit(Written):
    """From each place ``i`` to the place ``parts[i]``: one round trip through all places, counted from 0."""

    parts: tuple[Expression, ...]

    def text(self) -> str:
        return f"one circuit: {listed(self.parts)}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Inverse(Written):
    """``left[i] == j`` exactly where ``right[j] == i``; all values are places, counted from 0."""

    left: tuple[Expression, ...]
    right: tuple[Expression, ...]

    @property
    def parts(self) -> tuple[Expression, ...]:
        return self.left + self.right

    def text(self) -> str:
        return f"({listed(self.left)}) and ({listed(self.right)}) are inverse to each other"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Regular(Written):
    """The values, read one after the other, lead an automaton from state 0 to one of the ``accepting`` states.

    ``steps`` are (state, value, next state), no two with the same state and value; where there is none, it fails.
    """

    parts: tuple[Expression, ...]
    states: int
    steps: tuple[tuple[int, int, int], ...]
    accepting: tuple[int, ...]

    def text(self) -> str:
        return f"({listed(self.parts)}) is a word of an automaton of {self.states} states"


def circuit(parts: Iterable[Operand]) -> Circuit:
    """One round trip: from place ``i`` one goes to place ``parts[i]``, counted from 0."""
    return Circuit(expressions(parts, "circuit"))


def inverse(left: Iterable[Operand], right: Iterable[Operand]) -> Inverse:
    """``left[i] == j`` exactly where ``right[j] == i``."""
    one, other = expressions(left, "inverse"), expressions(right, "inverse")
    if len(one) != len(other):
        raise ModelError(f"inverse takes lists of one length, found {len(one)} and {len(other)} expressions")
    return Inverse(one, other)


def regular(
    parts: Iterable[Operand], start: Hashable, steps: Mapping[Any, Hashable], accepting: Collection[Hashable]
) -> Regular:
    """The values are a word of an automaton: ``steps`` maps (state, value) to the next state.

    >>> from copla import ConstraintProblem
    >>> problem = ConstraintProblem()
    >>> days = [problem.variable(f"day {i}", range(2)) for i in range(7)]
    >>> never_twice = {("rest", 0): "rest", ("rest", 1): "work", ("work", 0): "rest"}
    >>> print(regular(days[:2], "rest", never_twice, ["rest", "work"]))
    (day 0, day 1) is a word of an automaton of 2 states
    """
    if not isinstance(steps, Mapping) or not isinstance(accepting, Collection) or isinstance(accepting, str | Mapping):
        raise ModelError("regular takes the steps as {(state, value): state} and the accepting states as a list")
    found = expressions(parts, "regular")
    for state in (start, *steps.values(), *accepting):
        if not isinstance(state, Hashable):
            raise ModelError(f"a state of an automaton is a number, a text or a tuple, found {shown(state)}")
    number: dict[Hashable, int] = {start: 0}
    numbered = []
    for key, target in steps.items():
        if not isinstance(key, tuple) or len(key) != 2:
            raise ModelError(f"a step of an automaton goes from (state, value), found {shown(key)}")
        value = value_of(key[1], "a value of an automaton", *found)
        source = number.setdefault(key[0], len(number))
        numbered.append((source, value, number.setdefault(target, len(number))))
    last = tuple(sorted({number[state] for state in accepting if state in number}))
    return Regular(found, len(number), tuple(numbered), last)
