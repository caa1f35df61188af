"""What all passes of the shrinker share: leaving out parts of a list, and numbers nearer to zero."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")
_STEP_BY_STEP = 64  # larger numbers are halved only


def without(items: Sequence[T], least: int = 0) -> Iterator[tuple[T, ...]]:
    """The list without all of it, a half, a quarter, ..., one item; never with fewer than ``least``.

    >>> list(without((1, 2, 3)))
    [(), (2, 3), (1, 3), (1, 2)]
    """
    size = len(items)
    while size:
        for start in range(0, len(items), size):
            left = (*items[:start], *items[start + size :])
            if len(left) >= least and len(left) < len(items):
                yield left
        size //= 2


def nearer_to_zero(number: int) -> Iterator[int]:
    """Simpler numbers, the simplest first.

    >>> list(nearer_to_zero(-9))
    [0, 1, -1, 9, -4, -8]
    """
    tried: dict[int, None] = {}
    for candidate in (0, 1, -1, abs(number), int(number / 2) if abs(number) < 2**50 else number // 2):
        tried.setdefault(candidate)
    if abs(number) <= _STEP_BY_STEP:
        tried.setdefault(number - (number > 0) + (number < 0))
    for candidate in tried:
        if abs(candidate) < abs(number) or (candidate == -number and candidate > 0):
            yield candidate


def changed(items: Sequence[T], place: int, item: T) -> tuple[T, ...]:
    """The list with another item at one place."""
    return (*items[:place], item, *items[place + 1 :])
