"""Steiner triples."""

from __future__ import annotations

from itertools import combinations, pairwise
from types import SimpleNamespace as Data
from typing import Any

import cpmpy as cp
from ortools.sat.python import cp_model


def for_ortools(data: Data) -> tuple[Any, list[Any]]:
    """A triple is the set of its points: a Boolean for each of them."""
    model = cp_model.CpModel()
    points, triples = range(data.N), range(data.N * (data.N - 1) // 6)
    inside = [[model.new_bool_var(f"inside[{triple},{point}]") for point in points] for triple in triples]
    for triple in inside:
        model.add(sum(triple) == 3)
    for one, other in pairwise(inside):
        # The smaller points first: as binary numbers, the earlier triple is the greater one.
        model.add(binary(one) > binary(other))
    for a, b in combinations(points, 2):
        together = []
        for triple in inside:
            both = model.new_bool_var("")
            model.add_bool_and(triple[a], triple[b]).only_enforce_if(both)
            model.add_bool_or(~triple[a], ~triple[b], both)
            together.append(both)
        model.add_exactly_one(together)
    return model, [literal for triple in inside for literal in triple]


def binary(digits: list[Any]) -> Any:
    return sum(2**place * digit for place, digit in enumerate(reversed(digits)))


def for_cpmpy(data: Data) -> Any:
    triples = cp.intvar(0, data.N - 1, shape=(data.N * (data.N - 1) // 6, 3))
    model = cp.Model([cp.IncreasingStrict(triple) for triple in triples])
    for one, other in pairwise(triples):
        model += cp.LexLess(one, other)
    pairs = [(a, b) for triple in triples for a, b in combinations(triple, 2)]
    for one, other in combinations(range(data.N), 2):
        model += cp.sum([(a == one) & (b == other) for a, b in pairs]) == 1
    return model
