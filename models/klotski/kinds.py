"""Kinds of blocks, and the words of the model for them: labels of its actions, and values of its variables.

Equal blocks are interchangeable, so that the state knows shapes and no names. The special block and the blocks that a
goal matrix names are kinds of their own: which of them is where matters.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from copla.ground.text import cell_name
from copla.models.klotski.board import COST, DIRECTIONS, SPECIAL, Board, Cell, Cells, shift

FREE_CELL = "free"
HERE, GONE = "here", "gone"
EMPTY = "nothing"
UNFINISHED = " ..."
"""Ends the label of a step after which the same move goes on."""

_LABEL = re.compile(r"(\S+) at r([0-9]{1,3})c([0-9]{1,3}) (up|down|left|right)( [0-9]{1,3})?( \.\.\.)?")


@dataclass(frozen=True, slots=True)
class Kind:
    """Blocks of one shape, in terms of their anchor, the first cell in reading order.

    ``anchors``: wherever such a block could get if it were alone on the board, and where the goal wants it.
    ``goals``: the anchors that satisfy the goal; of the special block in the general form, those off the matrix.
    """

    name: str
    parts: tuple[Cell, ...]
    cost: int
    anchors: tuple[Cell, ...]
    goals: frozenset[Cell]

    def cells(self, anchor: Cell) -> list[Cell]:
        return [(anchor[0] + r, anchor[1] + c) for r, c in self.parts]

    def way(self, anchor: Cell, direction: str) -> list[Cell]:
        """The anchors passed when a block slides on and on in one direction, alone on the board."""
        passed = []
        known = frozenset(self.anchors)
        while (anchor := shift(anchor, direction)) in known:
            passed.append(anchor)
        return passed


def kinds_of(board: Board) -> list[Kind]:
    """All kinds on the board, in reading order of their first blocks."""
    members: dict[str, list[str]] = {}
    for symbol, name in names_of(board).items():
        members.setdefault(name, []).append(symbol)
    blocks, wanted = board.blocks(), board.goal_blocks()
    kinds = []
    for name, symbols in members.items():
        parts = parts_of(blocks[symbols[0]])
        anchors = _reachable(board, symbols[0], parts, [min(blocks[symbol]) for symbol in symbols])
        goals = {min(wanted[symbol]) for symbol in symbols if symbol in wanted}
        if name == SPECIAL and not board.classic:
            goals = {anchor for anchor in anchors if not _any_on_matrix(board, parts, anchor)}
        cost = len(parts) if board.metric == COST and name != SPECIAL else 1
        kinds.append(Kind(name, parts, cost, tuple(sorted(anchors | goals)), frozenset(goals)))
    return kinds


def names_of(board: Board) -> dict[str, str]:
    """The name of each block's kind: its symbol if it is one of its own, else its shape.

    >>> names_of(Board(("#####", "#*aab", "#####")))
    {'*': '*', 'a': '1x2', 'b': '1x1'}
    """
    own = {SPECIAL, *board.goal_blocks()}
    return {symbol: symbol if symbol in own else shape_name(cells) for symbol, cells in board.blocks().items()}


def parts_of(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """A shape: its cells relative to the first one, in reading order.

    >>> parts_of({(4, 4), (5, 4)})
    ((0, 0), (1, 0))
    """
    ordered = sorted(cells)
    return tuple((r - ordered[0][0], c - ordered[0][1]) for r, c in ordered)


def shape_name(cells: Cells) -> str:
    """Height x width of a rectangle, else a picture of the shape.

    >>> shape_name(frozenset({(4, 4), (5, 4)})), shape_name(frozenset({(1, 2), (2, 2), (2, 1)}))
    ('2x1', '.X/XX')
    """
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    height, width = max(r for r, _ in cells) - top + 1, max(c for _, c in cells) - left + 1
    if len(cells) == height * width:
        return f"{height}x{width}"
    rows = (
        "".join("X" if (r, c) in cells else "." for c in range(left, left + width)) for r in range(top, top + height)
    )
    return "/".join(rows)


@dataclass(frozen=True, slots=True)
class Label:
    """What an action's label says: the kind, its first cell on the matrix, where it goes, whether it goes on."""

    name: str
    first: Cell
    direction: str
    distance: int
    unfinished: bool


def part_name(kind: Kind, part: int) -> str:
    """The value of a cell that holds this part, counted from 0."""
    return f"{kind.name}:{part + 1}"


def held_name(kind: Kind, anchor: Cell) -> str:
    """The value of ``hand`` in the middle of a move."""
    return f"{kind.name} at {cell_name(anchor)}"


def label_of(name: str, first: Cell, direction: str, distance: int = 1) -> str:
    """The label of an action.

    >>> label_of("2x1", (0, 3), "down"), label_of("*", (1, 1), "left", 2)
    ('2x1 at r1c4 down', '* at r2c2 left 2')
    """
    return f"{name} at {cell_name(first)} {direction}" + (f" {distance}" if distance > 1 else "")


def read_label(label: str) -> Label | None:
    """The inverse of :func:`label_of`; None for what is no label.

    >>> read_label("2x1 at r1c4 down ...")
    Label(name='2x1', first=(0, 3), direction='down', distance=1, unfinished=True)
    """
    found = _LABEL.fullmatch(label)
    if found is None:
        return None
    name, row, column, direction, distance, unfinished = found.groups()
    return Label(name, (int(row) - 1, int(column) - 1), direction, int(distance or 1), unfinished is not None)


def _reachable(board: Board, symbol: str, parts: tuple[Cell, ...], starts: list[Cell]) -> set[Cell]:
    """Where blocks get from their starts on a board without other blocks; one that has left stays away."""
    seen, waiting = set(starts), deque(starts)
    while waiting:
        anchor = waiting.popleft()
        if not _any_on_matrix(board, parts, anchor):
            continue
        for direction in DIRECTIONS:
            new = shift(anchor, direction)
            if new not in seen and all(board.open_to(symbol, (new[0] + r, new[1] + c)) for r, c in parts):
                seen.add(new)
                waiting.append(new)
    return seen


def _any_on_matrix(board: Board, parts: tuple[Cell, ...], anchor: Cell) -> bool:
    return any(board.on_matrix((anchor[0] + r, anchor[1] + c)) for r, c in parts)
