"""Quasigroup existence."""

from __future__ import annotations

from types import SimpleNamespace as Data
from typing import Any

import cpmpy as cp
from ortools.sat.python import cp_model


def for_ortools(data: Data) -> tuple[Any, list[Any]]:
    model = cp_model.CpModel()
    n = range(data.N)
    times = [[model.new_int_var(0, data.N - 1, f"times[{a},{b}]") for b in n] for a in n]
    cells = [cell for row in times for cell in row]
    for line in (*times, *zip(*times, strict=True)):
        model.add_all_different(line)
    for a in n:
        model.add(times[a][a] == a)
        for b in n:
            place = model.new_int_var(0, data.N**2 - 1, "")
            model.add(place == data.N * times[a][b] + times[b][a])
            model.add_element(place, cells, a)
    return model, cells


def for_cpmpy(data: Data) -> Any:
    times = cp.intvar(0, data.N - 1, shape=(data.N, data.N))
    model = cp.Model([cp.AllDifferent(line) for line in (*times, *times.T)])
    for a in range(data.N):
        model += times[a, a] == a
        for b in range(data.N):
            model += times[times[a, b], times[b, a]] == a
    return model
