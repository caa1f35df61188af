"""A nonogram."""

from __future__ import annotations

from types import SimpleNamespace as Data
from typing import Any

import cpmpy as cp
from ortools.sat.python import cp_model


def for_ortools(data: Data) -> tuple[Any, list[Any]]:
    model = cp_model.CpModel()
    cell = [[model.new_bool_var(f"cell[{r},{c}]") for c in range(len(data.COLUMNS))] for r in range(len(data.ROWS))]
    for line, lengths in zip((*cell, *zip(*cell, strict=True)), (*data.ROWS, *data.COLUMNS), strict=True):
        steps, last = data.runs(lengths)
        triples = [(state, sign, target) for (state, sign), target in steps.items()]
        model.add_automaton(line, 0, last, triples)
    return model, [one for row in cell for one in row]


def for_cpmpy(data: Data) -> Any:
    cell = cp.intvar(0, 1, shape=(len(data.ROWS), len(data.COLUMNS)))
    model = cp.Model()
    for line, lengths in zip((*cell, *cell.T), (*data.ROWS, *data.COLUMNS), strict=True):
        steps, last = data.runs(lengths)
        model += cp.Regular(line, [(state, sign, target) for (state, sign), target in steps.items()], 0, last)
    return model
