"""The magic hexagon."""

from __future__ import annotations

from types import SimpleNamespace as Data
from typing import Any

import cpmpy as cp
from ortools.sat.python import cp_model

CELLS = [(x, y) for x in range(-2, 3) for y in range(-2, 3) if abs(x + y) <= 2]
CORNERS = [(-2, 0), (0, -2), (2, -2), (2, 0), (0, 2), (-2, 2)]


def for_ortools(data: Data) -> tuple[Any, list[Any]]:
    model = cp_model.CpModel()
    value = {cell: model.new_int_var(1, 19, f"cell{cell}") for cell in CELLS}
    model.add_all_different(value.values())
    for line in lines():
        model.add(sum(value[cell] for cell in line) == 38)
    corners = [value[cell] for cell in CORNERS]
    for other in corners[1:]:
        model.add(corners[0] < other)
    model.add(corners[1] < corners[5])
    return model, list(value.values())


def for_cpmpy(data: Data) -> Any:
    value = {cell: cp.intvar(1, 19, name=f"cell{cell}") for cell in CELLS}
    model = cp.Model(cp.AllDifferent(list(value.values())))
    for line in lines():
        model += cp.sum([value[cell] for cell in line]) == 38
    corners = [value[cell] for cell in CORNERS]
    for other in corners[1:]:
        model += corners[0] < other
    model += corners[1] < corners[5]
    return model


def lines() -> list[list[tuple[int, int]]]:
    along = [[(x, y, x + y)[direction] for x, y in CELLS] for direction in range(3)]
    return [[c for c, at in zip(CELLS, places, strict=True) if at == k] for places in along for k in range(-2, 3)]
