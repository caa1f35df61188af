"""What plans cost: what is still to be paid, as declared heuristics tell it fact by fact, and sums of action costs."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from heapq import heappop, heappush
from itertools import islice, product, takewhile

from copla.bridges.facts import Facts
from copla.language.heuristics import Maximum, Sum, build, estimator
from copla.language.planning_problem import PlanningProblem

MOST_COMBINATIONS = 200
"""Entries above zero of tables over several variables; a heuristic with more of them is not written down."""

MOST_SUMS = 100_000
"""Sums that are gone through; costs that allow more of them are not written down."""


Estimate = tuple[tuple[tuple[int, ...], int], ...]
"""A lower bound of the cost to come: the sum of the amounts whose facts all hold; INFINITE: a dead end."""


def estimates(facts: Facts) -> list[Estimate]:
    """The first admissible heuristic of the problem that is a sum of small tables (or a maximum of such sums)."""
    for declared in facts.problem.heuristics.values():
        if declared.admissible:
            heuristic = build(declared.name, declared.build)
            sums = heuristic.sums if isinstance(heuristic, Maximum) else (heuristic,)
            found = [_estimate(facts, part) for part in sums if isinstance(part, Sum)]
            usable = [estimate for estimate in found if estimate is not None]
            if usable:
                return usable
    return []


def lower_bound(problem: PlanningProblem) -> int | None:
    """What a plan costs at least, by the first admissible heuristic that is declared; None: there is no plan."""
    for declared in problem.heuristics.values():
        if declared.admissible:
            ask = estimator(declared.name, build(declared.name, declared.build), problem.values)
            return ask(problem.initial_state)
    return 0


def _estimate(facts: Facts, part: Sum) -> Estimate | None:
    amounts: list[tuple[tuple[int, ...], int]] = []
    combinations = 0
    for table in part.tables:
        single = len(table.variables) == 1
        if not single and sum(map(bool, table.entries)) > MOST_COMBINATIONS - combinations:
            return None
        for values, entry in zip(product(*map(range, table.sizes)), table.entries, strict=True):
            if entry:
                combinations += not single
                numbers = tuple(facts.number(fact) for fact in zip(table.variables, values, strict=True))
                amounts.append((numbers, entry))
    return tuple(amounts)


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
    found = list(islice(takewhile(most.__ge__, totals(costs, steps)), MOST_SUMS + 1))
    return found if len(found) <= MOST_SUMS else None


def next_total(costs: Collection[int], steps: int, above: int) -> int | None:
    """The smallest of those sums that is larger; None if there is none, or too many come before it."""
    if len({cost for cost in costs if cost}) == 1:  # one at a time, however many there are
        cost = max(costs)
        following = (above // cost + 1) * cost
        return following if following <= cost * steps else None
    return next((total for total in islice(totals(costs, steps), MOST_SUMS) if total > above), None)
