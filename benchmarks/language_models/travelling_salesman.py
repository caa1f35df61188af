"""A travelling salesman."""

from __future__ import annotations

from types import SimpleNamespace as Data
from typing import Any

import cpmpy as cp
from ortools.sat.python import cp_model


def for_ortools(data: Data) -> tuple[Any, list[Any]]:
    model = cp_model.CpModel()
    towns = range(len(data.ROADS))
    arcs = [(here, there, model.new_bool_var("")) for here in towns for there in towns if here != there]
    model.add_circuit(arcs)
    model.minimize(sum(data.ROADS[here][there] * taken for here, there, taken in arcs))
    return model, [taken for _, _, taken in arcs]


def for_cpmpy(data: Data) -> Any:
    following = cp.intvar(0, len(data.ROADS) - 1, shape=len(data.ROADS))
    roads = map(cp.cpm_array, data.ROADS)
    length = cp.sum([road[town] for road, town in zip(roads, following, strict=True)])
    return cp.Model(cp.Circuit(following), minimize=length)
