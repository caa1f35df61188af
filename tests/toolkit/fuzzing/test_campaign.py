"""Campaigns: resumed where they stopped, alive after crashes and hangs, and with every liar found out."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from copla.fuzzing import campaign, process
from copla.fuzzing.asking import Asker
from copla.fuzzing.campaign import Plan, run_campaign, run_campaign_on
from copla.fuzzing.cases import case_of
from copla.fuzzing.families import generate
from copla.fuzzing.progress import Brought, Failure, Progress, summary, told_apart
from copla.fuzzing.trials import Trial
from copla.running.isolated import Workers
from tests.misbehaving import install

pytestmark = pytest.mark.slow

LIARS = '''
"""Backends that are wrong, each in one way."""

from dataclasses import replace

from copla import Result, Status, solve
from copla.plugins.registry import backend


class Liar:
    summary = "lies"
    options = ()

    def __init__(self, name, change):
        self.name = name
        self.change = change

    def missing(self):
        return None

    def refuses(self, problem):
        return None

    def solve(self, problem, options, watch):
        return self.change(solve(problem, "native", limits=watch.limits))


def loses_one(result):
    return replace(result, solutions=result.solutions[1:]) if len(result.solutions) > 1 else result


def gives_up(result):
    return Result(Status.INFEASIBLE) if len(result.solutions) == 1 and result.complete else result


def too_proud(result):
    return replace(result, bound=result.bound + 1) if result.bound is not None else result


LOSES_ONE, GIVES_UP, TOO_PROUD = (Liar(f.__name__.replace("_", "-"), f) for f in (loses_one, gives_up, too_proud))
'''


@pytest.fixture
def bad_backends(tmp_path: Path) -> dict[str, str]:
    """An environment in which backends are installed that misbehave."""
    folder = install(tmp_path)
    (folder / "liars.py").write_text(LIARS, encoding="utf-8")
    entries = folder / "misbehaving-1.0.dist-info" / "entry_points.txt"
    names = {"loses-one": "LOSES_ONE", "gives-up": "GIVES_UP", "too-proud": "TOO_PROUD"}
    lines = "".join(f"{name} = liars:{symbol}\n" for name, symbol in names.items())
    entries.write_text(entries.read_text() + lines, encoding="utf-8")
    return {"PYTHONPATH": str(folder)}


def run(plan: Plan, path: Path) -> tuple[list[Failure], Progress]:
    progress = Progress(path)
    return run_campaign(plan, progress, lambda text: None), progress


def test_a_campaign_counts_what_it_does_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    plan = Plan(["mixed", "routes"], ["native", "search"], seed=1, count=25)
    failures, progress = run(plan, tmp_path / "a.sqlite")
    assert failures == []
    counts = progress.counts()
    assert counts["mixed"]["problems"] == counts["mixed"]["constraint problems"] == 25
    assert counts["routes"]["planning problems"] == 25
    assert progress.ranges() == {"mixed": [(1, 25)], "routes": [(1, 25)]}
    progress.close()
    _, again = run(plan, tmp_path / "a.sqlite")
    assert again.counts() == counts
    _, more = run(Plan(["mixed", "routes"], ["native", "search"], seed=1, count=30), tmp_path / "a.sqlite")
    assert more.counts()["mixed"]["problems"] == 30
    text = summary(more)
    assert "| mixed | 1-25, 26-30 | 30 |" in text or "| mixed | 1-30 | 30 |" in text
    assert "No failure." in text


def test_the_figures_list_every_backend_whatever_it_is_called(tmp_path: Path) -> None:
    counts = Counter({"problems": 1, "runs ideal": 2, "optimal ideal": 2, "runs in which learning was entered": 1})
    with closing(Progress(tmp_path / "a.sqlite")) as progress:
        progress.record(Brought("mixed", [1], counts))
        text = summary(progress)
    assert "| ideal | 2 | 2 | 0 |" in text
    assert "| in which" not in text.partition("| backend | runs |")[2]


def test_two_workers_do_what_one_does(tmp_path: Path) -> None:
    one = run(Plan(["tables", "labels"], ["native"], count=45), tmp_path / "one.sqlite")[1]
    two = run(Plan(["tables", "labels"], ["native"], count=45, workers=2), tmp_path / "two.sqlite")[1]
    assert one.ranges() == two.ranges()
    for family in ("tables", "labels"):
        for name in ("problems", "infeasible", "runs native", "refused native"):
            assert one.counts()[family][name] == two.counts()[family][name]


def test_batches_on_an_executor_bring_what_they_bring_here(
    tmp_path: Path, bad_backends: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(campaign, "BATCH", 4)
    count = campaign.BATCH + 1  # two batches a family
    plan = Plan(["tables", "labels"], ["native", "gives-up", "segfaults"], count=count, environment=bad_backends)
    failures, here = run(plan, tmp_path / "here.sqlite")
    with Workers(2) as executor, closing(Progress(tmp_path / "there.sqlite")) as there:
        found = run_campaign_on(executor, plan, there, lambda text: None)
        assert there.ranges() == here.ranges() == {"tables": [(1, count)], "labels": [(1, count)]}
        assert {f.trial["backend"] for f in failures} == {"segfaults", "gives-up"}
        assert sorted(map(seen, found)) == sorted(map(seen, failures)) == sorted(map(seen, there.failures()))
        for family in ("tables", "labels"):
            for name in ("problems", "infeasible", "runs native", "refused native"):
                assert there.counts()[family].get(name) == here.counts()[family].get(name)
        assert there.pairs() == here.pairs()
        assert run_campaign_on(executor, plan, there, lambda text: None) == []  # nothing is left to do


def seen(failure: Failure) -> tuple[str, int, str]:
    return failure.family, failure.seed, failure.signature


@pytest.mark.parametrize(
    ("name", "words"), [("segfaults", "SIGSEGV"), ("kills-itself", "SIGKILL"), ("leaves", "exit status 0")]
)
def test_a_process_that_dies_is_a_failure_with_its_seed_and_the_campaign_goes_on(
    name: str, words: str, bad_backends: dict[str, str], tmp_path: Path
) -> None:
    plan = Plan(["mixed"], [name, "native"], count=3, environment=bad_backends)
    failures, progress = run(plan, tmp_path / "a.sqlite")
    assert [(f.kind, f.seed, f.trial["backend"]) for f in failures] == [("crash", s, name) for s in (1, 2, 3)]
    assert all(words in failure.text for failure in failures)
    assert progress.counts()["mixed"]["solve runs"] == 33, "those of the other backend"
    assert progress.counts()["mixed"]["problems"] == 3
    assert progress.failures() == failures


def test_a_hang_is_ended_by_the_parent(bad_backends: dict[str, str], tmp_path: Path) -> None:
    plan = Plan(["mixed"], ["hangs-on", "native"], count=1, grace=8, environment=bad_backends)
    failures, progress = run(plan, tmp_path / "a.sqlite")
    assert [(f.kind, f.trial["backend"]) for f in failures] == [("hang", "hangs-on")]
    assert progress.counts()["mixed"]["runs native"] == 11


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("raises", {"exception"}),
        ("answers-none", {"exception"}),
        ("answers-wrongly", {"wrong solution"}),
        ("loses-one", {"wrong count"}),
        ("gives-up", {"wrong infeasible"}),
        ("too-proud", {"wrong bound"}),
    ],
)
def test_every_liar_is_found_out(name: str, kinds: set[str], bad_backends: dict[str, str], tmp_path: Path) -> None:
    plan = Plan(["mixed", "best"], [name], count=60, environment=bad_backends)
    failures, _ = run(plan, tmp_path / "a.sqlite")
    assert kinds <= {failure.kind for failure in failures}


def test_a_backend_that_prints_does_not_disturb_the_reports(bad_backends: dict[str, str], tmp_path: Path) -> None:
    plan = Plan(["mixed"], ["chatters"], count=2, environment=bad_backends)
    failures, progress = run(plan, tmp_path / "a.sqlite")
    assert failures == []
    assert progress.counts()["mixed"]["runs chatters"] == 2


def test_one_question_can_be_asked_whatever_the_backend_does(
    bad_backends: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", bad_backends["PYTHONPATH"])
    data = generate("mixed", 2)
    with Asker(grace=8) as asker:
        assert asker.ask(data, Trial("segfaults")).kinds == {"crash"}
        assert asker.ask(data, Trial("native")).kinds == set()
        assert asker.ask(data, Trial("hangs-on")).kinds == {"hang"}
        assert asker.ask(data, Trial("raises")).kinds == {"exception"}


def test_the_program_ends_with_status_1_after_a_failure_and_shrinks_it(
    bad_backends: dict[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PYTHONPATH", bad_backends["PYTHONPATH"])
    program = [sys.executable, "-m", "copla.cli", "fuzz", "systems", "--count", "20"]
    file, folder = tmp_path / "c.sqlite", tmp_path / "failures"
    good = subprocess.run([*program, "-b", "native", "--db", file], capture_output=True, text=True, check=False)
    assert (good.returncode, ": no failure" in good.stdout) == (0, True)
    again = subprocess.run([*program, "-b", "native", "--db", file], capture_output=True, text=True, check=False)
    assert again.stdout == good.stdout  # nothing is done twice
    tables = subprocess.run([*program[:4], "--from", file], capture_output=True, text=True, check=True)
    assert "No failure." in tables.stdout
    bad = subprocess.run([*program, "-b", "gives-up", "--folder", folder], capture_output=True, text=True, check=False)
    assert (bad.returncode, " failures of " in bad.stdout) == (1, True)
    [written] = folder.glob("wrong-infeasible*")
    shown = (written / "show.py").read_text()
    assert shown.count("problem.variable(") <= 1
    assert "solutions=1" in shown.splitlines()[-1]
    assert "Blamed: the solver." in (written / "report.md").read_text()
    assert case_of(generate("systems", 1)).truth is not None


def test_errors_are_one_line() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "copla.cli", "fuzz", "sudoku"], capture_output=True, text=True, check=False
    )
    assert run.returncode == 2
    assert run.stderr.startswith("copla: sudoku: there is no such file, puzzle or family; there are: constraints, ")
    assert run.stderr.count("\n") == 1


def test_only_what_is_not_done_is_asked_about_whatever_lies_between() -> None:
    class Kept:
        def is_done(self, family: str, seed: int) -> bool:
            return 5 <= seed <= 8

        def record(self, brought: Brought) -> None: ...

    batches = Plan(["mixed"], ["native"], count=20).batches(Kept())
    assert [(batch.first, batch.count) for batch in batches] == [(1, 4), (9, 12)]


def test_of_one_answer_the_first_thing_that_is_wrong_is_told() -> None:
    first = Failure("tiles", 5, Trial("mine").to_json(), "wrong optimum", "12")
    same, other = replace(first, kind="wrong bound"), replace(first, seed=6, kind="wrong bound")
    assert told_apart([first, same, other]) == [first, other]


def test_who_is_given_no_time_does_not_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    state = {"now": (1.0, True)}
    monkeypatch.setattr(process, "LINUX", True)
    monkeypatch.setattr(process, "_at_work", lambda pids: state["now"])
    worker = process.WorkerProcess()
    worker.start()
    try:
        assert not worker.hangs(10)
        worker.heard -= 100
        assert not any(worker.hangs(10) for _ in range(50)), "it waits for the processor"
        state["now"] = 1.0, False
        assert [worker.hangs(10) for _ in range(5)] == [False] * 4 + [True], "it sleeps"
        state["now"] = 7.0, True
        assert worker.hangs(10), "it has worked for long enough"
    finally:
        worker.kill()
