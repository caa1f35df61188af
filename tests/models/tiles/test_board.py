"""The board: its goal and its moves."""

from __future__ import annotations

import random

from copla.models.tiles import Board
from copla.models.tiles.board import goal_board
from tests.models.tiles.rules import moves


def test_the_goal_has_the_blank_first_or_last() -> None:
    assert goal_board(2, 3, "first").tiles == (0, 1, 2, 3, 4, 5)
    assert goal_board(2, 3, "last").tiles == (1, 2, 3, 4, 5, 0)


def test_only_tiles_beside_the_blank_move_and_only_towards_it() -> None:
    board = Board(3, 3, (1, 2, 3, 4, 0, 5, 6, 7, 8))
    assert [board.move_of(tile) for tile in range(9)] == [
        None, None, "2 down", None, "4 right", "5 left", None, "7 up", None,
    ]  # fmt: skip
    after = board.after("4 right")
    assert after is not None
    assert after.tiles == (1, 2, 3, 0, 4, 5, 6, 7, 8)
    for impossible in ("4 left", "1 right", "0 up", "9 up", "4", "", "blank up", "-4 right", "²  up"):
        assert board.after(impossible) is None


def test_a_tile_at_the_end_of_a_row_does_not_move_to_the_next_row() -> None:
    assert Board(2, 3, (1, 2, 3, 0, 4, 5)).move_of(3) is None
    assert Board(2, 3, (1, 2, 0, 3, 4, 5)).move_of(3) is None


def test_moves_are_those_of_the_slow_rules_along_random_walks() -> None:
    chance = random.Random(1)
    for rows, columns in [(2, 2), (3, 5), (4, 4), (6, 2), (6, 6)]:
        board = goal_board(rows, columns, "last")
        for _ in range(200):
            possible = moves(rows, columns, board.tiles)
            assert sorted(filter(None, map(board.move_of, range(rows * columns)))) == sorted(m for m, _ in possible)
            label, tiles = chance.choice(possible)
            after = board.after(label)
            assert after is not None
            assert after.tiles == tiles
            board = after
