"""What the heuristics say about themselves is true in every state of whole small state spaces."""

from __future__ import annotations

from functools import cache

import pytest

from copla import PlanningProblem, State, Sum
from copla.models.freecell import PUZZLE
from tests.models.freecell.rules import all_states, random_deal, random_walk, read_state, true_distances

SPACES = [
    (1, 2, 1, 0),
    (2, 3, 1, 1),
    (2, 2, 2, 2),
    (2, 8, 4, 3),
    (2, 1, 4, 3),
    (3, 3, 1, 8),
    (3, 3, 1, 9),
    (3, 2, 2, 12),
    (4, 3, 2, 2),
]
BOUNDS = ["blocked", "buried", "cards-left"]


@cache
def space(ranks: int, stacks: int, cells: int, seed: int) -> tuple[PlanningProblem, dict[State, list[State]]]:
    problem = PUZZLE.problem(random_deal(ranks, stacks, cells, seed))
    return problem, all_states(problem)


def test_the_strongest_bound_is_the_default() -> None:
    problem = PUZZLE.problem(random_deal(2, 4, 2, 1))
    assert list(problem.heuristics) == ["blocked", "buried", "cards-left", "disorder"]
    assert [name for name, declared in problem.heuristics.items() if declared.admissible] == BOUNDS
    assert [name for name, declared in problem.heuristics.items() if declared.consistent] == BOUNDS


@pytest.mark.parametrize("of", SPACES)
@pytest.mark.parametrize("name", BOUNDS)
def test_a_bound_is_never_above_the_true_distance_and_never_falls_by_more_than_one(
    name: str, of: tuple[int, int, int, int]
) -> None:
    problem, edges = space(*of)
    estimate = problem.heuristics[name].build()
    distances = true_distances(problem, edges)
    estimates = {state: estimate(state) for state in edges}
    assert all(estimates[state] <= distance for state, distance in distances.items())
    assert all(estimates[state] <= estimates[new] + 1 for state, following in edges.items() for new in following)
    assert all(estimates[state] == 0 for state in edges if problem.is_goal(state))


def test_the_bounds_get_stronger_one_after_the_other() -> None:
    for of in SPACES:
        problem, edges = space(*of)
        blocked, buried, left = (problem.heuristics[name].build() for name in BOUNDS)
        assert all(blocked(state) >= buried(state) >= left(state) for state in edges)
    problem, edges = space(3, 3, 1, 8)
    blocked, buried, left = (problem.heuristics[name].build() for name in BOUNDS)
    assert any(blocked(state) > buried(state) for state in edges)
    assert any(buried(state) > left(state) for state in edges)


@pytest.mark.slow
@pytest.mark.parametrize("name", BOUNDS)
def test_a_bound_is_consistent_on_random_walks_with_a_full_deck(name: str) -> None:
    for seed in range(3):
        problem = PUZZLE.problem(random_deal(13, 8, 4, seed))
        estimate = problem.heuristics[name].build()
        for state, following in random_walk(problem, 25, seed):
            assert all(estimate(state) <= estimate(new) + 1 for _, new in following)


def test_blocked_counts_what_its_summary_says() -> None:
    problem = PUZZLE.problem(random_deal(6, 5, 2, 8))
    estimate = problem.heuristics["blocked"].build()
    for state, _ in random_walk(problem, 400, 2):
        columns, held, _ = read_state(problem, state)
        expected = len(held) + sum(map(len, columns))
        for column in columns:
            for height, card in enumerate(column):
                expected += any(other[0] == card[0] and int(other[1:]) < int(card[1:]) for other in column[:height])
        assert estimate(state) == expected


def test_buried_counts_a_card_in_a_dealt_run_until_the_run_has_left() -> None:
    problem = PUZZLE.problem(PUZZLE.parse("H1 S1 C2 D3 S2 \nD1 C1 H2 D2\nS3 H3 C3\n", "a file"))
    estimate = problem.heuristics["buried"].build()
    # S2 lies on D3, which it fits, above S1; D2 lies above D1 and H2 above nothing of its suit.
    assert estimate(problem.initial_state) == 12 + 2


def test_only_the_estimates_that_follow_cards_through_the_columns_are_no_tables() -> None:
    problem = PUZZLE.problem(random_deal(13, 8, 4, 1))
    kinds = {name: isinstance(declared.build(), Sum) for name, declared in problem.heuristics.items()}
    assert kinds == {"blocked": False, "buried": True, "cards-left": True, "disorder": False}


def test_a_long_run_of_cards_makes_no_large_table() -> None:
    run = " ".join(f"{'SH'[value % 2]}{value}" for value in range(13, 1, -1))
    rest = " ".join(f"{'HS'[value % 2]}{value}" for value in range(2, 14))
    aces = " ".join(f"{suit}1" for suit in "SHDC")
    others = " ".join(f"{suit}{value}" for suit in "DC" for value in range(2, 14))
    problem = PUZZLE.problem(PUZZLE.parse(f"{aces} {run}\n{rest}\n{others}\n", "a file"))
    buried, blocked = problem.heuristics["buried"].build(), problem.heuristics["blocked"].build()
    assert isinstance(buried, Sum)
    assert max(len(table.entries) for table in buried.tables) <= 5000
    assert 52 < buried(problem.initial_state) < blocked(problem.initial_state)


def test_disorder_is_no_bound() -> None:
    problem, edges = space(3, 3, 1, 8)
    estimate = problem.heuristics["disorder"].build()
    distances = true_distances(problem, edges)
    assert any(estimate(state) > distance for state, distance in distances.items())


def test_disorder_can_fall_by_more_than_one() -> None:
    problem, edges = space(3, 3, 1, 8)
    estimate = problem.heuristics["disorder"].build()
    assert any(estimate(state) > estimate(new) + 1 for state, following in edges.items() for new in following)
