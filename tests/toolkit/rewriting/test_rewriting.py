"""Rewriting alone: what comes out is flat and says the same, and auxiliary variables follow from the written ones."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from time import process_time
from typing import Any

import pytest

from copla import (
    ConstraintProblem,
    Limits,
    ModelError,
    Solution,
    Variable,
    all_different,
    cardinality,
    circuit,
    clause,
    cumulative,
    if_else,
    iff,
    implies,
    interval,
    inverse,
    lexicographic,
    max_of,
    no_overlap,
    solve,
    table,
)
from copla.answers.evaluation import holds, value
from copla.fuzzing.families import generate
from copla.language.constraint_problem import ConstraintProblem as Problem
from copla.language.constraints import AllDifferent, Clause, Linear, Table
from copla.rewriting import arithmetic, comparisons, decomposition, flattening, tables
from copla.rewriting.rewrite import KINDS, Rewritten, rewritten
from copla.running.written import core

MOST = 3_000


@pytest.fixture(params=[1, 5, 400], ids=lambda few: f"tables of {few}")
def few(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many combinations still become a table: with 1 everything is taken apart."""
    found = int(request.param)
    monkeypatch.setattr(flattening, "FEW", found)
    monkeypatch.setattr(comparisons, "_FEW", found)
    monkeypatch.setattr(comparisons, "_FEW_VALUES", found)
    monkeypatch.setattr(arithmetic, "_FEW_PRODUCTS", found)
    monkeypatch.setattr(tables, "_MOST_ROWS", found)
    monkeypatch.setattr(decomposition, "_SMALL_NUMBER", found)
    return found


def written_problem(seed: int) -> Problem | None:
    try:
        problem = generate("language", seed).build()
    except ModelError:
        return None
    assert isinstance(problem, ConstraintProblem)
    size = 1
    for variable in problem.variables:
        size *= len(variable.domain)
    return problem if size <= MOST else None


def extensions(made: Rewritten) -> dict[tuple[int, ...], int]:
    """How many solutions of the rules for auxiliary variables extend each row of written values, by another engine."""
    rules = [c for c, origin in zip(made.problem.constraints, made.origins, strict=True) if origin is None]
    result = solve(made.problem.restricted(rules), "native", limits=Limits(solutions=None))
    counts: dict[tuple[int, ...], int] = {}
    for solution in result.solutions:
        row = tuple(solution.values[variable.name] for variable in made.written.variables)
        counts[row] = counts.get(row, 0) + 1
    return counts


@pytest.mark.parametrize("start", range(0, 120, 20))
def test_auxiliary_variables_are_functions_of_the_written_ones(start: int, few: int) -> None:
    for seed in range(start, start + 20):
        problem = written_problem(seed)
        if problem is None or problem.objective is not None:
            continue
        made = rewritten(problem, ())
        assert all(type(one) in (AllDifferent, Linear, Table, Clause) for one in made.problem.constraints)
        rows = set(product(*(variable.domain for variable in problem.variables)))
        assert extensions(made) == dict.fromkeys(rows, 1), seed


@pytest.mark.parametrize("start", range(0, 400, 50))
def test_what_is_rewritten_has_the_same_solutions(start: int, few: int) -> None:
    for seed in range(start, start + 50):
        problem = written_problem(seed)
        if problem is None:
            continue
        expected = {
            row
            for row in product(*(variable.domain for variable in problem.variables))
            if all(holds(constraint, row) for constraint in problem.constraints)
            and all(value(objective.expression, row) is not None for objective in problem.objectives[:1])
        }
        made = rewritten(problem, ())
        result = solve(made.problem.restricted(made.problem.constraints), "native", limits=Limits(solutions=None))
        found = [made.solution(solution).values for solution in result.solutions]
        assert {tuple(values.values()) for values in found} == expected, seed
        assert len(found) == len(expected), seed
        if made.problem.objective is not None:
            for solution in result.solutions:
                row = tuple(made.solution(solution).values.values())
                assert made.problem.objective.value(solution.values) == value(problem.objective.expression, row)  # type: ignore[union-attr]


def small() -> tuple[ConstraintProblem, Any, Any, Any]:
    problem = ConstraintProblem("small")
    x, y, z = problem.array("x", 3, range(3))
    return problem, x, y, z


def test_a_backend_gets_what_it_takes_as_it_was_written() -> None:
    problem, x, y, z = small()
    first = problem.add(x * y == z)
    second = problem.add(max_of(x, y) > z)
    made = rewritten(problem, KINDS)
    assert [one is other for one, other in zip(made.problem.constraints, (first, second), strict=True)] == [True, True]
    kinds = {kind for kind in KINDS if kind.__name__ in ("Relation", "Product")}
    some = rewritten(problem, kinds)
    assert some.problem.constraints[0] is first
    assert all(type(one) in (AllDifferent, Linear, Table, Clause) for one in some.problem.constraints[1:])


def test_every_flat_constraint_knows_where_it_comes_from(few: int) -> None:
    problem, x, y, z = small()
    stated = [all_different([x, y + 1]), implies(x > y, y * z == 2), cardinality([x, y, z], {1: 2}), circuit([x, y, z])]
    for constraint in stated:
        problem.add(constraint)
    made = rewritten(problem, ())
    assert {origin for origin in made.origins if origin is not None} == {0, 1, 2, 3}
    for place in range(4):
        without = [c for c, origin in zip(made.problem.constraints, made.origins, strict=True) if origin != place]
        found = solve(made.problem.restricted(without), "native", limits=Limits(solutions=None)).solutions
        rest = [one for number, one in enumerate(problem.constraints) if number != place]
        expected = [row for row in product(range(3), repeat=3) if all(holds(one, row) for one in rest)]
        assert sorted(tuple(made.solution(s).values.values()) for s in found) == expected


def test_cores_are_cores_of_what_was_written() -> None:
    from copla import Watch, backend

    problem = ConstraintProblem()
    x, y = problem.array("x", 2, range(40))
    places: list[int] = []
    for constraint in (x + y >= 3, x * y == 60, abs(x - y) >= 50, y <= 39):
        problem.add(constraint, clue=True)
        places.append(len(places))
    native: Any = backend("native")
    found = core(problem, native, places, Watch(Limits()))
    assert found is not None
    assert set(found) <= set(places)
    assert solve(problem.restricted([problem.constraints[place] for place in found]), "cp-sat").status == "infeasible"


def test_a_solution_that_is_nonsense_is_left_to_the_checker() -> None:
    problem, x, y, z = small()
    problem.add(x * y == z)
    made = rewritten(problem, ())
    odd = Solution({"x[0]": 1})
    assert made.solution(odd) is odd


@pytest.mark.parametrize("value", [0, 1, 5])
@pytest.mark.parametrize("positive", [True, False])
def test_a_value_that_a_variable_never_has_is_no_opposite(value: int, positive: bool, few: int) -> None:
    """A clause of one literal is that literal; of a switch, "is not 5" must not be read as "is 0"."""
    problem = ConstraintProblem()
    switch = problem.boolean("switch")
    x, y = problem.variable("x", range(100)), problem.variable("y", range(100))
    problem.add(if_else(clause([switch == value if positive else switch != value]), x, y) >= 98)
    problem.add(x <= 1)
    problem.add(y >= 98)
    found = {(s["switch"], s["x"], s["y"]) for s in solve(problem, "native", limits=Limits(solutions=None))}
    open_ones = [truth for truth in (0, 1) if ((truth == value) != positive)]
    assert found == set(product(open_ones, (0, 1), (98, 99)))


class TooLateError(Exception):
    pass


LARGE: dict[str, Callable[[list[Variable]], Any]] = {
    "rows": lambda row: table(row[:3], [(i, i + 1, None) for i in range(60_000)]),
    "forbidden rows": lambda row: ~table(row[:3], [(i, i + 1, i + 2) for i in range(60_000)]),
    "all different": lambda row: ~all_different(row),
    "inverse": lambda row: inverse(row[::2], row[1::2]),
    "one after the other": lambda row: no_overlap([interval(start, 3) for start in row]),
    "a capacity": lambda row: cumulative([interval(start, 3) for start in row], [1] * len(row), 4),
}


@pytest.mark.parametrize("name", LARGE)
def test_rewriting_asks_whether_it_may_go_on_before_it_has_built_all(name: str) -> None:
    problem = ConstraintProblem()
    row = [problem.variable(f"x{i}", range(-1, 70_000)) for i in range(500)]
    switch = problem.boolean("switch")
    problem.add(iff(LARGE[name](row), switch))
    built = 0

    def ask() -> None:
        nonlocal built
        built += 1
        if built > 1_000:
            raise TooLateError

    begun = process_time()
    with pytest.raises(TooLateError):
        rewritten(problem, (), ask)
    assert process_time() - begun < 0.25


@pytest.mark.parametrize("strictly", [False, True])
@pytest.mark.parametrize("places", [1, 2, 3, 5, 8])
def test_the_order_of_a_dictionary_is_decided_by_halves(
    places: int, strictly: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decomposition, "_SMALL_NUMBER", 1)
    monkeypatch.setattr(decomposition, "_MOST_PLACES", 2)
    x = Problem().array("x", places, range(2))
    y = [1, 0, 0, 1, 1, 0, 1, 0][:places]
    stated = decomposition.decomposed(lexicographic(x, y, strictly=strictly))
    for row in product(range(2), repeat=places):
        values = {variable.index: entry for variable, entry in zip(x, row, strict=True)}
        assert holds(stated, values) == (list(row) < y or (list(row) == y and not strictly))
