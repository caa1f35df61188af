"""The FreeCell kernel against the declarative model, the readable search, and what is known of Microsoft's deals."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import copla
from copla.answers.checker import violations
from copla.backends.native import BACKEND, freecell
from copla.backends.native.engine import _engine
from copla.fuzzing.planning_data import PlanningData
from copla.fuzzing.planning_oracle import distances_to_goal, reachable_states
from copla.language.planning_problem import PlanningProblem
from copla.models.freecell import formats
from copla.models.freecell.board import Deal, deal_out, deck
from copla.models.freecell.formats.microsoft import microsoft_deal
from copla.models.freecell.model import problem_of, structure

pytestmark = pytest.mark.slow

PLACES = {"foundation": 0, "cell": 1, "column": 2}


def random_deal(seed: int, ranks: int, stacks: int, cells: int) -> Deal:
    cards = deck(ranks)
    random.Random(seed).shuffle(cards)
    return deal_out(cards, stacks, cells)


def board(deal: Deal) -> _engine.FreecellBoard:
    return freecell.board(structure(deal).data)


def successors(problem: PlanningProblem, now: tuple[int, ...]) -> dict[str, tuple[int, ...]]:
    return {action.label: action.apply(now) for action in problem.actions if action.applicable(now)}


@pytest.mark.parametrize("seed", range(40))
def test_kernel_and_model_walk_side_by_side(seed: int) -> None:
    chance = random.Random(seed)
    ranks = chance.randint(1, 13 if seed % 4 == 0 else 5)
    deal = random_deal(seed, ranks, chance.randint(1, 10), chance.randint(0, 8))
    problem, walk = problem_of(deal), _engine.FreecellWalk(board(deal))
    blocked = problem.heuristics["blocked"].build()
    now = problem.initial_state
    for _ in range(25):
        open_to = successors(problem, now)
        assert sorted(walk.moves()) == sorted(open_to)
        assert walk.is_goal == problem.is_goal(now)
        assert walk.bound() >= blocked(now)
        for place, variable, value in zip(walk.places(), problem.variables, now, strict=False):
            known = str(variable.domain[value])
            assert place == PLACES.get(known, place)
            assert (place >= 3) == known.startswith("on ")
        if not open_to:
            break
        label = chance.choice(sorted(open_to))
        walk.make(label)
        now = open_to[label]


def test_the_moves_of_many_small_tables_are_those_of_the_model() -> None:
    """Mostly few ranks, where a model is small; benchmarks/freecell_walks.py does this for 2,000 tables."""
    for seed in range(300):
        chance = random.Random(seed)
        ranks = chance.choice((3, 4)) if seed % 50 == 0 else chance.randint(1, 2)
        deal = random_deal(seed, ranks, chance.randint(1, 10), chance.randint(0, 8))
        problem, walk = problem_of(deal), _engine.FreecellWalk(board(deal))
        now = problem.initial_state
        for _ in range(4):
            open_to = successors(problem, now)
            assert sorted(walk.moves()) == sorted(open_to)
            if not open_to:
                break
            label = chance.choice(sorted(open_to))
            walk.make(label)
            now = open_to[label]


@given(
    seed=st.integers(0, 10**6),
    ranks=st.integers(1, 3),
    stacks=st.integers(1, 6),
    cells=st.integers(0, 3),
    mode=st.data(),
)
@settings(max_examples=60, deadline=None)
def test_answers_agree_with_the_readable_search(
    seed: int, ranks: int, stacks: int, cells: int, mode: st.DataObject
) -> None:
    problem = problem_of(random_deal(seed, ranks, stacks, cells))
    truth = copla.solve(problem, "search", options={"algorithm": "astar"})
    result = copla.solve(problem, "native", options={"algorithm": mode.draw(st.sampled_from(freecell.ALGORITHMS))})
    assert bool(result.solutions) == bool(truth.solutions)
    if not result.solutions:
        assert result.status is copla.Status.INFEASIBLE
        return
    assert truth.cost is not None
    assert result.cost is not None
    assert result.bound is not None
    assert result.bound <= truth.cost <= result.cost
    if result.status is copla.Status.OPTIMAL:
        assert result.cost == truth.cost == result.bound


@pytest.mark.parametrize("seed", range(8))
def test_shortest_answers_agree_with_fast_downward(seed: int) -> None:
    chance = random.Random(seed)
    ranks = 3 if seed < 3 else chance.randint(1, 4)
    problem = problem_of(random_deal(seed, ranks, chance.randint(1, 8), chance.randint(0, 4)))
    ours = copla.solve(problem, "native", options={"algorithm": "optimal"})
    theirs = copla.solve(problem, "fast-downward")
    assert (ours.status, ours.cost) == (theirs.status, theirs.cost)


@given(seed=st.integers(0, 10**6), ranks=st.integers(1, 2), stacks=st.integers(1, 4), cells=st.integers(0, 2))
@settings(max_examples=40, deadline=None)
def test_breadth_first_search_is_that_of_the_textbook_node_for_node(
    seed: int, ranks: int, stacks: int, cells: int
) -> None:
    problem = problem_of(random_deal(seed, ranks, stacks, cells))
    ours, theirs = (copla.solve(problem, backend, options={"algorithm": "bfs"}) for backend in ("native", "search"))
    assert (ours.status, ours.cost) == (theirs.status, theirs.cost)
    known, found = theirs.statistics, ours.statistics
    assert (found.expanded, found.generated, found.max_nodes) == (known.expanded, known.generated, known.max_nodes)


@pytest.mark.parametrize(("seed", "ranks", "stacks", "cells"), [(5, 3, 8, 2), (3, 4, 4, 2), (5, 5, 4, 2), (4, 5, 3, 1)])
def test_breadth_first_search_agrees_on_larger_tables(seed: int, ranks: int, stacks: int, cells: int) -> None:
    """Enough positions for the table of what was seen to grow several times."""
    problem = problem_of(random_deal(seed, ranks, stacks, cells))
    ours, theirs = (
        copla.solve(problem, "native", options={"algorithm": "bfs", "kernel": kernel}) for kernel in ("auto", "generic")
    )
    assert (ours.status, ours.cost, ours.bound) == (theirs.status, theirs.cost, theirs.bound)
    assert ours.statistics.generated == theirs.statistics.generated


@pytest.mark.parametrize(("deal", "length"), [(2, 75), (3, 73)])
def test_shortest_answers_of_numbered_deals(deal: int, length: int) -> None:
    result = copla.solve(problem_of(microsoft_deal(deal)), "native", options={"algorithm": "optimal"})
    assert (result.status, result.cost, result.bound) == (copla.Status.OPTIMAL, length, length)


def test_astar_takes_the_strongest_bound_and_optimal_is_a_word_for_it() -> None:
    problem = problem_of(microsoft_deal(3))
    ways: tuple[dict[str, object], ...] = (
        {"algorithm": "astar"},
        {"algorithm": "astar", "heuristic": "deadlocks"},
        {"heuristic": "deadlocks"},
        {"algorithm": "optimal"},
    )
    counts = set()
    for options in ways:
        result = copla.solve(problem, "native", options=options)
        assert (result.status, result.cost, result.bound) == (copla.Status.OPTIMAL, 73, 73), options
        assert (result.options["algorithm"], result.options["heuristic"]) == ("astar", "deadlocks"), options
        counts.add((result.statistics.expanded, result.statistics.generated))
    assert len(counts) == 1
    assert "deadlocks" in BACKEND.heuristics(problem)


@pytest.mark.parametrize("seed", range(8))
def test_astar_with_a_heuristic_of_the_model_is_that_of_search_node_for_node(seed: int) -> None:
    chance = random.Random(seed)
    problem = problem_of(random_deal(seed, chance.randint(1, 3), chance.randint(2, 6), chance.randint(1, 3)))
    for heuristic in ("blocked", "buried", "cards-left"):
        ours, theirs = (
            copla.solve(problem, backend, options={"algorithm": "astar", "heuristic": heuristic})
            for backend in ("native", "search")
        )
        assert (ours.status, ours.cost, ours.bound) == (theirs.status, theirs.cost, theirs.bound)
        known, found = theirs.statistics, ours.statistics
        assert (found.expanded, found.generated, found.max_nodes) == (known.expanded, known.generated, known.max_nodes)


@pytest.mark.parametrize("seed", range(25))
def test_deadlocks_are_never_more_than_the_moves_that_are_left(seed: int) -> None:
    """From the positions of random walks, against the distances of all reachable states."""
    chance = random.Random(seed)
    deal = random_deal(seed, chance.randint(1, 2), chance.randint(2, 3), chance.randint(0, 1))
    problem, walk = problem_of(deal), _engine.FreecellWalk(board(deal))
    data = PlanningData.from_problem(problem)
    far = distances_to_goal(data, reachable_states(data, 10**5))
    now = problem.initial_state
    for _ in range(30):
        left = far.get(tuple(problem.values(now).values()))
        assert left is None or walk.bound() <= left
        assert not walk.is_goal or walk.bound() == 0
        open_to = successors(problem, now)
        if not open_to:
            break
        label = chance.choice(sorted(open_to))
        walk.make(label)
        now = open_to[label]


def test_the_kernels_bound_goes_with_astar() -> None:
    problem = problem_of(random_deal(1, 2, 4, 2))
    for options in ({"algorithm": "idastar"}, {"algorithm": "astar", "kernel": "generic"}):
        with pytest.raises(copla.ModelError, match="deadlocks goes with astar, kernel=auto and one solution"):
            copla.solve(problem, "native", options={"heuristic": "deadlocks", **options})


@pytest.mark.parametrize("seconds", [None, 60])
def test_short_is_the_default_of_one_deal_and_claims_no_more_than_it_proved(seconds: float | None) -> None:
    result = copla.solve(problem_of(microsoft_deal(617)), "native", limits=copla.Limits(seconds=seconds))
    assert result.status is copla.Status.SOLVED
    assert result.options["algorithm"] == "short"
    assert result.cost is not None
    assert result.bound is not None
    assert result.bound <= 98 <= result.cost


def test_batch_checker_and_model_accept_and_refuse_the_same_plans() -> None:
    deal = microsoft_deal(164)
    problem = problem_of(deal)
    plan = list(copla.solve(problem, "native").best.moves or ())
    assert _engine.freecell_check(board(deal), plan)
    chance = random.Random(1)
    for _ in range(40):
        changed = plan.copy()
        at = chance.randrange(len(plan))
        match chance.randrange(3):
            case 0:
                del changed[at]
            case 1:
                other = chance.randrange(len(plan))
                changed[at], changed[other] = changed[other], changed[at]
            case _:
                changed.insert(at, chance.choice(plan))
        right = not violations(problem, copla.Solution(moves=tuple(changed), cost=len(changed)))
        assert _engine.freecell_check(board(deal), changed) == right


def test_ranges_deal_the_same_cards_as_the_model() -> None:
    for first in (1, 2**31, 2**32):
        (rows,) = freecell.solve_range(first, first + 2, "fast", copla.Watch())
        for row in rows:
            alone = copla.solve(problem_of(microsoft_deal(row.deal)), "native", options={"algorithm": "fast"})
            assert (row.status, row.length, row.expanded) == (str(alone.status), alone.cost, alone.statistics.expanded)


def test_a_table_that_is_no_deck_is_refused() -> None:
    with pytest.raises(ValueError, match="S1 is there twice"):
        _engine.FreecellBoard(1, 4, [["S1", "S1"], ["H1", "D1"]], [], [0, 0, 0, 0])
    with pytest.raises(ValueError, match="not each there once"):
        _engine.FreecellBoard(1, 4, [["S1"], ["H1", "D1"]], [], [0, 0, 0, 0])


def test_an_impossible_deal_is_proven_impossible() -> None:
    (rows,) = freecell.solve_range(781948, 781948, "fast", copla.Watch())
    assert [(row.deal, row.status, row.length) for row in rows] == [(781948, "infeasible", -1)]


def test_short_answers_are_shorter_and_within_the_bounds() -> None:
    fast = [row.length for rows in freecell.solve_range(1, 30, "fast", copla.Watch()) for row in rows]
    short = [row.length for rows in freecell.solve_range(1, 30, "short", copla.Watch()) for row in rows]
    assert sum(short) / len(short) < 92 < sum(fast) / len(fast)


def test_short_with_time_to_spend_goes_on_to_a_proof() -> None:
    limits = copla.Limits(seconds=1000)
    result = copla.solve(problem_of(microsoft_deal(3)), "native", options={"algorithm": "short"}, limits=limits)
    assert (result.status, result.cost, result.bound) == (copla.Status.OPTIMAL, 73, 73)


def test_the_sample_deal_of_the_assignment_is_solved_with_its_missing_card() -> None:
    sample = """H1 S2 C6 S11 C11 H4 C2
C4 D11 S4 C9 C12 H13 D4
H10 S6 D1 H12 S3 S12 D12
D5 S1 D8 C10 S7 S9 H6
H2 C5 H7 S10 D2 H11
C7 H5 D9 C8 D13 C13
H9 D6 C1 S5 D7 S13
D3 H3 C3 H8 D10 S8"""
    problem = problem_of(formats.read(sample, "sample"))
    for mode in ("fast", "short"):
        assert copla.solve(problem, "native", options={"algorithm": mode}).solutions


def test_the_memory_limit_ends_a_proof_with_the_answer_so_far() -> None:
    limits = copla.Limits(bytes=12_000_000)
    problem = problem_of(microsoft_deal(1))
    result = copla.solve(problem, "native", options={"algorithm": "optimal"}, limits=limits)
    assert result.status is copla.Status.MEMORY
    assert result.bound is not None
    assert result.bound < 87 <= (result.cost or 0)


def test_the_modes_are_for_freecell_only() -> None:
    problem = copla.PlanningProblem("a door")
    door = problem.variable("door", ["open", "closed"], "closed")
    problem.action("open", {door: "closed"}, {door: "open"})
    problem.set_goal({door: "open"})
    result = copla.solve(problem, "native", options={"algorithm": "short"})
    assert result.status is copla.Status.UNSUPPORTED


def test_several_answers_are_found_or_refused() -> None:
    problem = copla.puzzle("freecell").problem(random_deal(1, ranks=2, stacks=4, cells=2))
    found = copla.solve(problem, "native", limits=copla.Limits(solutions=2))
    assert len({solution.moves for solution in found.solutions}) == 2
    for algorithm in freecell.ALGORITHMS:
        with pytest.raises(copla.ModelError, match="finds one solution"):
            copla.solve(problem, "native", limits=copla.Limits(solutions=2), options={"algorithm": algorithm})
