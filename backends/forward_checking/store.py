"""The state of the search: domains as bit masks, and a trail to undo changes without copying.

Whatever takes long, also before the search and inside one inference, calls :meth:`Store.ask` now and then.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from copla.ground.limits import Watch
from copla.language.constraint_problem import ConstraintProblem


class Store:
    """Domains of all variables. Bit ``k`` of a domain stands for ``values[k]``, the same in every domain."""

    def __init__(self, problem: ConstraintProblem, watch: Watch) -> None:
        self.watch = watch
        different = dict.fromkeys(v.domain for v in problem.variables)
        self.values = sorted({value for domain in different for value in domain})
        self.position = {value: k for k, value in enumerate(self.values)}
        masks = {}
        for domain in different:
            self.ask()
            masks[domain] = mask_of(self.position[value] for value in domain)
        self.domains = [masks[v.domain] for v in problem.variables]
        self.assigned = bytearray(len(self.domains))
        self.trail: list[tuple[int, int]] = []
        self.changed: list[int] = []
        self.prunings = 0

    def keep(self, variable: int, mask: int) -> bool:
        """Remove from the variable's domain all that is not in the mask. False if nothing is left."""
        old = self.domains[variable]
        new = old & mask
        if new != old:
            self.trail.append((variable, old))
            self.domains[variable] = new
            self.changed.append(variable)
            self.prunings += old.bit_count() - new.bit_count()
        return new != 0

    def fix(self, variable: int, bit: int) -> None:
        """Give the variable the one value of this bit; that is a decision and no pruning."""
        self.trail.append((variable, self.domains[variable]))
        self.domains[variable] = bit

    def undo(self, mark: int) -> None:
        """Take back all changes made since the trail had the length ``mark``."""
        trail, domains = self.trail, self.domains
        while len(trail) > mark:
            variable, old = trail.pop()
            domains[variable] = old

    def ask(self) -> None:
        """LimitError if a limit of the run is reached."""
        self.watch.check()

    def at_most(self, limit: int) -> int:
        return (1 << bisect_right(self.values, limit)) - 1

    def at_least(self, limit: int) -> int:
        return -1 << bisect_left(self.values, limit)

    def exactly(self, value: int) -> int:
        position = self.position.get(value)
        return 0 if position is None else 1 << position

    def least(self, variable: int) -> int:
        domain = self.domains[variable]
        return self.values[(domain & -domain).bit_length() - 1]

    def largest(self, variable: int) -> int:
        return self.values[self.domains[variable].bit_length() - 1]


def mask_of(positions: Iterable[int]) -> int:
    """The mask with these bits; in one go, since a mask can have a million."""
    chosen = list(positions)
    octets = bytearray((max(chosen, default=-1) + 8) // 8)
    for position in chosen:
        octets[position >> 3] |= 1 << (position & 7)
    return int.from_bytes(octets, "little")


def places(mask: int) -> list[int]:
    """Where the bits of a mask are, lowest first; in one go, like :func:`mask_of`.

    >>> places(0b10110)
    [1, 2, 4]
    """
    digits = bin(mask)[:1:-1]
    found = []
    place = digits.find("1")
    while place >= 0:
        found.append(place)
        place = digits.find("1", place + 1)
    return found


def bits(mask: int) -> Iterable[int]:
    """The single bits of a mask, lowest first."""
    if mask >= _LONG:
        return (1 << place for place in places(mask))  # one at a time: each is as long as the mask up to there
    found = []
    while mask:
        bit = mask & -mask
        found.append(bit)
        mask ^= bit
    return found


_LONG = 1 << 64
"""A mask from here on takes a step for each of its words, whatever is done with it."""
