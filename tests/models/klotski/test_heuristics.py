"""What the heuristics claim, checked on every state of whole small state spaces."""

from __future__ import annotations

from heapq import heappop, heappush

import pytest

from copla import INFINITE, PlanningProblem, State
from copla.models.klotski import PUZZLE
from tests.models.klotski.rules import GENERAL, SMALL_CLASSIC, classic, general

Step = tuple[State, int, State]


def explore(problem: PlanningProblem) -> tuple[list[State], list[Step]]:
    """All reachable states and the steps between them."""
    seen, order, steps = {problem.initial_state}, [problem.initial_state], []
    for state in order:
        for action in problem.actions:
            if action.applicable(state):
                new = action.apply(state)
                steps.append((state, action.cost, new))
                if new not in seen:
                    seen.add(new)
                    order.append(new)
    return order, steps


def true_costs(problem: PlanningProblem, states: list[State], steps: list[Step]) -> dict[State, int]:
    """The cheapest way from each state to a goal, by uniform-cost search backwards."""
    before: dict[State, list[tuple[int, State]]] = {}
    for old, cost, new in steps:
        before.setdefault(new, []).append((cost, old))
    found: dict[State, int] = {}
    waiting = [(0, state) for state in states if problem.is_goal(state)]
    while waiting:
        cost, state = heappop(waiting)
        if state not in found:
            found[state] = cost
            for more, old in before.get(state, ()):
                heappush(waiting, (cost + more, old))
    return found


def check_claims(problem: PlanningProblem) -> None:
    states, steps = explore(problem)
    truth = true_costs(problem, states, steps)
    for declared in problem.heuristics.values():
        estimate = declared.build()
        values = {state: estimate(state) for state in states}
        assert all(0 <= value <= INFINITE for value in values.values())
        if declared.admissible:
            assert all(values[state] <= cost for state, cost in truth.items()), declared.name
            assert all(values[state] == 0 for state, cost in truth.items() if problem.is_goal(state))
        if declared.consistent:
            assert all(values[old] <= cost + values[new] for old, cost, new in steps), declared.name
        if declared.name == "trivial" and "hand" not in problem.values(problem.initial_state):
            assert all(value == (not problem.is_goal(state)) for state, value in values.items())


@pytest.mark.parametrize("name", [name for name in GENERAL if name != "angle"])
def test_the_heuristics_of_a_board_with_an_exit_are_what_they_say(name: str) -> None:
    check_claims(PUZZLE.problem(general(name)))


@pytest.mark.parametrize("metric", ["steps", "moves", "slides"])
@pytest.mark.parametrize("name", [name for name in SMALL_CLASSIC if name != "two and a wall"])
def test_the_heuristics_of_a_classic_board_are_what_they_say(name: str, metric: str) -> None:
    check_claims(PUZZLE.problem(classic(name, metric)))


def estimate(text: str, name: str) -> int:
    problem = PUZZLE.problem(PUZZLE.parse(text, "test"))
    return problem.heuristics[name].build()(problem.initial_state)


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("#####\n#.*..\n#####\n", 3),
        ("#####\n#**..\n#####\n", 4),
        ("######\n#*...#\n#.....\n######\n", 6),
        ("##.##\n#...#\n#..*#\n#####\n", 4),
        ("#####\n#.*.#\n#.*..\n#####\n", INFINITE),
        ("####\n#a..\n####\n", 0),
    ],
)
def test_the_admissible_heuristic_counts_the_steps_to_outside(text: str, steps: int) -> None:
    assert estimate(text, "admissible") == steps


def test_the_admissible_heuristic_is_exact_where_the_special_block_is_alone() -> None:
    problem = PUZZLE.problem(general("corridor"))
    states, steps = explore(problem)
    exact = problem.heuristics["admissible"].build()
    assert {state: exact(state) for state in states} == true_costs(problem, states, steps)


def test_the_inadmissible_heuristic_counts_the_blocks_that_touch_the_special_block() -> None:
    assert estimate("######\n#abb.#\n#a**e.\n#c*dd#\n######\n", "inadmissible") == 5
    assert estimate("#####\n#a.b#\n#.*..\n#####\n", "inadmissible") == 0


def test_the_inadmissible_heuristic_is_inadmissible_and_says_so() -> None:
    problem = PUZZLE.problem(PUZZLE.parse("#####\n#a*..\n#.b..\n#####\n", "test"))
    states, steps = explore(problem)
    truth = true_costs(problem, states, steps)
    declared = problem.heuristics["inadmissible"]
    touching = declared.build()
    assert any(touching(state) > cost for state, cost in truth.items())
    assert (declared.admissible, declared.consistent) == (False, False)


def test_the_best_heuristic_is_declared_first() -> None:
    assert list(PUZZLE.problem(general("corridor")).heuristics) == ["admissible", "trivial", "inadmissible"]
    assert list(PUZZLE.problem(classic("equal bars", "steps")).heuristics) == ["distance", "trivial"]


@pytest.mark.parametrize(("metric", "expected"), [("steps", 9), ("moves", 3), ("slides", 6)])
def test_distances_of_several_goals_add_up_in_the_metric(metric: str, expected: int) -> None:
    text = f"rules: classic\nmetric: {metric}\n*.b\n.a.\n...\n...\ngoal:\n...\n..*\n..a\n.b.\n"
    assert estimate(text, "distance") == expected
