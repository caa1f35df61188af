"""All-interval series."""

from __future__ import annotations

from types import SimpleNamespace as Data
from typing import Any

import cpmpy as cp
from ortools.sat.python import cp_model


def for_ortools(data: Data) -> tuple[Any, list[Any]]:
    model = cp_model.CpModel()
    note = [model.new_int_var(0, data.N - 1, f"note[{i}]") for i in range(data.N)]
    model.add_all_different(note)
    steps = [model.new_int_var(1, data.N - 1, f"step[{i}]") for i in range(data.N - 1)]
    for i, step in enumerate(steps):
        model.add_abs_equality(step, note[i + 1] - note[i])
    model.add_all_different(steps)
    return model, note


def for_cpmpy(data: Data) -> Any:
    note = cp.intvar(0, data.N - 1, shape=data.N)
    return cp.Model(cp.AllDifferent(note), cp.AllDifferent(abs(note[1:] - note[:-1])))
