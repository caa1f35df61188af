"""A limit is a status: every kernel, algorithm and heuristic under limits that strike before, during and after."""

from __future__ import annotations

import itertools
from importlib import resources

import pytest

import copla
from copla import Limits, ModelError, PlanningProblem, puzzle
from copla.backends.native import BACKEND, freecell
from copla.cli import main
from copla.ground.status import Status
from copla.plugins.algorithms import ALGORITHMS

pytestmark = pytest.mark.slow

MEMORY = [Limits(bytes=most, seconds=0.02) for most in (0, 1, 1_000, 100_000, 1_000_000, 10_000_000)]
TIME = [Limits(seconds=seconds) for seconds in (0, 0.001, 0.01)]
INSTANCES = [
    ("tiles", "two-by-three"),
    ("tiles", "eight-31-1"),
    ("freecell", "ranks-2-1"),
    ("freecell", "ranks-4-1"),
    ("guarini", "3x4"),
]


def problem_of(name: str, instance: str) -> PlanningProblem:
    chosen = puzzle(name)
    text = (resources.files("copla.instances") / name / f"{instance}.txt").read_text()
    problem = chosen.problem(chosen.parse(text, instance))
    assert isinstance(problem, PlanningProblem)
    return problem


@pytest.mark.parametrize("algorithm", [None, *ALGORITHMS, *freecell.ALGORITHMS])
@pytest.mark.parametrize(("name", "instance"), INSTANCES)
def test_a_limit_is_a_status(
    name: str, instance: str, algorithm: str | None, tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COPLA_CACHE", str(tmp_path))  # tables are built anew, under the limit
    problem = problem_of(name, instance)
    answers = (Status.SOLVED, Status.OPTIMAL, Status.UNKNOWN, Status.UNSUPPORTED)
    for kernel, heuristic in itertools.product(("auto", "generic"), (None, *BACKEND.heuristics(problem))):
        given = {"kernel": kernel, "algorithm": algorithm, "heuristic": heuristic}
        options = {key: value for key, value in given.items() if value is not None}
        try:
            for limits in MEMORY + TIME:
                reached = (Status.TIMEOUT, Status.MEMORY) if limits in MEMORY else (Status.TIMEOUT,)
                status = copla.solve(problem, "native", limits=limits, options=options).status
                assert status in (*answers, *reached), (options, limits)
        except ModelError:
            continue  # this algorithm does not take this problem


@pytest.mark.parametrize(
    "arguments",
    [
        ["tiles", "eight-31-1", "-O", "kernel=generic", "--heuristic", "pattern", "--memory", "1KB"],
        ["tiles", "fifteen-easy", "--heuristic", "walking-distance", "--memory", "1KB"],
        ["tiles", "korf-1", "--heuristic", "pattern", "--memory", "1KB"],
        ["tiles", "eight-31-1", "--algorithm", "astar", "--memory", "1KB"],
        ["freecell", "ranks-4-1", "--algorithm", "bfs", "--memory", "1KB"],
        ["freecell", "ranks-4-1", "--algorithm", "bfs", "--memory", "1MB"],
        ["freecell", "deal-1", "--memory", "1KB"],
        ["freecell", "deal-1", "--algorithm", "short", "--memory", "1KB"],
        ["freecell", "deal-1", "--algorithm", "optimal", "--memory", "10MB"],
        ["futoshiki", "quasigroup-30-15-1", "--memory", "1KB"],
        ["klotski", "klotski", "--algorithm", "bfs", "--memory", "100KB"],
        ["guarini", "6x6", "--heuristic", "ipdb", "--timeout", "0.01"],
        ["tiles", "korf-1", "--heuristic", "walking-distance", "--timeout", "0.001"],
    ],
)
def test_on_the_command_line_it_is_exit_status_3(
    arguments: list[str], tmp_path: object, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COPLA_CACHE", str(tmp_path))
    monkeypatch.setattr("sys.argv", ["copla", "solve", *arguments, "--backend", "native"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 3
    assert capsys.readouterr().err.startswith(("memory", "timeout"))
