"""n-queens."""

from __future__ import annotations

from types import SimpleNamespace as Data
from typing import Any

import cpmpy as cp
from ortools.sat.python import cp_model


def for_ortools(data: Data) -> tuple[Any, list[Any]]:
    model = cp_model.CpModel()
    q = [model.new_int_var(0, data.N - 1, f"q[{i}]") for i in range(data.N)]
    model.add_all_different(q)
    model.add_all_different(q[i] + i for i in range(data.N))
    model.add_all_different(q[i] - i for i in range(data.N))
    return model, q


def for_cpmpy(data: Data) -> Any:
    q = cp.intvar(0, data.N - 1, shape=data.N)
    diagonals = [cp.AllDifferent([q[i] + sign * i for i in range(data.N)]) for sign in (1, -1)]
    return cp.Model(cp.AllDifferent(q), diagonals)
