"""The planning language and its checker: nonsense is refused when stated, wrong plans are named with their step."""

from __future__ import annotations

import random
from itertools import product

import pytest

from copla import Action, ModelError, PatternTable, PlanningProblem, Result, Solution, Status, Sum, violations
from copla.language.heuristics import INFINITE, Maximum
from copla.language.plans import least_cost


def door() -> PlanningProblem:
    problem = PlanningProblem("a door")
    door = problem.variable("door", ["open", "closed"], "closed")
    place = problem.variable("place", ["in", "out"], "in")
    problem.action("open", {door: "closed"}, {door: "open"})
    problem.action("close", {door: "open"}, {door: "closed"}, cost=0)
    problem.action("leave", {place: "in", door: "open"}, {place: "out"}, cost=2)
    problem.set_goal({place: "out"})
    return problem


def wrong(*moves: str, cost: int | None = 3) -> list[str]:
    return violations(door(), Solution(cost=cost, moves=moves))


def test_a_right_plan_has_no_violations() -> None:
    assert wrong("open", "leave") == []
    assert wrong("open", "close", "open", "leave", cost=4) == []


def test_the_first_illegal_step_is_named_with_the_reason() -> None:
    assert wrong("leave") == ["step 1, leave: not possible here: door is closed, expected open"]
    assert wrong("open", "open") == ["step 2, open: not possible here: door is open, expected closed"]
    assert wrong("open", "fly", "leave") == ["step 2, fly: there is no such move"]


def test_a_plan_that_stops_early_or_lies_about_its_cost_is_wrong() -> None:
    assert wrong("open") == ["after 1 step the goal is not reached: place is in, expected out"]
    assert wrong("open", "leave", cost=2) == ["the cost is given as 2, it is 3"]
    assert wrong("open", "leave", cost=None) == ["the cost is given as None, it is 3"]
    assert violations(door(), Solution({"x": 1})) == ["there is no plan"]


def test_actions_may_share_a_label() -> None:
    problem = PlanningProblem()
    cells = problem.variable("free", [0, 1, 2], 2)
    for count in (1, 2):
        problem.action("use a cell", {cells: count}, {cells: count - 1})
    problem.set_goal({cells: 0})
    assert violations(problem, Solution(cost=2, moves=("use a cell", "use a cell"))) == []
    assert violations(problem, Solution(cost=3, moves=("use a cell",) * 3)) == [
        "step 3, use a cell: not possible here: free is 0, expected 1"
    ]


def two_ways() -> PlanningProblem:
    """From 0 "go" leads to 1 for 1 or to 2 for 5 (stated twice); from both it leads to 3, for 10 and for 1."""
    problem = PlanningProblem("two ways")
    place = problem.variable("place", range(5), 0)
    for here, there, cost in ((0, 1, 1), (0, 2, 5), (0, 2, 5), (0, 2, 7), (1, 3, 10), (2, 3, 1), (1, 4, 0)):
        problem.action("go", {place: here}, {place: there}, cost)
    problem.set_goal({place: 3})
    return problem


def test_a_plan_is_right_if_some_choice_of_actions_with_its_labels_is() -> None:
    assert violations(two_ways(), Solution(cost=6, moves=("go", "go"))) == []
    assert violations(two_ways(), Solution(cost=11, moves=("go", "go"))) == ["the cost is given as 11, it is 6"]
    assert violations(two_ways(), Solution(cost=1, moves=("go",))) == [
        "after 1 step the goal is not reached: place is 1, expected 3"
    ]
    assert violations(two_ways(), Solution(cost=7, moves=("go", "go", "go"))) == [
        "step 3, go: not possible here: place is 3, expected 0"
    ]


@pytest.mark.parametrize("seed", range(40))
def test_the_checker_knows_the_least_cost_of_the_labels(seed: int) -> None:
    """Against all choices of actions, one by one."""
    chance = random.Random(seed)
    problem = PlanningProblem()
    variables = [problem.variable(name, range(3), 0) for name in "ab"]
    for _ in range(chance.randint(1, 14)):
        changed = chance.choice(variables)
        old, new = chance.sample(range(3), 2)
        condition = {changed: old} | (
            {v: chance.randrange(3) for v in variables if v is not changed and chance.random() < 0.5}
        )
        problem.action(chance.choice("xy"), condition, {changed: new}, chance.randint(0, 4))
    problem.set_goal({variables[0]: chance.randrange(3)})
    for moves in (labels for length in range(4) for labels in product("xy", repeat=length)):
        costs = []
        for actions in product(*([a for a in problem.actions if a.label == label] for label in moves)):
            state, cost = problem.initial_state, 0
            for action in actions:
                if any(state[v] != value for v, value in action.condition):
                    break
                state, cost = action.apply(state), cost + action.cost
            else:
                costs += [cost] if problem.is_goal(state) else []
        assert least_cost(problem, moves) == min(costs, default=None)
        right = [cost for cost in range(13) if not violations(problem, Solution(cost=cost, moves=moves))]
        assert right == ([min(costs)] if costs else [])


def test_nonsense_is_refused_when_it_is_stated() -> None:
    problem = door()
    place, stranger = problem["place"], door()["door"]
    for state_it, message in (
        (lambda: problem.variable("door", ["a"], "a"), "there is a variable 'door' already"),
        (lambda: problem.variable("", ["a"], "a"), "non-empty text"),
        (lambda: problem.variable("x", [], "a"), "empty or names a value twice"),
        (lambda: problem.variable("x", ["a", "a"], "a"), "empty or names a value twice"),
        (lambda: problem.variable("x", ["a"], "b"), "starts with 'b'"),
        (lambda: problem.action("x", {}, {place: "out"}), "changes 'place' without a condition on it: split"),
        (lambda: problem.action("x", {place: "in"}, {place: "in"}), "leaves 'place' as it is"),
        (lambda: problem.action("x", {place: "up"}, {}), "the value 'up', which is not in its domain"),
        (lambda: problem.action("x", {stranger: "open"}, {}), "a variable of another problem"),
        (lambda: problem.action("x", {place: "in"}, {place: "out"}, cost=-1), "the cost of action 'x' is -1"),
        (lambda: problem.action("x", {place: "in"}, {place: "out"}, cost=2**53 + 1), "from 0 to 2..53"),
        (lambda: problem.set_goal({place: "up"}), "the goal gives 'place' the value 'up'"),
        (lambda: problem["nobody"], "no variable 'nobody'"),
    ):
        with pytest.raises(ModelError, match=message):
            state_it()


def test_states_are_told_in_words() -> None:
    assert door().values(door().initial_state) == {"door": "closed", "place": "in"}


def test_tables_are_indexed_with_the_last_variable_running_fastest() -> None:
    table = PatternTable((2, 0), (3, 2), [10, 11, 20, 21, 30, 31])
    assert table((1, 9, 2)) == 31
    assert table((0, 9, 1)) == 20
    assert Sum((table, table))((1, 9, 0)) == 22
    assert Maximum((Sum((table,)), Sum((table, table))))((0, 9, 0)) == 20
    assert Sum((PatternTable((0,), (1,), [INFINITE]),) * 2)((0,)) == INFINITE


def test_plans_survive_the_way_through_json() -> None:
    result = Result(Status.OPTIMAL, (Solution(cost=3, seconds=0.5, moves=("open", "leave")),), bound=3)
    data = result.to_json()
    assert (data["length"], data["cost"], data["solutions"][0]["moves"]) == (2, 3, ["open", "leave"])
    assert Result.from_json(data) == result


def test_a_problem_from_another_state_keeps_lists_of_its_own() -> None:
    other = door().starting_from((0, 0))
    other.action("come back", {other["place"]: "out"}, {other["place"]: "in"})
    assert [action.label for action in other.actions] == ["open", "close", "leave", "come back"]
    other.actions.append(Action("nonsense", ((0, 7),), (), 1))
    with pytest.raises(ModelError, match="no fact"):
        other.check()
