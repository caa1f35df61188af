"""The literals of one variable: ``x == v`` (direct), ``x >= v`` (order), or both, and then what connects them.

A variable of few values has direct literals first, one of many values order literals: those need a clause a value to
say that it has exactly one. The other kind is made when a constraint asks for it. A variable of two values has one
literal in all, one of a single value none; but where filtering left two of many ``stated`` values, each of the two has
its own: on large quasigroups Glucose learns better clauses from them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise

from copla.backends.sat.clauses import FALSE, TRUE, Clauses

ENCODINGS = ("auto", "direct", "order")
FEW_VALUES = 24
MANY_VALUES = 15

_MANY_TO_LIST = 100


class Unknown:
    """A variable in clauses; ``values`` are what is left of its domain, in ascending order."""

    __slots__ = ("_clauses", "_equal", "_steps", "values")

    def __init__(self, clauses: Clauses, values: Sequence[int], encoding: str = "auto", stated: int = 0) -> None:
        self._clauses = clauses
        self.values = values
        self._equal: dict[int, int] = {}
        self._steps: list[int] | None = None
        count = len(values)
        if count == 1:
            self._equal = {values[0]: TRUE}
        elif count == 2 and stated < MANY_VALUES:
            literal = clauses.new()
            self._equal = {values[0]: -literal, values[1]: literal}
        elif encoding == "direct" or (encoding == "auto" and count <= FEW_VALUES):
            first = clauses.top + 1
            clauses.top += count
            literals = range(first, first + count)
            self._equal = dict(zip(values, literals, strict=True))
            guard, clauses.guard = clauses.guard, None
            clauses.exactly_one_each((literals,))
            clauses.guard = guard
        else:
            self._steps = [TRUE, *range(clauses.top + 1, clauses.top + count), FALSE]
            clauses.top += count - 1
            # What is at least a value is at least the one before.
            clauses.definitions.extend((-above, below) for below, above in pairwise(self._steps[1:-1]))

    @property
    def equals(self) -> dict[int, int]:
        """For each value the literal ``x == value``."""
        if len(self._equal) < len(self.values):
            for value in self.values:
                self.equal(value)
        if len(self.values) > _MANY_TO_LIST:
            self._clauses.pause()
        return self._equal

    def equal(self, value: int) -> int:
        """The literal ``x == value``; FALSE for what is no value of it."""
        known = self._equal.get(value)
        if known is not None:
            return known
        place = bisect_left(self.values, value)
        if self._steps is None or place == len(self.values) or self.values[place] != value:
            return FALSE
        here, beyond = self._steps[place], self._steps[place + 1]
        if here == TRUE or beyond == FALSE:
            literal = -beyond if here == TRUE else here
        else:
            literal = self._clauses.new()
            self._clauses.definitions += ((-literal, here), (-literal, -beyond), (literal, -here, beyond))
        self._equal[value] = literal
        return literal

    @property
    def steps(self) -> list[int]:
        """For each place among the values the literal "this value or a higher one"; behind the last, FALSE."""
        if self._steps is None:
            literals = list(self._equal.values())
            count = len(literals)
            self._steps = [TRUE, FALSE]
            if count > 1:
                first = self._clauses.top + 1
                self._clauses.top += max(0, count - 3)
                between = range(first, self._clauses.top + 1)
                self._steps[1:1] = [-literals[0], *between, literals[-1]][-(count - 1) :]
                self._connect(literals, self._steps)
        return self._steps

    def at_least(self, value: int) -> int:
        """The literal ``x >= value``."""
        return self.steps[bisect_left(self.values, value)]

    def levels(self, coefficient: int) -> list[tuple[int, int]]:
        """What ``coefficient * x`` can be, in ascending order, each with the literal "this much or more"."""
        if len(self.values) > _MANY_TO_LIST:
            self._clauses.pause()
        if coefficient > 0:
            return [(coefficient * value, step) for value, step in zip(self.values, self.steps, strict=False)]
        pairs = zip(self.values, self.steps[1:], strict=True)
        return [(coefficient * value, -step) for value, step in pairs][::-1]

    def without(self, positive: set[int]) -> list[int]:
        """Literals one of which holds where the value is not the one of these positive literals."""
        if len(self._equal) == len(self.values):
            return [-literal for literal in self._equal.values() if holds(literal, positive)]
        assert self._steps is not None
        place = self._place(positive)
        return [literal for literal in (-self._steps[place], self._steps[place + 1]) if literal != FALSE]

    def value(self, positive: set[int]) -> int:
        """The value in an assignment that makes exactly these positive literals true."""
        if len(self._equal) == len(self.values):
            for value, literal in self._equal.items():
                if (literal in positive) if literal > 0 else (-literal not in positive):
                    return value
        return self.values[self._place(positive)]

    def _place(self, positive: set[int]) -> int:
        assert self._steps is not None
        low, high = 0, len(self.values)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if holds(self._steps[middle], positive) else (low, middle)
        return low

    def _connect(self, literals: list[int], steps: list[int]) -> None:
        """Order literals beside direct ones: ``x == v`` says "at least v, and not at least the next"."""
        if len(literals) < 3:
            return
        definitions = self._clauses.definitions
        definitions.append((-steps[2], steps[1]))
        for place in range(1, len(literals) - 1):
            literal, here, beyond = literals[place], steps[place], steps[place + 1]
            definitions += ((-literal, here), (-literal, -beyond), (literal, -here, beyond))
            if place > 1:
                definitions.append((-beyond, here))


def holds(literal: int, positive: set[int]) -> bool:
    """Whether a literal holds in an assignment that makes exactly these positive literals true."""
    return literal in positive if literal > 0 else -literal not in positive
