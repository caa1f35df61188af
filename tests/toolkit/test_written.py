"""Everything that can be written: each construct means what Python means by it, for the checker and every backend."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

import copla
from copla import (
    Array,
    ConstraintProblem,
    Grid,
    Limits,
    ModelError,
    Solution,
    Status,
    all_different,
    all_equal,
    all_of,
    any_of,
    at_least,
    at_most,
    cardinality,
    circuit,
    count,
    cumulative,
    element,
    exactly,
    explain,
    if_else,
    iff,
    implies,
    increasing,
    interval,
    inverse,
    lexicographic,
    max_of,
    min_of,
    no_overlap,
    regular,
    satisfies,
    solve,
    table,
    violations,
    xor,
)
from copla.language import plain

EVERY = Limits(solutions=None)
DOMAINS = {"x": range(-3, 4), "y": (0, 1, 3), "z": range(3)}


def divides(x: int, y: int, meant: Callable[[int], bool]) -> bool:
    return y != 0 and meant(x // y)


EVEN = {("even", 0): "even", ("even", 1): "odd", ("odd", 0): "odd", ("odd", 1): "even"}

MEANT: dict[str, tuple[Callable[[Any, Any, Any], Any], Callable[[int, int, int], bool]]] = {
    "product": (lambda x, y, z: x * y == z, lambda x, y, z: x * y == z),
    "square": (lambda x, y, z: x * x >= y + 2, lambda x, y, z: x * x >= y + 2),
    "quotient": (lambda x, y, z: x // y == -z, lambda x, y, z: divides(x, y, lambda q: q == -z)),
    "not a quotient": (lambda x, y, z: ~(x // y == -z), lambda x, y, z: not divides(x, y, lambda q: q == -z)),
    "quotient of a number": (lambda x, y, z: 7 // x < z, lambda x, y, z: x != 0 and 7 // x < z),
    "remainder": (lambda x, y, z: x % 3 == z, lambda x, y, z: x % 3 == z),
    "remainder by less than zero": (lambda x, y, z: y % x == -z, lambda x, y, z: x != 0 and y % x == -z),
    "nothing times a quotient": (lambda x, y, z: 0 * (x // y) == 0, lambda x, y, z: y != 0),
    "absolute": (lambda x, y, z: abs(x - y) <= z, lambda x, y, z: abs(x - y) <= z),
    "least": (lambda x, y, z: min_of(x, y, 2) == z, lambda x, y, z: min(x, y, 2) == z),
    "greatest": (lambda x, y, z: max_of([x + 1, y]) > z * 2, lambda x, y, z: max(x + 1, y) > z * 2),
    "element": (lambda x, y, z: element([3, y, 0, x], x) == z, lambda x, y, z: 0 <= x < 4 and [3, y, 0, x][x] == z),
    "not an element": (
        lambda x, y, z: ~(Array([5, 0, 1])[x] == z),
        lambda x, y, z: not (0 <= x < 3 and [5, 0, 1][x] == z),
    ),
    "element of an empty list": (lambda x, y, z: (element([], x) == z) | (y == 1), lambda x, y, z: y == 1),
    "count": (lambda x, y, z: count([x, y, z, 1], z) == y, lambda x, y, z: [x, y, z, 1].count(z) == y),
    "a constraint as a number": (lambda x, y, z: (x > y) + (y >= z) == z, lambda x, y, z: (x > y) + (y >= z) == z),
    "choice": (
        lambda x, y, z: if_else(x > 0, y, z + 1) == 1,
        lambda x, y, z: (y if x > 0 else z + 1) == 1,
    ),
    "choice without a value": (
        lambda x, y, z: if_else(y == 0, z, x // y) == 1,
        lambda x, y, z: divides(x, y, lambda q: (z if y == 0 else q) == 1),
    ),
    "and": (lambda x, y, z: (x < y) & (y < z + 1) & (z != 2), lambda x, y, z: x < y < z + 1 and z != 2),
    "or": (lambda x, y, z: (x > y) | (y == z), lambda x, y, z: x > y or y == z),
    "not": (lambda x, y, z: ~((x > y) | (y == z)), lambda x, y, z: not (x > y or y == z)),
    "implies": (lambda x, y, z: implies(x > y, z == 0), lambda x, y, z: x <= y or z == 0),
    "iff": (lambda x, y, z: iff(x > y, z == 0), lambda x, y, z: (x > y) == (z == 0)),
    "xor": (lambda x, y, z: xor(x > y, z == 0), lambda x, y, z: (x > y) != (z == 0)),
    "all of none": (lambda x, y, z: all_of([]), lambda x, y, z: True),
    "any of none": (lambda x, y, z: any_of([]) | (x == 2), lambda x, y, z: x == 2),
    "exactly": (lambda x, y, z: exactly(2, [x > 0, y > 0, z > 0]), lambda x, y, z: (x > 0) + (y > 0) + (z > 0) == 2),
    "at most": (lambda x, y, z: at_most(z, [x > 0, y > 0]), lambda x, y, z: (x > 0) + (y > 0) <= z),
    "at least": (lambda x, y, z: at_least(1, [x == y, z == y]), lambda x, y, z: y in (x, z)),
    "all different": (
        lambda x, y, z: all_different([x + 1, 2 * y, z, 7]),
        lambda x, y, z: len({x + 1, 2 * y, z, 7}) == 4,
    ),
    "not all different": (lambda x, y, z: ~all_different([x, y, z]), lambda x, y, z: len({x, y, z}) < 3),
    "all equal": (lambda x, y, z: all_equal([x - 1, y, z]), lambda x, y, z: x - 1 == y == z),
    "short table": (
        lambda x, y, z: table([x, y, z], [(1, None, 2), (None, 0, 0)]),
        lambda x, y, z: (x == 1 and z == 2) or (y == 0 and z == 0),
    ),
    "forbidden short table": (
        lambda x, y, z: table([x + y, z], [(0, None), (None, 1)], allowed=False),
        lambda x, y, z: x + y != 0 and z != 1,
    ),
    "cardinality": (
        lambda x, y, z: cardinality([x, y, z], {1: z, 0: 1}),
        lambda x, y, z: [x, y, z].count(1) == z and [x, y, z].count(0) == 1,
    ),
    "closed cardinality": (
        lambda x, y, z: cardinality([x, y, z], {0: 1, 1: 2}, closed=True),
        lambda x, y, z: sorted([x, y, z]) == [0, 1, 1],
    ),
    "increasing": (lambda x, y, z: increasing([x, y, z]), lambda x, y, z: x <= y <= z),
    "strictly increasing": (lambda x, y, z: increasing([x, y, 2 * z], strictly=True), lambda x, y, z: x < y < 2 * z),
    "in dictionary order": (lambda x, y, z: lexicographic([x, y], [y, z]), lambda x, y, z: [x, y] <= [y, z]),
    "before in dictionary order": (
        lambda x, y, z: lexicographic([x, z], [y, y], strictly=True),
        lambda x, y, z: [x, z] < [y, y],
    ),
    "circuit": (lambda x, y, z: circuit([x, y - 1, z]), lambda x, y, z: (x, y - 1, z) in {(1, 2, 0)} | {(2, 0, 1)}),
    "inverse": (
        lambda x, y, z: inverse([x, z], [z, x]),
        lambda x, y, z: x in (0, 1) and z in (0, 1) and [z, x][x] == 0 and [z, x][z] == 1,
    ),
    "regular": (
        lambda x, y, z: regular([x, y, z], "even", EVEN, ["even"]),
        lambda x, y, z: {x, y, z} <= {0, 1} and (x + y + z) % 2 == 0,
    ),
    "no overlap": (
        lambda x, y, z: no_overlap([interval(x, 2), interval(y, z)]),
        lambda x, y, z: z == 0 or x + 2 <= y or y + z <= x,
    ),
    "cumulative": (
        lambda x, y, z: cumulative([interval(x, 2), interval(y, 1), interval(0, 3)], [1, z, 1], 2),
        lambda x, y, z: all(
            (x <= t < x + 2) + z * (t == y) + (0 <= t < 3) <= 2 for t in range(-4, 9)
        ),
    ),
    "function": (lambda x, y, z: satisfies([x, z], lambda x, z: x**2 == z), lambda x, y, z: x**2 == z),
}  # fmt: skip


@pytest.fixture
def three() -> tuple[ConstraintProblem, Any, Any, Any]:
    problem = ConstraintProblem("three")
    x, y, z = (problem.variable(name, domain) for name, domain in DOMAINS.items())
    return problem, x, y, z


@pytest.mark.parametrize("construct", MEANT)
def test_a_construct_means_what_python_means(construct: str, backend: str, three: Any) -> None:
    problem, *variables = three
    write, meaning = MEANT[construct]
    problem.add(write(*variables), label="as stated", clue=True)
    expected = [row for row in product(*DOMAINS.values()) if meaning(*row)]
    for row in product(*DOMAINS.values()):
        assert (violations(problem, Solution(dict(zip("xyz", row, strict=True)))) == []) == (row in expected)
    result = solve(problem, backend, limits=EVERY)
    assert result.complete
    assert sorted(tuple(solution.values.values()) for solution in result.solutions) == expected


@pytest.mark.parametrize("construct", MEANT)
def test_a_construct_can_be_denied_counted_and_written_as_json(construct: str, backend: str, three: Any) -> None:
    problem, *variables = three
    write, meaning = MEANT[construct]
    stated = write(*variables)
    problem.add(iff(stated, variables[0] > 0))
    problem.add(2 * ~stated + stated <= variables[2])
    again = plain.read(plain.write(problem))
    expected = [
        (x, y, z) for x, y, z in product(*DOMAINS.values()) if meaning(x, y, z) == (x > 0) and 2 - meaning(x, y, z) <= z
    ]
    for one in (problem, again):
        found = solve(one, backend, limits=EVERY)
        assert sorted(tuple(solution.values.values()) for solution in found.solutions) == expected


@pytest.mark.parametrize("construct", MEANT)
def test_a_construct_says_what_it_is_and_has_no_truth_value(construct: str, three: Any) -> None:
    _, *variables = three
    stated = MEANT[construct][0](*variables)
    assert str(stated)
    assert "\n" not in str(stated)
    with pytest.raises(ModelError, match="no truth value"):
        bool(stated)


def test_objectives_are_any_expressions(backend: str, three: Any) -> None:
    problem, x, y, z = three
    problem.add(x != y)
    problem.maximize(x * y - abs(z - 1) * 2)
    result = solve(problem, backend)
    assert (result.status, result.cost) == (Status.OPTIMAL, 6)
    assert result.best.values == {"x": 2, "y": 3, "z": 1}


def test_an_objective_without_a_value_is_no_solution(backend: str, three: Any) -> None:
    problem, x, _, z = three
    problem.minimize(z + 6 // x)
    assert solve(problem, backend).cost == -6
    assert "the objective 'z + 6 // x' has no value" in violations(problem, Solution({"x": 0, "y": 0, "z": 0}, 0))[0]


def test_one_objective_after_the_other(backend: str, three: Any) -> None:
    problem, x, y, z = three
    problem.add(x + y + z >= 4)
    problem.minimize(max_of(x, y, z))
    problem.then_maximize(y * z)
    problem.then_minimize(x)
    best = min(
        ((max(row), -row[1] * row[2], row[0]) for row in product(*DOMAINS.values()) if sum(row) >= 4),
    )
    result = solve(problem, backend)
    assert result.status is Status.OPTIMAL
    assert result.best.costs == (best[0], -best[1], best[2])
    assert (result.cost, result.bound) == (best[0], best[0])
    assert result.to_json()["costs"] == list(result.best.costs)
    assert copla.Result.from_json(result.to_json()).best.costs == result.best.costs
    other = Solution(result.best.values, result.cost, costs=(best[0], 0, 0))
    assert "the costs are given as" in violations(problem, other)[0]


def test_later_objectives_of_a_problem_of_sums(backend: str, three: Any) -> None:
    """The objectives alone are no sums of variables: that they keep their values is written, too."""
    problem, x, y, z = three
    problem.add(x + y + z == 3)
    problem.minimize(abs(x - y))
    problem.then_maximize(z)
    problem.then_maximize(x)
    assert solve(problem, backend).best.costs == (0, 1, 1)
    problem.minimize(z)
    problem.then_maximize(6 // x)
    assert solve(problem, backend).best.costs == (0, 3)


def test_an_objective_at_the_end_of_the_range_is_kept_like_any_other(backend: str) -> None:
    """The sum and its value are in the range of numbers; both together are not."""
    problem = ConstraintProblem()
    x, y, z = (problem.variable(name, range(3)) for name in "xyz")
    problem.add(x + y <= 3)
    problem.maximize(2**52 * x)
    problem.then_maximize(y + z)
    problem.then_minimize(z)
    result = solve(problem, backend)
    assert result.status is Status.OPTIMAL
    assert result.best.costs == (2**53, 3, 2)


def test_named_values_print_as_names_and_stay_numbers(backend: str) -> None:
    problem = ConstraintProblem()
    a = problem.variable("a", ["red", "green", "blue"])
    b = problem.variable("b", ["blue", "red"])
    problem.add(a == b, label="same")
    problem.add(a != "red")
    assert str(a != "red") == "a != red"
    result = solve(problem, backend, limits=EVERY)
    assert [solution.values for solution in result.solutions] == [{"a": 2, "b": 2}]
    assert (a.in_words(2), b.in_words(2), b.words) == ("blue", "blue", ("red", "blue"))
    assert violations(problem, Solution({"a": 1, "b": 0})) == ["same: violated by a = green, b = red"]
    with pytest.raises(ModelError, match="'b' has no value 'green'; it has red, blue"):
        b == "green"  # noqa: B015


def test_booleans_stand_for_constraints(backend: str) -> None:
    problem = ConstraintProblem()
    a, b, x = problem.boolean("a"), problem.boolean("b"), problem.variable("x", range(3))
    problem.add(a | b)
    problem.add(implies(a & ~b, x > 1))
    problem.add(b ^ (x == 0))
    found = solve(problem, backend, limits=EVERY).solutions
    assert sorted(tuple(s.values.values()) for s in found) == [(0, 1, 1), (0, 1, 2), (1, 1, 1), (1, 1, 2)]
    with pytest.raises(ModelError, match="compare it"):
        problem.add(x | a)


def test_grids_have_rows_columns_diagonals_and_slices() -> None:
    problem = ConstraintProblem()
    grid = problem.grid("g", 3, 3, range(1, 4))
    assert [v.name for v in grid.rows[1]] == ["g[1,0]", "g[1,1]", "g[1,2]"]
    assert [v.name for v in grid.columns[2]] == ["g[0,2]", "g[1,2]", "g[2,2]"]
    assert [v.name for v in grid.diagonals[1]] == ["g[0,2]", "g[1,1]", "g[2,0]"]
    assert [v.name for v in grid[0:2, 1:3].cells] == ["g[0,1]", "g[0,2]", "g[1,1]", "g[1,2]"]
    assert (grid[2, 1].name, [v.name for v in grid[:, 0]], len(grid), grid.width) == (
        "g[2,1]",
        ["g[0,0]", "g[1,0]", "g[2,0]"],
        3,
        3,
    )
    with pytest.raises(ModelError, match="a square has two diagonals"):
        _ = grid[0:2].diagonals
    with pytest.raises(ModelError, match="one length"):
        Grid([[1], [1, 2]])


def test_a_cell_whose_place_is_an_expression_has_no_value_outside_of_the_grid(backend: str) -> None:
    problem = ConstraintProblem()
    row, column = problem.variable("row", range(-1, 4)), problem.variable("column", range(-1, 4))
    problem.add(Grid([[1, 2], [3, 4], [5, 6]])[row, column] >= 4)
    found = solve(problem, backend, limits=EVERY).solutions
    assert sorted(tuple(s.values.values()) for s in found) == [(1, 1), (2, 0), (2, 1)]


def test_a_function_over_too_many_combinations_is_refused_with_their_number() -> None:
    problem = ConstraintProblem()
    many = [problem.variable(name, range(100)) for name in "abc"]
    with pytest.raises(ModelError, match="1,000,000 combinations of values, more than 100,000"):
        satisfies(many, lambda a, b, c: a < b < c)
    with pytest.raises(ModelError, match="the function of a constraint failed"):
        satisfies(many[:1], lambda a: 1 // a)


def test_explanations_name_what_was_written(backend: str, three: Any) -> None:
    problem, x, y, z = three
    problem.add(all_different([x, y + 1, z + 2]), label="rule")
    for stated in (x * y == 6, abs(z - x) >= 2, (y > 0) | (z > 0), z * z == x + 2):
        problem.add(stated, label=str(stated), clue=True)
    conflict = explain(problem, backend)
    assert conflict is not None
    assert [str(clue) for clue in conflict.clues] == ["x * y == 6", "abs(z - x) >= 2"]


@pytest.mark.parametrize("construct", MEANT)
def test_auxiliary_variables_never_show(construct: str, three: Any) -> None:
    problem, *variables = three
    problem.add(MEANT[construct][0](*variables))
    before = [v.name for v in problem.variables]
    for name in ("forward-checking", "native"):
        for solution in solve(problem, name, limits=EVERY).solutions:
            assert list(solution.values) == before
    assert [v.name for v in problem.variables] == before


def test_heuristics_are_known_before_a_problem_is_rewritten(three: Any) -> None:
    problem, x, y, z = three
    problem.add(x * y == z)
    problem.add(regular([], 0, {}, []))
    search: Any = copla.backend("search")
    assert set(search.heuristics(problem)) == {"unassigned", "blind"}


def test_what_cannot_be_rewritten_is_refused_with_the_part() -> None:
    problem = ConstraintProblem()
    x, y = problem.variable("x", range(0, 10**6, 7)), problem.variable("y", range(0, 10**6, 3))
    problem.add(abs(x - y) == 12)
    result = solve(problem, "native")
    assert result.status is Status.UNSUPPORTED
    assert result.message == "'abs(x - y)' could take 1,000,000 values, more than 100,000"
