"""At the prompt and in a notebook: short calls, short answers, pictures, and one clear error for a wrong call."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from typing import Any

import pytest

import copla
from copla import (
    ConstraintProblem,
    CoplaError,
    Function,
    LimitError,
    Limits,
    ModelError,
    PatternTable,
    PlanningProblem,
    Result,
    Solution,
    Status,
    Watch,
    all_different,
    clause,
    cross_check,
    explain,
    load,
    solve,
    solve_many,
    table,
)
from copla.backends.cp_sat import CpSat


def corner() -> ConstraintProblem:
    problem = ConstraintProblem("a corner")
    a, b, c = (problem.variable(name, range(1, 4)) for name in "abc")
    problem.add(all_different([a, b, c]))
    problem.add(a < b, label="clue a < b", clue=True)
    return problem


def door(key: str = "lost") -> PlanningProblem:
    problem = PlanningProblem("a locked door")
    door_ = problem.variable("door", ["open", "locked"], "locked")
    place = problem.variable("place", ["in", "out"], "in")
    held = problem.variable("key", ["here", "lost"], key)
    problem.action("unlock", {door_: "locked", held: "here"}, {door_: "open"})
    problem.action("leave", {place: "in", door_: "open"}, {place: "out"})
    problem.set_goal({place: "out"})
    return problem


def test_limits_may_be_given_by_their_usual_names() -> None:
    assert len(solve(corner(), solutions=2).solutions) == 2
    everything = solve(corner(), solutions=None)
    assert (len(everything.solutions), everything.complete) == (3, True)
    assert solve(corner(), timeout=0).status is Status.TIMEOUT
    assert solve(corner(), timeout=10, memory="2GB", solutions=5).complete
    assert [len(result.solutions) for result in solve_many([corner()] * 2, solutions=2)] == [2, 2]
    assert cross_check(corner(), ["native", "cp-sat"], timeout=60, memory="2GB").verdict == "agree"
    assert cross_check(corner(), ["native", "cp-sat"], timeout=0).verdict == "undecided"
    with pytest.raises(LimitError, match="no explanation"):
        explain(corner(), timeout=0)


def test_named_values_are_read_by_their_names_and_stay_numbers() -> None:
    problem = ConstraintProblem("a flag")
    left, right = (problem.variable(name, ["red", "white"]) for name in ("left", "right"))
    stripes = problem.variable("stripes", range(2, 4))
    problem.add(left != right)
    problem.add(left == "white")
    problem.minimize(stripes)
    for backend in ("native", "cp-sat"):
        result = solve(problem, backend)
        assert repr(result) == "<Result optimal: cost 2; left = white, right = red, stripes = 2>"
        assert repr(result.best) == "<Solution: cost 2; left = white, right = red, stripes = 2>"
        assert "<td>white</td>" in result._repr_html_()
        assert [result.best.in_words(name) for name in result.best.values] == ["white", "red", "2"]
        assert result["left"] == left.domain[1]
        again = Result.from_json(result.to_json())
        assert again == result
        assert repr(again.best) == "<Solution: cost 2; left = 1, right = 0, stripes = 2>"
    assert "left = white" in repr(cross_check(problem, ["native", "cp-sat"]).results["native"])


def test_values_are_read_off_a_result() -> None:
    problem = corner()
    a, b, c = problem.variables
    problem.add(c == 2)
    result = solve(problem)
    assert (result["a"], result[b], result.best["c"], result.best[c]) == (1, 3, 2, 2)
    assert result.value(2 * a - b + 10) == 9
    assert result.best.value(7) == 7
    assert [solution["a"] for solution in solve(corner(), solutions=None)] == [1, 1, 2]
    assert list(Result(Status.INFEASIBLE)) == []


@pytest.mark.parametrize(
    "ask",
    [
        lambda: solve(corner())["d"],
        lambda: solve(corner())[3],  # type: ignore[index]
        lambda: solve(corner()).value("a"),  # type: ignore[arg-type]
        lambda: solve(door("here"))["place"],
        lambda: Result(Status.INFEASIBLE)["a"],
        lambda: Result(Status.INFEASIBLE).best,
    ],
)
def test_what_is_not_there_is_said_in_one_line(ask: Callable[[], object]) -> None:
    with pytest.raises(ModelError, match=r"no|expected"):
        ask()


def test_reprs_are_short() -> None:
    assert repr(solve(corner())).startswith("<Result solved: a = 1, b = ")
    assert repr(solve(corner(), solutions=None)).endswith("(and 2 more)>")
    best = corner()
    best.maximize(best["a"] + best["b"])
    assert repr(solve(best)) == "<Result optimal: cost 5; a = 2, b = 3, c = 1>"
    assert repr(solve(door("here"))) == "<Result optimal: cost 2; 2 moves: unlock, leave>"
    assert repr(solve(door())) in ("<Result infeasible>", "<Result infeasible: no state is left>")
    assert repr(Solution({f"x{i}": i for i in range(1000)})).endswith("...>")
    assert len(repr(Solution({f"x{i}": i for i in range(1000)}))) < 250
    assert (
        repr(cross_check(corner(), ["native", "cp-sat"]))
        == "<CrossCheck agree: 2 backends agree: at least 2 solutions>"
    )
    assert repr(load("futoshiki", "tiny-2")) == "<Instance 'tiny-2' of futoshiki>"


def test_a_problem_prints_like_mathematics() -> None:
    problem = corner()
    a, b, _ = problem.variables
    d = problem.variable("d", [0, 5])
    problem.add(2 * a + b - d <= 4)
    problem.add(clause([a == 1, d != 5]))
    problem.add(table([a, b], [[1, 2], [2, 3]], allowed=False), label="taboo")
    problem.minimize(a + 3 * d - 1)
    assert str(problem).splitlines() == [
        "a corner",
        "  a, b, c in 1..3",
        "  d in {0, 5}",
        "such that",
        "  all different: a, b, c",
        "  clue a < b: a < b",
        "  2*a + b - d <= 4",
        "  a == 1 or d != 5",
        "  taboo: (a, b) is none of 2 rows",
        "minimize a + 3*d - 1",
    ]
    assert str(door()).splitlines() == [
        "a locked door",
        "  door in open, locked; at first locked",
        "  place in in, out; at first in",
        "  key in here, lost; at first lost",
        "actions",
        "  unlock: door = locked, key = here -> door := open, cost 1",
        "  leave: door = open, place = in -> place := out, cost 1",
        "goal",
        "  place = out",
    ]
    assert str(ConstraintProblem("nothing")) == "nothing"


def test_a_large_problem_prints_its_beginning() -> None:
    lines = str(load("futoshiki", "extreme-14-1").problem()).splitlines()
    assert len(lines) < 70
    assert lines[1].endswith("r14c14 (196 of them) in 1..14")
    assert "more constraints" in lines[-1]
    assert len(str(load("tiles", "korf-79").problem()).splitlines()) < 100


def shown() -> dict[str, object]:
    futoshiki = load("futoshiki", "tiny-2")
    return {
        "problem": corner(),
        "planning problem": door(),
        "result": solve(corner(), solutions=2),
        "plan": solve(door("here")),
        "no result": solve(door()),
        "solution": solve(corner()).best,
        "board": futoshiki,
        "solved board": futoshiki.picture(solve(futoshiki)),
        "check": cross_check(corner(), ["native", "cp-sat"]),
        "conflict": explain(load("futoshiki", "unsolvable-chain").problem()),
        "out of reach": explain(door()),
    }


@pytest.mark.parametrize("name", list(shown()))
def test_a_notebook_shows_it(name: str) -> None:
    html = shown()[name]._repr_html_()  # type: ignore[attr-defined]
    ElementTree.fromstring(f"<div>{html}</div>")  # nothing is left open, and a sign "<" is no markup


def test_boards_are_drawn_by_the_puzzle() -> None:
    instance = load("futoshiki", "tiny-2")
    empty, solved = instance.picture().svg, instance.picture(solve(instance)).svg
    assert empty.startswith("<svg ")
    assert solved.count("<text") > empty.count("<text")
    assert instance._repr_html_() == empty
    for puzzle in copla.puzzle_names():
        name = {"futoshiki": "tiny-2", "tiles": "two-by-two", "guarini": "3x4", "klotski": "easy"}.get(
            puzzle, "ranks-1-1"
        )
        assert "<svg " in load(puzzle, name)._repr_html_()
    with pytest.raises(CoplaError, match="expected a solution or a result, found 5"):
        instance.picture(5)  # type: ignore[arg-type]


def test_a_comparison_is_tables(tmp_path: Any) -> None:
    from copla.comparing.store import Store
    from copla.comparing.summary import gather
    from tests.cli.run import copla as command

    file = tmp_path / "runs.sqlite"
    command("compare", "futoshiki", "tiny-2", "-b", "native,cp-sat", "--db", str(file))
    with Store.read(file) as store:
        comparison = gather(store)
    assert repr(comparison) == "<Comparison of futoshiki: 2 of 2 runs>"
    html = comparison._repr_html_()
    ElementTree.fromstring(f"<div>{html}</div>")
    assert html.count("<table>") == 3


def planned(heuristic: Any) -> Result:
    problem = door("here")
    problem.heuristic("mine", heuristic, admissible=False, consistent=False, summary="")
    return solve(problem, "native", options={"heuristic": "mine", "algorithm": "astar"})


WRONG: dict[str, tuple[Callable[[], Any], str]] = {
    "a number as limits": (lambda: solve(corner(), limits=5), r"limits is 5, expected Limits\(\.\.\.\)"),  # type: ignore[arg-type]
    "limits twice": (lambda: solve(corner(), limits=Limits(), timeout=5), "found limits beside timeout"),
    "a text as time": (lambda: solve(corner(), timeout="soon"), "the time limit is 'soon'"),  # type: ignore[arg-type]
    "no amount of memory": (lambda: solve(corner(), memory="much"), "found 'much' as an amount of memory"),
    "no number of solutions": (lambda: solve(corner(), solutions=0), "0 solutions were asked for"),
    "a class as backend": (lambda: solve(corner(), CpSat), r"the class CpSat, expected an object of it: CpSat\(\)"),  # type: ignore[arg-type]
    "a number as backend": (lambda: solve(corner(), 5), "found as a backend 5, expected cp-sat"),  # type: ignore[arg-type]
    "a list as backend": (lambda: solve(corner(), ["native"]), r"found as a backend \['native'\]"),  # type: ignore[arg-type]
    "a number as watch": (lambda: solve(corner(), watch=5), r"watch is 5, expected Watch"),  # type: ignore[arg-type]
    "a list as options": (lambda: solve(corner(), options=[1]), "expected options by their names"),  # type: ignore[arg-type]
    "no problem": (lambda: solve(5), "expected a ConstraintProblem or a PlanningProblem, found 5"),  # type: ignore[arg-type]
    "no problems": (lambda: list(solve_many(5)), "expected problems in a list, found 5"),  # type: ignore[arg-type]
    "several with a number": (lambda: list(solve_many([corner()], limits=5)), "limits is 5"),  # type: ignore[arg-type]
    "a name as backends": (lambda: cross_check(corner(), "native"), "found as backends 'native', expected a list"),
    "a number as backends": (lambda: cross_check(corner(), 5), "found as backends 5, expected a list"),  # type: ignore[arg-type]
    "a class among them": (lambda: cross_check(corner(), [CpSat]), "the class CpSat"),  # type: ignore[list-item]
    "a check with a number": (lambda: cross_check(corner(), limits=5), "limits is 5"),  # type: ignore[arg-type]
    "options of nobody": (lambda: cross_check(corner(), options=5), "expected options by the names"),  # type: ignore[arg-type]
    "an explanation of nothing": (lambda: explain(5), "expected a ConstraintProblem"),  # type: ignore[call-overload]
    "an explanation with a number": (lambda: explain(corner(), limits=5), "limits is 5"),  # type: ignore[call-overload]
    "an explanation by a class": (lambda: explain(corner(), CpSat), "the class CpSat"),  # type: ignore[call-overload]
    "a function as heuristic": (lambda: planned(lambda state: 0), r"write lambda: Function\(f\)"),
    "a heuristic that is made": (lambda: planned(Function(lambda state: 0)), r"write lambda: Function\(f\)"),
    "a function that is made": (lambda: planned(lambda: lambda state: 0), r"of this function: Function\(f\)"),
    "a number as heuristic": (lambda: planned(5), "expected a function without arguments"),
    "a class that is made": (lambda: planned(lambda: Function), "expected a Sum, a Maximum or a Function"),
    "no name of a heuristic": (
        lambda: door().heuristic(5, lambda: 0, admissible=True, consistent=True, summary=""),  # type: ignore
        "a heuristic's name is a non-empty text",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_call_gets_one_clear_error(name: str) -> None:
    call, said = WRONG[name]
    with pytest.raises(CoplaError, match=said) as caught:
        call()
    assert "\n" not in str(caught.value)


def test_a_table_alone_is_a_heuristic() -> None:
    assert planned(lambda: PatternTable((0,), (2,), [0, 1])).cost == 2


def test_an_explanation_names_the_goals_that_cannot_be_met_and_what_blocks_them() -> None:
    found = explain(door())
    assert found is not None
    assert (found.goals, found.alone) == (("place = out",), True)
    assert found.obstacles == (
        "place = out needs door = open first",
        "door = open needs key = here first",
        "no action brings about key = here",
    )
    assert explain(door("here")) is None


def test_goals_that_exclude_each_other_are_named_together() -> None:
    problem = PlanningProblem("one coin")
    coin = problem.variable("coin", ["none", "left", "right"], "none")
    left, right = (problem.variable(name, ["shut", "open"], "shut") for name in ("left", "right"))
    problem.action("to the left", {coin: "none"}, {coin: "left"})
    problem.action("to the right", {coin: "none"}, {coin: "right"})
    problem.action("open left", {coin: "left", left: "shut"}, {left: "open"})
    problem.action("open right", {coin: "right", right: "shut"}, {right: "open"})
    problem.set_goal({left: "open", right: "open"})
    found = explain(problem)
    assert found is not None
    assert (found.goals, found.alone) == (("left = open", "right = open"), False)
    assert str(found) == "left = open and right = open never hold together; each of them excludes the other"


def test_where_the_relaxation_says_nothing_goals_are_left_out_one_by_one() -> None:
    problem = PlanningProblem("two coins for three doors")
    coins = problem.variable("coins", range(3), 2)
    doors = [problem.variable(name, ["shut", "open"], "shut") for name in ("first", "second", "third", "free")]
    for one in doors:
        for count in (1, 2):
            paid = {coins: count} if one.name != "free" else {}
            left = {coins: count - 1} if one.name != "free" else {}
            problem.action(f"open {one.name} {count}", {one: "shut", **paid}, {one: "open", **left})
    problem.set_goal(dict.fromkeys(doors, "open"))
    found = explain(problem)
    assert found is not None
    assert found.goals == ("first = open", "second = open", "third = open")
    assert not found.alone
    for backend in ("native", "search", "cp-sat", "sat"):
        assert explain(problem, backend) == found
    with pytest.raises(LimitError):
        explain(problem, watch=Watch(Limits(seconds=0)))
