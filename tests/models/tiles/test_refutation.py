"""Which boards can be solved: exactly those that the slow rules reach."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from copla.models.tiles import PUZZLE, Board
from tests.models.tiles.rules import distances, moves, solved

SMALL = [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)]


@pytest.mark.slow
@pytest.mark.parametrize("goal", ["first", "last"])
@pytest.mark.parametrize(("rows", "columns"), SMALL)
def test_a_board_is_refuted_exactly_if_the_goal_cannot_be_reached(rows: int, columns: int, goal: str) -> None:
    reachable = distances(rows, columns, goal)
    refuted = 0
    total = 0
    for tiles in permutations(range(rows * columns)):
        reason = PUZZLE.refute(Board(rows, columns, tiles, goal))
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
        assert PUZZLE.refute(Board(rows, columns, tiles, goal)) is None
        first, second = chance.sample([tile for tile in tiles if tile], 2)
        swap = {first: second, second: first}
        assert PUZZLE.refute(Board(rows, columns, tuple(swap.get(t, t) for t in tiles), goal)) is not None


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
