"""Random choices from a family's name and a seed: the same on every machine and with every version of Python."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """Everything is made from ``random()``, the one method that Python promises never to change.

    >>> Dice("sums", 7).number(1, 6) == Dice("sums", 7).number(1, 6)
    True
    """

    def __init__(self, family: str, seed: int) -> None:
        self._random = random.Random(f"{family}/{seed}").random

    def chance(self, probability: float) -> bool:
        return self._random() < probability

    def number(self, least: int, most: int) -> int:
        """A whole number from ``least`` to ``most``, both included (less than 2**53 apart)."""
        return least + int(self._random() * (most - least + 1))

    def pick(self, items: Sequence[T]) -> T:
        return items[self.number(0, len(items) - 1)]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        left, mixed = list(items), []
        while left:
            mixed.append(left.pop(self.number(0, len(left) - 1)))
        return mixed

    def some(self, items: Sequence[T], number: int) -> list[T]:
        """So many of the items (all, if there are fewer), each place once, in random order."""
        return self.shuffled(items)[:number]
