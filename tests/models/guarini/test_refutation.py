"""Boards without a solution, told without a search; and that no reason is ever given against a solvable one."""

from __future__ import annotations

import pytest

from copla.models.guarini import PUZZLE, Board
from tests.models.guarini.rules import board, distances_to, placements


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("_W_|___|__B|goal:|___|_W_|__B", "no knight can leave or enter r1c1 r1c2 r1c3 r2c1 r2c3 r3c1 r3c2 r3c3: "
         "1 white at the start, 0 in the goal"),
        ("B__|_W_|___|goal:|_W_|_B_|___", "no knight can leave or enter r1c1 r1c2 r1c3 r2c1 r2c3 r3c1 r3c2 r3c3: "
         "0 white at the start, 1 in the goal"),
        ("W_W|___|B_B|goal:|W_B|___|B_W", "the knights on the ring r1c1 r2c3 r3c1 r1c2 r3c3 r2c1 r1c3 r3c2 cannot pass "
         "each other: they stand in the order WBBW, in the goal WBWB"),
        ("W___B|__B__|goal:|B___W|__B__", "no knight can move within r1c1 r1c5 r2c3: no square is empty"),
        ("W____|__B__|goal:|B____|__W__", "the knights on the path r1c1 r2c3 r1c5 cannot pass each other: "
         "they stand in the order WB, in the goal BW"),
        ("WBWB|BWBW|WBWB", "no knight can move within r1c1 r1c2 r1c3 r1c4 r2c1 r2c2 r2c3 r2c4 r3c1 r3c2 r3c3 r3c4: "
         "no square is empty"),
    ],
)  # fmt: skip
def test_a_reason_names_the_squares_and_what_is_wrong_with_them(text: str, reason: str) -> None:
    instance = board(text)
    assert PUZZLE.refute(instance) == reason
    assert instance.start not in distances_to(instance.goal)


def test_a_long_list_of_squares_is_cut_short() -> None:
    instance = board("WBWBW|BWBWB|WBWBW|goal:|BWBWW|BWBWB|WBWBW")
    assert (PUZZLE.refute(instance) or "").endswith("r3c1 ... (15 squares): no square is empty")


@pytest.mark.parametrize("start", ["W_W|___|B_B", "WB__|____", "W_x|_B_|_W_", "WB___|B____"])
def test_there_is_a_reason_only_where_there_is_no_solution(start: str) -> None:
    first = tuple(start.split("|"))
    reachable = distances_to(first)
    refuted = [goal for goal in placements(first) if PUZZLE.refute(Board(first, goal)) is not None]
    assert refuted
    assert not set(refuted) & set(reachable)


@pytest.mark.parametrize("start", ["W_W|___|B_B", "WB__|____", "W__|BBW|___", "_B_|_W_|BW_"])
def test_on_paths_and_rings_there_is_a_reason_wherever_there_is_no_solution(start: str) -> None:
    first = tuple(start.split("|"))
    reachable = distances_to(first)
    for goal in placements(first):
        assert (PUZZLE.refute(Board(first, goal)) is None) == (goal in reachable)
