"""A board of sliding tiles: its shape, its goal, and what a move does."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

SMALLEST_SIDE, LARGEST_SIDE = 2, 6

FIRST, LAST = "first", "last"
GOALS = (FIRST, LAST)
"""Where the blank is in the goal: ``first`` is 0 1 2 ..., as in Korf's instances; ``last`` is 1 2 ... 0."""

DIRECTIONS = {"up": (-1, 0), "left": (0, -1), "right": (0, 1), "down": (1, 0)}
"""In the order in which the blank tries them, which is Korf's."""

OPPOSITE = {"up": "down", "left": "right", "right": "left", "down": "up"}


@dataclass(frozen=True, slots=True)
class Board:
    """Tiles row by row, 0 for the blank, and where the blank belongs.

    >>> board = Board(2, 3, (1, 2, 0, 3, 4, 5))
    >>> board.after("2 right").tiles
    (1, 0, 2, 3, 4, 5)
    """

    rows: int
    columns: int
    tiles: tuple[int, ...]
    goal: str = FIRST

    @property
    def goal_tiles(self) -> tuple[int, ...]:
        return goal_tiles(self.rows, self.columns, self.goal)

    @property
    def blank(self) -> int:
        """The cell of the blank; cells count row by row from 0."""
        return self.tiles.index(0)

    def neighbour(self, cell: int, direction: str) -> int | None:
        return neighbour(self.rows, self.columns, cell, direction)

    def move_of(self, tile: int) -> str | None:
        """The label of the one move that a tile can make, or None if it is not beside the blank."""
        for direction in DIRECTIONS:
            cell = self.neighbour(self.blank, direction)
            if tile > 0 and cell is not None and self.tiles[cell] == tile:
                return f"{tile} {OPPOSITE[direction]}"
        return None

    def after(self, label: str) -> Board | None:
        """The board after a move such as ``7 left``, or None if it is not possible here."""
        tile = label.partition(" ")[0]
        if not tile.isdecimal() or self.move_of(int(tile)) != label:
            return None
        swapped = {0: int(tile), int(tile): 0}
        return Board(self.rows, self.columns, tuple(swapped.get(t, t) for t in self.tiles), self.goal)


@cache
def goal_tiles(rows: int, columns: int, goal: str) -> tuple[int, ...]:
    """The tiles of the solved board, row by row.

    >>> goal_tiles(2, 2, "last")
    (1, 2, 3, 0)
    """
    tiles = tuple(range(1, rows * columns))
    return (0, *tiles) if goal == FIRST else (*tiles, 0)


def goal_board(rows: int, columns: int, goal: str) -> Board:
    """The solved board.

    >>> goal_board(2, 2, "first").tiles
    (0, 1, 2, 3)
    """
    return Board(rows, columns, goal_tiles(rows, columns, goal), goal)


def neighbour(rows: int, columns: int, cell: int, direction: str) -> int | None:
    """The cell next to another one on a board of this shape, or None past the edge.

    >>> neighbour(2, 3, 4, "up"), neighbour(2, 3, 4, "down")
    (1, None)
    """
    down, right = DIRECTIONS[direction]
    row, column = cell // columns + down, cell % columns + right
    return row * columns + column if 0 <= row < rows and 0 <= column < columns else None
