"""Graph colouring."""

from __future__ import annotations

from types import SimpleNamespace as Data
from typing import Any

import cpmpy as cp
from ortools.sat.python import cp_model


def for_ortools(data: Data) -> tuple[Any, list[Any]]:
    model = cp_model.CpModel()
    colour = {state: model.new_int_var(0, 2, state) for state in states(data)}
    for border in data.BORDERS:
        one, other = border.split()
        model.add(colour[one] != colour[other])
    return model, list(colour.values())


def for_cpmpy(data: Data) -> Any:
    colour = {state: cp.intvar(0, 2, name=state) for state in states(data)}
    model = cp.Model()
    for border in data.BORDERS:
        one, other = border.split()
        model += colour[one] != colour[other]
    return model


def states(data: Data) -> list[str]:
    return list(dict.fromkeys(state for border in data.BORDERS for state in border.split()))
