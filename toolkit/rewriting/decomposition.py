"""Constraints over lists as logic and arithmetic: what each says, in terms of comparisons.

A step from tree to tree, without new variables. Circuit and regular, which need some, are in ``chains``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, pairwise, product
from typing import Any, TypeVar

from copla.language.bounds import bounds
from copla.language.constraints import AllDifferent, Clause, Table
from copla.language.expressions import total
from copla.language.lists import Cardinality, Distinct, Equal, Increasing, Lexicographic, Rows
from copla.language.logic import Combined, all_of, any_of, iff, opposite
from copla.language.operations import Count, Truth
from copla.language.paths import Inverse
from copla.language.scheduling import Cumulative, NoOverlap

_SMALL_NUMBER = 2**20
_MOST_PLACES = 64

Part = TypeVar("Part")


def decomposed(constraint: Any, ask: Callable[[], None] = lambda: None) -> Any:
    """The same in comparisons and logic, where all expressions have a value; None if it is neither of the kinds here.

    ``ask`` is called for each part, and may raise what ends the work: there may be a million of them.

    >>> from copla.language.constraint_problem import ConstraintProblem
    >>> from copla.language.lists import increasing
    >>> x, y, z = ConstraintProblem().array("x", 3, range(5))
    >>> print(decomposed(increasing([x, y, z])))
    (x[0] <= x[1]) and (x[1] <= x[2])
    """
    match constraint:
        case AllDifferent(parts) | Distinct(parts):
            return all_of(left != right for left, right in _asking(combinations(parts, 2), ask))
        case Equal(parts):
            return all_of(left == right for left, right in pairwise(parts))
        case Table(parts, rows, allowed) | Rows(parts, rows, allowed):
            row_by_row = Combined("or", tuple(_row(parts, row) for row in _asking(rows, ask)))
            return row_by_row if allowed else opposite(row_by_row)
        case Clause(literals):
            each = (lit.variable == lit.value if lit.positive else lit.variable != lit.value for lit in literals)
            return Combined("or", tuple(each))
        case Cardinality(members, values, numbers, closed):
            times = [Count(total([value]), *members) for value in values]
            often = [found == number for found, number in zip(times, numbers, strict=True)]
            others = [any_of(member == value for value in values) for member in _asking(members, ask)] if closed else []
            return all_of([*often, *others])
        case Increasing(parts, strictly):
            pairs = pairwise(parts)
            return all_of(left < right if strictly else left <= right for left, right in pairs)
        case Lexicographic(left, right, strictly):
            return _in_order(left, right, strictly)
        case Inverse(left, right):
            places = _asking(product(range(len(left)), repeat=2), ask)
            inside = [bound for part in (*left, *right) for bound in (part >= 0, part < len(left))]
            return all_of([*inside, *(iff(left[i] == j, right[j] == i) for i, j in places)])
        case NoOverlap(intervals):
            return all_of(
                any_of([a.duration == 0, b.duration == 0, a.end <= b.start, b.end <= a.start])
                for a, b in _asking(combinations(intervals, 2), ask)
            )
        case Cumulative(intervals, demands, capacity):
            # A moment at which one of them starts is a busiest one.
            going_on = [
                total(
                    need * Truth(all_of([task.start <= moment.start, moment.start < task.end]))
                    for task, need in _asking(zip(intervals, demands, strict=True), ask)
                )
                for moment in intervals
            ]
            return all_of(demand <= capacity for demand in going_on)
    return None


def _asking(parts: Iterable[Part], ask: Callable[[], None]) -> Iterator[Part]:
    for part in parts:
        ask()
        yield part


def _row(parts: tuple[Any, ...], row: tuple[int | None, ...]) -> Any:
    return all_of(part == entry for part, entry in zip(parts, row, strict=True) if entry is not None)


def _in_order(left: tuple[Any, ...], right: tuple[Any, ...], strictly: bool) -> Any:
    """The numbers that they spell, if these are small; else place by place."""
    pairs = [(*bounds(one), *bounds(other)) for one, other in zip(left, right, strict=True)]
    base = max((max(ends) - min(ends) + 1 for ends in pairs), default=1)
    if base ** len(pairs) <= _SMALL_NUMBER:
        weights = [base**place for place in reversed(range(len(pairs)))]
        spelt = [total(weight * part for weight, part in zip(weights, parts, strict=True)) for parts in (left, right)]
        return spelt[0] < spelt[1] if strictly else spelt[0] <= spelt[1]
    return _place_by_place(list(zip(left, right, strict=True)), strictly)


def _place_by_place(pairs: list[tuple[Any, Any]], strictly: bool) -> Any:
    """From the back: a place decides if it differs. Of many places the first half decides, so that nothing is deep."""
    if len(pairs) > _MOST_PLACES:
        half = len(pairs) // 2
        equal = Combined("and", tuple(one == other for one, other in pairs[:half]))
        behind = Combined("and", (equal, _place_by_place(pairs[half:], strictly)))
        return Combined("or", (_place_by_place(pairs[:half], strictly=True), behind))
    found: Any = Combined("or" if strictly else "and", ())
    for one, other in reversed(pairs):
        found = Combined("or", (one < other, Combined("and", (one == other, found))))
    return found
