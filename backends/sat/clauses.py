"""Clauses on their way to a solver. A literal is a whole number, its opposite the negative one, as in DIMACS.

TRUE is a literal that always holds, so that whatever turns out to be a constant needs no case of its own. Definitions
say what a new literal means, and hold whatever the constraints say; the other clauses are the constraints. While a
``guard`` is set, constraints hold only where the guard is assumed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import combinations

from copla.ground.errors import LimitError
from copla.ground.limits import Watch

TRUE = 1
FALSE = -1

MOST_CLAUSES = 30_000_000
"""A problem that needs more is given up with the status ``memory``: a solver takes some 100 bytes for each."""

_PAIRWISE = 32
_GROUP = 4
_BETWEEN_LOOKS = 20_000


class TooManyClausesError(LimitError):
    """The problem is too large for this encoding."""


class Clauses:
    """What has been written since the solver last took it over, and the number of the last literal."""

    def __init__(self, watch: Watch) -> None:
        self.watch = watch
        self.top = TRUE
        self.definitions: list[Sequence[int]] = [(TRUE,)]
        self.constraints: list[Sequence[int]] = []
        self.contradiction = False
        self.written = 0
        self.guard: int | None = None
        self._next_look = 0

    def new(self) -> int:
        self.top += 1
        return self.top

    def require(self, literals: Iterable[int]) -> None:
        """One of these literals holds; constants among them are seen to."""
        clause = [literal for literal in literals if literal != FALSE]
        if TRUE in clause:
            return
        if self.guard is not None:
            clause.append(-self.guard)
        if not clause:
            self.contradiction = True
        self.constraints.append(clause)

    def define(self, literals: Iterable[int]) -> None:
        """A clause that belongs to the meaning of a literal."""
        clause = [literal for literal in literals if literal != FALSE]
        if TRUE not in clause:
            self.definitions.append(clause)

    def at_most_one(self, literals: Sequence[int]) -> None:
        """No two of these literals hold: each pair is excluded, or, of many, each pair of a group of groups."""
        if len(literals) <= _PAIRWISE:
            self.exclude([-literal for literal in literals])
            return
        waiting = deque(-literal for literal in literals)
        while len(waiting) > _PAIRWISE:
            group = [waiting.popleft() for _ in range(_GROUP)]
            some = self.new()
            self.exclude(group)
            self.definitions.extend((negated, some) for negated in group)
            waiting.append(-some)
        self.exclude(waiting)

    def exactly_one_each(self, choices: Iterable[Sequence[int]]) -> None:
        """Of each of these lists exactly one literal holds. Puzzles are made of little else: it is written in line."""
        for literals in choices:
            if self.guard is not None or len(literals) > _PAIRWISE:
                self.require(literals)
                self.at_most_one(literals)
            elif len(literals) > 1:
                if TRUE not in literals:
                    self.constraints.append(literals)
                self.constraints.extend(combinations([-literal for literal in literals], 2))
            elif literals[0] != TRUE:
                self.constraints.append(literals)

    def exclude(self, negated: Iterable[int]) -> None:
        """Of each pair of these (negated) literals one holds."""
        if self.guard is None:
            self.constraints.extend(combinations(negated, 2))
        else:
            self.constraints.extend((first, second, -self.guard) for first, second in combinations(negated, 2))

    def look(self) -> None:
        """Where much is written by one constraint: LimitError if a limit is reached, or there are too many clauses."""
        size = self.written + len(self.definitions) + len(self.constraints)
        if size >= self._next_look:
            self._next_look = size + _BETWEEN_LOOKS
            self.watch.check("no clauses")
            if size > MOST_CLAUSES:
                raise TooManyClausesError(f"the problem needs more than {MOST_CLAUSES:,} clauses")

    def pause(self) -> None:
        """Where something takes long without writing: LimitError if a limit is reached."""
        self.watch.check("no clauses")

    def taken(self) -> list[Sequence[int]]:
        """All that has been written since this was last asked for."""
        self.look()
        found = self.definitions + self.constraints
        self.written += len(found)
        self.definitions, self.constraints = [], []
        return found
