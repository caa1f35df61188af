"""A magic square."""

from __future__ import annotations

from types import SimpleNamespace as Data
from typing import Any

import cpmpy as cp
from ortools.sat.python import cp_model


def for_ortools(data: Data) -> tuple[Any, list[Any]]:
    model = cp_model.CpModel()
    n = range(data.N)
    square = [[model.new_int_var(1, data.N**2, f"square[{r},{c}]") for c in n] for r in n]
    cells = [cell for row in square for cell in row]
    model.add_all_different(cells)
    diagonals = [[square[i][i] for i in n], [square[i][data.N - 1 - i] for i in n]]
    for line in (*square, *zip(*square, strict=True), *diagonals):
        model.add(sum(line) == data.N * (data.N**2 + 1) // 2)
    return model, cells


def for_cpmpy(data: Data) -> Any:
    square = cp.intvar(1, data.N**2, shape=(data.N, data.N))
    model = cp.Model(cp.AllDifferent(square))
    for line in (*square, *square.T, square.diagonal(), square[:, ::-1].diagonal()):
        model += cp.sum(line) == data.N * (data.N**2 + 1) // 2
    return model
