"""The oracle of constraint problems against plain Python: every combination, judged by Python's own operators."""

from __future__ import annotations

from itertools import product
from math import prod

import pytest

from copla.fuzzing.constraint_data import (
    ConstraintData,
    ConstraintRecord,
    Different,
    Either,
    ObjectiveRecord,
    Rows,
    Said,
    Sum,
)
from copla.fuzzing.constraint_families import FAMILIES
from copla.fuzzing.constraint_oracle import ConstraintTruth, TooLargeError, constraint_truth, wrong_with
from copla.fuzzing.dice import Dice


def as_python(record: ConstraintRecord) -> str:
    """The constraint as an expression that Python evaluates, with a dict v of values."""
    match record:
        case Sum(terms, comparison, bound):
            return " + ".join(["0", *(f"{c} * v[{n!r}]" for c, n in terms)]) + f" {comparison} {bound}"
        case Different(names):
            pairs = [f"v[{a!r}] != v[{b!r}]" for i, a in enumerate(names) for b in names[i + 1 :]]
            return " and ".join(pairs) or "True"
        case Rows(names, rows, allowed):
            return f"([{', '.join(f'v[{n!r}]' for n in names)}] in {list(map(list, rows))}) is {allowed}"
        case Either(literals):
            return " or ".join(f"v[{n!r}] {'==' if equal else '!='} {x}" for n, x, equal in literals) or "False"
        case Said():
            raise AssertionError("test_tree_oracle.py is about these")


def by_eval(data: ConstraintData) -> ConstraintTruth:
    code = compile(" and ".join(f"({as_python(c)})" for c in data.constraints) or "True", "constraints", "eval")
    names = [name for name, _ in data.variables]
    costs = []
    for values in product(*(sorted(set(domain)) for _, domain in data.variables)):
        v = dict(zip(names, values, strict=True))
        if eval(code, {"v": v}):
            terms = data.objective.terms if data.objective else ()
            costs.append(sum(c * v[n] for c, n in terms) + (data.objective.constant if data.objective else 0))
    if data.objective is None or not costs:
        return ConstraintTruth(len(costs), None)
    return ConstraintTruth(len(costs), min(costs) if data.objective.sense == "minimize" else max(costs))


TREES = ("language", "spacious", "conditions", "distant", "operations")
TOO_LARGE = ("many", "hard", "large")


@pytest.mark.parametrize("family", [name for name in FAMILIES if name not in (*TREES, *TOO_LARGE)])
def test_counts_and_optima_are_those_of_python(family: str) -> None:
    compared = 0
    for seed in range(60):
        data = FAMILIES[family](Dice(family, seed))
        if prod(len(domain) for _, domain in data.variables) <= 3000:
            truth = constraint_truth(data)
            assert truth == by_eval(data), (family, seed)
            if truth.feasible:
                assert truth.example is not None
                assert wrong_with(data, truth.example, truth.optimum) is None
            compared += 1
    assert compared > 20


def test_independent_parts_are_multiplied() -> None:
    pair = [(f"v{i}", (0, 1)) for i in range(140)]
    chains = tuple(Sum(((1, f"v{i}"), (1, f"v{i + 1}")), "==", 1) for i in range(0, 140, 2))
    objective = ObjectiveRecord("maximize", tuple((i, f"v{i}") for i in range(140)), 5)
    best = 5 + sum(range(1, 140, 2))
    assert constraint_truth(ConstraintData(tuple(pair), chains, objective)) == ConstraintTruth(2**70, best)


def test_six_sums_with_six_solutions() -> None:
    domains = [(0, 3), (0, 2, 5), (2, 4), (1, 3, 6), (3,), (6,), (1, 4, 5)]
    data = ConstraintData(
        tuple((f"v{i}", domain) for i, domain in enumerate(domains)),
        (
            Sum(((-2, "v3"), (1, "v4"), (-3, "v6"), (1, "v1"), (-2, "v2"), (1, "v5")), ">=", -10),
            Sum(((2, "v4"), (2, "v5"), (3, "v3"), (1, "v0"), (-1, "v6"), (1, "v2")), "!=", 24),
            Sum(((2, "v1"), (2, "v5"), (1, "v4"), (3, "v0"), (-2, "v2"), (3, "v6")), ">=", 23),
            Sum(((1, "v0"), (1, "v5"), (-2, "v4"), (-1, "v1"), (1, "v3")), "==", 4),
        ),
    )
    assert constraint_truth(data) == ConstraintTruth(6, None)


def test_it_gives_up_when_it_was_told_to() -> None:
    data = ConstraintData(
        tuple((f"v{i}", tuple(range(10))) for i in range(6)), (Different(("v0", "v1", "v2", "v3", "v4", "v5")),)
    )
    with pytest.raises(TooLargeError):
        constraint_truth(data, most_steps=1000)


def test_wrong_assignments_are_named() -> None:
    data = ConstraintData(
        (("x", (1, 2)), ("y", (1, 2))), (Different(("x", "y")),), ObjectiveRecord("minimize", ((2, "x"),))
    )
    assert wrong_with(data, {"x": 1, "y": 2}, 2) is None
    assert "does not hold" in str(wrong_with(data, {"x": 1, "y": 1}, 2))
    assert "not in its domain" in str(wrong_with(data, {"x": 3, "y": 1}, 6))
    assert "value to each variable" in str(wrong_with(data, {"x": 1}, 2))
    assert "it is 2" in str(wrong_with(data, {"x": 1, "y": 2}, 3))
