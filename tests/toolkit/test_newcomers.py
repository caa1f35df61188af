"""What people write who know numpy, CPMpy, MiniZinc or python-constraint: it works, or one line says what to write."""

from __future__ import annotations

import copy
from collections.abc import Callable
from itertools import count as numbers
from typing import Any

import numpy as np
import pytest

from copla import (
    Array,
    Configuration,
    ConstraintProblem,
    CoplaError,
    Grid,
    ModelError,
    PlanningProblem,
    Solution,
    all_different,
    all_of,
    backend,
    cardinality,
    count,
    cross_check,
    element,
    explain,
    export,
    if_else,
    load,
    parse_bytes,
    puzzle,
    regular,
    satisfies,
    solve,
    table,
    total,
    unroll,
    violations,
)

COLOURS = ["red", "green", "blue"]


def three() -> tuple[ConstraintProblem, Any, Any, Any]:
    problem = ConstraintProblem("three")
    x, y, z = (problem.variable(name, range(5)) for name in "xyz")
    return problem, x, y, z


def painted() -> tuple[ConstraintProblem, Array, Any]:
    problem = ConstraintProblem("walls")
    return problem, problem.array("wall", 3, COLOURS), problem.variable("i", range(3))


def solutions(problem: ConstraintProblem) -> list[tuple[int, ...]]:
    return sorted(tuple(solution.values.values()) for solution in solve(problem, solutions=None))


def test_numbers_of_numpy_are_numbers() -> None:
    problem, x, y, z = three()
    n = problem.variable("n", np.arange(-1, 3))
    assert n.domain == (-1, 0, 1, 2)
    assert {*map(type, n.domain)} == {int}
    one: Any = np.int64(1)
    two: Any = np.int64(2)
    weights, line = np.array([1, 2, 3]), np.array([x, y, z])
    for written, meant in (
        (x * np.int64(3) <= np.int64(4), 3 * x <= 4),
        (np.int64(3) >= x, x <= 3),
        (total(weights * line) == 4, x + 2 * y + 3 * z == 4),
        (np.dot(line, weights) == 4, x + 2 * y + 3 * z == 4),
        (line.sum() - np.int8(1) == 4, x + y + z == 5),
        (element(weights, x) == 3, element([1, 2, 3], x) == 3),
        (count(line, two) == 1, count([x, y, z], 2) == 1),
        (cardinality(line, {two: one}), cardinality([x, y, z], {2: 1})),
        (regular(line, 0, {(0, np.int64(1)): 0}, [0]), regular([x, y, z], 0, {(0, 1): 0}, [0])),
        (all_different(line), all_different([x, y, z])),
    ):
        assert str(written) == str(meant)
        problem.add(written)
    rows = table(line[:2], np.array([[1, 2], [3, 4]]))
    assert rows.rows == ((1, 2), (3, 4))
    assert {type(value) for row in rows.rows for value in row} == {int}
    assert [v.name for v in problem.array("a", two, range(2))] == ["a[0]", "a[1]"]
    grid = problem.grid("g", 2, 2, range(2))
    assert str(grid[x, np.int64(1)]) == str(grid[x, 1])


def test_a_problem_of_numpy_numbers_goes_through_every_backend() -> None:
    problem = ConstraintProblem("knapsack")
    taken = np.array([problem.boolean(name) for name in "abcd"])
    problem.add(np.dot(np.array([3, 4, 5, 6]), taken) <= np.int64(10))
    problem.maximize((np.array([5, 6, 7, 9]) * taken).sum())
    assert cross_check(problem).reason.startswith("5 backends agree: cost 15")


def test_a_power_is_a_product() -> None:
    problem, x, y, z = three()
    problem.add(x**2 + y**2 == z**2)
    problem.add(x**0 + (y - 1) ** 3 == -z)
    meant = [(a, b, c) for a in range(5) for b in range(5) for c in range(5) if a**2 + b**2 == c**2]
    assert solutions(problem) == [t for t in meant if 1 + (t[1] - 1) ** 3 == -t[2]] == [(0, 0, 0)]


def test_expressions_show_what_they_are() -> None:
    problem, x, y, _ = three()
    assert [repr(one) for one in (x + y, x * y, x < y)] == [
        "Expression('x + y')",
        "Product('x * y')",
        "Linear('x < y')",
    ]
    assert repr(abs(x) == y) == "Relation('abs(x) == y')"
    assert f"{x * y:>6}|{x < y:<6}|{+x}" == " x * y|x < y |x"
    assert repr(problem.array("a", 3, range(2))[1:]) == "Array([a[1], a[2]])"
    assert repr(problem.grid("g", 1, 2, range(2))) == "Grid([Array([g[0,0], g[0,1]])])"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (
            lambda wall, i: table(wall[:2], [("red", "green"), ("blue", None)]),
            lambda w, i: w[:2] == ("red", "green") or w[0] == "blue",
        ),
        (lambda wall, i: table(wall[:2], [("red", 1)], allowed=False), lambda w, i: w[:2] != ("red", "green")),
        (
            lambda wall, i: cardinality(wall, {"red": 1, "blue": i}),
            lambda w, i: w.count("red") == 1 and w.count("blue") == i,
        ),
        (lambda wall, i: count(wall, "blue") == 2, lambda w, i: w.count("blue") == 2),
        (lambda wall, i: wall[i] == "green", lambda w, i: w[i] == "green"),
        (lambda wall, i: if_else(i > 0, wall[0], wall[1]) != "red", lambda w, i: (w[0] if i else w[1]) != "red"),
        (
            lambda wall, i: satisfies([*wall[:2], i], lambda a, b, i: a + b == "redblue" and i),
            lambda w, i: w[:2] == ("red", "blue") and i,
        ),
        (
            lambda wall, i: regular(wall, "s", {("s", "red"): "s", ("s", "blue"): "t"}, ["t"]),
            lambda w, i: w == ("red", "red", "blue"),
        ),
    ],
)
def test_values_may_be_written_by_their_names(
    written: Callable[..., Any], meant: Callable[[tuple[str, ...], int], bool]
) -> None:
    problem, wall, i = painted()
    problem.add(written(wall, i))
    found = [(tuple(COLOURS[value] for value in row[:3]), row[3]) for row in solutions(problem)]
    every = [((a, b, c), i) for a in COLOURS for b in COLOURS for c in COLOURS for i in range(3)]
    assert sorted(found) == sorted(row for row in every if meant(*row))


def test_values_print_by_their_names() -> None:
    _, wall, i = painted()
    assert str(count(wall[:1], "green") == 1) == "count([wall[0]], green) == 1"
    assert str(cardinality(wall[:1], {"blue": 1})) == "among wall[0]: blue 1 times"
    assert str(wall[i] != "red") == "element([wall[0], wall[1], wall[2]], i) != red"


def test_a_copy_follows_no_later_changes() -> None:
    problem, x, y, _ = three()
    problem.add(x < y)
    problem.maximize(x + y)
    other = copy.copy(problem)
    other.add(y < 3)
    extra = other.variable("w", range(3))
    other.maximize(x + y + extra)
    assert (len(problem.constraints), len(problem.variables), solve(problem).cost) == (1, 3, 7)
    assert (len(other.constraints), len(other.variables), solve(other).cost) == (2, 4, 5)


def test_a_solution_is_a_mapping_of_names() -> None:
    problem, x, _, _ = three()
    problem.add(x == 3)
    solution = solve(problem).best
    assert dict(solution) == solution.values
    assert list(solution) == ["x", "y", "z"]
    assert "x" in solution
    assert "w" not in solution


WRONG: dict[str, tuple[Callable[..., object], str]] = {
    "a list of constraints": (lambda p, x, y: p.add([x < y]), "found a list: take what is in it one by one, or all_of"),
    "an array of constraints": (lambda p, x, y: p.add(np.array([x < y, y < x])), "found a ndarray: take"),
    "a generator of constraints": (lambda p, x, y: p.add(v < 3 for v in (x, y)), "found a generator: take"),
    "a fraction": (lambda p, x, y: x / 2, "write '//', which rounds down"),
    "a part of a number": (lambda p, x, y: 7 / x, "write '//', which rounds down"),
    "a power that is a variable": (lambda p, x, y: x**y, "the exponent of 'x' is a whole number from 0"),
    "a negative power": (lambda p, x, y: x**-1, "the exponent of 'x' is a whole number from 0, found -1"),
    "a place in a list": (lambda p, x, y: [1, 2, 3][x], "write element(list, place) or Array(list)[place]"),
    "a range": (lambda p, x, y: list(range(x)), "'x' is no number before there is a solution"),
    "Python's max": (lambda p, x, y: max(x, y), "max_of, min_of, any_of, all_of and if_else stand for"),
    "an array compared": (lambda p, x, y: Array([x, y]) <= 3, "write all_of(v <= x for v in array)"),
    "a truth of numpy": (lambda p, x, y: p.add(np.bool_(True)), "expected a constraint"),
    "a fraction of numpy": (lambda p, x, y: x <= np.float64(2), "found np.float64(2.0)"),
    "a domain without an end": (lambda p, x, y: p.variable("n", (i for i in numbers())), "domain of 'n' has more than"),
    "a domain that is too large": (lambda p, x, y: p.variable("n", range(2**60)), "has more than 10,000,000 values"),
    "an unknown name": (lambda p, x, y: table([x], [("red",)]), "is 'red', expected a whole number: no value here has"),
    "a name of nobody": (
        lambda p, x, y: count(painted()[1], "pink"),
        "'wall[0]' has no value 'pink'; it has red, green",
    ),
    "a value said twice": (lambda p, x, y: cardinality(painted()[1], {"red": 1, 0: 2}), "of each value once"),
    "violations of a result": (lambda p, x, y: violations(p, solve(p)), "takes a problem and a solution, such as"),  # type: ignore[arg-type]
    "violations of values": (lambda p, x, y: violations(p, {"x": 1}), "takes a problem and a solution, such as"),  # type: ignore[arg-type]
    "violations the other way round": (lambda p, x, y: violations(Solution(), p), "takes a problem and a solution"),  # type: ignore[arg-type]
    "a check of nothing": (lambda p, x, y: cross_check(None), "expected a problem, or an instance of a puzzle"),  # type: ignore[arg-type]
    "an explanation of nothing": (lambda p, x, y: explain(None), "expected a ConstraintProblem or"),  # type: ignore[call-overload]
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_none_of_the_language_gets_one_clear_line(name: str) -> None:
    problem, x, y, _ = three()
    ask, says = WRONG[name]
    with pytest.raises(CoplaError) as caught:
        ask(problem, x, y)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    assert problem.constraints == []


def test_a_number_that_is_true_is_no_number() -> None:
    _, x, _, _ = three()
    with pytest.raises(ModelError, match="found True"):
        print(x + True)
    assert str(all_of([x < 3])) == "(x < 3)"


MISTAKEN: dict[str, Callable[[], object]] = {
    "an array of nothing": lambda: Array(None),  # type: ignore[arg-type]
    "a grid of nothing": lambda: Grid(None),  # type: ignore[arg-type]
    "a domain of lists": lambda: ConstraintProblem().variable("x", [[1, 2], [3]]),
    "a domain of two dimensions": lambda: ConstraintProblem().variable("x", np.ones((2, 2), dtype=int)),
    "a domain of names and lists": lambda: ConstraintProblem().array("x", 2, ["red", ["green"]]),  # type: ignore[arg-type]
    "a variable of no name": lambda: three()[0][np.ones((9, 9))],  # type: ignore[index]
    "states that are lists": lambda: regular(three()[1:], [0], {}, []),  # type: ignore[arg-type]
    "steps to lists": lambda: regular(three()[1:], 0, {(0, 0): [0]}, [0]),  # type: ignore[dict-item]
    "accepting lists": lambda: regular(three()[1:], 0, {(0, 0): 0}, [[0]]),  # type: ignore[list-item]
    "a huge power": lambda: three()[1] ** 10**400,
    "a deep value": lambda: Solution({"x": 1, "y": 1, "z": 1}).value(deep()),
    "an export to nothing": lambda: export(three()[0], None),  # type: ignore[arg-type]
    "an export to a list": lambda: export(three()[0], ["cnf"]),  # type: ignore[arg-type]
    "an export of nothing": lambda: export(None, "cnf"),  # type: ignore[arg-type]
    "no puzzle": lambda: puzzle(None),  # type: ignore[arg-type]
    "a list of puzzles": lambda: load(["futoshiki"], "tiny-2"),  # type: ignore[arg-type]
    "no backend": lambda: backend(None),  # type: ignore[arg-type]
    "a list of backends": lambda: backend(["native"]),  # type: ignore[arg-type]
    "no configuration": lambda: Configuration(None),  # type: ignore[arg-type]
    "options of no kind": lambda: Configuration("native", "fast"),  # type: ignore[arg-type]
    "no memory": lambda: parse_bytes(None),  # type: ignore[arg-type]
    "nothing to unroll": lambda: unroll(three()[0], 3),  # type: ignore[arg-type]
    "half a step": lambda: unroll(PlanningProblem("still"), 0.5),  # type: ignore[arg-type]
}


def deep() -> Any:
    expression = three()[1]
    for _ in range(3000):
        expression = abs(expression - 1)
    return expression


@pytest.mark.parametrize("name", MISTAKEN)
def test_what_no_function_takes_gets_one_clear_line(name: str) -> None:
    with pytest.raises(CoplaError) as refused:
        MISTAKEN[name]()
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 400
