"""The states of a plan."""

from __future__ import annotations

from copla import Solution
from copla.models.tiles import Board
from copla.models.tiles.replay import replay


def test_replaying_stops_at_the_first_impossible_move() -> None:
    board = Board(2, 2, (1, 0, 2, 3))
    steps = replay(board, Solution(moves=("1 right", "1 right", "2 up")))
    assert [(step.words, step.after.tiles) for step in steps] == [("tile 1 moves right", (0, 1, 2, 3))]
