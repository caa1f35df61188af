"""Social golfers."""

from __future__ import annotations

from itertools import combinations
from types import SimpleNamespace as Data
from typing import Any

import cpmpy as cp
from ortools.sat.python import cp_model


def for_ortools(data: Data) -> tuple[Any, list[Any]]:
    model = cp_model.CpModel()
    groups, players = range(data.GROUPS), range(data.GROUPS * data.SIZE)
    weeks = [[[model.new_bool_var("") for _ in groups] for _ in players] for _ in range(data.WEEKS)]
    for week in weeks:
        for player in players:
            model.add_exactly_one(week[player])
        for group in groups:
            model.add(sum(week[player][group] for player in players) == data.SIZE)
    for one, other in combinations(players, 2):
        meetings = []
        for week in weeks:
            meet = model.new_bool_var("")
            for a, b in zip(week[one], week[other], strict=True):
                model.add_bool_or(~a, ~b, meet)
            meetings.append(meet)
        model.add_at_most_one(meetings)
    for player in players:
        model.add(weeks[0][player][player // data.SIZE] == 1)
    return model, [literal for week in weeks for row in week for literal in row]


def for_cpmpy(data: Data) -> Any:
    players = data.GROUPS * data.SIZE
    group = cp.intvar(0, data.GROUPS - 1, shape=(data.WEEKS, players))
    model = cp.Model()
    for week in group:
        model += cp.GlobalCardinalityCount(week, list(range(data.GROUPS)), [data.SIZE] * data.GROUPS)
    for one, other in combinations(range(players), 2):
        model += cp.sum(group[:, one] == group[:, other]) <= 1
    for player in range(players):
        model += group[0, player] == player // data.SIZE
    return model
