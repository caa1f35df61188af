"""The heuristics: tiles out of place, Manhattan distance, linear conflict, and pattern databases, all as tables."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import product

from copla.language.heuristics import Function, Heuristic, PatternTable, Sum
from copla.language.planning_problem import PlanningProblem
from copla.models.tiles.board import Board, goal_tiles
from copla.models.tiles.patterns import additive, reflected

LARGEST_TABLE = 2**17
"""Lines with more placements of their tiles than this are computed, not looked up."""


def declare(problem: PlanningProblem, board: Board) -> None:
    """Declare the heuristics of a problem that states this board; the first one is the default."""
    conflict = "Manhattan distance, and two moves for each tile that must leave its line to let others pass"
    mirrored = "the larger of the pattern databases and their mirror image along the diagonal"
    known: tuple[tuple[str, Callable[[int, int, str], Heuristic], bool, str], ...] = (
        ("linear-conflict", linear_conflict, True, conflict),
        ("manhattan", manhattan, True, "how far each tile is from its place, as if the others were not there"),
        ("pattern", additive, False, "disjoint pattern databases: for each group of tiles the moves of its own tiles"),
        ("pattern-reflected", reflected, False, mirrored),
        ("misplaced", misplaced, True, "the tiles that are not in their places"),
    )
    for name, make, consistent, summary in known:
        if make is not reflected or board.rows == board.columns:
            build = partial(make, board.rows, board.columns, board.goal)
            problem.heuristic(name, build, admissible=True, consistent=consistent, summary=summary)


@cache
def manhattan(rows: int, columns: int, goal: str) -> Sum:
    """For each tile the rows and columns between it and its place.

    >>> manhattan(2, 2, "first")([1, 0, 2, 3])
    1
    """
    cells = range(rows * columns)
    tables = []
    for home, tile in enumerate(goal_tiles(rows, columns, goal)):
        if tile:
            far = [abs(cell // columns - home // columns) + abs(cell % columns - home % columns) for cell in cells]
            tables.append(PatternTable((tile,), (len(cells),), bytes(far)))
    return Sum(tuple(tables))


@cache
def misplaced(rows: int, columns: int, goal: str) -> Sum:
    """How many tiles are not in their places; the blank is no tile, and a move brings at most one of them home."""
    cells = range(rows * columns)
    homes = enumerate(goal_tiles(rows, columns, goal))
    tables = (
        PatternTable((tile,), (len(cells),), bytes(cell != home for cell in cells)) for home, tile in homes if tile
    )
    return Sum(tuple(tables))


@cache
def linear_conflict(rows: int, columns: int, goal: str) -> Heuristic:
    """Manhattan distance, plus two moves for each tile that must step out of its own row or column.

    Two tiles that stand in the line where both belong, in the wrong order, cannot pass each other within it.
    What counts is the *smallest* number of tiles whose leaving lets the others pass (not the number of
    pairs in conflict, which would be inadmissible): all but the longest increasing subsequence.

    It is consistent on every board. A tile that moves along a line does not change the order in it. The line
    across that it leaves or enters changes its smallest number by at most one, and if it is the tile's own
    line, its distance changes the other way: the sum changes by one, up or down.

    >>> manhattan(2, 3, "first")([0, 2, 1, 3, 4, 5]), linear_conflict(2, 3, "first")([0, 2, 1, 3, 4, 5])
    (2, 4)
    """
    lines = _lines(rows, columns, goal)
    cells = rows * columns
    if all(cells ** len(line.tiles) <= LARGEST_TABLE for line in lines):
        return Sum(tuple(line.table(cells) for line in lines))
    distance = manhattan(rows, columns, goal)
    return Function(lambda state: distance(state) + 2 * sum(line.leaving(state) for line in lines))


@dataclass(frozen=True, slots=True)
class _Line:
    """The tiles that belong in one row or column, in order, and for each cell its place along and across.

    ``inside`` is the place along the line for the line's own cells, and -1 for all others.
    """

    tiles: tuple[int, ...]
    homes: tuple[int, ...]
    along: tuple[int, ...]
    inside: tuple[int, ...]

    def leaving(self, state: Sequence[int]) -> int:
        """How many tiles must leave the line at least."""
        return _must_leave(tuple(self.inside[state[tile]] for tile in self.tiles))

    def table(self, cells: int) -> PatternTable:
        """For each placement of the line's tiles their distances along it and their conflicts.

        Rows hold the horizontal part of Manhattan distance, columns the vertical part.
        """
        distances, codes = [0], [0]
        places = [-1, *sorted(set(self.inside) - {-1})]
        code_of = [places.index(place) for place in self.inside]
        for home in self.homes:
            far = [abs(place - home) for place in self.along]
            distances = [before + step for before in distances for step in far]
            codes = [before * len(places) + code for before in codes for code in code_of]
        extra = [2 * _must_leave(placed) for placed in product(places, repeat=len(self.tiles))]
        entries = bytes(distance + extra[code] for distance, code in zip(distances, codes, strict=True))
        return PatternTable(self.tiles, (cells,) * len(self.tiles), entries)


def _lines(rows: int, columns: int, goal: str) -> list[_Line]:
    """All rows, then all columns."""
    solved = goal_tiles(rows, columns, goal)
    cells = range(rows * columns)
    row_of, column_of = [cell // columns for cell in cells], [cell % columns for cell in cells]
    lines = []
    for across, along, count in ((row_of, column_of, rows), (column_of, row_of, columns)):
        for number in range(count):
            homes = [cell for cell in cells if across[cell] == number and solved[cell]]
            lines.append(
                _Line(
                    tuple(solved[cell] for cell in homes),
                    tuple(along[cell] for cell in homes),
                    tuple(along),
                    tuple(along[cell] if across[cell] == number else -1 for cell in cells),
                )
            )
    return lines


@cache
def _must_leave(placed: tuple[int, ...]) -> int:
    """How many of the tiles in their line (-1: elsewhere) are not in a longest part that is in order."""
    ends: list[int] = []  # the smallest last place of an increasing part, by its length
    count = 0
    for place in placed:
        if place >= 0:
            count += 1
            at = bisect_left(ends, place)
            ends[at : at + 1] = [place]
    return count - len(ends)
