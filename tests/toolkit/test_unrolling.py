"""unroll: a bounded question has a solution exactly if there is such a plan, in both encodings."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from copla import (
    LimitError,
    Limits,
    Maximum,
    ModelError,
    PatternTable,
    PlanningProblem,
    State,
    Sum,
    Watch,
    solve,
    unroll,
    violations,
)
from copla.bridges.analysis import analyse
from copla.bridges.facts import Facts
from copla.bridges.reachability import NEVER, backward, forward
from copla.bridges.structure import number_of_states, tallies
from copla.bridges.unrolling import WRITERS, Encoding
from tests.pebbles import pebbles
from tests.tasks import random_task, successors

ENCODINGS: tuple[Encoding, ...] = ("literals", "values")
encodings = pytest.mark.parametrize("encoding", ENCODINGS)


def cheapest_by_steps(problem: PlanningProblem, most: int) -> list[dict[State, int]]:
    """For each number of steps the states after exactly so many, and the least that they cost."""
    layers = [{problem.initial_state: 0}]
    for _ in range(most):
        new: dict[State, int] = {}
        for state, spent in layers[-1].items():
            for _, cost, after in successors(problem, state):
                new[after] = min(spent + cost, new.get(after, 10**9))
        layers.append(new)
    return layers


def cheapest(problem: PlanningProblem, most: int) -> int | None:
    layers = cheapest_by_steps(problem, most)
    return min((cost for layer in layers for state, cost in layer.items() if problem.is_goal(state)), default=None)


def tasks() -> list[PlanningProblem]:
    few = [pebbles(seed, costs) for costs in ((1,), (1, 2, 5), (0, 1)) for seed in range(5)]
    return few + [random_task(seed) for seed in range(8)]


def doors() -> PlanningProblem:
    """Three doors in a row; all plans have four steps, in an order that is free for the first three."""
    problem = PlanningProblem("doors")
    locks = [problem.variable(f"door {i}", ["shut", "open"], "shut") for i in range(3)]
    place = problem.variable("place", ["in", "out"], "in")
    for i, lock in enumerate(locks):
        problem.action(f"open {i}", {lock: "shut"}, {lock: "open"}, cost=i)
        problem.action(f"shut {i}", {lock: "open"}, {lock: "shut"}, cost=i)
    problem.action("leave", {place: "in", **dict.fromkeys(locks, "open")}, {place: "out"})
    problem.set_goal({place: "out"})
    return problem


@encodings
def test_a_bounded_question_has_a_solution_exactly_if_there_is_such_a_plan(encoding: Encoding) -> None:
    for problem in tasks():
        for horizon in (0, 1, 3, 5):
            expected = cheapest(problem, horizon)
            bounded = unroll(problem, horizon, encoding=encoding)
            result = solve(bounded.problem, "cp-sat")
            assert (result.status == "solved") == (expected is not None), (problem.name, horizon)
            if result.solutions:
                assert violations(problem, bounded.solution(result.best.values)) == []
                assert len(bounded.plan(result.best.values)) <= horizon


@encodings
def test_the_objective_is_the_cost_and_a_cost_bound_is_kept(encoding: Encoding) -> None:
    for problem in tasks():
        least = cheapest(problem, 4)
        if least is None:
            continue
        bounded = unroll(problem, 4, minimize=True, encoding=encoding)
        result = solve(bounded.problem, "cp-sat")
        assert (result.status, result.cost) == ("optimal", least), problem.name
        assert bounded.solution(result.best.values).cost == least
        within = unroll(problem, 4, cost=least, encoding=encoding)
        assert within.solution(solve(within.problem, "cp-sat").best.values).cost == least, problem.name
        if least:
            assert solve(unroll(problem, 4, cost=least - 1, encoding=encoding).problem).status == "infeasible"


TAKEN_BY: tuple[tuple[Encoding, str], ...] = (
    ("literals", "cp-sat"),
    ("literals", "forward-checking"),
    ("literals", "sat"),
    ("values", "cp-sat"),
    ("values", "forward-checking"),
    ("values", "python-constraint"),
    ("values", "sat"),
)


@pytest.mark.parametrize(("encoding", "backend"), TAKEN_BY)
def test_every_constraint_backend_takes_an_unrolled_problem(encoding: Encoding, backend: str) -> None:
    bounded = unroll(doors(), 4, encoding=encoding)
    result = solve(bounded.problem, backend)
    assert set(bounded.plan(result.best.values)) == {"open 0", "open 1", "open 2", "leave"}
    assert solve(unroll(doors(), 3, encoding=encoding).problem, backend).status == "infeasible"


@encodings
def test_one_order_of_independent_steps_is_left_and_nothing_is_undone_at_once(encoding: Encoding) -> None:
    def plans(horizon: int) -> set[tuple[str, ...]]:
        bounded = unroll(doors(), horizon, encoding=encoding)
        every = solve(bounded.problem, "cp-sat", limits=Limits(solutions=None)).solutions
        return {bounded.plan(solution.values) for solution in every}

    assert plans(4) == {("open 0", "open 1", "open 2", "leave")}
    longer = plans(6)
    assert max(map(len, longer)) == 6
    for plan in longer:
        assert all(
            {first[-1], first[:4], second[:4]} != {second[-1], "open", "shut"} for first, second in pairwise(plan)
        )


@encodings
def test_steps_that_are_left_out_come_last(encoding: Encoding) -> None:
    bounded = unroll(doors(), 7, encoding=encoding)
    assert len(bounded.plan(solve(bounded.problem, "cp-sat").best.values)) <= 7
    exactly = unroll(doors(), 4, fewest=4, encoding=encoding)
    assert len(exactly.plan(solve(exactly.problem, "cp-sat").best.values)) == 4
    already = PlanningProblem("already there")
    already.set_goal({already.variable("x", [0, 1], 1): 1})
    bounded = unroll(already, 2, encoding=encoding)
    assert bounded.plan(solve(bounded.problem, "cp-sat").best.values) == ()


@encodings
def test_actions_that_share_a_label_are_told_apart(encoding: Encoding) -> None:
    problem = PlanningProblem()
    free = problem.variable("free", [0, 1, 2], 2)
    for count in (1, 2):
        problem.action("use a cell", {free: count}, {free: count - 1})
    problem.set_goal({free: 0})
    bounded = unroll(problem, 2, encoding=encoding)
    assert bounded.plan(solve(bounded.problem, "cp-sat").best.values) == ("use a cell", "use a cell")


def test_nonsense_is_refused() -> None:
    for horizon, fewest in ((-1, 0), (3, 4), (3, -1)):
        with pytest.raises(ModelError, match="expected 0 <= least <= most"):
            unroll(doors(), horizon, fewest=fewest)
    with pytest.raises(ModelError, match="found the encoding 'morse', expected literals or values"):
        unroll(doors(), 3, encoding="morse")  # type: ignore[arg-type]


@pytest.mark.parametrize("encoding", WRITERS)
def test_writing_down_the_steps_obeys_the_limits(encoding: Encoding) -> None:
    watch = Watch()
    watch.begin()
    analysis = analyse(doors(), watch)
    watch.stop()
    with pytest.raises(LimitError, match="interrupted"):
        unroll(doors(), 3, analysis=analysis, encoding=encoding, watch=watch)
    with pytest.raises(LimitError, match="interrupted"):
        analyse(doors(), watch)


@given(seed=st.integers(0, 10**9), general=st.booleans())
@settings(max_examples=40, deadline=None)
def test_what_analysis_excludes_never_happens(seed: int, general: bool) -> None:
    """Against all reachable states: layers, pairs, tallies, the bound of their number, and distances to the goal."""
    problem = random_task(seed) if general else pebbles(seed)
    facts = Facts(problem)
    ahead = forward(facts, None)
    back = backward(facts, ahead, None)
    known = tallies(facts)
    steps = {problem.initial_state: 0}
    waiting = [problem.initial_state]
    edges = []
    for state in waiting:
        for _, _, after in successors(problem, state):
            edges.append((state, after))
            if after not in steps:
                steps[after] = steps[state] + 1
                waiting.append(after)
    for state, step in steps.items():
        numbers = [facts.number((variable, value)) for variable, value in enumerate(state)]
        for fact in numbers:
            assert ahead.facts[fact] <= step
            assert all(ahead.together[fact] >> other & 1 for other in numbers)
        for tally in known:
            assert tally.least <= len(set(tally.facts) & set(numbers)) <= tally.most
    assert len(steps) <= number_of_states(facts, ahead, known)
    to_goal = {state: 0 for state in steps if problem.is_goal(state)}
    if not to_goal:
        return
    assert max(ahead.end, back.end) <= min(steps[state] for state in to_goal)
    for _ in steps:
        for state, after in edges:
            if after in to_goal:
                to_goal[state] = min(to_goal.get(state, NEVER), to_goal[after] + 1)
    for state, distance in to_goal.items():
        for variable, value in enumerate(state):
            assert back.facts[facts.number((variable, value))] <= distance


@encodings
def test_several_estimates_may_speak_of_the_same_facts(encoding: Encoding) -> None:
    problem = doors()
    thrice = Maximum(tuple(Sum((PatternTable((0, 1), (2, 2), (1, 0, 0, 0)),)) for _ in range(3)))
    problem.heuristic("thrice", lambda: thrice, admissible=True, consistent=False, summary="three times the same")
    bounded = unroll(problem, 4, cost=4, encoding=encoding)
    assert bounded.solution(solve(bounded.problem, "cp-sat").best.values).cost == 4
    assert solve(unroll(problem, 4, cost=3, encoding=encoding).problem, "cp-sat").status == "infeasible"
