"""What a plan can cost: the sums of so many action costs, in ascending order."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from heapq import heappop, heappush
from itertools import islice, takewhile

MOST = 100_000
"""Sums that are gone through; costs that allow more of them are not written down."""


def totals(costs: Collection[int], steps: int) -> Iterator[int]:
    """All sums of at most so many of these costs, each once, the smallest first; free actions count as no step.

    >>> list(totals([1, 10], 3))
    [0, 1, 2, 3, 10, 11, 12, 20, 21, 30]
    """
    paying = sorted({cost for cost in costs if cost})
    fewest = {0: 0}
    waiting = [0]
    while waiting:
        total = heappop(waiting)
        yield total
        used = fewest.pop(total) + 1  # every way to this sum is from a smaller one, so this is final
        if used > steps:
            continue
        for cost in paying:
            known = fewest.get(total + cost)
            if known is None:
                heappush(waiting, total + cost)
            if known is None or used < known:
                fewest[total + cost] = used


def totals_up_to(costs: Collection[int], steps: int, most: int) -> list[int] | None:
    """Those sums that are no larger than ``most``; None if there are too many."""
    found = list(islice(takewhile(most.__ge__, totals(costs, steps)), MOST + 1))
    return found if len(found) <= MOST else None


def next_total(costs: Collection[int], steps: int, above: int) -> int | None:
    """The smallest of those sums that is larger; None if there is none, or too many come before it."""
    if len({cost for cost in costs if cost}) == 1:  # one at a time, however many there are
        cost = max(costs)
        following = (above // cost + 1) * cost
        return following if following <= cost * steps else None
    return next((total for total in islice(totals(costs, steps), MOST) if total > above), None)
