"""The shipped instances: each can be read, is written as it stands, and says what it is."""

from __future__ import annotations

import re

import pytest

from copla.ground.files import decode
from copla.models.klotski import PUZZLE, Board
from copla.plugins.loading import load, shipped_names

NAMES = shipped_names(PUZZLE)
OPTIMUM = re.compile("([0-9]+) steps, ([0-9]+) moves, ([0-9]+) slides")


def text_of(name: str) -> str:
    return decode((PUZZLE.shipped() / f"{name}.txt").read_bytes(), name)


def board_of(name: str) -> Board:
    return PUZZLE.parse(text_of(name), name)


CLASSIC = [name for name in NAMES if board_of(name).classic]


def test_all_kinds_of_instances_are_shipped() -> None:
    assert len(CLASSIC) == 63
    assert {"klotski", "klotski-moves", "klotski-slides"} <= set(CLASSIC)
    assert {"no-solution", "already-goal", "easy", "hard"} <= set(NAMES) - set(CLASSIC)


def test_names_are_lower_case_words_and_numbers() -> None:
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+|-[0-9]+)*", name) for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_an_instance_is_found_by_its_name_and_written_exactly_as_it_stands(name: str) -> None:
    board = board_of(name)
    assert load("klotski", name).content == board
    assert PUZZLE.write(board, "matrix") == text_of(name)
    assert board.title
    assert board.title in PUZZLE.describe(board)


@pytest.mark.parametrize("name", CLASSIC)
def test_a_classic_instance_names_its_optimum_in_all_metrics_and_moves_are_the_fewest(name: str) -> None:
    found = OPTIMUM.fullmatch(board_of(name).optimum)
    assert found is not None
    steps, moves, slides = map(int, found.groups())
    assert moves <= slides <= steps


@pytest.mark.parametrize("name", NAMES)
def test_an_instance_can_be_stated_and_only_the_one_with_too_small_an_exit_is_refuted_at_once(name: str) -> None:
    board = board_of(name)
    problem = PUZZLE.problem(board)
    assert problem.is_goal(problem.initial_state) == (name == "already-goal")
    assert (PUZZLE.refute(board) is None) == (name != "no-solution-too-wide")


@pytest.mark.parametrize("name", CLASSIC)
def test_the_estimate_of_the_start_is_at_most_the_known_optimum(name: str) -> None:
    board = board_of(name)
    problem = PUZZLE.problem(board)
    found = OPTIMUM.fullmatch(board.optimum)
    assert found is not None
    optimum = int(found[1 + ("steps", "moves", "slides").index(board.metric)])
    for declared in problem.heuristics.values():
        assert 1 <= declared.build()(problem.initial_state) <= optimum
