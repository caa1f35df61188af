"""A crossword from a list of words."""

from __future__ import annotations

from types import SimpleNamespace as Data
from typing import Any

import cpmpy as cp
from ortools.sat.python import cp_model


def for_ortools(data: Data) -> tuple[Any, list[Any]]:
    model = cp_model.CpModel()
    letter = [[model.new_int_var(0, 25, f"letter[{r},{c}]") for c in range(data.N)] for r in range(data.N)]
    for line in (*letter, *zip(*letter, strict=True)):
        model.add_allowed_assignments(line, words(data))
    return model, [cell for row in letter for cell in row]


def for_cpmpy(data: Data) -> Any:
    letter = cp.intvar(0, 25, shape=(data.N, data.N))
    return cp.Model([cp.Table(line, words(data)) for line in (*letter, *letter.T)])


def words(data: Data) -> list[list[int]]:
    return [[ord(sign) - ord("a") for sign in word] for word in data.WORDS.split()]
