"""The zebra."""

from __future__ import annotations

from types import SimpleNamespace as Data
from typing import Any

import cpmpy as cp
from ortools.sat.python import cp_model

SAME = [
    "english red", "spanish dog", "coffee green", "ukrainian tea", "oldgold snails", "kools yellow",
    "luckystrike juice", "japanese parliament",
]  # fmt: skip
NEIGHBOURS = ["chesterfield fox", "kools horse", "norwegian blue"]


def for_ortools(data: Data) -> tuple[Any, list[Any]]:
    model = cp_model.CpModel()
    house = {name: model.new_int_var(1, 5, name) for kind in data.KINDS for name in kind.split()}
    for kind in data.KINDS:
        model.add_all_different(house[name] for name in kind.split())
    for one, other in map(str.split, SAME):
        model.add(house[one] == house[other])
    for one, other in map(str.split, NEIGHBOURS):
        side = cp_model.Domain.from_values([-1, 1])
        model.add_linear_expression_in_domain(house[one] - house[other], side)
    model.add(house["green"] == house["ivory"] + 1)
    model.add(house["milk"] == 3)
    model.add(house["norwegian"] == 1)
    return model, list(house.values())


def for_cpmpy(data: Data) -> Any:
    house = {name: cp.intvar(1, 5, name=name) for kind in data.KINDS for name in kind.split()}
    model = cp.Model([cp.AllDifferent([house[name] for name in kind.split()]) for kind in data.KINDS])
    for one, other in map(str.split, SAME):
        model += house[one] == house[other]
    for one, other in map(str.split, NEIGHBOURS):
        model += abs(house[one] - house[other]) == 1
    model += house["green"] == house["ivory"] + 1
    model += house["milk"] == 3
    model += house["norwegian"] == 1
    return model
