"""The shipped instances: each can be read, and what its first line claims is true."""

from __future__ import annotations

import re

import pytest

from copla import Status, solve
from copla.models.guarini import PUZZLE
from copla.plugins.loading import load, shipped_names
from tests.models.guarini.rules import board

NAMES = shipped_names(PUZZLE)


def text_of(name: str) -> str:
    return (PUZZLE.shipped() / f"{name}.txt").read_text(encoding="utf-8")


def test_standard_classic_free_solved_and_unsolvable_boards_are_shipped() -> None:
    assert {"4x3", "4x4", "4x5", "4x6", "classic-3x3", "solved-3x3", "unsolvable-ring-3x3", "cross-5x5"} <= set(NAMES)
    assert len(NAMES) >= 30


@pytest.mark.parametrize("name", NAMES)
def test_an_instance_is_what_its_first_line_says(name: str) -> None:
    claim = re.match(r"# (?:optimum: ([0-9]+) moves|no solution)(: .+)?\n", text_of(name))
    assert claim is not None
    instance = load("guarini", name).content
    result = solve(PUZZLE.problem(instance), "search")
    if claim[1] is None:
        assert result.status is Status.INFEASIBLE
    else:
        assert result.status is Status.OPTIMAL
        assert result.cost == int(claim[1])
        assert PUZZLE.refute(instance) is None


@pytest.mark.parametrize("name", NAMES)
def test_an_instance_is_written_exactly_as_it_was_read(name: str) -> None:
    instance = board(text_of(name))
    assert PUZZLE.write(instance, "matrix") == "".join(text_of(name).splitlines(keepends=True)[1:])
    assert f"{instance.rows}x{instance.columns}" in name


@pytest.mark.parametrize("name", [name for name in NAMES if re.fullmatch("[0-9]+x[0-9]+", name)])
def test_an_instance_named_by_its_size_is_the_standard_board(name: str) -> None:
    assert PUZZLE.write(board(text_of(name)), "short") == f"{name}\n"
