"""A knight's tour."""

from __future__ import annotations

from types import SimpleNamespace as Data
from typing import Any

import cpmpy as cp
from ortools.sat.python import cp_model


def for_ortools(data: Data) -> tuple[Any, list[Any]]:
    model = cp_model.CpModel()
    arcs = [(square, target, model.new_bool_var("")) for square, target in jumps(data)]
    model.add_circuit(arcs)
    return model, [literal for _, _, literal in arcs]


def for_cpmpy(data: Data) -> Any:
    following = cp.intvar(0, data.N**2 - 1, shape=data.N**2)
    model = cp.Model(cp.Circuit(following))
    reached: dict[int, list[int]] = {}
    for square, target in jumps(data):
        reached.setdefault(square, []).append(target)
    for square, targets in reached.items():
        model += cp.InDomain(following[square], targets)
    return model


def jumps(data: Data) -> list[tuple[int, int]]:
    return [
        (r * data.N + c, (r + dr) * data.N + c + dc)
        for r in range(data.N)
        for c in range(data.N)
        for dr, dc in data.JUMPS
        if 0 <= r + dr < data.N and 0 <= c + dc < data.N
    ]
