"""Additive pattern databases: groups of tiles, and for each placement of a group the moves of its own tiles.

Moves of other tiles cost nothing here, so that the estimates of disjoint groups may be added (Korf and
Felner, 2002). The search goes backwards from the goal over placements of the group and the region of empty
cells that the blank can reach without moving the group; the table keeps the smallest estimate over all
regions, which makes it admissible, though not always consistent.
"""

from __future__ import annotations

from array import array
from functools import cache

from copla.language.heuristics import Maximum, PatternTable, Sum
from copla.models.tiles.board import DIRECTIONS, FIRST, goal_tiles, neighbour

LARGEST_TABLE = 2**16
LARGEST_GROUP = 4
"""Small enough for a few seconds of building in Python, for any shape of board."""

Placement = tuple[int, ...]
"""The cells of a group's tiles."""


@cache
def additive(rows: int, columns: int, goal: str) -> Sum:
    """The sum over disjoint groups of all tiles."""
    cells = rows * columns
    solved = goal_tiles(rows, columns, goal)
    tables = []
    for group in groups(rows, columns, goal):
        entries = _database(rows, columns, group, solved.index(0))
        tables.append(PatternTable(tuple(solved[cell] for cell in group), (cells,) * len(group), entries))
    return Sum(tuple(tables))


@cache
def reflected(rows: int, columns: int, goal: str) -> Maximum:
    """The larger of the groups and their mirror image along the main diagonal, on a square board.

    The mirror image needs no search: it is the same table, for the mirrored tiles at mirrored cells.
    """
    solved = goal_tiles(rows, columns, goal)
    cells = range(rows * columns)
    mirror = [cell % columns * columns + cell // columns for cell in cells]
    plain = additive(rows, columns, goal)
    mirrored = []
    for table in plain.tables:
        size = len(table.variables)
        tiles = tuple(solved[mirror[solved.index(tile)]] for tile in table.variables)
        indices = [0]
        for _ in range(size):
            indices = [before * len(cells) + mirror[cell] for before in indices for cell in cells]
        mirrored.append(PatternTable(tiles, table.sizes, array("B", [table.entries[index] for index in indices])))
    return Maximum((plain, Sum(tuple(mirrored))))


def groups(rows: int, columns: int, goal: str) -> list[Placement]:
    """The goal cells of all tiles in groups of neighbours, as large as tables allow.

    >>> groups(3, 3, "first")
    [(3, 1, 4, 2), (5, 8, 7, 6)]
    """
    cells, homes = rows * columns, snake(rows, columns, goal)
    size = max(k for k in range(1, LARGEST_GROUP + 1) if cells**k <= LARGEST_TABLE)
    return [tuple(homes[start : start + size]) for start in range(0, len(homes), size)]


def snake(rows: int, columns: int, goal: str) -> list[int]:
    """The goal cells of all tiles along a snake, two rows thick, from the blank's corner.

    Compact groups foresee more than rows do (on Korf's boards 40.5 moves instead of 39.2), and their mirror image is
    another partition.
    """
    cells = rows * columns
    found: list[int] = []
    for number, top in enumerate(range(0, rows, 2)):
        across = range(columns) if number % 2 == 0 else reversed(range(columns))
        found += [row * columns + column for column in across for row in range(top, min(top + 2, rows))]
    return [cell if goal == FIRST else cells - 1 - cell for cell in found if cell > 0]


@cache
def _database(rows: int, columns: int, homes: Placement, blank: int) -> array[int]:
    """The fewest moves of a group's own tiles from every placement to their homes; see PatternTable."""
    cells = range(rows * columns)
    regions = _regions(rows, columns)
    beside, around = regions.beside, regions.around
    weights = [len(cells) ** (len(homes) - 1 - place) for place in range(len(homes))]
    entries = array("B", bytes(len(cells) ** len(homes)))
    goal = sum(weight * cell for weight, cell in zip(weights, homes, strict=True))
    occupied = sum(1 << cell for cell in homes)
    region = around(occupied, blank)
    seen = {goal << len(cells) | region}
    frontier = [(homes, goal, occupied, region)]
    moves = 0
    while frontier:
        moves += 1
        after = []
        for placement, index, occupied, region in frontier:
            for place, cell in enumerate(placement):
                for free in beside[cell]:
                    if not region >> free & 1:
                        continue
                    new_occupied = occupied ^ (1 << cell | 1 << free)
                    new_region = around(new_occupied, cell)
                    new_index = index + weights[place] * (free - cell)
                    key = new_index << len(cells) | new_region
                    if key in seen:
                        continue
                    seen.add(key)
                    new = (*placement[:place], free, *placement[place + 1 :])
                    after.append((new, new_index, new_occupied, new_region))
                    if not entries[new_index] and new_index != goal:  # else another region came first
                        entries[new_index] = moves
        frontier = after
    return entries


class _Regions:
    """The cells that a blank can reach while a group stays where it is, as a set of bits; kept once found."""

    def __init__(self, rows: int, columns: int) -> None:
        near = [[neighbour(rows, columns, cell, way) for way in DIRECTIONS] for cell in range(rows * columns)]
        self.beside = [[cell for cell in cells if cell is not None] for cells in near]
        self.known: dict[int, dict[int, int]] = {}

    def around(self, occupied: int, blank: int) -> int:
        """The region of a blank's cell while these cells are occupied."""
        by_cell = self.known.setdefault(occupied, {})
        if blank not in by_cell:
            region, waiting = 1 << blank, [blank]
            while waiting:
                for cell in self.beside[waiting.pop()]:
                    if not (occupied | region) >> cell & 1:
                        region |= 1 << cell
                        waiting.append(cell)
            by_cell.update({cell: region for cell in range(len(self.beside)) if region >> cell & 1})
        return by_cell[blank]


_regions = cache(_Regions)
"""Shared by all groups on boards of one shape."""
