"""A balanced incomplete block design."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from types import SimpleNamespace as Data
from typing import Any

import cpmpy as cp
from ortools.sat.python import cp_model


def for_ortools(data: Data) -> tuple[Any, list[Any]]:
    model = cp_model.CpModel()
    holds = [[model.new_bool_var(f"holds[{r},{c}]") for c in range(data.B)] for r in range(data.V)]
    columns = list(zip(*holds, strict=True))
    for row in holds:
        model.add(sum(row) == data.R)
    for column in columns:
        model.add(sum(column) == data.K)
    for one, other in combinations(holds, 2):
        shared = []
        for a, b in zip(one, other, strict=True):
            both = model.new_bool_var("")
            model.add_bool_and(a, b).only_enforce_if(both)
            model.add_bool_or(~a, ~b, both)
            shared.append(both)
        model.add(sum(shared) == data.LAMBDA)
    for before, after in (*pairwise(holds), *pairwise(columns)):
        # Rows of 0 and 1 are in order as the binary numbers that they spell are.
        model.add(binary(after) <= binary(before))
    return model, [cell for row in holds for cell in row]


def binary(digits: Sequence[Any]) -> Any:
    return sum(2**place * digit for place, digit in enumerate(reversed(digits)))


def for_cpmpy(data: Data) -> Any:
    holds = cp.boolvar(shape=(data.V, data.B))
    model = cp.Model()
    for row in holds:
        model += cp.sum(row) == data.R
    for column in holds.T:
        model += cp.sum(column) == data.K
    for one, other in combinations(holds, 2):
        model += cp.sum(one & other) == data.LAMBDA
    for lines in (holds, holds.T):
        for one, other in pairwise(lines):
            model += cp.LexLessEq(other, one)
    return model
