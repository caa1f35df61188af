"""The oracle of planning problems against Bellman and Ford, and against sets of states written out by hand."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import prod

import pytest

from copla.fuzzing.constraint_oracle import TooLargeError
from copla.fuzzing.dice import Dice
from copla.fuzzing.planning_data import ActionRecord, PlanningData
from copla.fuzzing.planning_families import FAMILIES
from copla.fuzzing.planning_oracle import (
    cost_of_labels,
    distances_to_goal,
    label_sequences,
    planning_truth,
    promises_hold,
)


def cheapest_by_relaxation(data: PlanningData) -> int | None:
    """The least cost, by going over all states and actions until nothing changes."""
    names = [name for name, _, _ in data.variables]
    states = [dict(zip(names, values, strict=True)) for values in product(*(domain for _, domain, _ in data.variables))]
    far = 2**70
    cost = {tuple(state.items()): far for state in states}
    cost[tuple((name, start) for name, _, start in data.variables)] = 0
    changed = True
    while changed:
        changed = False
        for state in states:
            here = cost[tuple(state.items())]
            for action in data.actions:
                if here < far and all(state[name] == value for name, value in action.condition):
                    after = tuple((state | dict(action.effects)).items())
                    if here + action.cost < cost[after]:
                        cost[after], changed = here + action.cost, True
    goals = [cost[tuple(s.items())] for s in states if all(s[name] == value for name, value in data.goal)]
    best = min(goals, default=far)
    return None if best == far else best


@pytest.mark.parametrize("family", [name for name in FAMILIES if name not in ("crowds", "counters")])
def test_costs_are_those_of_relaxation(family: str) -> None:
    compared = 0
    for seed in range(40):
        data = FAMILIES[family](Dice(family, seed))
        if prod(len(domain) for _, domain, _ in data.variables) <= 150:
            assert planning_truth(data).cost == cheapest_by_relaxation(data), (family, seed)
            compared += 1
    assert compared > 20


def lamp(*actions: ActionRecord) -> PlanningData:
    return PlanningData((("lamp", ("off", "dim", "on"), "off"),), actions, (("lamp", "on"),))


TO_DIM = ActionRecord("press", (("lamp", "off"),), (("lamp", "dim"),), 1)
TO_ON = ActionRecord("press", (("lamp", "off"),), (("lamp", "on"),), 5)
DIM_TO_ON = ActionRecord("press", (("lamp", "dim"),), (("lamp", "on"),), 2)


def test_a_label_sequence_costs_as_little_as_some_choice_of_actions() -> None:
    data = lamp(TO_DIM, TO_ON, DIM_TO_ON)
    assert cost_of_labels(data, ["press"]) == 5
    assert cost_of_labels(data, ["press", "press"]) == 3
    assert cost_of_labels(data, ["press", "press", "press"]) is None
    assert cost_of_labels(data, ["turn"]) is None
    assert planning_truth(data).cost == 3
    assert label_sequences(data, 10) == {("press", "press"), ("press",)}
    assert len(label_sequences(data, 1)) == 1
    costlier = lamp(replace(TO_DIM, cost=2**53), TO_ON, DIM_TO_ON)
    assert label_sequences(costlier, 10) == {("press",)}


def test_distances_go_backwards_from_the_goal() -> None:
    data = lamp(TO_DIM, DIM_TO_ON)
    assert distances_to_goal(data, [("off",), ("dim",), ("on",)]) == {("on",): 0, ("dim",): 2, ("off",): 3}
    assert distances_to_goal(lamp(TO_DIM), [("off",), ("dim",), ("on",)]) == {("on",): 0}


def test_too_many_states_are_not_counted() -> None:
    switches = tuple((f"v{i}", (0, 1), 0) for i in range(12))
    actions = tuple(ActionRecord(f"a{i}", ((f"v{i}", 0),), ((f"v{i}", 1),)) for i in range(12))
    with pytest.raises(TooLargeError):
        planning_truth(
            PlanningData(switches, actions, (("v0", 1), ("v11", 1), *((f"v{i}", 1) for i in range(1, 11)))), 1000
        )


@pytest.mark.parametrize("family", FAMILIES)
def test_generated_heuristics_keep_their_promises(family: str) -> None:
    for seed in range(30):
        assert promises_hold(FAMILIES[family](Dice(family, seed))), seed
