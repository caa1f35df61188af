"""Kakuro."""

from __future__ import annotations

from types import SimpleNamespace as Data
from typing import Any

import cpmpy as cp
from ortools.sat.python import cp_model


def for_ortools(data: Data) -> tuple[Any, list[Any]]:
    model = cp_model.CpModel()
    cell = {name: model.new_int_var(1, 9, name) for name in "abcdefg"}
    for value, run in data.RUNS:
        cells = [cell[name] for name in run]
        model.add(sum(cells) == value)
        model.add_all_different(cells)
    return model, list(cell.values())


def for_cpmpy(data: Data) -> Any:
    cell = {name: cp.intvar(1, 9, name=name) for name in "abcdefg"}
    model = cp.Model()
    for value, run in data.RUNS:
        cells = [cell[name] for name in run]
        model += cp.sum(cells) == value
        model += cp.AllDifferent(cells)
    return model
