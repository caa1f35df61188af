"""The engine's heuristics against slow, obvious twins, true distances, and what the literature says of them."""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import product
from typing import Any

import pytest

from copla import Limits, PlanningProblem, State
from copla.backends.native import _engine
from copla.backends.native.engine import control, ended_by
from copla.backends.native.heuristics import BUILT_IN, OPTIONS
from copla.errors import ModelError
from copla.heuristics import INFINITE
from copla.limits import Watch
from copla.options import read_options
from copla.result import Status
from tests.tasks import random_task

SEEDS = range(150)
Ops = list[tuple[frozenset[tuple[int, int]], frozenset[tuple[int, int]], int]]


def task_of(problem: PlanningProblem) -> _engine.Task:
    sizes = [len(variable.domain) for variable in problem.variables]
    return _engine.Task(sizes, problem.initial_state, problem.actions, problem.goal, problem.invariants)


def unlimited() -> _engine.Control:
    return _engine.Control(lambda *counters: 0, -1.0, -1)


def build(problem: PlanningProblem, name: str, **options: Any) -> _engine.BuiltInHeuristic:
    given = read_options(OPTIONS, options, "heuristic")
    heuristic = BUILT_IN[name].build(problem, task_of(problem), given, unlimited())
    assert heuristic is not None
    return heuristic


def states(problem: PlanningProblem) -> list[State]:
    return list(product(*(range(len(variable.domain)) for variable in problem.variables)))


@cache
def random_case(seed: int) -> tuple[PlanningProblem, dict[State, int]]:
    problem = random_task(seed)
    return problem, true_distances(problem)


def dijkstra(sources: Iterable[Any], edges: Callable[[Any], Iterable[tuple[Any, int]]]) -> dict[Any, int]:
    found = dict.fromkeys(sources, 0)
    queue = [(0, node) for node in found]
    while queue:
        cost, node = heapq.heappop(queue)
        if cost > found[node]:
            continue
        for other, step in edges(node):
            if cost + step < found.get(other, INFINITE):
                found[other] = cost + step
                heapq.heappush(queue, (cost + step, other))
    return found


def true_distances(problem: PlanningProblem) -> dict[State, int]:
    """From every state of the task, reachable or not, to the goal."""
    back: dict[State, list[tuple[State, int]]] = {}
    for state in states(problem):
        for action in problem.actions:
            if action.applicable(state):
                back.setdefault(action.apply(state), []).append((state, action.cost))
    found = dijkstra((s for s in states(problem) if problem.is_goal(s)), lambda state: back.get(state, ()))
    return {state: found.get(state, INFINITE) for state in states(problem)}


# --- The task without deletions: naive fixpoints


def operators(problem: PlanningProblem) -> Ops:
    return [(frozenset(a.condition), frozenset(a.effects), a.cost) for a in problem.actions]


def fixpoint(problem: PlanningProblem, state: State, combine: Callable[[Iterable[int]], int]) -> int:
    cost = {fact: 0 for fact in enumerate(state)}
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
def test_relaxation_costs_are_those_of_the_naive_fixpoint(
    name: str, combine: Callable[[Iterable[int]], int]
) -> None:
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


def test_simple_heuristics() -> None:
    for seed in SEEDS:
        problem, _ = random_case(seed)
        blind, count = build(problem, "blind"), build(problem, "goal-count")
        cheapest = min(action.cost for action in problem.actions)
        for state in states(problem)[:20]:
            unmet = sum(state[variable] != value for variable, value in problem.goal)
            assert count.estimate(state) == unmet
            assert blind.estimate(state) == (cheapest if unmet else 0)


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


def options_for(problem: PlanningProblem, name: str) -> dict[str, Any]:
    return {"pattern": ",".join(v.name for v in problem.variables[::2])} if name == "pdb" else {}


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_a_heuristic_promises_holds_in_every_state(name: str) -> None:
    promise = BUILT_IN[name]
    for seed in SEEDS:
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


# --- Limits, wrong input, odd tasks
