"""The shipped boards: each can be read, says its optimum, and the smaller ones are solved to prove it."""

from __future__ import annotations

import re

import pytest

from copla import Status, solve, violations
from copla.ground.files import decode
from copla.models.tiles import PUZZLE, Board
from copla.models.tiles.heuristics import manhattan
from copla.models.tiles.patterns import additive
from copla.plugins.loading import load, shipped_names
from tests.models.tiles.rules import state_of

NAMES = shipped_names(PUZZLE)
CLAIM = re.compile(r"# (?:optimum ([0-9]+) moves|no solution)(?: \(.+\))?")
LARGE = re.compile("korf|hard")


def text_of(name: str) -> str:
    return decode((PUZZLE.shipped() / f"{name}.txt").read_bytes(), name)


def board_of(name: str) -> Board:
    return PUZZLE.parse(text_of(name), name)


def claim_of(name: str) -> int | None:
    found = CLAIM.fullmatch(text_of(name).split("\n")[0])
    assert found is not None, name
    return int(found[1]) if found[1] else None


def test_korfs_boards_and_boards_of_many_shapes_are_shipped() -> None:
    assert {f"korf-{number}" for number in range(1, 101)} <= set(NAMES)
    assert {f"korf24-{number}" for number in range(1, 51)} <= set(NAMES)
    assert {"hard-72", "hard-76", "hard-80", "fifteen-swapped", "fifteen-swapped-first"} <= set(NAMES)
    shapes = {(board.rows, board.columns) for board in map(board_of, NAMES)}
    assert shapes >= {(2, 2), (2, 3), (3, 2), (3, 3), (3, 5), (4, 4), (5, 5), (6, 6)}
    assert {board.goal for board in map(board_of, NAMES)} == {"first", "last"}


def test_the_mean_of_korfs_optima_is_that_of_the_literature() -> None:
    fifteen = [claim_of(f"korf-{number}") or 0 for number in range(1, 101)]
    assert sum(fifteen) == 5305
    assert (claim_of("korf-88"), max(fifteen)) == (65, 66)
    twenty_four = [claim_of(f"korf24-{number}") or 0 for number in range(1, 51)]
    assert (min(twenty_four), max(twenty_four)) == (81, 114)


def test_names_are_lower_case_words_and_numbers_with_dashes() -> None:
    assert all(re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", name) for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_board_is_found_by_its_name_and_written_as_it_was_read(name: str) -> None:
    board = board_of(name)
    assert load("tiles", name).content == board
    text = text_of(name)
    assert PUZZLE.write(board, "board") == text[text.index("\n") + 1 :]


@pytest.mark.parametrize("name", NAMES)
def test_a_claim_fits_the_parity_and_the_estimates_of_the_board(name: str) -> None:
    board, optimum = board_of(name), claim_of(name)
    assert (PUZZLE.refute(board) is None) == (optimum is not None)
    if optimum is not None:
        shape = (board.rows, board.columns, board.goal)
        far = manhattan(*shape)(state_of(board.tiles))
        assert far <= optimum
        assert far % 2 == optimum % 2
        if shape == (4, 4, "first"):
            assert additive(*shape)(state_of(board.tiles)) <= optimum


@pytest.mark.parametrize("name", [name for name in NAMES if claim_of(name) is not None and not LARGE.match(name)])
def test_the_optimum_of_a_smaller_board_is_proved_by_search(name: str) -> None:
    problem = PUZZLE.problem(board_of(name))
    result = solve(problem, "search")
    assert result.status is Status.OPTIMAL
    assert result.cost == claim_of(name)
    assert violations(problem, result.best) == []
