"""Playing by hand: where the tiles lie in the picture, and which of them can move."""

from __future__ import annotations

from collections.abc import Sequence

from copla.answers.result import Solution
from copla.ground.errors import ModelError
from copla.models.tiles.board import Board
from copla.models.tiles.drawing import place
from copla.models.tiles.replay import in_words
from copla.plugins.puzzle import LegalMove, Point, Scene


def scenes(board: Board, solution: Solution) -> list[Scene]:
    """The start and the board after each move."""
    found = [Scene("start", 0, 0, _pieces(board))]
    for number, label in enumerate(solution.moves or (), 1):
        board = _after(board, number, label)
        found.append(Scene(in_words(label), 1, number, _pieces(board)))
    return found


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
    """The board after these moves."""
    for number, label in enumerate(moves, 1):
        board = _after(board, number, label)
    return board


def _after(board: Board, number: int, label: str) -> Board:
    following = board.after(label)
    if following is None:
        raise ModelError(f"step {number}, {label}: not possible here")
    return following


def _pieces(board: Board) -> dict[str, Point]:
    return {str(tile): place(board, cell) for cell, tile in enumerate(board.tiles) if tile}
