"""The engine's heuristics against slow, obvious twins, true distances, and what the literature says of them."""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Any

import pytest

from copla import Function, PlanningProblem, State, solve
from copla.answers.result import Result
from copla.backends.native.heuristics import BUILT_IN
from copla.ground.status import Status
from copla.language.heuristics import INFINITE
from tests.backends.native.built_in import (
    SEEDS,
    build,
    guarini,
    options_for,
    random_case,
    shipped,
    states,
    true_distances,
)

Ops = list[tuple[frozenset[tuple[int, int]], frozenset[tuple[int, int]], int]]


# --- The task without deletions: naive fixpoints


def operators(problem: PlanningProblem) -> Ops:
    return [(frozenset(a.condition), frozenset(a.effects), a.cost) for a in problem.actions]


def fixpoint(problem: PlanningProblem, state: State, combine: Callable[[Iterable[int]], int]) -> int:
    cost = dict.fromkeys(enumerate(state), 0)
    changed = True
    while changed:
        changed = False
        for condition, effects, price in operators(problem):
            if condition <= cost.keys():
                total = combine([0, *(cost[fact] for fact in condition)]) + price
                for fact in effects:
                    if total < cost.get(fact, INFINITE):
                        cost[fact] = total
                        changed = True
    if not set(problem.goal) <= cost.keys():
        return INFINITE
    return combine([0, *(cost[fact] for fact in problem.goal)])


def best_relaxed_plan(problem: PlanningProblem, state: State) -> int:
    """h+: Dijkstra's algorithm over sets of facts."""
    goal, ops = set(problem.goal), operators(problem)

    def closed(facts: frozenset[tuple[int, int]]) -> frozenset[tuple[int, int]]:
        for condition, effects, price in ops:
            if price == 0 and condition <= facts and not effects <= facts:
                return closed(facts | effects)
        return facts

    queue: list[tuple[int, int, frozenset[tuple[int, int]]]] = [(0, 0, closed(frozenset(enumerate(state))))]
    seen, order = set(), 0
    while queue:
        cost, _, facts = heapq.heappop(queue)
        if goal <= facts:
            return cost
        if facts in seen:
            continue
        seen.add(facts)
        for condition, effects, price in ops:
            if condition <= facts and not effects <= facts:
                order += 1
                heapq.heappush(queue, (cost + price, order, closed(facts | effects)))
    return INFINITE


@pytest.mark.parametrize(("name", "combine"), [("hmax", max), ("hadd", sum)])
def test_relaxation_costs_are_those_of_the_naive_fixpoint(name: str, combine: Callable[[Iterable[int]], int]) -> None:
    for seed in SEEDS:
        problem, _ = random_case(seed)
        heuristic = build(problem, name)
        for state in random.Random(seed).sample(states(problem), 4):
            assert heuristic.estimate(state) == fixpoint(problem, state, combine), (seed, state)


def test_ff_and_lmcut_lie_around_the_best_relaxed_plan() -> None:
    """The chain of the literature: h-max <= LM-cut <= h+ <= FF <= h-add, all infinite at the same states."""
    tight = total = 0
    for seed in SEEDS:
        problem, _ = random_case(seed)
        hmax, lmcut, ff, hadd = (build(problem, name) for name in ("hmax", "lmcut", "ff", "hadd"))
        for state in random.Random(seed).sample(states(problem), 4):
            best = best_relaxed_plan(problem, state)
            chain = [h.estimate(state) for h in (hmax, lmcut)] + [best] + [h.estimate(state) for h in (ff, hadd)]
            assert chain == sorted(chain), (seed, state)
            assert len({value == INFINITE for value in chain}) == 1
            if 0 < best < INFINITE:
                total += 1
                tight += chain[1] == best
    assert total > 100
    assert tight > 0.8 * total  # LM-cut is known to be close to h+


def test_the_number_of_goals_that_are_not_met() -> None:
    for seed in SEEDS:
        problem, _ = random_case(seed)
        count = build(problem, "goal-count")
        for state in states(problem)[:20]:
            unmet = sum(state[variable] != value for variable, value in problem.goal)
            assert count.estimate(state) == unmet


# --- Pattern databases: explicit projection


def projected_distances(problem: PlanningProblem, pattern: Sequence[int]) -> dict[State, int]:
    """Project every action and the goal as the definition says, and search the small task."""
    small = PlanningProblem()
    variables = {}
    for index in pattern:
        variables[index] = small.variable(f"v{index}", range(len(problem.variables[index].domain)), 0)
    for action in problem.actions:
        condition = {variables[v]: value for v, value in action.condition if v in variables}
        effects = {variables[v]: value for v, value in action.effects if v in variables}
        small.action(action.label, condition, effects, action.cost)
    small.set_goal({variables[v]: value for v, value in problem.goal if v in variables})
    return true_distances(small)


def test_a_pattern_database_holds_the_distances_of_the_projection() -> None:
    for seed in SEEDS:
        problem, _ = random_case(seed)
        chance = random.Random(seed)
        pattern = chance.sample(range(len(problem.variables)), chance.randint(1, len(problem.variables)))
        heuristic = build(problem, "pdb", pattern=",".join(problem.variables[v].name for v in pattern))
        assert heuristic.patterns == [sorted(pattern)]
        expected = projected_distances(problem, pattern)
        for state in states(problem):
            assert heuristic.estimate(state) == expected[tuple(state[v] for v in pattern)], (seed, state)


# --- What the names promise, on all states


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_a_heuristic_promises_holds_in_every_state(name: str) -> None:
    promise = BUILT_IN[name]
    for seed in SEEDS[:50] if name == "saturated" else SEEDS:
        problem, distances = random_case(seed)
        heuristic = build(problem, name, **options_for(problem, name))
        estimates = {state: heuristic.estimate(state) for state in distances}
        for state, distance in distances.items():
            if distance == 0 and problem.is_goal(state):
                assert estimates[state] == 0
            if promise.admissible:
                assert estimates[state] <= distance, (seed, state)
            if estimates[state] >= INFINITE:
                assert distance == INFINITE, (seed, state)
                assert estimates[state] == INFINITE
        if promise.consistent:
            for action in problem.actions:
                for state in filter(action.applicable, distances):
                    assert estimates[state] <= action.cost + estimates[action.apply(state)], (seed, state)


def test_lmcut_is_rightly_not_called_consistent() -> None:
    assert BUILT_IN["lmcut"].admissible
    assert not BUILT_IN["lmcut"].consistent


# --- Costs and collections


def stretched(problem: PlanningProblem, factor: int) -> PlanningProblem:
    """The same task with other prices."""
    new = PlanningProblem(problem.name)
    variables = [new.variable(v.name, v.domain, v.domain[v.initial]) for v in problem.variables]
    for action in problem.actions:
        condition = {variables[v]: variables[v].domain[value] for v, value in action.condition}
        effects = {variables[v]: variables[v].domain[value] for v, value in action.effects}
        new.action(action.label, condition, effects, factor * action.cost)
    new.set_goal({variables[v]: variables[v].domain[value] for v, value in problem.goal})
    return new


@pytest.mark.parametrize("name", ["hmax", "hadd", "ff", "lmcut", "pdb"])
def test_estimates_grow_with_the_costs(name: str) -> None:
    """Costs of several thousands leave the buckets of the queues for their heap."""
    for seed in SEEDS[:40]:
        problem, _ = random_case(seed)
        costly = stretched(problem, 3000)
        options = options_for(problem, name)
        small, large = build(problem, name, **options), build(costly, name, **options)
        for state in states(problem):
            expected = small.estimate(state)
            assert large.estimate(state) == (expected if expected == INFINITE else 3000 * expected)


@pytest.mark.parametrize("name", [name for name in BUILT_IN if name != "goal-count"])
def test_enormous_costs_stay_below_infinity(name: str) -> None:
    for seed in SEEDS[:40]:
        problem, distances = random_case(seed)
        huge = build(stretched(problem, 10**12), name, **options_for(problem, name))
        for state, distance in distances.items():
            assert 0 <= huge.estimate(state) <= INFINITE
            if huge.estimate(state) == INFINITE:
                assert distance == INFINITE


def additive(problem: PlanningProblem, left: Sequence[int], right: Sequence[int]) -> bool:
    changed = [{variable for variable, _ in action.effects} for action in problem.actions]
    return not set(left) & set(right) and not any(set(left) & touched and set(right) & touched for touched in changed)


def test_hill_climbing_gives_the_largest_sum_of_patterns_that_may_be_added() -> None:
    larger = 0
    for seed in SEEDS:
        problem, _ = random_case(seed)
        heuristic = build(problem, "ipdb")
        patterns = heuristic.patterns
        larger += any(len(pattern) > 1 for pattern in patterns)
        tables = [projected_distances(problem, pattern) for pattern in patterns]
        sums = [
            chosen
            for chosen in product([False, True], repeat=len(patterns))
            if all(
                additive(problem, patterns[i], patterns[j])
                for i in range(len(patterns))
                for j in range(i)
                if chosen[i] and chosen[j]
            )
        ]
        for state in states(problem):
            values = [table[tuple(state[v] for v in p)] for p, table in zip(patterns, tables, strict=True)]
            best = max(sum(value for value, taken in zip(values, chosen, strict=True) if taken) for chosen in sums)
            assert heuristic.estimate(state) == min(best, INFINITE)
    assert larger > 30


@pytest.mark.parametrize("name", ["ipdb", "saturated"])
def test_collections_are_repeatable_and_as_good_as_their_goals_alone(name: str) -> None:
    for seed in SEEDS[:40]:
        problem, distances = random_case(seed)
        first, second = build(problem, name), build(problem, name)
        assert first.patterns == second.patterns
        assert first.finished
        assert [first.estimate(s) for s in distances] == [second.estimate(s) for s in distances]
    problem = guarini("4x4")
    heuristic = build(problem, name)
    alone = [build(problem, "pdb", pattern=problem.variables[v].name) for v, _ in problem.goal]
    start = problem.initial_state
    assert max(table.estimate(start) for table in alone) < heuristic.estimate(start) == 16


# --- What is known of puzzles


def searched(problem: PlanningProblem, name: str, **options: Any) -> Result:
    """A* of the reference engine with an estimate of the compiled one."""
    heuristic, promise = build(problem, name, **options), BUILT_IN[name]
    problem.heuristic(
        "compiled",
        lambda: Function(heuristic.estimate),
        admissible=promise.admissible,
        consistent=promise.consistent,
        summary=promise.summary,
    )
    return solve(problem, "search", options={"algorithm": "astar", "heuristic": "compiled"})


def test_hill_climbing_solves_five_against_five_knights_with_some_hundreds_of_expansions() -> None:
    result = searched(guarini("4x5"), "ipdb", pdb_states=60_000)
    assert (result.status, result.cost) == (Status.OPTIMAL, 22)
    assert result.statistics.expanded is not None
    assert result.statistics.expanded < 1000


@pytest.mark.parametrize(
    ("name", "puzzle_name", "instance", "cost", "most"),
    [
        ("saturated", "guarini", "4x4", 16, 100),
        ("lmcut", "guarini", "classic-3x3", 16, 200),
        ("lmcut", "freecell", "ranks-3-1", 12, 1000),
        ("ipdb", "freecell", "ranks-4-2", 17, 1000),
        ("hmax", "tiles", "eight-16", 16, 2000),
    ],
)
def test_known_costs_with_few_expansions(name: str, puzzle_name: str, instance: str, cost: int, most: int) -> None:
    result = searched(shipped(puzzle_name, instance), name)
    assert (result.status, result.cost) == (Status.OPTIMAL, cost)
    assert result.statistics.expanded is not None
    assert result.statistics.expanded <= most


def test_hill_climbing_finds_manhattan_distance_at_least() -> None:
    problem = shipped("tiles", "eight-31-1")
    heuristic, manhattan = build(problem, "ipdb"), problem.heuristics["manhattan"].build()
    chance, state = random.Random(8), problem.initial_state
    for _ in range(300):
        state = chance.choice([action for action in problem.actions if action.applicable(state)]).apply(state)
        assert heuristic.estimate(state) >= manhattan(state)
