"""The board: its goal, its moves, and the proof that exactly half of all boards can be solved."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from copla.models.tiles import PUZZLE, Board
from copla.models.tiles.board import goal_board, refutation, replay
from tests.models.tiles.spaces import distances, moves, solved

SMALL = [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)]


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


def test_replaying_stops_at_the_first_impossible_move() -> None:
    board = Board(2, 2, (1, 0, 2, 3))
    assert [b.tiles for b in replay(board, ["1 right", "1 right", "2 up"])] == [(1, 0, 2, 3), (0, 1, 2, 3)]


@pytest.mark.parametrize("goal", ["first", "last"])
@pytest.mark.parametrize(("rows", "columns"), SMALL)
def test_a_board_is_refuted_exactly_if_the_goal_cannot_be_reached(rows: int, columns: int, goal: str) -> None:
    reachable = distances(rows, columns, goal)
    refuted = 0
    total = 0
    for tiles in permutations(range(rows * columns)):
        reason = refutation(Board(rows, columns, tiles, goal))
        assert (reason is None) == (tiles in reachable)
        refuted += reason is not None
        total += 1
    assert refuted * 2 == total == len(reachable) * 2


@pytest.mark.parametrize("goal", ["first", "last"])
@pytest.mark.parametrize(("rows", "columns"), [(4, 4), (3, 5), (5, 4), (5, 5), (6, 6), (2, 6)])
def test_no_walk_leads_to_a_refuted_board_and_a_swap_of_two_tiles_always_does(
    rows: int, columns: int, goal: str
) -> None:
    chance = random.Random(7)
    tiles = solved(rows, columns, goal)
    for _ in range(100):
        _, tiles = chance.choice(moves(rows, columns, tiles))
        assert refutation(Board(rows, columns, tiles, goal)) is None
        first, second = chance.sample([tile for tile in tiles if tile], 2)
        swap = {first: second, second: first}
        assert refutation(Board(rows, columns, tuple(swap.get(t, t) for t in tiles), goal)) is not None


def test_the_reason_is_one_line_that_says_what_is_odd_and_what_is_even() -> None:
    swapped = Board(4, 4, (*range(1, 14), 15, 14, 0), "last")
    assert PUZZLE.refute(swapped) == (
        "every move is one swap and one step of the blank, but here an odd number of swaps leads to the goal "
        "and an even number of steps takes the blank to its place"
    )
    assert PUZZLE.refute(Board(2, 2, (1, 0, 3, 2))) == (
        "every move is one swap and one step of the blank, but here an even number of swaps leads to the goal "
        "and an odd number of steps takes the blank to its place"
    )
