"""A Futoshiki board: its size, its givens and its signs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product

from copla.ground.errors import ModelError

LARGEST_SIZE = 64

Cell = tuple[int, int]
Sign = tuple[Cell, Cell]


@dataclass(frozen=True, slots=True)
class Board:
    """An n x n board: digits 1..n, each once in every row and column.

    ``givens`` holds 0 for an empty cell. ``signs`` are pairs of neighbours, the smaller cell first; in the
    *adjacent* variant they are pairs whose values differ by one, and all other neighbours do not.
    """

    size: int
    givens: tuple[tuple[int, ...], ...]
    signs: frozenset[Sign] = frozenset()
    adjacent: bool = False

    @staticmethod
    def empty(size: int, adjacent: bool = False) -> Board:
        if not 1 <= size <= LARGEST_SIZE:
            raise ModelError(f"the size is {size}, expected 1 to {LARGEST_SIZE}")
        return Board(size, ((0,) * size,) * size, frozenset(), adjacent)

    def with_givens(self, values: Iterable[Iterable[int]]) -> Board:
        return replace(self, givens=tuple(tuple(row) for row in values))

    def sign(self, first: Cell, second: Cell) -> str:
        """What stands between two neighbours, the upper or left one first: ``<``, ``>``, ``|`` or nothing."""
        if (first, second) in self.signs:
            return "|" if self.adjacent else "<"
        if (second, first) in self.signs:
            return "|" if self.adjacent else ">"
        return ""


def cells(size: int) -> Iterator[Cell]:
    """All cells in reading order.

    >>> list(cells(2))
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    return product(range(size), range(size))


def neighbours(size: int) -> Iterator[Sign]:
    """All pairs of neighbouring cells, the left or upper one first.

    >>> list(neighbours(2))[:2]
    [((0, 0), (0, 1)), ((0, 0), (1, 0))]
    """
    for row, column in cells(size):
        if column + 1 < size:
            yield (row, column), (row, column + 1)
        if row + 1 < size:
            yield (row, column), (row + 1, column)
