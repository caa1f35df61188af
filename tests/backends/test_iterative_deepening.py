"""Iterative deepening against Dijkstra's algorithm on explicit states, which shares nothing with an engine."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from copla import Limits, PlanningProblem, Result, Status, solve
from copla.fuzzing.planning_data import PlanningData
from copla.fuzzing.planning_oracle import planning_truth
from tests.tasks import random_task

ENGINES = ("search", "native")
SEEDS = range(120)


def ask(problem: PlanningProblem, engine: str, solutions: int | None = 1, **options: Any) -> Result:
    return solve(problem, engine, limits=Limits(solutions=solutions), options={"algorithm": "iddfs", **options})


def fewest_steps(problem: PlanningProblem) -> int | None:
    data = PlanningData.from_problem(problem)
    return planning_truth(replace(data, actions=tuple(replace(action, cost=1) for action in data.actions))).cost


def same_costs(seed: int, cost: int) -> PlanningProblem:
    problem = random_task(seed)
    problem.actions[:] = [type(a)(a.label, a.condition, a.effects, cost) for a in problem.actions]
    return problem


@pytest.mark.parametrize("engine", ENGINES)
def test_its_first_plan_has_the_fewest_steps_and_no_plan_is_a_proof(engine: str) -> None:
    found = 0
    for seed in SEEDS:
        problem = random_task(seed)
        steps = fewest_steps(problem)
        result = ask(problem, engine)
        if steps is None:
            assert (result.status, result.solutions, result.message) == (Status.INFEASIBLE, (), ""), seed
        else:
            assert len(result.best.moves or ()) == steps, seed
            found += 1
    assert 20 < found < len(SEEDS) - 20


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("cost", [0, 1, 7])
def test_it_is_optimal_where_all_actions_cost_the_same(engine: str, cost: int) -> None:
    for seed in SEEDS:
        problem = same_costs(seed, cost)
        best = planning_truth(PlanningData.from_problem(problem)).cost
        result = ask(problem, engine)
        expected = Status.INFEASIBLE if best is None else Status.OPTIMAL
        assert (result.status, result.cost, result.bound) == (expected, best, best), seed


@pytest.mark.parametrize("engine", ENGINES)
def test_it_claims_no_optimum_where_costs_differ(engine: str) -> None:
    problem = PlanningProblem("a costly step and two cheap ones")
    at = problem.variable("at", range(3), 0)
    problem.action("jump", {at: 0}, {at: 2}, cost=5)
    problem.action("on", {at: 0}, {at: 1})
    problem.action("on", {at: 1}, {at: 2})
    problem.set_goal({at: 2})
    result = ask(problem, engine)
    assert (result.status, result.best.moves, result.cost, result.bound) == (Status.SOLVED, ("jump",), 5, None)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_limit_of_depth_makes_no_plan_unknown_unless_nothing_was_cut(engine: str) -> None:
    cut = proven = 0
    for seed in SEEDS:
        problem = random_task(seed)
        steps = fewest_steps(problem)
        for depth in (0, 1, 2, 40):
            result = ask(problem, engine, depth=depth)
            if steps is not None and steps <= depth:
                assert len(result.best.moves or ()) == steps, (seed, depth)
            elif result.status is Status.INFEASIBLE:
                assert steps is None, (seed, depth)
                proven += 1
            else:
                assert (result.status, result.message) == (Status.UNKNOWN, f"no plan within depth {depth}"), seed
                cut += 1
    assert cut > 20
    assert proven > 20


@pytest.mark.parametrize("engine", ENGINES)
def test_each_plan_is_listed_once_and_by_its_steps(engine: str) -> None:
    problem = PlanningProblem("two ways")
    at = problem.variable("at", range(4), 0)
    for edge in ("03", "01", "13", "12", "23"):
        problem.action(edge, {at: int(edge[0])}, {at: int(edge[1])})
    problem.set_goal({at: 3})
    result = ask(problem, engine, None)
    assert [solution.moves for solution in result.solutions] == [("03",), ("01", "13"), ("01", "12", "23")]


def test_each_round_does_the_work_of_the_earlier_ones_again() -> None:
    """A line of three steps: rounds of depth 0 to 3 expand 0, 1, 2 and 3 nodes."""
    problem = PlanningProblem("a line")
    at = problem.variable("at", range(4), 0)
    for place in range(3):
        problem.action("on", {at: place}, {at: place + 1})
    problem.set_goal({at: 3})
    for engine in ENGINES:
        counts = ask(problem, engine).statistics
        assert (counts.expanded, counts.generated, counts.max_nodes) == (6, 6, 4), engine
