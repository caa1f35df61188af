"""copla compare as a user runs it: configurations, the file that survives everything, and what it writes."""

from __future__ import annotations

import csv
import json
import os
import pty
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

import copla
from copla.cli.commands import app
from copla.comparing.store import Store
from copla.ground.errors import CoplaError
from copla.running.here import run_here
from copla.running.outcome import Outcome
from tests import warm
from tests.cli.run import Run, shown_on
from tests.misbehaving import install, wait_until

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
BAD = ("raises", "segfaults", "hoards", "hangs", "scribbles", "chatters", "counts", "answers-wrongly")
FAST = ["--backend", "forward-checking", "--jobs", "2"]


@pytest.fixture
def compare(tmp_path: Path) -> Callable[..., Run]:
    """Run the command in an empty folder, with the backends that misbehave at hand."""
    plugins = tmp_path / "plugins"
    plugins.mkdir()
    environment = {**os.environ, "PYTHONPATH": str(install(plugins, *BAD)), "COPLA_CACHE": str(tmp_path / "cache")}
    (tmp_path / "work").mkdir()

    def run(*arguments: str) -> Run:
        done = warm.run("compare", *arguments, cwd=tmp_path / "work", env=environment)
        assert "Traceback" not in done.stderr, done.stderr
        return Run(done.returncode, done.stdout, done.stderr)

    return run


def begin(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """Start the command and leave it running."""
    environment = {**os.environ, "PYTHONPATH": str(folder / "plugins"), "COPLA_CACHE": str(folder / "cache")}
    command = [sys.executable, "-m", "copla.cli", "compare", *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=folder / "work", env=environment, stdout=pipe, stderr=pipe, text=True)


def finished(path: Path) -> int:
    """How many runs are in a file that somebody is writing."""
    if not path.exists():
        return 0
    connection = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=10)
    try:
        return int(connection.execute("SELECT count(*) FROM results").fetchone()[0])
    except sqlite3.OperationalError:  # the tables are not there yet
        return 0
    finally:
        connection.close()


def answer(outcome: Outcome) -> object:
    """What an outcome says, without the times that differ from run to run."""
    assert outcome.result is not None
    result = outcome.result
    counts = result.statistics
    solutions = [(s.values, s.moves, s.cost) for s in result.solutions]
    return result.status, solutions, result.complete, counts.expanded, counts.generated


# --- which configurations


def test_the_options_behind_a_backend_belong_to_it(compare: Callable[..., Run]) -> None:
    files = [str(ROOT / "instances" / "guarini" / f"{name}.txt") for name in ("3x4", "classic-3x3")]
    search = ["--backend", "search", "--algorithm", "bfs,ucs,astar", "--heuristic", "easy,same-column,average"]
    run = compare("guarini", *files, *search, "--backend", "cp-sat", "--timeout", "60", "--json", "--jobs", "2")
    assert run.status == 0, run.err
    rows = [json.loads(line) for line in run.out.splitlines()]
    assert Counter(row["configuration"] for row in rows) == {
        "search bfs": 2, "search ucs": 2, "search astar easy": 2, "search astar same-column": 2,
        "search astar average": 2, "cp-sat": 2,
    }  # fmt: skip
    assert "has no use for the option: search bfs same-column, search bfs average, search ucs" in run.err
    assert {row["instance"] for row in rows} == {"3x4", "classic-3x3"}
    costs = {(row["instance"], row["cost"]) for row in rows if row["status"] == "optimal"}
    assert costs == {("3x4", 10), ("classic-3x3", 16)}
    assert {row["verdict"] for row in rows} == {"agree"}


def test_settings_in_front_of_all_backends_go_to_those_that_have_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    options = ["--option", "values=ascending,least-constraining", "--backend", "forward-checking,python-constraint"]
    own = ["--backend", "forward-checking", "--option", "inference=none"]
    assert app(["compare", "futoshiki", "tiny-2", *options, *own, "--csv", "a.csv"], standalone_mode=False) == 0
    with open("a.csv", newline="") as file:
        assert [row["configuration"] for row in csv.DictReader(file)] == [
            "forward-checking values=ascending",
            "forward-checking values=least-constraining",
            "python-constraint",
            "forward-checking inference=none values=ascending",
            "forward-checking inference=none values=least-constraining",
        ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "found no puzzle, expected PUZZLE INSTANCE..., or --resume alone, or --from FILE"),
        (["guarini"], "found no instance, expected PUZZLE INSTANCE..."),
        (["guarini", "3x4", "-b", "search", "-H", "nope"], "backend search has no heuristic 'nope'; there are: match"),
        (
            ["guarini", "3x4", "-b", "search", "-a", "bfs", "-H", "nope"],
            "backend search has no heuristic 'nope'; there",
        ),
        (
            ["futoshiki", "tiny-2", "-b", "search", "-H", "easy"],
            "backend search has no heuristic 'easy'; there are: un",
        ),
        (["guarini", "3x4", "-b", "search", "-a", "zfs"], "backend search has no algorithm 'zfs'; did you mean 'dfs'"),
        (["guarini", "3x4", "-b", "serch"], "there is no backend 'serch'; did you mean 'search'?"),
        (["guarini", "3x4", "-b", "search", "-O", "sed=1,2"], "backend search has no option 'sed'; its options: algo"),
        (["guarini", "3x4", "-O", "sed=1", "-b", "search,cp-sat"], "none of search, cp-sat has an option 'sed'; their"),
        (
            ["guarini", "3x4", "-b", "search", "-O", "depth"],
            "found the option 'depth', expected KEY=VALUE or KEY=VALUE",
        ),
        (
            ["tiles", "eight-4", "-O", "goal=first,last"],
            "tiles: found several values of goal, expected one",
        ),
        (
            ["tiles", "eight-4", "-b", "search", "--csv", "no/such/folder"],
            "no/such/folder: cannot be written: No such file or directory",
        ),
        (
            ["tiles", "eight-4", "--db", "no/such/folder"],
            "no/such/folder: cannot be written: No such file or directory",
        ),
        (["tiles", "eight-4", "-b", "search", "--on", "moon"], "found --on 'moon', expected local or dask://host:port"),
        (["--resume"], "found no unfinished comparison among 0 files copla-compare-*.sqlite in "),
        (["tiles", "eight-4", "--table", "exspanded"], "there is no table 'exspanded'; did you mean 'expanded'? There"),
        (["--resume", "--timeout", "3"], "found no puzzle, expected PUZZLE INSTANCE..., or --resume alone, or --from"),
        (["--from", "nothing"], "nothing: there is no such file"),
        (["tiles", "eight-4", "--from", "nothing"], "found --from with a comparison to run, expected --from FILE with"),
    ],
)
def test_bad_input_is_an_error_before_anything_runs(
    arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COPLA_CACHE", str(tmp_path / "cache"))
    with pytest.raises(CoplaError) as error:
        app(["compare", *arguments], standalone_mode=False)
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)
    assert list(tmp_path.iterdir()) == []


def test_an_error_is_one_line_with_exit_status_2(compare: Callable[..., Run]) -> None:
    run = compare("guarini", "3x4", "-b", "search", "-H", "easy,nope")
    assert run.err == (
        "copla: backend search has no heuristic 'nope'; there are: "
        "matching, distance, easy, same-column, average, blind\n"
    )
    assert (run.status, run.out) == (2, "")


# --- the file


def test_kill_9_at_random_moments_loses_nothing_and_repeats_nothing(
    compare: Callable[..., Run], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """200 runs, killed again and again; every answer is that of a run in this process that nobody disturbed."""
    instances = [f"{family}-{size}-*" for family in ("extreme", "recursive") for size in (4, 5)] + ["extreme-6-*"]
    options = ["--option", "inference=mac,forward", "--repeat", "2", "--db", "runs.sqlite"]
    path = tmp_path / "work" / "runs.sqlite"
    chance = random.Random()
    moments = sorted(chance.sample(range(60), 3))
    arguments: list[str] = ["futoshiki", *instances, *FAST, *options]
    for moment in moments:
        goal = max(moment, finished(path))  # the run before may have gone further: this one is to begin, too
        run = begin(tmp_path, *arguments)
        wait_until(lambda goal=goal: finished(path) > goal)  # type: ignore[misc]
        time.sleep(chance.random() / 20)
        run.kill()
        run.communicate()
        arguments = ["--db", "runs.sqlite", "--resume", "--jobs", "2"]
    before = finished(path)
    assert moments[-1] < before < 200, moments
    last = compare(*arguments)
    assert last.status == 0, last.err
    assert f"200 runs: 50 instances x 2 configurations x 2 repeats, {before} of them finished before" in last.err
    assert finished(path) == 200
    with Store.read(path) as store:
        assert len(store.sessions()) == 4
        records = store.records()
        assert [record.run for record in records] == store.plan.runs()
        for record in records:
            assert answer(record.outcome) == answer(run_here(store.plan.job(record.run)))
    assert app(["compare", "--db", str(path), "--resume"], standalone_mode=False) == 0
    assert capsys.readouterr().out == last.out, "nothing is left to run, and the report is the same"
    with Store.read(path) as store:
        assert len(store.sessions()) == 4
    assert [file.name for file in path.parent.iterdir()] == ["runs.sqlite"]


def test_without_a_thought_beforehand_an_interrupted_comparison_can_be_continued(
    compare: Callable[..., Run], tmp_path: Path
) -> None:
    kept = tmp_path / "cache" / "comparisons"
    run = begin(tmp_path, "futoshiki", "tiny-1", "tiny-2", "-b", "forward-checking,counts", "-t", "60", "-j", "1")
    wait_until(lambda: any(finished(path) == 1 for path in kept.glob("*.sqlite")))
    assert not list((tmp_path / "work").iterdir())
    (path,) = kept.glob("copla-compare-futoshiki-*.sqlite")
    second = compare("--resume", "--db", str(path))
    expected = f"copla: {path}: another comparison is running on this file (process {run.pid}, since "
    assert second.err.startswith(expected)
    assert (second.err.count("\n"), second.status) == (1, 2)
    meanwhile = compare("--from", str(path))
    assert meanwhile.status == 0
    assert "not finished: 1 of 4 runs are done" in meanwhile.out
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=60)
    assert run.returncode == 130
    assert "forward-checking" in out
    assert err.splitlines()[-1] == (
        f"interrupted: 1 of 4 runs are kept; continue with: copla compare --db {path} --resume"
    )
    # The same command, with less patience, is another comparison; the bare --resume finds the file by itself.
    other = compare("futoshiki", "tiny-1", "tiny-2", "-b", "forward-checking,counts", "-t", "1", "--resume")
    assert (other.status, other.err.count("\n")) == (2, 1)
    assert other.err.startswith("copla: found no such comparison among 1 files copla-compare-*.sqlite")
    # Where it used to lie, in the folder, it is found, too.
    path = path.rename(tmp_path / "work" / path.name)
    again = begin(tmp_path, "--resume", "-j", "2")
    wait_until(lambda: finished(path) == 2)
    again.send_signal(signal.SIGINT)
    assert "2 of 4 runs are kept" in again.communicate(timeout=60)[1]


def test_a_file_is_never_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    command = ["compare", "futoshiki", "tiny-2", *FAST, "--db", "a.sqlite"]
    assert app(command, standalone_mode=False) == 0
    before = Path("a.sqlite").read_bytes()
    with pytest.raises(CoplaError, match=r"a\.sqlite: holds a comparison already, with 1 of 1 runs finished; --resume"):
        app(command, standalone_mode=False)
    with pytest.raises(CoplaError, match=r"a\.sqlite: holds another comparison: instance tiny-2 is missing here; inst"):
        app([*command[:2], "tiny-1", *command[3:], "--resume"], standalone_mode=False)
    assert Path("a.sqlite").read_bytes() == before
    assert app([*command, "--resume"], standalone_mode=False) == 0
    assert [file.name for file in tmp_path.iterdir()] == ["a.sqlite"]


def test_a_disk_that_takes_no_more_is_one_line_and_what_was_written_stays(tmp_path: Path) -> None:
    """The system refuses to let the file grow; then the limit is gone, and the comparison continues."""
    path = tmp_path / "runs.sqlite"
    command = [sys.executable, "-m", "copla.cli", "compare"]
    arguments = ["futoshiki", "extreme-4-*", "recursive-4-*", *FAST, "--repeat", "2", "--db", str(path)]

    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, 150_000))

    full = subprocess.run([*command, *arguments], preexec_fn=small, capture_output=True, text=True)
    assert full.returncode == 2, full.stderr
    assert full.stderr.splitlines()[-1].startswith(f"copla: {path}: cannot be opened or written: ")
    assert "of 40 runs are kept; continue with: copla compare --db" in full.stderr
    assert "Traceback" not in full.stderr
    kept = finished(path)
    assert 0 < kept < 40
    assert f"{kept} of 40 runs are kept" in full.stderr
    rest = subprocess.run([*command, "--db", str(path), "--resume"], capture_output=True, text=True)
    assert (rest.returncode, finished(path)) == (0, 40), rest.stderr


# --- what misbehaves


def test_a_backend_that_misbehaves_is_a_row_and_the_comparison_goes_on(
    compare: Callable[..., Run], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = "segfaults,hoards,hangs,scribbles,chatters,answers-wrongly"
    limits = ["--timeout", "0.5", "--memory", "60MB", "--jobs", "2", "--db", "runs.sqlite"]
    run = compare("futoshiki", "tiny-2", "tiny-1", "-b", f"{bad},forward-checking", *limits, "--json")
    rows = [json.loads(line) for line in run.out.splitlines()]
    assert (run.status, len(rows)) == (1, 14), run.err
    fates = {
        row["configuration"]: (row["status"], (row["failure"] or "").split(" with ")[0].split(";")[0])
        for row in rows
        if row["instance"] == "tiny-2"
    }
    assert fates == {
        "segfaults": ("failed", "crashed: SIGSEGV"),
        "hoards": ("failed", "killed: over its memory limit of 60 MB"),
        "hangs": ("failed", "killed: ignored its time limit of 0.5 s"),
        "scribbles": ("failed", "killed: wrote garbage where its answer was expected"),
        "chatters": ("solved", ""),
        "answers-wrongly": (
            "failed",
            "gave a wrong answer: solution 1: row 1 all different: violated by r1c1 = 1, r1c2 = 1",
        ),
        "forward-checking": ("solved", ""),
    }
    # Ones everywhere are wrong on a board of four cells, and right on a board of one.
    assert {(row["instance"], row["verdict"]) for row in rows} == {("tiny-2", "disagree"), ("tiny-1", "agree")}
    assert app(["compare", "--from", str(tmp_path / "work" / "runs.sqlite")], standalone_mode=False) == 1
    shown = capsys.readouterr().out
    assert "tiny-2: answers-wrongly is wrong: it answers 'solved', but solution 1: row 1 all different" in shown
    assert "tiny-2: segfaults crashed: SIGSEGV" in shown


def test_a_run_that_fails_is_no_agreement(compare: Callable[..., Run]) -> None:
    both = compare("futoshiki", "tiny-2", "-b", "raises,forward-checking,python-constraint", "--json")
    assert both.status == 1
    assert {json.loads(line)["verdict"] for line in both.out.splitlines()} == {"agree"}
    assert compare("futoshiki", "tiny-2", "-b", "forward-checking,python-constraint").status == 0


# --- what it shows and writes


def test_reports_can_be_made_again_from_the_file_alone(compare: Callable[..., Run], tmp_path: Path) -> None:
    work = tmp_path / "work"
    shutil.copy(ROOT / "instances" / "futoshiki" / "extreme-4-1.txt", work / "board.txt")
    outputs = [("--csv", "csv"), ("--json-file", "json"), ("--markdown", "md"), ("--latex", "tex")]
    options = [*FAST, "--option", "inference=mac,none", "--db", "runs.sqlite"]
    first = compare("futoshiki", "board.txt", *options, *(x for o, e in outputs for x in (o, f"a.{e}")))
    assert first.status == 0, first.err
    (work / "board.txt").unlink()
    again = [x for o, e in outputs for x in (o, f"b.{e}")]
    second = compare("--from", "runs.sqlite", *again, "--html", "b.html", "--plots", "new/plots")
    assert (second.status, second.out, second.err) == (0, first.out, "")
    plots = [path.name for path in sorted((work / "new" / "plots").iterdir())]
    assert plots == ["bars-generated.svg", "bars-seconds.svg", "cactus.svg", "scatter-1.svg"]
    for _, ending in outputs:
        assert (work / f"a.{ending}").read_bytes() == (work / f"b.{ending}").read_bytes()
    assert second.out.splitlines()[0].split() == [
        "expanded", "forward-checking", "inference=mac", "forward-checking", "inference=none"
    ]  # fmt: skip
    with open(work / "a.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["instance"], row["status"], row["unique"]) for row in rows] == [("board", "solved", "True")] * 2
    assert "<!doctype html>" in (work / "b.html").read_text()
    lines = [json.loads(line) for line in (work / "a.json").read_text().splitlines()]
    assert [copla.Result.from_json(line).unique for line in lines] == [True, True]


def test_the_same_instance_twice_is_run_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(ROOT / "instances" / "tiles" / "eight-4.txt", "copy.txt")
    app(
        ["compare", "tiles", "eight-4", "copy.txt", "-b", "search", "-O", "goal=first", "--json"], standalone_mode=False
    )
    shown = capsys.readouterr()
    assert [json.loads(line)["instance"] for line in shown.out.splitlines()] == ["eight-4"]
    assert "copy.txt is the same instance as eight-4: run once" in shown.err


def test_a_terminal_sees_the_progress(compare: Callable[..., Run], tmp_path: Path) -> None:
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "copla.cli", "compare", "futoshiki", "tiny-1", "tiny-2", "--jobs", "1"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "plugins"), "COLUMNS": "80"}
    options = ["-b", "forward-checking,counts", "--timeout", "1.5"]
    run = subprocess.Popen(
        [*command, *options], stderr=follower, stdout=subprocess.DEVNULL, env=environment, cwd=tmp_path
    )
    os.close(follower)
    shown = shown_on(leader)
    assert run.wait() == 0
    assert b"\r\x1b[2K1 of 4 runs, about " in shown
    assert b" s left" in shown
