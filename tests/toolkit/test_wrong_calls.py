"""Wrong calls that people make at the prompt: each gets one line that says what was found, and nothing breaks down."""

from __future__ import annotations

import copy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from copla import (
    Array,
    ConstraintProblem,
    CoplaError,
    Function,
    Limits,
    Maximum,
    ModelError,
    PatternTable,
    PlanningProblem,
    Result,
    Solution,
    Sum,
    Workers,
    cross_check,
    explain,
    if_else,
    implies,
    judge,
    load,
    sense,
    solve,
    unroll,
    violations,
)


def lamp() -> PlanningProblem:
    problem = PlanningProblem("a lamp")
    switch = problem.variable("lamp", ["off", "on"], "off")
    problem.action("switch", {switch: "off"}, {switch: "on"})
    problem.set_goal({switch: "on"})
    return problem


def numbers() -> tuple[ConstraintProblem, Any, Array, Any]:
    problem = ConstraintProblem("numbers")
    return problem, problem.variable("x", range(5)), problem.array("a", 3, range(5)), problem.grid("g", 2, 3, range(5))


WRONG: dict[str, tuple[Callable[[Any, Any, Any, Any], Any], str]] = {
    "a number as a problem's name": (lambda p, x, a, g: ConstraintProblem(5), "a problem's name is a text, found 5"),  # type: ignore[arg-type]
    "no name of a plan's problem": (lambda p, x, a, g: PlanningProblem(None), "a problem's name is a text, found None"),  # type: ignore[arg-type]
    "a dict as domain": (lambda p, x, a, g: p.variable("d", {"red": 1}), "the domain of 'd' is a dict"),
    "a dict as domain of many": (lambda p, x, a, g: p.array("d", 2, {"red": 1}), r"the domain of 'd\[0\]' is a dict"),
    "very many variables": (lambda p, x, a, g: p.array("d", 10**9, range(2)), "from 0 to 10,000,000, found 1000000000"),
    "a power of a variable": (lambda p, x, a, g: 2**x, "no number before there is a solution, and so no exponent"),
    "a place behind the list": (lambda p, x, a, g: a[10], "an array has the places 0 to 2, found 10"),
    "a place before the list": (lambda p, x, a, g: a[-4], "an array has the places 0 to 2, found -4"),
    "no place": (lambda p, x, a, g: Array([])[0], "an array has no places, found 0"),
    "a text as place": (lambda p, x, a, g: a["0"], "an array has the places 0 to 2, found '0'"),
    "half a place": (lambda p, x, a, g: a[1.5], "found 1.5"),
    "two places of a list": (lambda p, x, a, g: a[x, x], "an array has the places 0 to 2, found"),
    "a text in a slice": (lambda p, x, a, g: a["0":], "a slice goes from a number to a number, found '0'"),
    "a slice that stands still": (lambda p, x, a, g: a[::0], "expected|found 0"),
    "a row behind the grid": (lambda p, x, a, g: g[5], "a grid, by rows, has the places 0 to 1, found 5"),
    "a row behind the grid, and a column": (lambda p, x, a, g: g[5, 0], "a grid, by rows, has the places 0 to 1"),
    "a column behind the grid": (lambda p, x, a, g: g[0, 9], "an array has the places 0 to 2, found 9"),
    "a column behind the grid in any row": (lambda p, x, a, g: g[x, 9], "a grid, by columns, has the places 0 to 2"),
    "texts as row and column": (lambda p, x, a, g: g["a", "b"], "found 'a'"),
    "a number as options": (lambda p, x, a, g: cross_check(p, ["native"], options={"native": 5}), "found 5"),  # type: ignore[dict-item]
    "a number as executor": (lambda p, x, a, g: cross_check(p, executor=5), "executor is 5, expected an object"),  # type: ignore[arg-type]
    "a class as executor": (lambda p, x, a, g: cross_check(p, executor=Workers), "expected an object such as"),  # type: ignore[arg-type]
    "a number as watch": (lambda p, x, a, g: cross_check(p, watch=5), "watch is 5"),  # type: ignore[arg-type]
    "a number as claims": (lambda p, x, a, g: cross_check(p, claims=5), "claims is 5, expected True, False or None"),  # type: ignore[arg-type]
    "a number as instance": (lambda p, x, a, g: load("futoshiki", 5), "an instance is named by a text, found 5"),  # type: ignore[arg-type]
    "bytes as instance": (lambda p, x, a, g: load("futoshiki", b"tiny-2"), "an instance is named by a text"),  # type: ignore[arg-type]
    "a number as its options": (lambda p, x, a, g: load("tiles", "eight-4", 5), "tiles: expected options by their"),  # type: ignore[arg-type]
    "a text as its options": (lambda p, x, a, g: load("tiles", "eight-4", "goal=last"), "found 'goal=last'"),  # type: ignore[arg-type]
    "a picture of another kind": (
        lambda p, x, a, g: load("tiles", "eight-4").picture(Solution({"x": 1})),
        "expected a solution of tiles, which has moves",
    ),
    "a plan in a board": (
        lambda p, x, a, g: load("futoshiki", "tiny-2").picture(solve(lamp())),
        "expected a solution of futoshiki, which has values",
    ),
    "marks that are none": (lambda p, x, a, g: load("futoshiki", "tiny-2").picture(marked=["x"]), "marked constraints"),  # type: ignore[list-item]
    "one number as mark": (lambda p, x, a, g: load("futoshiki", "tiny-2").picture(marked=5), "marked constraints"),  # type: ignore[arg-type]
    "no JSON": (lambda p, x, a, g: Result.from_json({}), "this is not the JSON of a result: KeyError: 'status'"),
    "no status": (lambda p, x, a, g: Result.from_json({"status": "fine"}), "'fine' is not a valid Status"),
    "a number as JSON": (lambda p, x, a, g: Result.from_json(5), "this is not the JSON of a result"),  # type: ignore[arg-type]
    "a state by names": (lambda p, x, a, g: lamp().starting_from({"lamp": "on"}), "a state is a tuple of the place"),  # type: ignore[arg-type]
    "a state of another size": (lambda p, x, a, g: lamp().starting_from((0, 0)), "a state is a tuple of the place"),
    "a state out of its domain": (lambda p, x, a, g: lamp().starting_from((2,)), "a state is a tuple of the place"),
    "a text as cost": (lambda p, x, a, g: unroll(lamp(), 3, cost="a"), "what the plan may cost is 'a'"),  # type: ignore[arg-type]
    "no kind of problem": (lambda p, x, a, g: sense(5), "expected a ConstraintProblem or a PlanningProblem, found 5"),  # type: ignore[arg-type]
    "no results": (lambda p, x, a, g: judge(p, 5, Limits()), "expected results by the names of backends, found 5"),  # type: ignore[arg-type]
    "a number among results": (lambda p, x, a, g: judge(p, {"a": 5}, Limits()), "expected results by the names"),  # type: ignore[dict-item]
    "a table of numbers": (lambda p, x, a, g: PatternTable(5, 6, 7), "a table has variables, their sizes"),  # type: ignore[arg-type]
    "a sum of no tables": (lambda p, x, a, g: Sum(5), "made of a tuple of PatternTable, found 5"),  # type: ignore[arg-type]
    "a maximum of no sums": (lambda p, x, a, g: Maximum([5]), "made of a tuple of Sum"),  # type: ignore[arg-type]
    "no function": (lambda p, x, a, g: Function(5), "a heuristic is a function of the state, found 5"),  # type: ignore[arg-type]
    "a promise that is none": (
        lambda p, x, a, g: lamp().heuristic("h", lambda: Sum(()), admissible=5, consistent=True, summary=""),  # type: ignore[arg-type]
        "True or False",
    ),
    "a number as trace": (lambda p, x, a, g: solve(p, "search", trace=5), "a trace is told to a function"),  # type: ignore[arg-type]
    "no workers": (lambda p, x, a, g: Workers(-1), "the number of runs at once is -1"),
    "workers by another way": (lambda p, x, a, g: Workers(1, method="hope"), "found the method 'hope'"),  # type: ignore[arg-type]
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_call_gets_one_clear_error(name: str) -> None:
    call, said = WRONG[name]
    with pytest.raises(CoplaError, match=said) as caught:
        call(*numbers())
    assert "\n" not in str(caught.value)


def test_what_is_no_solution_is_told_and_breaks_nothing() -> None:
    problem = numbers()[0]
    assert violations(problem, Solution(5)) == ["the values are 5, expected a dict from names to numbers"]  # type: ignore[arg-type]
    assert violations(lamp(), Solution(moves=5)) == ["the moves are 5, expected a tuple of labels"]  # type: ignore[arg-type]


def test_a_problem_knows_its_variables_by_name_and_by_themselves() -> None:
    problem, x, array, _ = numbers()
    assert x in problem
    assert array[0] in problem
    assert "x" in problem
    assert numbers()[1] not in problem
    assert 5 not in problem


def test_an_instance_is_explained_and_loaded_from_a_path(tmp_path: Path) -> None:
    assert explain(load("futoshiki", "tiny-2")) is None
    found = explain(load("futoshiki", "unsolvable-chain"))
    assert found is not None
    file = tmp_path / "board.txt"
    file.write_text("2:0,0L,0,0,")
    assert load("futoshiki", file).name == str(file)


def test_a_set_of_names_has_the_same_numbers_in_every_run() -> None:
    code = "from copla import ConstraintProblem as P; p = P(); print(p.array('a', 1, set('dacb'))[0].words)"
    code += "; print(p.variable('b', frozenset('zyx')).words)"
    runs = {
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": str(seed)}, capture_output=True, text=True, check=True
        ).stdout
        for seed in range(3)
    }
    assert runs == {"('a', 'b', 'c', 'd')\n('x', 'y', 'z')\n"}


def towers() -> dict[str, Any]:
    """Expressions of ever more parts, as loops at the prompt make them."""
    x = ConstraintProblem().variable("x", range(3))
    made: dict[str, Any] = {}
    for name, step, rounds in (
        ("deep", lambda e: abs(e - 1), 3000),
        ("shared", lambda e: e * e, 60),
        ("multiplied", lambda e: 3 * (e // 2), 90),
        ("chosen", lambda e: if_else(e > 1, e, 1 - e), 60),
    ):
        made[name] = x
        for _ in range(rounds):
            made[name] = step(made[name])
    made["conditions"] = x > 1
    for _ in range(3000):
        made["conditions"] = implies(made["conditions"], x > 0)
    return made


@pytest.mark.parametrize("name", towers())
def test_what_is_too_large_to_be_written_out_is_cut(name: str) -> None:
    text = str(towers()[name])
    assert len(text) < 10_000_000
    assert ("..." in text) is (name != "multiplied")
    assert repr(towers()[name]).count("\n") == 0


def test_what_a_problem_accepts_is_written_out_and_copied() -> None:
    problem = ConstraintProblem("deep")
    x = problem.variable("x", range(3))
    expression: Any = x
    for _ in range(98):
        expression = abs(expression - 1)
    problem.add(expression <= 2)
    assert str(problem.constraints[0]).count("abs(") == 98
    other = copy.deepcopy(problem)
    other.add(x == 1)
    assert (len(problem.constraints), len(other.constraints)) == (1, 2)
    assert solve(other)["x"] == 1
    kept = copy.deepcopy({"problem": problem, "x": x})
    assert kept["x"] in kept["problem"]  # type: ignore[operator]
    with pytest.raises(ModelError, match="a variable 'x' already"):
        copy.deepcopy(problem).variable("x", range(2))


def test_letters_are_names_for_many_variables() -> None:
    letters = ConstraintProblem().grid("letter", 1, 2, list("abc"))
    assert letters[0, 1].words == ("a", "b", "c")
