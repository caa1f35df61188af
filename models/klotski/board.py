"""The board of a Klotski: frame, blocks and goal as they stand in the file, and where a block may be."""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_letters, digits

Cell = tuple[int, int]
"""A row and a column, counted from 0; beyond the matrix for what has left it."""

Cells = frozenset[Cell]
Blocks = dict[str, Cells]
"""The cells of each block by its symbol."""

WALL, GATE, FREE, SPECIAL = "#", "-", ".", "*"
SYMBOLS = ascii_letters + digits + SPECIAL
SHOWN = {WALL: "▒▒", GATE: "--", FREE: " ·"}
"""How a picture shows a cell, with two characters; a block is a blank and its symbol."""
LARGEST_SIDE = 20

COST, STEPS, MOVES, SLIDES = "cost", "steps", "moves", "slides"
METRICS = (STEPS, MOVES, SLIDES)
"""What the classic game counts; the general form counts COST."""

DIRECTIONS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


@dataclass(frozen=True, slots=True)
class Board:
    """An instance. General form: no goal matrix, the special block leaves through the exit of the frame.

    Classic form: ``goal`` shows where the special block (and any other that it names) must be.
    """

    rows: tuple[str, ...]
    goal: tuple[str, ...] = ()
    metric: str = COST
    title: str = ""
    optimum: str = ""

    @property
    def classic(self) -> bool:
        return bool(self.goal)

    def on_matrix(self, cell: Cell) -> bool:
        return 0 <= cell[0] < len(self.rows) and 0 <= cell[1] < len(self.rows[0])

    def on_border(self, cell: Cell) -> bool:
        return cell[0] in (0, len(self.rows) - 1) or cell[1] in (0, len(self.rows[0]) - 1)

    def open_to(self, symbol: str, cell: Cell) -> bool:
        """Whether the frame lets this block cover the cell, other blocks aside."""
        if not self.on_matrix(cell):
            return symbol == SPECIAL and not self.classic
        content = self.rows[cell[0]][cell[1]]
        return content != WALL and (content != GATE or symbol == SPECIAL)

    def visible(self, cells: Cells) -> list[Cell]:
        """The cells on the matrix, in reading order."""
        return sorted(cell for cell in cells if self.on_matrix(cell))

    def blocks(self) -> Blocks:
        """The blocks at the start, in reading order."""
        return blocks_of(self.rows)

    def goal_blocks(self) -> Blocks:
        """The blocks that the goal matrix names, where it wants them."""
        return blocks_of(self.goal)


def blocks_of(rows: tuple[str, ...]) -> Blocks:
    """The cells of each symbol of a matrix.

    >>> blocks_of(("#ab", "#a."))["a"] == {(0, 1), (1, 1)}
    True
    """
    found: dict[str, set[Cell]] = {}
    for r, row in enumerate(rows):
        for c, content in enumerate(row):
            if content in SYMBOLS:
                found.setdefault(content, set()).add((r, c))
    return {symbol: frozenset(cells) for symbol, cells in found.items()}


def shift(cell: Cell, direction: str) -> Cell:
    """The cell next to another one.

    >>> shift((2, 2), "up")
    (1, 2)
    """
    down, right = DIRECTIONS[direction]
    return cell[0] + down, cell[1] + right
