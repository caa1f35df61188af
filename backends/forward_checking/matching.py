"""Which values of an all-different constraint are in no solution of it? (Régin, AAAI 1994)

A solution of the constraint is a matching of variables to values. Find one; then variable ``i`` can take
the value of ``j`` exactly if ``j`` can, by passing values on, in turn reach the value of ``i``, or a value
that nobody uses. "Can reach" is the transitive closure of "has the other's value in its domain".
"""

from __future__ import annotations

from copla.backends.forward_checking.store import bits


def find_matching(domains: list[int], matching: list[int]) -> bool:
    """Extend ``matching`` (a bit for each domain, 0 for none) to all domains, in place; False if none exists.

    What the matching already holds is kept as far as the domains still allow it.
    """
    owner: dict[int, int] = {}
    for i, bit in enumerate(matching):
        if bit & domains[i] and bit not in owner:
            owner[bit] = i
        else:
            matching[i] = 0
    return all(bit or _augment(i, domains, matching, owner) for i, bit in enumerate(matching))


def consistent_values(domains: list[int], matching: list[int]) -> list[int]:
    """For each domain the mask of its values that occur in some matching of all domains."""
    count = len(domains)
    owner = {bit: i for i, bit in enumerate(matching)}
    used = sum(matching)
    unused = 1 << count  # one more node: "a value that nobody uses", which anybody may leave a value to
    takes = [
        sum(1 << owner[bit] for bit in bits(domain & used)) | (unused if domain & ~used else 0) for domain in domains
    ]
    reach = _closure([*takes, unused - 1])
    allowed = []
    for i, domain in enumerate(domains):
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


def _closure(reach: list[int]) -> list[int]:
    """Warshall's transitive closure, a row of bits at a time."""
    for k in range(len(reach)):
        row = reach[k]
        for i, other in enumerate(reach):
            if other >> k & 1:
                reach[i] = other | row
    return reach
