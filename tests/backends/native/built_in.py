"""What the tests of the engine's heuristics share: building one, and the true distances it is measured by."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from functools import cache
from itertools import product
from typing import Any

from copla import PlanningProblem, ShipsInstances, State
from copla.backends.native.engine import _engine
from copla.backends.native.heuristics import BUILT_IN, OPTIONS
from copla.language.heuristics import INFINITE
from copla.plugins.options import read_options
from copla.plugins.registry import puzzle
from tests.tasks import random_task

SEEDS = range(150)


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


def options_for(problem: PlanningProblem, name: str) -> dict[str, Any]:
    return {"pattern": ",".join(v.name for v in problem.variables[::2])} if name == "pdb" else {}


def shipped(puzzle_name: str, instance: str) -> PlanningProblem:
    found = puzzle(puzzle_name)
    assert isinstance(found, ShipsInstances)
    problem = found.problem(found.parse((found.shipped() / f"{instance}.txt").read_text(encoding="utf-8"), instance))
    assert isinstance(problem, PlanningProblem)
    return problem


def guarini(instance: str) -> PlanningProblem:
    return shipped("guarini", instance)
