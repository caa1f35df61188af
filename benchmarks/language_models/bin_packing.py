"""Bin packing."""

from __future__ import annotations

from types import SimpleNamespace as Data
from typing import Any

import cpmpy as cp
from ortools.sat.python import cp_model


def for_ortools(data: Data) -> tuple[Any, list[Any]]:
    model = cp_model.CpModel()
    things, bins = range(len(data.WEIGHTS)), range(4)
    lies = [[model.new_bool_var(f"lies[{thing},{one}]") for one in bins] for thing in things]
    last = model.new_int_var(0, 3, "last")
    for thing in things:
        model.add_exactly_one(lies[thing])
    for one in bins:
        model.add(sum(data.WEIGHTS[thing] * lies[thing][one] for thing in things) <= data.SIZE)
        for thing in things:
            model.add(last >= one).only_enforce_if(lies[thing][one])
    model.minimize(last + 1)
    return model, [literal for row in lies for literal in row]


def for_cpmpy(data: Data) -> Any:
    place = cp.intvar(0, 3, shape=len(data.WEIGHTS))
    model = cp.Model(minimize=cp.max(place) + 1)
    for one in range(4):
        model += cp.sum(data.WEIGHTS * (place == one)) <= data.SIZE
    return model
