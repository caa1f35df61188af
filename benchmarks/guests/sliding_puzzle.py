"""slidingpuzzle's IDA*, with the heuristic that is its default.

``copla fuzz tiles --backend benchmarks/guests/sliding_puzzle.toml`` tries whatever version is installed.
"""

from __future__ import annotations

import numpy
import slidingpuzzle  # type: ignore[import-not-found]

from copla.models.tiles import Board

SMALLEST = 3
"""It needs three rows and columns, and the blank at the end."""


def solve(board: Board) -> list[str] | str | None:
    """The moves of the tiles."""
    if board.goal != "last" or min(board.rows, board.columns) < SMALLEST:
        return "unsupported"
    start = numpy.array(board.tiles).reshape(board.rows, board.columns)
    if not slidingpuzzle.is_solvable(start):
        return None
    found = slidingpuzzle.search(start, "ida*")
    moves, now = [], board
    for row, column in found.solution:
        label = now.move_of(now.tiles[int(row) * board.columns + int(column)])
        after = None if label is None else now.after(label)
        if label is None or after is None:
            raise ValueError(f"no tile can move from {row}, {column}")
        moves.append(label)
        now = after
    return moves
