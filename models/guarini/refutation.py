"""Why a board has no solution, where that can be told without a search."""

from __future__ import annotations

from copla.ground.text import cell_name
from copla.models.guarini.board import COLOUR_NAMES, COLOURS, EMPTY, Board, Cell, Graph, Position, components


def refute(board: Board) -> str | None:
    """The reason in words, or None if only a search can tell.

    A knight never leaves its part of the board. Knights on a path or on a ring of squares never pass each other;
    the 3x3 board without its centre is such a ring.

    >>> refute(Board(("WB_",), ("BW_",)))
    'no knight can leave or enter r1c1: 1 white at the start, 0 in the goal'
    """
    for part in components(board.graph):
        reason = _other_numbers(board, part) or _no_room(board, part) or _other_order(board, part)
        if reason is not None:
            return reason
    return None


def _other_numbers(board: Board, part: list[Cell]) -> str | None:
    for colour in COLOURS:
        before, after = _read(board.start, part).count(colour), _read(board.goal, part).count(colour)
        if before != after:
            numbers = f"{before} {COLOUR_NAMES[colour]} at the start, {after} in the goal"
            return f"no knight can leave or enter {_listed(part)}: {numbers}"
    return None


def _no_room(board: Board, part: list[Cell]) -> str | None:
    before, after = _read(board.start, part), _read(board.goal, part)
    if EMPTY in before or before == after:
        return None
    return f"no knight can move within {_listed(part)}: no square is empty"


def _other_order(board: Board, part: list[Cell]) -> str | None:
    way = _way_round(board.graph, part)
    if way is None:
        return None
    order, closed = way
    before, after = (_read(position, order).replace(EMPTY, "") for position in (board.start, board.goal))
    if before == after or (closed and after in before + before):
        return None
    orders = f"they stand in the order {before}, in the goal {after}"
    return f"the knights on the {'ring' if closed else 'path'} {_listed(order)} cannot pass each other: {orders}"


def _way_round(graph: Graph, part: list[Cell]) -> tuple[list[Cell], bool] | None:
    """The squares of a part in the order of the only way through them, and whether it closes; None if it branches."""
    if any(len(graph[cell]) > 2 for cell in part):
        return None
    ends = [cell for cell in part if len(graph[cell]) < 2]
    order = [ends[0] if ends else part[0]]
    while len(order) < len(part):
        order.append(next(cell for cell in graph[order[-1]] if cell not in order))
    return order, not ends


def _read(position: Position, cells: list[Cell]) -> str:
    return "".join(position[r][c] for r, c in cells)


def _listed(cells: list[Cell]) -> str:
    names = [cell_name(cell) for cell in cells]
    return " ".join(names if len(names) <= 12 else [*names[:11], f"... ({len(names)} squares)"])
