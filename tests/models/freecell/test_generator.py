"""Generated deals: the same seed gives the same deal, and what is said about it is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from copla import LimitError, Limits, ModelError, Watch, cli, read_options, solve
from copla.models.freecell import PUZZLE, Deal
from copla.models.freecell.board import deck


def generate(seed: int, **options: object) -> tuple[Deal, str]:
    made = PUZZLE.generate(seed, read_options(PUZZLE.generator_options, options, "test"), Watch())
    assert isinstance(made.instance, Deal)
    return made.instance, made.remark


@pytest.mark.parametrize(("ranks", "stacks", "cells"), [(1, 1, 0), (2, 10, 8), (8, 8, 4), (13, 8, 4), (13, 6, 1)])
def test_a_deal_has_the_asked_size_and_all_cards(ranks: int, stacks: int, cells: int) -> None:
    deal, remark = generate(7, ranks=ranks, stacks=stacks, cells=cells)
    assert sorted(card for stack in deal.stacks for card in stack) == sorted(deck(ranks))
    assert len(deal.stacks) == stacks
    assert max(map(len, deal.stacks)) - min(map(len, deal.stacks)) <= 1
    assert deal.cells == (None,) * cells
    assert PUZZLE.parse(PUZZLE.write(deal, "copla"), "again") == deal
    assert remark.endswith(", seed 7")


def test_the_same_seed_gives_the_same_deal_and_another_seed_another() -> None:
    assert generate(5) == generate(5)
    assert len({generate(seed)[0] for seed in range(20)}) == 20


def test_a_seed_keeps_its_deal_in_every_version() -> None:
    deal, remark = generate(21, ranks=2, stacks=4, cells=2)
    assert PUZZLE.write(deal, "copla") == "cells: 2\nD1 C1\nS1 D2\nS2 H2\nC2 H1\n"
    assert remark == "2 ranks, 4 stacks, 2 cells, seed 21"


@pytest.mark.parametrize("seed", range(4))
def test_a_deal_that_must_be_solvable_is_solved_in_as_many_moves_as_it_says(seed: int) -> None:
    deal, remark = generate(seed, ranks=4, stacks=3, cells=2, solvable=True)
    length = re.search(r"solved in ([0-9]+) moves", remark)
    assert length is not None
    best = solve(PUZZLE.problem(deal), "search").cost
    assert best is not None
    assert 16 <= best <= int(length[1])


def test_unsolvable_deals_are_passed_over() -> None:
    first = [generate(seed, ranks=3, stacks=3, cells=1)[0] for seed in range(12)]
    solvable = [generate(seed, ranks=3, stacks=3, cells=1, solvable=True)[0] for seed in range(12)]
    for one, other in zip(first, solvable, strict=True):
        assert (one == other) == bool(solve(PUZZLE.problem(one), "search").solutions)


def test_a_size_without_solvable_deals_is_refused_in_one_line() -> None:
    with pytest.raises(ModelError, match="no solvable deal with 6 ranks, 1 stacks and 0 cells in 40 attempts"):
        generate(1, ranks=6, stacks=1, cells=0, solvable=True)


def test_limits_end_the_search_for_a_solvable_deal() -> None:
    options = read_options(PUZZLE.generator_options, {"solvable": True}, "test")
    with pytest.raises(LimitError, match="before a solvable deal was found"):
        PUZZLE.generate(1, options, Watch(Limits(seconds=0)))


@pytest.mark.parametrize("option", [{"ranks": 14}, {"ranks": 0}, {"stacks": 11}, {"cells": 9}, {"cells": -1}])
def test_sizes_out_of_range_are_refused(option: dict[str, object]) -> None:
    with pytest.raises(ModelError, match="expected a whole number from"):
        generate(1, **option)


def test_a_series_of_deals_is_written_as_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = ["copla", "generate", "freecell", str(tmp_path / "test"), "21", "23", "--ranks", "8"]
    monkeypatch.setattr("sys.argv", command)
    with pytest.raises(SystemExit) as left:
        cli.main()
    assert left.value.code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["test21.txt", "test22.txt", "test23.txt"]
    for number in (21, 22, 23):
        text = (tmp_path / f"test{number}.txt").read_text(encoding="utf-8")
        assert PUZZLE.parse(text, "a file") == generate(number, ranks=8)[0]
