"""A board with knights: where they stand, where they shall stand, and which squares a knight's move joins."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from copla.ground.errors import ModelError

LARGEST_SIDE = 16
FEWEST_STANDARD_ROWS, FEWEST_STANDARD_COLUMNS = 2, 3

EMPTY, WHITE, BLACK, HOLE = "_", "W", "B", "x"
COLOURS = (WHITE, BLACK)
GLYPHS = {WHITE: "♘", BLACK: "♞", EMPTY: "·", HOLE: " "}
BETWEEN = "    "
"""How a picture shows a square, and what stands between two pictures."""
COLOUR_NAMES = {WHITE: "white", BLACK: "black"}

OFFSETS = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
"""A knight's moves as (rows down, columns to the right), in the reading order of the squares that they lead to."""

Cell = tuple[int, int]
"""A square by its row and its column, both counted from 0."""

Position = tuple[str, ...]
"""The rows of a board, a character a square: W, B, _ for empty or x for a square that is missing."""

Graph = dict[Cell, tuple[Cell, ...]]
"""For each square, in reading order, the squares that a knight reaches from it in one move."""


@dataclass(frozen=True)
class Board:
    """A start and a goal of the same shape, with as many knights of each colour."""

    start: Position
    goal: Position

    @staticmethod
    def standard(rows: int, columns: int) -> Board:
        """White knights fill the first row, black ones the last; the rows are to be swapped.

        >>> Board.standard(4, 3).start
        ('WWW', '___', '___', 'BBB')
        """
        if not (FEWEST_STANDARD_ROWS <= rows <= LARGEST_SIDE and FEWEST_STANDARD_COLUMNS <= columns <= LARGEST_SIDE):
            raise ModelError(f"the standard board is {rows}x{columns}, expected 2x3 to {LARGEST_SIDE}x{LARGEST_SIDE}")
        start = (WHITE * columns, *(EMPTY * columns for _ in range(rows - 2)), BLACK * columns)
        return Board(start, exchanged(start))

    @property
    def rows(self) -> int:
        return len(self.start)

    @property
    def columns(self) -> int:
        return len(self.start[0])

    @property
    def exchanges(self) -> bool:
        """Whether the goal is the start with the colours exchanged, as in the classic puzzles."""
        return self.goal == exchanged(self.start)

    @property
    def is_standard(self) -> bool:
        wide_enough = self.rows >= FEWEST_STANDARD_ROWS and self.columns >= FEWEST_STANDARD_COLUMNS
        return wide_enough and self == Board.standard(self.rows, self.columns)

    @cached_property
    def graph(self) -> Graph:
        squares = {(r, c) for r, row in enumerate(self.start) for c, what in enumerate(row) if what != HOLE}
        return {
            (r, c): tuple((r + dr, c + dc) for dr, dc in OFFSETS if (r + dr, c + dc) in squares)
            for r, c in sorted(squares)
        }


def exchanged(position: Position) -> Position:
    """The same board with every white knight black and every black one white.

    >>> exchanged(("W_B",))
    ('B_W',)
    """
    swap = str.maketrans(WHITE + BLACK, BLACK + WHITE)
    return tuple(row.translate(swap) for row in position)


def knights(position: Position, colour: str) -> list[Cell]:
    """The squares of all knights of one colour, in reading order.

    >>> knights(("W_B", "_W_"), WHITE)
    [(0, 0), (1, 1)]
    """
    return [(r, c) for r, row in enumerate(position) for c, what in enumerate(row) if what == colour]


def moved(position: Position, source: Cell, target: Cell) -> Position:
    """The position after the piece on one square went to another, empty one.

    >>> moved(("W__", "___", "_B_"), (0, 0), (1, 2))
    ('___', '__W', '_B_')
    """
    rows = [list(row) for row in position]
    rows[target[0]][target[1]] = rows[source[0]][source[1]]
    rows[source[0]][source[1]] = EMPTY
    return tuple("".join(row) for row in rows)


def distances(graph: Graph, targets: Iterable[Cell]) -> dict[Cell, int]:
    """Moves of a knight alone on the board to the nearest target; squares that reach none are left out.

    >>> distances(Board.standard(4, 3).graph, [(3, 0)])[0, 0]
    5
    """
    found = dict.fromkeys(targets, 0)
    waiting = deque(found)
    while waiting:
        cell = waiting.popleft()
        for neighbour in graph[cell]:
            if neighbour not in found:
                found[neighbour] = found[cell] + 1
                waiting.append(neighbour)
    return found


def components(graph: Graph) -> Iterator[list[Cell]]:
    """The parts of the board that no knight can leave, each in reading order.

    >>> [len(part) for part in components(Board.standard(3, 3).graph)]
    [8, 1]
    """
    seen: set[Cell] = set()
    for cell in graph:
        if cell not in seen:
            part = sorted(distances(graph, [cell]))
            seen.update(part)
            yield part
