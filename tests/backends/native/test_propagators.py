"""Propagators of their own for what goes beyond the four flat kinds: held to brute force, to each other, to the audit.

Small problems would become tables, which the rewriting prefers: here hardly anything does.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from copla import (
    ConstraintProblem,
    Limits,
    ModelError,
    cardinality,
    circuit,
    count,
    element,
    iff,
    implies,
    max_of,
    min_of,
    solve,
    total,
)
from copla.answers.evaluation import holds
from copla.backends.forward_checking.ordering import VALUE_ORDERS, VARIABLE_ORDERS
from copla.backends.forward_checking.solver import INFERENCES
from copla.backends.native import constraints, engine
from copla.fuzzing.families import generate
from copla.rewriting import arithmetic, comparisons, flattening, tables
from copla.rewriting.propagated import PROPAGATED, Entry, Extreme, Occurrences, OneCycle, Reified, Times
from copla.rewriting.rewrite import rewritten
from tests.audited import audited_engine
from tests.backends.native.test_constraints import assert_same_search

ALL = Limits(solutions=None)
MOST = 600
SHARED = list(product(INFERENCES, VARIABLE_ORDERS, VALUE_ORDERS))
WAYS: list[dict[str, Any]] = [
    *({"inference": level} for level in constraints.INFERENCES[1:]),
    {"learning": "always"},
    {"learning": "always", "inference": "forward"},
    {},
]


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, limit in (
        (flattening, "FEW"),
        (comparisons, "_FEW"),
        (comparisons, "_FEW_VALUES"),
        (arithmetic, "_FEW_PRODUCTS"),
        (tables, "_MOST_ROWS"),
    ):
        monkeypatch.setattr(module, limit, 1)


@pytest.fixture
def audit(monkeypatch: pytest.MonkeyPatch) -> None:
    audited_engine()
    monkeypatch.setattr(engine, "build", "audit")


def solutions_of(problem: ConstraintProblem) -> set[tuple[int, ...]]:
    rows = product(*(variable.domain for variable in problem.variables))
    return {row for row in rows if all(holds(constraint, row) for constraint in problem.constraints)}


def written_problem(seed: int) -> ConstraintProblem | None:
    """Anything that can be said; without an objective, and small enough to try everything."""
    try:
        problem = generate("language", seed).build()
    except ModelError:
        return None
    assert isinstance(problem, ConstraintProblem)
    size = 1
    for variable in problem.variables:
        size *= len(variable.domain)
    return problem.restricted(problem.constraints) if size <= MOST else None


KINDS: dict[type, Callable[[random.Random, list[Any]], Any]] = {
    Reified: lambda chance, x: iff(
        chance.choice([x[0] + 2 * x[1] <= 3, x[0] - x[1] == 1, x[0] != x[2], total(x) > 2]),
        chance.choice([x[3] == 0, x[1] < x[3], x[2] - x[0] == chance.randint(-2, 2)]),
    ),
    Times: lambda chance, x: chance.choice(
        [x[0] * x[1] == x[2], x[0] * x[0] > x[1], x[0] * x[1] * x[2] <= 4, x[0] * x[1] == x[0], -3 * x[1] * x[2] != 6]
    ),
    Extreme: lambda chance, x: chance.choice(
        [
            max_of(x[:3]) == x[3],
            min_of(x) < x[0],
            max_of(x[0], x[0], 1) != x[1],
            min_of(x[0], x[1] + 1, -x[2]) >= chance.randint(-2, 2),
            max_of(x[1:]) == min_of(x[:2]),
        ]
    ),
    Entry: lambda chance, x: chance.choice(
        [
            element(x, x[0]) == x[1],
            element([x[1], 2, x[2]], x[3]) > 0,
            element([x[0], x[0] + x[1]], x[2]) != x[3],
            implies(element(x, x[1]) == 1, x[0] == x[1]),
        ]
    ),
    Occurrences: lambda chance, x: chance.choice(
        [
            cardinality(x, {0: x[0], 1: 1, 2: x[1]}),
            cardinality([*x, x[0]], {0: 2, 1: x[2], 3: 1}, closed=True),
            count([x[0], x[1], 1, x[0]], 1) == x[2],
            count(x, 7) == 0,
            count(x, 2) + count(x, 0) >= 2,
            cardinality(x[:2], {1: 1, 2: 1}, closed=True),
        ]
    ),
    OneCycle: lambda chance, x: chance.choice(
        [circuit(x), circuit([x[0], x[1], x[2]]), circuit([x[0], 2, x[1]]), circuit([x[0] + 1, x[1], x[2], x[3]])]
    ),
}


def problem_with(kind: type, seed: int) -> ConstraintProblem:
    """The kind said, negated or chosen by another constraint; domains with gaps, negative numbers, one value."""
    chance = random.Random(seed)
    problem = ConstraintProblem(f"{kind.__name__} {seed}")
    pool = [range(4), range(4), [-3, -1, 0, 1, 2], [0, 2, 3, 5], [1]]
    x = [problem.variable(f"x{i}", chance.choice(pool)) for i in range(4)]
    for _ in range(chance.randint(1, 2)):
        said = KINDS[kind](chance, x)
        problem.add(chance.choice([said, said, ~said, said | (x[0] == x[1]), implies(x[2] > x[1], said)]))
    if chance.random() < 0.4:
        problem.add(total(x) <= chance.randint(0, 7))
    return problem


@pytest.mark.parametrize("kind", KINDS)
def test_rewriting_stops_at_each_kind_where_it_is_taken_and_nowhere_else(kind: type) -> None:
    found = set()
    for seed in range(40):
        problem = problem_with(kind, seed)
        found |= {type(one) for one in rewritten(problem, PROPAGATED).problem.constraints}
        others = rewritten(problem, PROPAGATED - {kind}).problem
        assert kind not in {type(one) for one in others.constraints}
    assert kind in found


def test_all_kinds_are_tried() -> None:
    assert set(KINDS) == PROPAGATED


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("backend", ["forward-checking", "native"])
def test_each_kind_has_exactly_the_solutions_that_brute_force_finds(kind: type, backend: str) -> None:
    ways = WAYS if backend == "native" else [{"inference": level} for level in INFERENCES[1:]]
    for seed in range(120):
        problem = problem_with(kind, seed)
        result = solve(problem, backend, limits=ALL, options=ways[seed % len(ways)])
        assert result.complete
        found = [tuple(solution.values.values()) for solution in result.solutions]
        assert len(found) == len(set(found)), seed
        assert set(found) == solutions_of(problem), seed


@pytest.mark.parametrize("backend", ["forward-checking", "native"])
@pytest.mark.parametrize("inference", INFERENCES)
@pytest.mark.parametrize("places", [2, 3, 4])
def test_a_cycle_that_is_closed_by_what_stays_of_the_domains_is_one(places: int, inference: str, backend: str) -> None:
    problem = ConstraintProblem("each place leads to itself or to the next one")
    x = [problem.variable(f"x{i}", sorted({i, (i + 1) % places})) for i in range(places)]
    problem.add(circuit(x))
    result = solve(problem, backend, limits=ALL, options={"inference": inference})
    expected = {f"x{i}": (i + 1) % places for i in range(places)}
    assert [solution.values for solution in result.solutions] == [expected]


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_has_the_best_value_that_brute_force_finds(kind: type) -> None:
    for seed in range(60):
        problem = problem_with(kind, seed)
        expected = [sum(row) - 3 * row[1] for row in solutions_of(problem)]
        problem.minimize(total(problem.variables) - 3 * problem.variables[1])
        for backend, way in (("native", WAYS[seed % len(WAYS)]), ("forward-checking", {})):
            result = solve(problem, backend, options=way)
            assert (result.best.cost if expected else None) == min(expected, default=None), seed
            assert result.status.value == ("optimal" if expected else "infeasible")


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_visits_the_nodes_of_the_readable_solver(kind: type) -> None:
    for seed in range(120):
        inference, variables, values = SHARED[seed % len(SHARED)]
        problem = problem_with(kind, seed)
        assert_same_search(problem, {"inference": inference, "variables": variables, "values": values})


def test_the_whole_language_visits_the_nodes_of_the_readable_solver() -> None:
    for seed in range(400):
        problem = written_problem(seed)
        inference, variables, values = SHARED[seed % len(SHARED)]
        if problem is not None and (inference != "none" or len(rewritten(problem, PROPAGATED).problem.variables) < 12):
            assert_same_search(problem, {"inference": inference, "variables": variables, "values": values})


@pytest.mark.slow
@pytest.mark.usefixtures("audit")
@pytest.mark.parametrize("kind", KINDS)
def test_no_inference_of_any_kind_is_refused(kind: type) -> None:
    for seed in range(1000, 1300):
        problem = problem_with(kind, seed)
        result = solve(problem, "native", limits=ALL, options=WAYS[seed % len(WAYS)])
        assert {tuple(solution.values.values()) for solution in result.solutions} == solutions_of(problem), seed


@pytest.mark.slow
@pytest.mark.usefixtures("audit")
def test_no_inference_on_the_whole_language_is_refused() -> None:
    for seed in range(5000, 6000):
        problem = written_problem(seed)
        if problem is None or len(rewritten(problem, PROPAGATED).problem.variables) > 30:
            continue
        result = solve(problem, "native", limits=ALL, options=WAYS[seed % len(WAYS)])
        assert len(result.solutions) == len(solutions_of(problem)), seed
