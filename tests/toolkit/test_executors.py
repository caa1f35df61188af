"""Executors: a question has one answer, wherever it is asked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from copla import (
    Errand,
    Function,
    Instance,
    Job,
    Limits,
    ModelError,
    Option,
    PatternTable,
    PlanningProblem,
    Result,
    Status,
    Sum,
    Verdict,
    Watch,
    Workers,
    cross_check,
    load,
    solve,
)
from copla.language.problem import Problem
from copla.running.here import run_here
from copla.running.job import task_from_json
from tests.misbehaving import wait_until


@pytest.mark.slow
@pytest.mark.parametrize(
    ("puzzle", "name"), [("futoshiki", "tiny-2"), ("tiles", "two-by-two"), ("guarini", "unsolvable-centre-3x3")]
)
def test_a_cross_check_is_the_same_on_any_executor(puzzle: str, name: str) -> None:
    instance = load(puzzle, name)
    here = cross_check(instance, limits=Limits(seconds=60, solutions=2))
    with Workers(2) as workers:
        there = cross_check(instance, limits=Limits(seconds=60, solutions=2), executor=workers)
    assert (here.verdict, here.reason, list(here.results)) == (there.verdict, there.reason, list(there.results))
    assert here.verdict is Verdict.AGREE


def test_a_problem_that_is_no_puzzle_runs_elsewhere_if_it_is_plain_data() -> None:
    problem = PlanningProblem("stairs")
    floor = problem.variable("floor", range(4), 0)
    for i in range(3):
        problem.action(f"up {i}", {floor: i}, {floor: i + 1})
    problem.set_goal({floor: 3})
    table = Sum((PatternTable((0,), (4,), [3, 2, 1, 0]),))
    problem.heuristic("stairs left", lambda: table, admissible=True, consistent=True, summary="a table")
    with Workers(2) as workers:
        there = cross_check(problem, ["search", "native"], executor=workers)
        assert (there.verdict, there.results["search"].options["heuristic"]) == (Verdict.AGREE, "stairs left")
        problem.heuristic("guess", lambda: Function(lambda state: 0), admissible=True, consistent=True, summary="0")
        with pytest.raises(ModelError, match="heuristic 'guess' is a Python function"):
            cross_check(problem, ["search"], executor=workers)
        with pytest.raises(ModelError, match="'mine' is an object of this process"):
            cross_check(problem, [Mine()], executor=workers)
    assert cross_check(problem, ["search", "native"]).verdict is Verdict.AGREE


class Mine:
    """A backend that nobody registered, and that reads boards of sliding tiles."""

    name = "mine"
    summary = "moves one tile at random"
    options: tuple[Option, ...] = ()

    def missing(self) -> str | None:
        return None

    def refuses(self, problem: Problem) -> str | None:
        return "it reads boards"

    def solve(self, problem: Problem, options: Mapping[str, Any], watch: Watch) -> Result:
        raise NotImplementedError

    def refuses_instance(self, instance: Instance) -> str | None:
        return None if instance.puzzle.name == "tiles" else "it reads sliding tiles"

    def solve_instance(self, instance: Instance, options: Mapping[str, Any], watch: Watch) -> Result:
        return Result(Status.UNKNOWN, message=f"a board of {len(instance.content.tiles)} tiles")


def test_a_backend_that_reads_instances_is_given_the_board() -> None:
    board, mine = load("tiles", "two-by-two"), Mine()
    assert solve(board, mine).message == "a board of 4 tiles"
    assert solve(board.problem(), mine).message == "it reads boards"
    assert solve(load("guarini", "4x3"), mine).message == "it reads sliding tiles"
    assert cross_check(board, [mine]).results["mine"].status is Status.UNKNOWN


def test_one_task_can_be_cancelled_while_others_go_on() -> None:
    text = load("tiles", "korf24-1").text
    forever = Job("tiles", "a test", text, {}, "search", {"algorithm": "bfs"}, Limits(seconds=60))
    quick = Job("futoshiki", "a test", "2:0,0L,0,0,", {}, "forward-checking", {}, Limits(seconds=60))
    with Workers(1) as workers:
        workers.submit("runs", forever)
        workers.submit("waits", forever)
        workers.submit("quick", quick)
        assert workers.waiting == ["waits", "quick"]
        while not any(run.worker for run in workers.running):
            assert workers.poll() is None
        worker = workers.running[0].worker
        workers.cancel("waits")
        assert workers.waiting == ["quick"]
        workers.cancel("runs")  # the only run ends, and takes the folder of temporary files with it
        first = workers.next()
        workers.submit("again", quick)
        second = workers.next()
    assert first is not None
    assert second is not None
    assert (first.key, second.key) == ("quick", "again")
    assert first.outcome.result is not None
    assert second.outcome.result is not None
    wait_until(lambda: not Path(f"/proc/{worker}").exists())  # the system may take a moment to clear it away


def test_an_errand_runs_here_and_elsewhere() -> None:
    errand = Errand("tests.toolkit.test_executors:doubled", {"number": 21}, Limits(seconds=60))
    assert Errand(**vars_of(errand)) == errand
    assert run_here(errand).answer == {"number": 42}
    failing = Errand("tests.toolkit.test_executors:doubled", {}, Limits(seconds=60))
    assert "KeyError" in str(run_here(failing).failure)
    with Workers(1) as workers:
        workers.submit(0, Errand("copla.ground.text:shortened", {"a": 1}, Limits(seconds=60)))
        finished = workers.next()
    assert finished is not None
    assert finished.outcome.failure is not None  # a function that does not take what an errand's must


def doubled(data: dict[str, Any], watch: Watch) -> dict[str, Any]:
    return {"number": 2 * data["number"]}


def vars_of(errand: Errand) -> dict[str, Any]:
    again = task_from_json(errand.to_json())
    assert isinstance(again, Errand)
    return {name: getattr(again, name) for name in ("function", "data", "limits", "backend", "puzzle")}
