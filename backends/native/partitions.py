"""Partitions of the tiles into groups, one pattern database each, and which groups share a table.

A table belongs to a *pattern*: the shape of the board, the home cells of the group, and the region of free cells
around the blank's home. A symmetry of the board that maps one group's pattern onto another one makes their tables
equal, so every pattern has one canonical form; a group looks its table up through a map of cells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from copla.ground.errors import ModelError

LARGEST_GROUP = 8
USUAL_GROUP = 6
Cells = tuple[int, ...]

# Home cells by the shape and the sizes of the groups, for a blank that belongs in cell 0.
KNOWN: dict[tuple[int, int, str], tuple[Cells, ...]] = {
    (4, 4, "6-6-3"): ((1, 2, 4, 5, 8, 9), (3, 6, 7, 10, 11, 15), (12, 13, 14)),
    (4, 4, "5-5-5"): ((1, 4, 5, 8, 12), (2, 3, 6, 7, 11), (9, 10, 13, 14, 15)),
    (4, 4, "7-8"): ((1, 2, 3, 4, 5, 6, 7), (8, 9, 10, 11, 12, 13, 14, 15)),
    (5, 5, "6-6-6-6"): ((1, 5, 6, 10, 11, 12), (2, 3, 4, 7, 8, 9), (13, 14, 18, 19, 23, 24), (15, 16, 17, 20, 21, 22)),
}
USUAL = {(4, 4): "6-6-3", (5, 5): "6-6-6-6"}


@dataclass(frozen=True, slots=True)
class Pattern:
    """What a table is about, in canonical form: ``blank`` is the first cell of the blank's region in the goal."""

    rows: int
    columns: int
    homes: Cells
    blank: int

    def __str__(self) -> str:
        return f"{self.rows}x{self.columns} cells {','.join(map(str, self.homes))}"


@dataclass(frozen=True, slots=True)
class View:
    """How a group uses the table of its pattern: its tiles in the pattern's order, and the cells' new names."""

    pattern: Pattern
    tiles: tuple[int, ...]
    cells: Cells


@dataclass(frozen=True, slots=True)
class Partition:
    """Groups of tiles: every tile in one of them. ``name`` is as people give it, such as 6-6-3."""

    name: str
    rows: int
    columns: int
    goal: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]

    def views(self) -> list[View]:
        return [view(self.rows, self.columns, self.goal, group) for group in self.groups]

    def mirrored(self) -> Partition | None:
        """The mirror image along the main diagonal; None where there is none or it is the same partition."""
        if self.rows != self.columns or self.goal.index(0) not in (0, len(self.goal) - 1):
            return None
        mirror = [cell % self.columns * self.columns + cell // self.columns for cell in range(len(self.goal))]
        groups = tuple(
            tuple(sorted(self.goal[mirror[self.goal.index(tile)]] for tile in group)) for group in self.groups
        )
        if set(groups) == {tuple(sorted(group)) for group in self.groups}:
            return None
        return Partition(self.name, self.rows, self.columns, self.goal, groups)

    def patterns(self) -> list[Pattern]:
        """The tables that it takes, each once; the mirror image takes the same."""
        return list(dict.fromkeys(view.pattern for view in self.views()))


def is_partition(text: str) -> bool:
    """Whether a heuristic's name is one of ``6-6-3`` or ``1,2,3/4,5,6/7,8``."""
    return re.fullmatch(r"\d+(-\d+)+|\d+(,\d+)*(/\d+(,\d+)*)+", text) is not None


def read_partition(board: Mapping[str, Any], text: str | None = None) -> Partition:
    """The partition that a text means on a board: sizes, or the tiles themselves; by default the usual one.

    ``board`` is what the model tells of it: rows, columns, goal, and ``snake``, the tiles in an order in which
    neighbours come one after the other.

    >>> board = {"rows": 3, "columns": 3, "goal": (0, 1, 2, 3, 4, 5, 6, 7, 8), "snake": (3, 1, 4, 2, 5, 8, 7, 6)}
    >>> read_partition(board, "4-4").groups
    ((3, 1, 4, 2), (5, 8, 7, 6))
    >>> read_partition(board, "1,2,3,6/4,5,7,8").groups
    ((1, 2, 3, 6), (4, 5, 7, 8))
    """
    rows, columns, goal = board["rows"], board["columns"], tuple(board["goal"])
    cells = rows * columns
    if text is None:
        full, rest = divmod(cells - 1, USUAL_GROUP)
        usual = [USUAL_GROUP] * full + ([rest] if rest else [])
        text = USUAL.get((rows, columns)) or "-".join(map(str, usual))
    elif not is_partition(text):
        raise ModelError(
            f"found {text!r} as a partition, expected sizes such as 6-6-3 or tiles such as 1,2,3/4,5,6/7,8"
        )
    if "/" in text or "," in text:
        groups = tuple(tuple(map(int, group.split(","))) for group in text.split("/"))
    elif (rows, columns, text) in KNOWN:
        turned = goal[0] != 0
        homes = KNOWN[rows, columns, text]
        groups = tuple(tuple(goal[cells - 1 - cell if turned else cell] for cell in group) for group in homes)
    else:
        groups = tuple(_along(tuple(board["snake"]), text, f"{rows}x{columns}"))
    if sorted(tile for group in groups for tile in group) != list(range(1, cells)):
        raise ModelError(f"the partition {text} does not hold each of the tiles 1 to {cells - 1} once")
    if max(map(len, groups)) > LARGEST_GROUP or len(groups) > 12:
        raise ModelError(f"the partition {text} has more than 12 groups or a group of more than {LARGEST_GROUP} tiles")
    return Partition(text, rows, columns, goal, groups)


def _along(snake: tuple[int, ...], text: str, shape: str) -> Iterator[tuple[int, ...]]:
    """Groups of these sizes along the snake: compact groups foresee more."""
    sizes = [int(size) for size in text.split("-")]
    if sum(sizes) != len(snake) or 0 in sizes:
        raise ModelError(f"the partition {text} has {sum(sizes)} tiles, expected {len(snake)} for {shape}")
    for size in sizes:
        yield snake[:size]
        snake = snake[size:]


@cache
def view(rows: int, columns: int, goal: tuple[int, ...], group: tuple[int, ...]) -> View:
    """The canonical table of a group and how to use it."""
    home = {tile: cell for cell, tile in enumerate(goal)}
    region = _region(rows, columns, {home[tile] for tile in group}, home[0])
    found = []
    for shape, cells in _symmetries(rows, columns):
        homes = tuple(sorted(cells[home[tile]] for tile in group))
        new_region = sorted(cells[cell] for cell in region)
        found.append((shape, homes, new_region, cells))
    shape, homes, new_region, cells = min(found)
    tiles = tuple(sorted(group, key=lambda tile: cells[home[tile]]))
    return View(Pattern(*shape, homes, new_region[0]), tiles, cells)


def _symmetries(rows: int, columns: int) -> Iterator[tuple[tuple[int, int], Cells]]:
    """Every way to turn or mirror the board: the new shape, and for each cell its new number."""
    for flip in (False, True):
        for turn in (False, True):
            for transpose in (False, True):
                cells = []
                for cell in range(rows * columns):
                    row, column = divmod(cell, columns)
                    row = rows - 1 - row if flip else row
                    column = columns - 1 - column if turn else column
                    cells.append(column * rows + row if transpose else row * columns + column)
                yield (columns, rows) if transpose else (rows, columns), tuple(cells)


def _region(rows: int, columns: int, occupied: set[int], blank: int) -> set[int]:
    """The cells that the blank reaches while the group stays."""
    region, waiting = {blank}, [blank]
    while waiting:
        row, column = divmod(waiting.pop(), columns)
        for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
            cell = (row + down) * columns + column + right
            inside = 0 <= row + down < rows and 0 <= column + right < columns
            if inside and cell not in occupied and cell not in region:
                region.add(cell)
                waiting.append(cell)
    return region
