"""Car sequencing."""

from __future__ import annotations

from types import SimpleNamespace as Data
from typing import Any

import cpmpy as cp
from ortools.sat.python import cp_model


def for_ortools(data: Data) -> tuple[Any, list[Any]]:
    model = cp_model.CpModel()
    places, kinds = range(sum(data.DEMAND)), range(len(data.DEMAND))
    at = [[model.new_bool_var(f"at[{place},{kind}]") for kind in kinds] for place in places]
    for place in places:
        model.add_exactly_one(at[place])
    for kind in kinds:
        model.add(sum(at[place][kind] for place in places) == data.DEMAND[kind])
    for (p, q), has in data.OPTIONS.items():
        built = [kind for kind in kinds if has[kind]]
        for start in range(len(places) - q + 1):
            model.add(sum(at[place][kind] for place in places[start : start + q] for kind in built) <= p)
    return model, [literal for row in at for literal in row]


def for_cpmpy(data: Data) -> Any:
    kinds = len(data.DEMAND)
    car = cp.intvar(0, kinds - 1, shape=sum(data.DEMAND))
    model = cp.Model(cp.GlobalCardinalityCount(car, list(range(kinds)), data.DEMAND))
    for (p, q), has in data.OPTIONS.items():
        table = cp.cpm_array(has)
        for start in range(len(car) - q + 1):
            model += cp.sum([table[one] for one in car[start : start + q]]) <= p
    return model
