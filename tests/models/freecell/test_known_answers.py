"""Known answers: breadth-first search and A* agree, and the shipped instances are what they claim to be."""

from __future__ import annotations

import re

import pytest

from copla import PlanningProblem, Result, Status, solve, violations
from copla.ground.files import decode
from copla.models.freecell import PUZZLE, Deal
from copla.models.freecell.formats.microsoft import microsoft_deal
from copla.plugins.loading import load, shipped_names
from tests.models.freecell.rules import SAMPLE, random_deal

pytestmark = pytest.mark.slow

NAMES = shipped_names(PUZZLE)
CLAIM = re.compile(r"# (optimum ([0-9]+)|no solution|solvable)")


def run(problem: PlanningProblem, algorithm: str, heuristic: str | None = None) -> Result:
    """Blind search goes to the fast engine, guided search to the readable one: two witnesses."""
    backend = "native" if algorithm == "bfs" else "search"
    return solve(problem, backend, options={"algorithm": algorithm, "heuristic": heuristic})


def text_of(name: str) -> str:
    return decode((PUZZLE.shipped() / f"{name}.txt").read_bytes(), name)


def deal_of(name: str) -> Deal:
    return PUZZLE.parse(text_of(name), name)


def optimum_of(name: str) -> int | None:
    """What the first line of an instance claims: its optimum; None if it says something else."""
    found = CLAIM.fullmatch(text_of(name).split("\n")[0])
    assert found is not None, name
    return int(found[2]) if found[2] else None


WITH_OPTIMUM = [name for name in NAMES if optimum_of(name) is not None and not name.startswith("deal-")]


@pytest.mark.parametrize(("stacks", "cells", "deals"), [(8, 4, 50), (4, 2, 50), (3, 1, 20), (2, 1, 20)])
@pytest.mark.parametrize("ranks", [1, 2])
def test_breadth_first_search_and_a_star_agree_on_random_deals(ranks: int, stacks: int, cells: int, deals: int) -> None:
    lengths = []
    for seed in range(deals):
        problem = PUZZLE.problem(random_deal(ranks, stacks, cells, seed))
        blind = run(problem, "bfs")
        assert blind.status in (Status.OPTIMAL, Status.INFEASIBLE)
        for heuristic in ("blocked", "buried", "cards-left"):
            guided = run(problem, "astar", heuristic)
            assert (guided.status, guided.cost) == (blind.status, blind.cost)
        lengths.append(blind.cost)
    assert any(length is not None and length >= 4 * ranks for length in lengths)


@pytest.mark.parametrize(("stacks", "cells", "seed"), [(4, 1, 1), (5, 1, 2)])
def test_breadth_first_search_and_a_star_agree_on_deals_of_three_ranks(stacks: int, cells: int, seed: int) -> None:
    problem = PUZZLE.problem(random_deal(3, stacks, cells, seed))
    blind = run(problem, "bfs")
    assert blind.status is Status.OPTIMAL
    assert run(problem, "astar", "blocked").cost == blind.cost
    assert run(problem, "idastar", "blocked").cost == blind.cost


@pytest.mark.parametrize("name", ["ranks-3-1", "ranks-3-2"])
def test_breadth_first_search_confirms_the_optimum_of_full_tables_with_three_ranks(name: str) -> None:
    # About 600,000 states each: the slowest tests here, and the largest spaces that Python searches blindly.
    blind = run(PUZZLE.problem(deal_of(name)), "bfs")
    assert (blind.status, blind.cost) == (Status.OPTIMAL, optimum_of(name))
    assert (blind.statistics.expanded or 0) > 300_000


@pytest.mark.parametrize("name", WITH_OPTIMUM)
def test_a_shipped_instance_has_the_optimum_that_it_claims(name: str) -> None:
    problem = PUZZLE.problem(deal_of(name))
    result = run(problem, "astar")
    assert result.status is Status.OPTIMAL
    assert result.cost == optimum_of(name)
    assert violations(problem, result.best) == []


@pytest.mark.parametrize("name", [name for name in WITH_OPTIMUM if deal_of(name).ranks <= 5])
def test_the_optimum_of_a_small_instance_is_confirmed_with_another_bound(name: str) -> None:
    assert run(PUZZLE.problem(deal_of(name)), "astar", "buried").cost == optimum_of(name)


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("unsolvable-")])
def test_an_unsolvable_instance_is_refuted_by_exhausting_its_states(name: str) -> None:
    assert "# no solution\n" in text_of(name)
    for algorithm in ("bfs", "astar"):
        assert run(PUZZLE.problem(deal_of(name)), algorithm).status is Status.INFEASIBLE


def test_the_famous_unsolvable_deal_is_refuted_by_exhausting_its_states() -> None:
    result = run(PUZZLE.problem(deal_of("deal-11982")), "bfs")
    assert result.status is Status.INFEASIBLE
    assert result.statistics.expanded == 83_239


@pytest.mark.parametrize("number", [1, 617, 11982])
def test_the_shipped_microsoft_deals_are_those_of_their_number(number: int) -> None:
    assert deal_of(f"deal-{number}") == microsoft_deal(number) == load("freecell", str(number)).content


@pytest.mark.parametrize(("name", "optimum"), [("deal-1", 87), ("deal-617", 98)])
def test_a_full_deal_is_solved_greedily_and_the_plan_is_no_shorter_than_the_optimum(name: str, optimum: int) -> None:
    problem = PUZZLE.problem(deal_of(name))
    result = run(problem, "greedy", "disorder")
    assert result.status is Status.SOLVED
    assert result.cost is not None
    assert optimum_of(name) == optimum <= result.cost
    start = problem.initial_state
    assert problem.heuristics["blocked"].build()(start) <= optimum


def test_the_sample_is_solvable() -> None:
    assert deal_of("sample") == PUZZLE.parse(SAMPLE, "a file")
    assert run(PUZZLE.problem(deal_of("sample")), "greedy", "disorder").status is Status.SOLVED


@pytest.mark.parametrize("name", NAMES)
def test_an_instance_is_written_exactly_as_it_was_read(name: str) -> None:
    lines = text_of(name).splitlines(keepends=True)
    assert PUZZLE.write(deal_of(name), "copla") == "".join(line for line in lines if not line.startswith("#"))
    assert optimum_of(name) is not None or CLAIM.match(lines[0])


def test_instances_of_every_kind_are_shipped() -> None:
    assert len(NAMES) >= 40
    assert all(re.fullmatch(r"[a-z]+(-[0-9]+)*", name) for name in NAMES)
    ranks = sorted({deal_of(name).ranks for name in NAMES})
    assert ranks == [*range(1, 9), 13]
