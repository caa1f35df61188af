"""The objective as literals "at least this much", so that a better solution can be asked for by assuming one.

A totalizer: the terms are added up in pairs, each sum with a literal for everything that it can be. Where that would
be too much, the total is a binary number, and each question writes its own comparison.
"""

from __future__ import annotations

from bisect import bisect_right
from heapq import heapify, heappop, heappush
from itertools import pairwise

from copla.backends.sat.adder import add_up, compare
from copla.backends.sat.clauses import TRUE, Clauses
from copla.backends.sat.literals import Unknown

_MOST_PAIRS = 300_000

Levels = list[tuple[int, int]]


class Cost:
    """The sum of these terms, to be minimised; ``least`` and ``most`` are what it can be at all."""

    def __init__(self, clauses: Clauses, terms: list[tuple[int, Unknown]], sums: str) -> None:
        self._clauses = clauses
        self._offset = sum(c * unknown.values[0] for c, unknown in terms if len(unknown.values) == 1)
        terms = [(c, unknown) for c, unknown in terms if len(unknown.values) > 1]
        self.least = self._offset + sum(min(c * u.values[0], c * u.values[-1]) for c, u in terms)
        self.most = self._offset + sum(max(c * u.values[0], c * u.values[-1]) for c, u in terms)
        self._levels = None if sums == "adders" else _totalizer(clauses, [u.levels(c) for c, u in terms])
        if self._levels is None:
            values = [[(c * value, literal) for value, literal in u.equals.items()] for c, u in terms]
            self._number, offset = add_up(clauses, values)
            self._offset += offset

    def at_most(self, bound: int) -> int:
        """A literal to assume: it implies that the cost is at most this."""
        room = bound - self._offset
        if self._levels is not None:
            place = bisect_right(self._levels, room, key=lambda level: level[0])
            return TRUE if place == len(self._levels) else -self._levels[place][1]
        asked = self._clauses.new()
        compare(self._clauses, self._number, "<=", room, unless=[-asked])
        return asked


def _totalizer(clauses: Clauses, parts: list[Levels]) -> Levels | None:
    """What the sum can be, each with the literal "this much or more"; None if there are too many pairs of amounts."""
    waiting = [(len(part), place, part) for place, part in enumerate(parts)]
    heapify(waiting)
    number = len(parts)
    pairs = 0
    while len(waiting) > 1:
        (_, _, left), (_, _, right) = heappop(waiting), heappop(waiting)
        pairs += len(left) * len(right)
        if pairs > _MOST_PAIRS:
            return None
        merged = _merge(clauses, left, right)
        heappush(waiting, (len(merged), number, merged))
        number += 1
    return waiting[0][2] if waiting else [(0, TRUE)]


def _merge(clauses: Clauses, left: Levels, right: Levels) -> Levels:
    """Both are at least so much, and so is their sum."""
    clauses.look()
    amounts = sorted({a + b for a, _ in left for b, _ in right})
    literals = {amounts[0]: TRUE}
    for amount in amounts[1:]:
        literals[amount] = clauses.new()
    for a, first in left:
        for b, second in right:
            clauses.define((-first, -second, literals[a + b]))
    merged = list(literals.items())
    for (_, below), (_, above) in pairwise(merged):
        clauses.define((-above, below))
    return merged
