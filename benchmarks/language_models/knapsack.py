"""Knapsack."""

from __future__ import annotations

from types import SimpleNamespace as Data
from typing import Any

import cpmpy as cp
from ortools.sat.python import cp_model


def for_ortools(data: Data) -> tuple[Any, list[Any]]:
    model = cp_model.CpModel()
    take = {name: model.new_bool_var(name) for name in data.THINGS}
    model.add(sum(weight * take[name] for name, (_, weight) in data.THINGS.items()) <= 26)
    model.maximize(sum(value * take[name] for name, (value, _) in data.THINGS.items()))
    return model, list(take.values())


def for_cpmpy(data: Data) -> Any:
    take = {name: cp.boolvar(name=name) for name in data.THINGS}
    model = cp.Model(cp.sum([weight * take[name] for name, (_, weight) in data.THINGS.items()]) <= 26)
    model.maximize(cp.sum([value * take[name] for name, (value, _) in data.THINGS.items()]))
    return model
