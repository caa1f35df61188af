"""Skyscrapers."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace as Data
from typing import Any

import cpmpy as cp
from ortools.sat.python import cp_model


def for_ortools(data: Data) -> tuple[Any, list[Any]]:
    model = cp_model.CpModel()
    tower = [[model.new_int_var(1, 4, f"tower[{r},{c}]") for c in range(4)] for r in range(4)]

    def see(line: Sequence[Any], number: int) -> None:
        visible = []
        tallest = line[0]
        for here in line[1:]:
            seen = model.new_bool_var("")
            model.add(here > tallest).only_enforce_if(seen)
            model.add(here <= tallest).only_enforce_if(~seen)
            visible.append(seen)
            before, tallest = tallest, model.new_int_var(1, 4, "")
            model.add_max_equality(tallest, before, here)
        model.add(1 + sum(visible) == number)

    for lines, near, far in ((list(zip(*tower, strict=True)), data.TOP, data.BOTTOM), (tower, data.LEFT, data.RIGHT)):
        for line, first, last in zip(lines, near, far, strict=True):
            model.add_all_different(line)
            see(line, first)
            see(line[::-1], last)
    return model, [cell for row in tower for cell in row]


def for_cpmpy(data: Data) -> Any:
    tower = cp.intvar(1, 4, shape=(4, 4))
    model = cp.Model()
    for lines, near, far in ((tower.T, data.TOP, data.BOTTOM), (tower, data.LEFT, data.RIGHT)):
        for line, first, last in zip(lines, near, far, strict=True):
            model += cp.AllDifferent(line)
            model += visible(line) == first
            model += visible(line[::-1]) == last
    return model


def visible(line: Any) -> Any:
    return 1 + cp.sum([line[i] > cp.max(line[:i]) for i in range(1, len(line))])
