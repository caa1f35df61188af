"""Declared heuristics for random planning problems, made from the true distances so that what they promise is known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from math import prod

from copla.fuzzing.dice import Dice
from copla.fuzzing.planning_data import HeuristicRecord, PlanningData, TableRecord
from copla.fuzzing.planning_oracle import distances_to_goal
from copla.ground.numbers import LARGEST

MOST_STATES = 400

Distance = int | None
"""None where the goal cannot be reached."""


def with_heuristics(dice: Dice, data: PlanningData) -> PlanningData:
    """The problem with one to three heuristics; unchanged if it has too many states for tables over all of them."""
    if not data.variables or prod(len(domain) for _, domain, _ in data.variables) > MOST_STATES:
        return data
    states = list(product(*(domain for _, domain, _ in data.variables)))
    known = distances_to_goal(data, states)
    distances = [_capped(known.get(state)) for state in states]
    names = tuple(name for name, _, _ in data.variables)
    kinds = [dice.pick(tuple(_KINDS)) for _ in range(dice.number(1, 3))]
    made = [replace(_KINDS[kind](dice, names, distances), name=f"{kind}-{i}") for i, kind in enumerate(kinds)]
    return replace(data, heuristics=tuple(replace(h, function=dice.chance(0.3)) for h in made))


def _exact(dice: Dice, names: tuple[str, ...], distances: list[Distance]) -> HeuristicRecord:
    return _single(names, distances, admissible=True, consistent=True)


def _half(dice: Dice, names: tuple[str, ...], distances: list[Distance]) -> HeuristicRecord:
    return _single(names, [d if d is None else d // 2 for d in distances], admissible=True, consistent=True)


def _ragged(dice: Dice, names: tuple[str, ...], distances: list[Distance]) -> HeuristicRecord:
    """Never too much, but up and down from state to state; dead ends are not all known."""
    estimates = [dice.pick((d, 0)) if d is None else dice.number(0, d) for d in distances]
    return _single(names, estimates, admissible=True, consistent=False)


def _parts(dice: Dice, names: tuple[str, ...], distances: list[Distance]) -> HeuristicRecord:
    """A sum of two tables that share the distance between them."""
    first = TableRecord(names, tuple(None if d is None else d // 2 for d in distances))
    second = TableRecord(names, tuple(0 if d is None else (d + 1) // 2 for d in distances))
    return HeuristicRecord("", ((first, second),), admissible=True, consistent=False)


def _highest(dice: Dice, names: tuple[str, ...], distances: list[Distance]) -> HeuristicRecord:
    """A maximum of sums, each of them never too much."""
    sums = []
    for _ in range(dice.number(2, 3)):
        sums.append((TableRecord(names, tuple(None if d is None else dice.number(0, d) for d in distances)),))
    return HeuristicRecord("", tuple(sums), admissible=True, consistent=False)


def _too_much(dice: Dice, names: tuple[str, ...], distances: list[Distance]) -> HeuristicRecord:
    """More than the distance here and there, not zero at the goal: declared as what it is."""
    most = max([d for d in distances if d is not None], default=0) + 3
    estimates = [
        d if d is None else _capped(dice.pick((d, d + 1, 3 * d, dice.number(0, most), most))) for d in distances
    ]
    return _single(names, estimates, admissible=False, consistent=False)


def _one_variable(dice: Dice, names: tuple[str, ...], distances: list[Distance]) -> HeuristicRecord:
    """Zero everywhere, over no variable at all."""
    return HeuristicRecord("", ((TableRecord((), (0,)),),), admissible=True, consistent=True)


_KINDS: dict[str, Callable[[Dice, tuple[str, ...], list[Distance]], HeuristicRecord]] = {
    "exact": _exact,
    "half": _half,
    "ragged": _ragged,
    "parts": _parts,
    "highest": _highest,
    "too-much": _too_much,
    "nothing": _one_variable,
}


def _single(
    names: tuple[str, ...], estimates: list[Distance], *, admissible: bool, consistent: bool
) -> HeuristicRecord:
    table = TableRecord(names, tuple(estimates))
    return HeuristicRecord("", ((table,),), admissible=admissible, consistent=consistent)


def _capped(distance: Distance) -> Distance:
    return distance if distance is None else min(distance, LARGEST)
