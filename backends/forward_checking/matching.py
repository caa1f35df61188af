"""Which values of an all-different constraint are in no solution of it? (Régin, AAAI 1994)

A solution of the constraint is a matching of variables to values. Find one; then variable ``i`` can take
the value of ``j`` exactly if ``j`` can, by passing values on, in turn reach the value of ``i``, or a value
that nobody uses. "Can reach" is the transitive closure of "has the other's value in its domain".

Both take long for thousands of variables: they call ``ask`` now and then, which raises when a limit is reached.
"""

from __future__ import annotations

from collections.abc import Callable

from copla.backends.forward_checking.store import bits

_LOOK = 32  # so many variables between two looks at the limits


def find_matching(domains: list[int], matching: list[int], ask: Callable[[], None]) -> bool:
    """Extend ``matching`` (a bit for each domain, 0 for none) to all domains, in place; False if none exists.

    What the matching already holds is kept as far as the domains still allow it.
    """
    owner: dict[int, int] = {}
    for i, bit in enumerate(matching):
        if bit & domains[i] and bit not in owner:
            owner[bit] = i
        else:
            matching[i] = 0
    for i, bit in enumerate(matching):
        if i % _LOOK == _LOOK - 1:
            ask()
        if not bit and not _augment(i, domains, matching, owner):
            return False
    return True


def consistent_values(domains: list[int], matching: list[int], ask: Callable[[], None]) -> list[int]:
    """For each domain the mask of its values that occur in some matching of all domains."""
    count = len(domains)
    owner = {bit: i for i, bit in enumerate(matching)}
    used = sum(matching)
    unused = 1 << count  # one more node: "a value that nobody uses", which anybody may leave a value to
    takes = []
    for i, domain in enumerate(domains):
        if i % _LOOK == _LOOK - 1:
            ask()
        takes.append(sum(1 << owner[bit] for bit in bits(domain & used)) | (unused if domain & ~used else 0))
    reach = _closure([*takes, unused - 1], ask)
    allowed = []
    for i, domain in enumerate(domains):
        if i % _LOOK == _LOOK - 1:
            ask()
        mask = domain & ~used
        for bit in bits(domain & used):
            if reach[owner[bit]] >> i & 1:
                mask |= bit
        allowed.append(mask | matching[i])
    return allowed


def _augment(start: int, domains: list[int], matching: list[int], owner: dict[int, int]) -> bool:
    """Breadth-first search for a path on which everybody passes its value on and the last takes a free one."""
    came_from: dict[int, int] = {}
    seen = 0
    queue = [start]
    for i in queue:
        for bit in bits(domains[i] & ~seen):
            came_from[bit] = i
            if bit in owner:
                queue.append(owner[bit])
                continue
            while bit:
                taker = came_from[bit]
                bit, matching[taker] = matching[taker], bit
                owner[matching[taker]] = taker
            return True
        seen |= domains[i]
    return False


def _closure(reach: list[int], ask: Callable[[], None]) -> list[int]:
    """Warshall's transitive closure, a row of bits at a time."""
    for k in range(len(reach)):
        if k % _LOOK == _LOOK - 1:
            ask()
        row = reach[k]
        for i, other in enumerate(reach):
            if other >> k & 1:
                reach[i] = other | row
    return reach
