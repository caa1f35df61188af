"""SEND + MORE = MONEY."""

from __future__ import annotations

from types import SimpleNamespace as Data
from typing import Any

import cpmpy as cp
from ortools.sat.python import cp_model


def for_ortools(data: Data) -> tuple[Any, list[Any]]:
    model = cp_model.CpModel()
    digit = {letter: model.new_int_var(letter in "SM", 9, letter) for letter in "SENDMORY"}
    model.add_all_different(digit.values())
    model.add(number("SEND", digit) + number("MORE", digit) == number("MONEY", digit))
    return model, list(digit.values())


def for_cpmpy(data: Data) -> Any:
    digit = {letter: cp.intvar(int(letter in "SM"), 9, name=letter) for letter in "SENDMORY"}
    same = number("SEND", digit) + number("MORE", digit) == number("MONEY", digit)
    return cp.Model(cp.AllDifferent(list(digit.values())), same)


def number(word: str, digit: dict[str, Any]) -> Any:
    return sum(10**place * digit[letter] for place, letter in enumerate(reversed(word)))
