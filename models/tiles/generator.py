"""New boards: a random walk away from the goal, or any board that can be solved, each equally likely."""

from __future__ import annotations

import random

from copla.models.tiles.board import DIRECTIONS, Board, goal_board
from copla.models.tiles.refutation import refute


def generate(rows: int, columns: int, goal: str, scrambles: int, seed: int) -> Board:
    """A board that can be solved; with ``scrambles`` in at most so many moves.

    >>> generate(3, 3, "first", 2, seed=1) == generate(3, 3, "first", 2, seed=1)
    True
    """
    chance = random.Random(seed)
    solved = goal_board(rows, columns, goal)
    return _walk(solved, scrambles, chance) if scrambles else _shuffled(solved, chance)


def _walk(board: Board, steps: int, chance: random.Random) -> Board:
    """So many moves, none of which undoes the one before."""
    tiles, blank, before = list(board.tiles), board.blank, -1
    for _ in range(steps):
        beside = [board.neighbour(blank, direction) for direction in DIRECTIONS]
        cell = chance.choice([cell for cell in beside if cell is not None and cell != before])
        tiles[blank], tiles[cell] = tiles[cell], 0
        before, blank = blank, cell
    return Board(board.rows, board.columns, tuple(tiles), board.goal)


def _shuffled(board: Board, chance: random.Random) -> Board:
    """Swapping two tiles pairs each board that cannot be solved with one that can: all stay equally likely."""
    tiles = list(board.tiles)
    chance.shuffle(tiles)
    mixed = Board(board.rows, board.columns, tuple(tiles), board.goal)
    if refute(mixed) is None:
        return mixed
    first, second = [cell for cell, tile in enumerate(tiles) if tile][:2]
    tiles[first], tiles[second] = tiles[second], tiles[first]
    return Board(board.rows, board.columns, tuple(tiles), board.goal)
