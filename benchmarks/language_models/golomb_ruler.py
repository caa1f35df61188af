"""A Golomb ruler."""

from __future__ import annotations

from itertools import combinations, pairwise
from types import SimpleNamespace as Data
from typing import Any

import cpmpy as cp
from ortools.sat.python import cp_model


def for_ortools(data: Data) -> tuple[Any, list[Any]]:
    model = cp_model.CpModel()
    longest = data.MARKS**2 - 1
    mark = [model.new_int_var(0, longest, f"mark[{i}]") for i in range(data.MARKS)]
    model.add(mark[0] == 0)
    for left, right in pairwise(mark):
        model.add(left < right)
    distances = []
    for left, right in combinations(mark, 2):
        distance = model.new_int_var(1, longest, "")
        model.add(distance == right - left)
        distances.append(distance)
    model.add_all_different(distances)
    model.minimize(mark[-1])
    return model, mark


def for_cpmpy(data: Data) -> Any:
    mark = cp.intvar(0, data.MARKS**2 - 1, shape=data.MARKS)
    return cp.Model(
        mark[0] == 0,
        cp.IncreasingStrict(mark),
        cp.AllDifferent([right - left for left, right in combinations(mark, 2)]),
        minimize=mark[-1],
    )
