"""Playing by hand: where the tiles lie in the picture, and which of them can move."""

from __future__ import annotations

from collections.abc import Sequence

from copla.answers.result import Solution
from copla.models.tiles.board import Board
from copla.models.tiles.drawing import place
from copla.models.tiles.replay import in_words, possible
from copla.plugins.puzzle import LegalMove, Point, Scene


def scenes(board: Board, solution: Solution) -> list[Scene]:
    steps = enumerate(possible(board, solution.moves or (), "step"), 1)
    return [
        Scene("start", 0, 0, _pieces(board)),
        *(Scene(step.words, 1, number, _pieces(step.after)) for number, step in steps),
    ]


def legal(board: Board, moves: Sequence[str]) -> list[LegalMove]:
    """A move for each tile beside the blank.

    >>> [move.words for move in legal(Board(2, 2, (1, 0, 2, 3)), ())]
    ['tile 1 moves right', 'tile 3 moves up']
    """
    board = after(board, moves)
    target = place(board, board.blank)
    labels = {tile: board.move_of(tile) for tile in board.tiles}
    return [LegalMove((label,), in_words(label), str(tile), (target,)) for tile, label in labels.items() if label]


def after(board: Board, moves: Sequence[str]) -> Board:
    steps = possible(board, moves, "step")
    return steps[-1].after if steps else board


def _pieces(board: Board) -> dict[str, Point]:
    return {str(tile): place(board, cell) for cell, tile in enumerate(board.tiles) if tile}
