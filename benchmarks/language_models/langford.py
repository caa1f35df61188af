"""Langford's problem."""

from __future__ import annotations

from types import SimpleNamespace as Data
from typing import Any

import cpmpy as cp
from ortools.sat.python import cp_model


def for_ortools(data: Data) -> tuple[Any, list[Any]]:
    model = cp_model.CpModel()
    first = [model.new_int_var(0, 2 * data.N - 1, f"first[{k}]") for k in range(data.N)]
    second = [model.new_int_var(0, 2 * data.N - 1, f"second[{k}]") for k in range(data.N)]
    for k in range(data.N):
        model.add(second[k] == first[k] + k + 2)
    model.add_all_different([*first, *second])
    return model, [*first, *second]


def for_cpmpy(data: Data) -> Any:
    first = cp.intvar(0, 2 * data.N - 1, shape=data.N)
    second = cp.intvar(0, 2 * data.N - 1, shape=data.N)
    return cp.Model([second[k] == first[k] + k + 2 for k in range(data.N)], cp.AllDifferent([*first, *second]))
