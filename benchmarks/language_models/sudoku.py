"""Sudoku."""

from __future__ import annotations

from types import SimpleNamespace as Data
from typing import Any

import cpmpy as cp
from ortools.sat.python import cp_model


def for_ortools(data: Data) -> tuple[Any, list[Any]]:
    model = cp_model.CpModel()
    grid = [[model.new_int_var(1, 9, f"grid[{r},{c}]") for c in range(9)] for r in range(9)]
    cells = [cell for row in grid for cell in row]
    boxes = [[grid[r + i][c + j] for i in range(3) for j in range(3)] for r in (0, 3, 6) for c in (0, 3, 6)]
    for line in (*grid, *zip(*grid, strict=True), *boxes):
        model.add_all_different(line)
    for cell, sign in zip(cells, "".join(data.GIVEN.split()), strict=True):
        if sign != ".":
            model.add(cell == int(sign))
    return model, cells


def for_cpmpy(data: Data) -> Any:
    grid = cp.intvar(1, 9, shape=(9, 9))
    boxes = [grid[r : r + 3, c : c + 3] for r in (0, 3, 6) for c in (0, 3, 6)]
    model = cp.Model([cp.AllDifferent(line) for line in (*grid, *grid.T, *boxes)])
    for cell, sign in zip(grid.flat, "".join(data.GIVEN.split()), strict=True):
        if sign != ".":
            model += cell == int(sign)
    return model
