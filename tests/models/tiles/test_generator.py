"""The generator: the same seed gives the same board, every board can be solved, and walks are short."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from copla import Generated, ModelError, Watch, read_options, solve
from copla.models.tiles import PUZZLE, Board
from copla.models.tiles.generator import generate
from tests.models.tiles.rules import distances, solved


def generated(seed: int, **given: Any) -> Generated:
    return PUZZLE.generate(seed, read_options(PUZZLE.generator_options, given, "tiles"), Watch())


def test_the_same_seed_gives_the_same_board_and_another_seed_another() -> None:
    for options in ({}, {"rows": 4, "columns": 4}, {"scrambles": 30}, {"rows": 5, "scrambles": 80, "goal": "last"}):
        boards = [generated(seed, **options).instance for seed in range(20)]
        assert boards == [generated(seed, **options).instance for seed in range(20)]
        assert len(set(boards)) > 15


def test_a_seed_means_the_same_board_for_ever() -> None:
    assert generated(1).instance.tiles == generate(3, 3, "first", 0, seed=1).tiles
    assert PUZZLE.write(generated(1, scrambles=20).instance, "line") == "6 3 1 7 0 2 8 4 5\n"
    assert PUZZLE.write(generated(1).instance, "line") == "6 5 7 4 3 0 8 1 2\n"


def test_the_remark_says_what_was_made() -> None:
    board = generated(5, rows=2, columns=4, goal="last", scrambles=9)
    assert board.remark == f"{PUZZLE.describe(board.instance)}, at most 9 moves from the goal, seed 5"
    assert generated(5).remark == f"{PUZZLE.describe(generated(5).instance)}, seed 5"


@pytest.mark.parametrize("goal", ["first", "last"])
@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 3), (3, 3), (4, 4), (3, 5), (6, 6)])
@pytest.mark.parametrize("scrambles", [0, 1, 2, 25])
def test_every_generated_board_is_a_proper_one_that_can_be_solved(
    rows: int, columns: int, goal: str, scrambles: int
) -> None:
    for seed in range(20):
        board = generated(seed, rows=rows, columns=columns, goal=goal, scrambles=scrambles).instance
        assert (board.rows, board.columns, board.goal) == (rows, columns, goal)
        assert sorted(board.tiles) == list(range(rows * columns))
        assert PUZZLE.refute(board) is None
        assert PUZZLE.parse(PUZZLE.write(board, "board"), "test") == board


def test_a_walk_is_no_longer_than_asked_and_never_turns_back() -> None:
    far = distances(3, 3, "first")
    for seed in range(50):
        assert far[generate(3, 3, "first", 12, seed).tiles] <= 12
        for steps in range(1, 6):  # the shortest circle on the board has twelve moves
            assert far[generate(3, 3, "first", steps, seed).tiles] == steps


def test_a_walk_of_an_even_number_of_steps_is_an_even_number_of_moves_away() -> None:
    for seed in range(5):
        board = generate(4, 4, "last", 15, seed)
        cost = solve(PUZZLE.problem(board), "search").cost
        assert cost is not None
        assert cost % 2 == 1
        assert cost <= 15


def test_without_scrambles_every_solvable_board_is_equally_likely() -> None:
    times = Counter(generate(2, 2, "first", 0, seed).tiles for seed in range(3000))
    assert times.keys() == distances(2, 2, "first").keys()
    assert all(180 < count < 320 for count in times.values())  # 250 expected


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rows": 1}, "option rows is 1, expected a whole number from 2 to 6"),
        ({"columns": 7}, "option columns is 7, expected a whole number from 2 to 6"),
        ({"scrambles": -1}, "option scrambles is -1, expected a whole number from 0 to 100000"),
        ({"goal": "middle"}, "option goal is 'middle', expected first or last"),
    ],
)
def test_options_out_of_range_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        generated(1, **options)


def test_a_generated_board_is_mixed_up() -> None:
    boards: list[Board] = [generated(seed).instance for seed in range(30)]
    assert all(board.tiles != solved(3, 3, "first") for board in boards)
