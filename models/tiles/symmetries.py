"""Boards with the same answer: transposed, and turned round, with the tiles renumbered by where they belong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from copla.answers.result import Solution
from copla.models.tiles.board import FIRST, LAST, OPPOSITE, Board
from copla.plugins.puzzle import Symmetry


def symmetries(board: Board) -> list[Symmetry]:
    """What can be done to a board without changing how many moves it needs.

    >>> [(one.words, one.instance.tiles) for one in symmetries(Board(2, 3, (1, 0, 2, 3, 4, 5)))]
    [('the transposed board', (2, 1, 0, 3, 4, 5)), ('the board turned by 180 degrees', (1, 2, 3, 4, 0, 5))]
    """
    rows, columns = board.rows, board.columns
    transposed = Board(columns, rows, board.tiles, board.goal)
    turned = Board(rows, columns, board.tiles, LAST if board.goal == FIRST else FIRST)
    swapped = {"up": "left", "left": "up", "down": "right", "right": "down"}
    place = lambda cell: cell % columns * rows + cell // columns  # noqa: E731
    return [
        _moved("the transposed board", board, transposed, place, swapped),
        _moved("the board turned by 180 degrees", board, turned, lambda cell: rows * columns - 1 - cell, OPPOSITE),
    ]


def _moved(
    words: str, board: Board, shape: Board, place: Callable[[int], int], directions: Mapping[str, str]
) -> Symmetry:
    """Each cell somewhere else on a board of another shape; a tile becomes the one that belongs where it now does."""
    size = len(board.tiles)
    becomes = {tile: shape.goal_tiles[place(cell)] for cell, tile in enumerate(board.goal_tiles)}
    tiles = [0] * size
    for cell, tile in enumerate(board.tiles):
        tiles[place(cell)] = becomes[tile]
    was = {str(new): str(old) for old, new in becomes.items()}
    ways = {new: old for old, new in directions.items()}

    def back(solution: Solution) -> Solution:
        moves = (label.partition(" ") for label in solution.moves or ())
        return replace(solution, moves=tuple(f"{was.get(tile, tile)} {ways.get(way, way)}" for tile, _, way in moves))

    return Symmetry(words, replace(shape, tiles=tuple(tiles)), back)
