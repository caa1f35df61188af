"""A killer sudoku."""

from __future__ import annotations

from types import SimpleNamespace as Data
from typing import Any

import cpmpy as cp
from ortools.sat.python import cp_model


def for_ortools(data: Data) -> tuple[Any, list[Any]]:
    model = cp_model.CpModel()
    grid = [[model.new_int_var(1, 4, f"grid[{r},{c}]") for c in range(4)] for r in range(4)]
    boxes = [[grid[r + i][c + j] for i in (0, 1) for j in (0, 1)] for r in (0, 2) for c in (0, 2)]
    for line in (*grid, *zip(*grid, strict=True), *boxes):
        model.add_all_different(line)
    for name, value in data.CAGES.items():
        model.add(sum(grid[r][c] for r in range(4) for c in range(4) if data.SHAPE[r][c] == name) == value)
    return model, [cell for row in grid for cell in row]


def for_cpmpy(data: Data) -> Any:
    grid = cp.intvar(1, 4, shape=(4, 4))
    boxes = [grid[r : r + 2, c : c + 2] for r in (0, 2) for c in (0, 2)]
    model = cp.Model([cp.AllDifferent(line) for line in (*grid, *grid.T, *boxes)])
    for name, value in data.CAGES.items():
        model += cp.sum([grid[r, c] for r in range(4) for c in range(4) if data.SHAPE[r][c] == name]) == value
    return model
