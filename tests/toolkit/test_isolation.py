"""Isolated runs: whatever a backend does, it is a sentence in the outcome, and nothing of it is left."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from copla import (
    Configuration,
    FailureKind,
    Job,
    Limits,
    Outcome,
    Status,
    Watch,
    Workers,
    cross_check,
    load,
    run_isolated,
)
from copla.checking.crosscheck import Check
from copla.cli.check_table import CheckTable
from copla.ground import processes
from copla.plugins import registry
from copla.plugins.abilities import Abilities
from copla.plugins.loading import read
from copla.running.frames import GarbageError, Reader, pack, unpack
from copla.running.here import run_here
from copla.running.job import Subject, Survey
from tests.misbehaving import install, is_alive, wait_until

pytestmark = pytest.mark.slow

BOARD = "2:0,0L,0,0,"  # 1 < 2 over 2 1
SOLUTION = {"r1c1": 1, "r1c2": 2, "r2c1": 2, "r2c2": 1}

# A backend, and how the sentence about it begins; None: it answers as it should.
FATES = {
    "segfaults": "crashed: SIGSEGV; its last words: about to read address zero",
    "leaves": "ended without an answer",
    "leaves-with-status-3": "ended without an answer, with exit status 3; its last words: licence not found",
    "raises": "broke down: ZeroDivisionError: over zero",
    "exits": "broke down: SystemExit: goodbye",
    "kills-itself": "killed: SIGKILL from outside",
    "hangs": "killed: ignored its time limit of 0.3 s",
    "hangs-on": "killed: ignored its time limit of 0.3 s",
    "hangs-with-children": "killed: ignored its time limit of 0.3 s",
    "hoards": "killed: over its memory limit of 50 MB",
    "hoards-elsewhere": "killed: over its memory limit of 50 MB",
    "grabs": "ran out of memory",
    "chatters": None,
    "scribbles": "killed: wrote garbage where its answer was expected",
    "answers-none": "returned None, expected a Result",
    "answers-nonsense": "gave an answer that makes no sense",
    "answers-wrongly": "gave a wrong answer: solution 1: row 1 all different: violated by r1c1 = 1, r1c2 = 1",
    "leaves-children": None,
    "crashes-with-children": "crashed: SIGSEGV",
    "litters": None,
    "keeps-a-thread": None,
    "dies-early": "crashed: SIGSEGV",
    "has-a-thread": None,
    "is-missing": "is registered as misbehaving_is_missing:BACKEND but cannot be loaded: ModuleNotFoundError",
    "nobody": "failed: there is no backend 'nobody'",
}


def job(backend: str, *, seconds: float | None = None, size: int | None = None, file: Path | None = None) -> Job:
    options: dict[str, object] = {"file": str(file)} if file else {}
    return Job("futoshiki", "example", BOARD, {}, backend, options, Limits(seconds, size, 2))


@pytest.fixture(scope="module")
def plugins(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with the misbehaving backends; this process and those that it starts find it."""
    folder = install(tmp_path_factory.mktemp("plugins"))
    sys.path.insert(0, str(folder))
    registry._entries.cache_clear()
    yield folder
    sys.path.remove(str(folder))
    registry._entries.cache_clear()


@pytest.fixture(scope="module")
def fates(plugins: Path) -> dict[str, Outcome]:
    """What became of each, all of them run side by side."""
    jobs = [job(name, seconds=_seconds(name), size=50_000_000, file=_file(plugins, name)) for name in FATES]
    with Workers(4) as workers:
        return {jobs[index].backend: outcome for index, outcome in workers.map(jobs)}


def _seconds(backend: str) -> float:
    """A backend that is to reach its memory limit must not reach its time limit before."""
    return 60 if backend.startswith("hoards") else 0.3


def _file(folder: Path, backend: str) -> Path | None:
    writes = ("hangs-with-children", "leaves-children", "crashes-with-children", "litters")
    return folder / f"{backend}.file" if backend in writes else None


@pytest.mark.parametrize("backend", FATES)
def test_whatever_a_backend_does_is_said_in_words(fates: dict[str, Outcome], backend: str) -> None:
    outcome, expected = fates[backend], FATES[backend]
    if expected is not None:
        assert outcome.result is None
        assert outcome.failure is not None
        assert outcome.failure.startswith(expected)
        assert "\n" not in outcome.failure
    else:
        assert outcome.failure is None
        assert outcome.result is not None
        assert [solution.values for solution in outcome.result.solutions] == [SOLUTION]


@pytest.mark.parametrize("backend", ["leaves-children", "crashes-with-children", "hangs-with-children"])
def test_what_a_run_has_started_ends_with_it(fates: dict[str, Outcome], plugins: Path, backend: str) -> None:
    assert backend in fates
    pids = [int(pid) for pid in (plugins / f"{backend}.file").read_text().split()]
    assert len(pids) == 2
    assert not any(map(is_alive, pids))


def test_temporary_files_of_a_run_are_removed(fates: dict[str, Outcome], plugins: Path) -> None:
    assert fates["litters"].result is not None
    folder = Path((plugins / "litters.file").read_text())
    assert not folder.exists()
    assert not folder.parent.exists()


def test_a_wrong_answer_is_kept_for_the_judge(fates: dict[str, Outcome]) -> None:
    claimed = fates["answers-wrongly"].claimed
    assert claimed is not None
    assert claimed.best.values == dict.fromkeys(SOLUTION, 1)


@pytest.mark.parametrize("backend", ["segfaults", "hangs-on", "leaves-children", "forward-checking"])
def test_new_interpreters_serve_where_forking_is_not_safe(plugins: Path, tmp_path: Path, backend: str) -> None:
    file = tmp_path / "pids" if backend == "leaves-children" else None
    with Workers(1, method="spawn") as workers:
        ((_, outcome),) = workers.map([job(backend, seconds=0.3, file=file)])
    assert (outcome.failure or "").startswith(FATES.get(backend) or "")
    if FATES.get(backend) is None:
        assert outcome.result is not None
        assert outcome.result.best.values == SOLUTION
    if file is not None:
        assert not any(is_alive(int(pid)) for pid in file.read_text().split())


@pytest.mark.parametrize("backend", ["forward-checking", "python-constraint", "cp-sat", "sat", "search"])
def test_an_isolated_run_answers_as_one_in_this_process_does(backend: str) -> None:
    here, there = run_here(job(backend)), run_isolated(job(backend))
    assert here.result is not None
    assert there.result is not None
    for result in (here.result, there.result):
        assert ([s.values for s in result.solutions], result.unique, result.backend) == ([SOLUTION], True, backend)
    assert here.result.statistics.generated == there.result.statistics.generated


def test_limits_that_a_backend_respects_are_a_status_and_no_failure() -> None:
    board = (Path(__file__).parents[2] / "instances" / "futoshiki" / "minimal-12-1.txt").read_text()
    late = Job("futoshiki", "minimal-12-1", board, {}, "forward-checking", {}, Limits(0.2))
    large = Job("futoshiki", "minimal-12-1", board, {}, "forward-checking", {}, Limits(bytes=1000))
    with Workers(2) as workers:
        outcomes = dict(workers.map([late, large]))
    results = [outcomes[index].result for index in (0, 1)]
    assert [result.status for result in results if result] == [Status.TIMEOUT, Status.MEMORY]


def test_an_instance_that_cannot_be_read_is_a_failure_in_words() -> None:
    bad = Job("futoshiki", "board.txt", "4:0,0,", {}, "forward-checking", {}, Limits())
    assert run_here(bad) == run_isolated(bad)
    assert run_here(bad).failure == "failed: board.txt:1:7: found 2 cells, expected 16 for size 4"


def test_options_of_the_puzzle_reach_the_instance() -> None:
    def cost(**options: object) -> int | None:
        outcome = run_here(Job("tiles", "board", "1 0 2 3", options, "search", {}, Limits()))
        assert outcome.result is not None
        return outcome.result.cost

    assert (cost(), cost(goal="last")) != (None, None)
    assert cost() != cost(goal="last")
    unknown = Job("futoshiki", "example", BOARD, {"colour": "red"}, "forward-checking", {}, Limits())
    assert run_here(unknown).failure == "failed: futoshiki has no option 'colour'; its options: none"


def test_jobs_are_taken_when_there_is_room_and_every_one_has_an_outcome() -> None:
    taken = []

    def jobs() -> Iterator[Job]:
        for number in range(5):
            taken.append(number)
            yield job("forward-checking")

    with Workers(2) as workers:
        ended = []
        for index, _ in workers.map(jobs()):
            ended.append(index)
            assert len(taken) <= len(ended) + 2
    assert sorted(ended) == taken == [0, 1, 2, 3, 4]


def test_the_counters_of_a_run_are_seen_while_it_runs(plugins: Path) -> None:
    watch = Watch()
    with Workers(1) as workers:
        ((_, outcome),) = workers.map([job("counts", seconds=0.7)], watch)
    assert outcome.result is not None
    assert outcome.result.status is Status.TIMEOUT
    assert 0 < watch.expanded <= (outcome.result.statistics.expanded or 0)


def test_a_stopped_watch_ends_the_runs_at_once(plugins: Path, tmp_path: Path) -> None:
    watch = Watch()
    started = tmp_path / "pid"

    def stop() -> None:
        wait_until(lambda: started.exists() and started.read_text() != "")
        watch.stop()

    thread = threading.Thread(target=stop)
    thread.start()
    outcome = run_isolated(job("hangs-on", file=started), watch)
    thread.join()
    assert outcome.result is not None
    assert outcome.result.status is Status.INTERRUPTED
    assert not is_alive(int(started.read_text()))


def test_a_run_whose_guard_is_killed_ends_and_is_reported(plugins: Path, tmp_path: Path) -> None:
    started = tmp_path / "pid"

    def kill_the_guard() -> None:
        wait_until(lambda: started.exists() and started.read_text() != "")
        stat = Path(f"/proc/{started.read_text()}/stat").read_text()
        os.kill(int(stat.rpartition(")")[2].split()[1]), signal.SIGKILL)

    thread = threading.Thread(target=kill_the_guard)
    thread.start()
    outcome = run_isolated(job("hangs-on", file=started))
    thread.join()
    assert (outcome.failure or "").startswith("killed: the guard of the run ended")
    wait_until(lambda: not is_alive(int(started.read_text())))


def test_a_template_that_is_killed_is_replaced() -> None:
    with Workers(1) as workers:
        ((_, first),) = workers.map([job("forward-checking")])
        assert workers._template is not None
        workers._template._process.kill()
        workers._template._process.wait()
        ((_, second),) = workers.map([job("forward-checking")])
    assert first.result is not None
    assert second.result is not None


def test_nobody_survives_a_caller_that_is_killed(plugins: Path, tmp_path: Path) -> None:
    program = """
        import sys
        from pathlib import Path
        from copla import Job, Limits, Workers

        folder = Path(sys.argv[1])
        jobs = [
            Job("futoshiki", "example", "2:0,0L,0,0,", {}, name, {"file": str(folder / name)}, Limits())
            for name in ("hangs-on", "hangs-with-children")
        ]
        with Workers(2) as workers:
            list(workers.map(jobs))
    """
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    environment = {**os.environ, "PYTHONPATH": str(plugins), "TMPDIR": str(temporary)}
    caller = subprocess.Popen([sys.executable, "-c", dedent(program), str(tmp_path)], env=environment)
    files = [tmp_path / "hangs-on", tmp_path / "hangs-with-children"]
    wait_until(lambda: all(file.exists() and file.read_text() for file in files))
    pids = [int(pid) for file in files for pid in file.read_text().split()]
    assert len(pids) == 3
    assert all(map(is_alive, pids))
    assert list(temporary.iterdir())
    caller.kill()
    caller.wait()
    wait_until(lambda: not any(map(is_alive, pids)))
    wait_until(lambda: not list(temporary.iterdir()))


# --- cross-checking with isolated runs


TILES = "1 4 2 3 0 5 6 7 8"


def check(backends: list[str], workers: Workers) -> Check:
    board = read("tiles", TILES, "board")
    made = Check([board], workers, backends, limits=Limits(seconds=10))
    made.choose()
    return made


def test_cases_are_judged_by_those_who_answer(plugins: Path) -> None:
    with Workers(2) as workers:
        ((_, verdict),) = check(["search", "segfaults"], workers).verdicts()
        nobody = cross_check(load("guarini", "unsolvable-centre-3x3"), [], executor=workers)
    assert verdict.failures == {"segfaults": "crashed: SIGSEGV; its last words: about to read address zero"}
    assert verdict.failures["segfaults"].kind is FailureKind.CRASHED
    assert verdict.results["search"].cost == 2
    assert list(nobody.results) == ["argument"]


def test_a_backend_is_asked_again_when_the_others_claim_an_optimum(plugins: Path) -> None:
    with Workers(1) as workers:
        ((_, verdict),) = check(["search", "proves"], workers).verdicts()
    proof = verdict.results["proves"]
    assert (proof.status, proof.bound, proof.statistics.expanded) == (Status.UNKNOWN, 2, 2)
    (row,) = CheckTable(["search", "proves"], ["board"], [], 80).row(0, verdict)
    assert "proved" in str(row)


def test_backends_are_asked_what_they_can_do_without_solving(plugins: Path) -> None:
    names = ["search", "segfaults", "dies-early", "is-missing", "proves"]
    subject = Subject.of(read("tiles", TILES, "board"))
    with Workers(2) as workers:
        for name in names:
            job = Job.of(
                subject, Configuration(name, {"colour": "red"} if name == "search" else {}), Limits(seconds=10)
            )
            workers.submit(name, Survey((job, job)))
        answers = {}
        while (finished := workers.next()) is not None:
            answers[finished.key] = finished.outcome
    wrong = answers["search"].abilities
    assert wrong is not None
    assert "backend search has no option 'colour'" in str(wrong[0].wrong_options)
    assert answers["segfaults"].abilities == (Abilities(None, ("file",)),) * 2
    assert answers["proves"].abilities == (Abilities(None, ("below",), "below"),) * 2
    assert str(answers["dies-early"].failure).startswith("crashed: SIGSEGV")
    missing = answers["is-missing"].failure
    assert missing is not None
    assert missing.kind is FailureKind.UNAVAILABLE


def test_processes_below_one_are_found_by_either_way_of_looking(monkeypatch: pytest.MonkeyPatch) -> None:
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    try:
        for linux in {processes.LINUX, False}:
            monkeypatch.setattr(processes, "LINUX", linux)
            assert child.pid in processes.descendants(os.getpid())
            assert child.pid not in processes.descendants(child.pid)
            assert processes.held_bytes([os.getpid()]) > 10_000_000
            assert processes.held_bytes([os.getpid(), child.pid]) > 10_000_000
    finally:
        child.kill()
        child.wait()


def test_an_outcome_is_a_result_or_a_failure_and_survives_the_journey(fates: dict[str, Outcome]) -> None:
    for outcome in fates.values():
        assert Outcome.from_json(json.loads(json.dumps(outcome.to_json()))) == outcome
    with pytest.raises(ValueError, match="either"):
        Outcome(None)


@pytest.mark.parametrize(
    "data", [b"garbage garbage", pack({})[:4] + b"{]", b"\0\0\0\x01" + b"1", b"\0\0\0\x02\xff\xfe"]
)
def test_bytes_that_are_no_message_are_recognised(data: bytes) -> None:
    with pytest.raises(GarbageError):
        list(map(unpack, Reader().feed(data)))
