"""Why a board has no solution, where that can be told without a search."""

from __future__ import annotations

from copla.models.klotski.board import SPECIAL, STEPS, Board
from copla.models.klotski.heuristics import distances
from copla.models.klotski.kinds import kinds_of


def refute(board: Board) -> str | None:
    """The reason in words, or None if only a search can tell.

    >>> refute(Board(("####", "#**#", "#..#", "#.##")))
    'block * could not leave even if it were alone on the board'
    """
    aimed = {SPECIAL, *board.goal_blocks()}
    for kind in kinds_of(board):
        if kind.name in aimed and min(board.blocks()[kind.name]) not in distances(kind, STEPS):
            target = "get to its goal" if board.classic else "leave"
            return f"block {kind.name} could not {target} even if it were alone on the board"
    return None
