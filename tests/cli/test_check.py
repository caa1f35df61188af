"""copla check: many runs at once, each in a process of its own; failures are cells, and harm nobody else."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from copla import CrossCheck, FailureKind, HasDemonstration, Result, Solution, Statistics, Status, Verdict, Witness
from copla.answers.failure import Failure
from copla.answers.tables import Tone
from copla.cli.check_table import CheckTable
from tests import warm
from tests.cli.run import Run, copla, shown_on
from tests.misbehaving import install, is_alive, wait_until

pytestmark = pytest.mark.slow

HONEST = "forward-checking,python-constraint"


@pytest.fixture
def plugins(tmp_path: Path) -> Path:
    folder = tmp_path / "plugins"
    folder.mkdir()
    return folder


def check(*arguments: str, plugins: Path) -> Run:
    done = warm.run("check", *arguments, env={**os.environ, "PYTHONPATH": str(plugins), "COLUMNS": "200"})
    assert "Traceback" not in done.stderr
    return Run(done.returncode, done.stdout, done.stderr)


def start(*arguments: str, plugins: Path, **streams: Any) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(plugins), "TERM": "xterm-256color", "COLUMNS": "200"}
    command = [sys.executable, "-m", "copla.cli", "check", *arguments]
    return subprocess.Popen(command, env=environment, text=True, start_new_session=True, **streams)


def test_every_kind_of_failure_is_a_cell_and_a_line_and_the_others_decide(plugins: Path) -> None:
    bad = "segfaults,hangs,hoards,raises,leaves"
    arguments = ["futoshiki", "tiny-2", "-b", f"{HONEST},{bad}", "--timeout", "0.5", "--memory", "50MB", "-j", "4"]
    run = check(*arguments, plugins=install(plugins))
    header, row, *lines = run.out.splitlines()
    assert header.split() == ["instance", *HONEST.split(","), *bad.split(","), "verdict", "answer"]
    assert row.split()[-8:] == ["crashed", "killed", "killed", "raised", "ended", "agree", "one", "solution"]
    expected = [
        "tiny-2: backend segfaults crashed: SIGSEGV; its last words: about to read address zero",
        "tiny-2: backend hangs killed: ignored its time limit of 0.5 s",
        "tiny-2: backend hoards killed: over its memory limit of 50 MB with ",
        "tiny-2: backend raises broke down: ZeroDivisionError: over zero",
        "tiny-2: backend leaves ended without an answer",
    ]
    assert len(lines) == len(expected)
    assert all(line.startswith(beginning) for line, beginning in zip(lines, expected, strict=True))
    assert "1 instance: 1 agree; a backend failed on 1" in run.err
    assert run.status == 1


def test_failures_are_there_for_machines_too(plugins: Path) -> None:
    install(plugins)
    run = check("futoshiki", "tiny-2", "-b", f"{HONEST},segfaults,answers-wrongly", "--json", plugins=plugins)
    assert [result["backend"] for result in run.json["results"]] == [*HONEST.split(","), "answers-wrongly"]
    assert list(run.json["failures"]) == ["segfaults"]
    assert run.json["failures"]["segfaults"].startswith("backend segfaults crashed: SIGSEGV")
    assert run.json["verdict"] == "disagree"  # a wrong answer is no failure: it is refuted
    assert {witness["accused"] for witness in run.json["witness"]} == {"answers-wrongly"}
    assert run.status == 1


def test_a_backend_that_crashes_while_it_is_loaded_is_told_of_though_nobody_asked_for_it(plugins: Path) -> None:
    install(plugins, "dies-early", "is-missing", "chatters")
    run = check("futoshiki", "tiny-2", plugins=plugins)
    header, row, *lines = run.out.splitlines()
    columns = ["chatters", "cp-sat", "dies-early", "forward-checking", "native", "python-constraint", "sat", "search"]
    assert header.split()[1:-2] == columns
    assert row.count("crashed") == 1
    assert lines == ["tiny-2: backend dies-early crashed: SIGSEGV"]
    assert run.status == 1


def test_a_failure_is_no_agreement_and_outranks_a_limit(plugins: Path) -> None:
    install(plugins, "raises")
    with_one = check("futoshiki", "tiny-2", "-b", "native,raises", "--json", plugins=plugins)
    assert (with_one.json["verdict"], with_one.status) == ("undecided", 1)
    assert with_one.json["reason"] == "only native finished (raises: failed)"
    with_two = check("futoshiki", "tiny-2", "-b", f"{HONEST},raises", "--json", plugins=plugins)
    assert (with_two.json["verdict"], with_two.status) == ("agree", 1)
    assert with_two.json["reason"] == "2 backends agree: one solution (raises: failed)"
    alone = check("futoshiki", "tiny-2", "-b", "raises", "--json", plugins=plugins)
    assert (alone.json["verdict"], alone.status) == ("undecided", 1)


def test_a_backend_with_two_ways_to_an_answer_is_asked_for_both() -> None:
    run = copla("check", "tiles", "eight-10", "-b", "native")
    assert run.out.splitlines()[0].split() == ["instance", "native", "native-2", "verdict", "answer"]
    data = copla("check", "tiles", "eight-10", "-b", "native", "--json").json
    assert (data["verdict"], run.status) == ("agree", 0)
    first, second = data["results"]
    assert first["cost"] == second["cost"] == 10
    assert first["heuristic"] != second["heuristic"] == "walking-distance"
    alone = copla(
        "check", "tiles", "eight-10", "-b", "native,search", "-O", "native.heuristic=manhattan", "--json"
    ).json
    assert [result["heuristic"] for result in alone["results"]] == ["manhattan", "linear-conflict"]


def test_rows_come_in_the_order_of_the_instances(plugins: Path) -> None:
    arguments = ["futoshiki", "minimal-12-1", "tiny-2", "tiny-1", "-b", HONEST, "--timeout", "0.5", "-j", "3"]
    run = check(*arguments, plugins=plugins)
    rows = [line.split()[0] for line in run.out.splitlines()]
    assert rows == ["instance", "minimal-12-1", "tiny-2", "tiny-1", "in"]
    assert run.status == 3


def test_ctrl_c_shows_what_is_there_and_leaves_nobody_behind(plugins: Path, tmp_path: Path) -> None:
    install(plugins)
    started = tmp_path / "pids"
    run = start(
        *("futoshiki", "tiny-2", "tiny-1", "-b", f"{HONEST},hangs-with-children", "-j", "1", "--timeout", "600"),
        *("-O", f"hangs-with-children.file={started}"),
        plugins=plugins,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    wait_until(lambda: started.exists() and len(started.read_text().split()) == 2)
    pids = [int(pid) for pid in started.read_text().split()]
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=60)
    (row,) = out.splitlines()[1:]
    assert (row.split()[0], row.split()[-4:]) == ("tiny-2", ["stopped", "agree", "one", "solution"])
    assert "Traceback" not in err
    assert run.returncode == 130
    assert not any(map(is_alive, pids))


def test_nobody_survives_a_check_that_is_killed(plugins: Path, tmp_path: Path) -> None:
    install(plugins)
    started = tmp_path / "pids"
    options = ["-b", "hangs-with-children", "-O", f"hangs-with-children.file={started}"]
    run = start("futoshiki", "tiny-2", *options, plugins=plugins, stdout=subprocess.DEVNULL)
    wait_until(lambda: started.exists() and len(started.read_text().split()) == 2)
    pids = [int(pid) for pid in started.read_text().split()]
    run.kill()
    run.wait()
    wait_until(lambda: not any(map(is_alive, pids)))


def test_a_terminal_shows_rows_above_the_progress(plugins: Path) -> None:
    install(plugins, "counts")
    leader, follower = pty.openpty()
    arguments = ["futoshiki", "tiny-2", "minimal-12-1", "-b", "counts,forward-checking", "--timeout", "1.5", "-j", "4"]
    run = start(*arguments, plugins=plugins, stdout=follower, stderr=follower)
    os.close(follower)
    shown = shown_on(leader)
    assert run.wait() == 3
    lines = shown.decode().replace("\r\n", "\n").split("\n")
    row = next(line for line in lines if "tiny-2 " in line and "verdict" not in line and "undecided" in line)
    assert row.rpartition("\x1b[2K")[2].startswith("tiny-2 ")
    assert any("counts" in part and "counting" in part for part in shown.decode().split("\r"))


def test_several_puzzles_in_one_table() -> None:
    run = copla("check", "all", "futoshiki:tiny-*", "guarini:solved-3x3", "unsolvable-cycle", "-b", "search")
    labels = [line.split("  " if line[0] != " " else None)[0].strip() for line in run.out.splitlines()[1:]]
    in_futoshiki = ["futoshiki", "tiny-1", "tiny-2"]
    assert labels == [*in_futoshiki, "guarini", "solved-3x3", "futoshiki", "unsolvable-cycle", "in all"]


def outcome(**answers: Result | Failure) -> CrossCheck:
    results = {label: answer for label, answer in answers.items() if isinstance(answer, Result)}
    failures = {label: answer for label, answer in answers.items() if isinstance(answer, Failure)}
    accused = [Witness(label, "says no", "there is one") for label in results if label.startswith("liar")]
    verdict = Verdict.DISAGREE if accused else Verdict.AGREE
    return CrossCheck(verdict, "", results, tuple(accused), failures)


def test_whoever_is_to_blame_is_told_by_a_word_in_red_and_not_by_a_time() -> None:
    said = outcome(
        honest=Result(Status.INFEASIBLE, statistics=Statistics(seconds=0.004)),
        liar=Result(Status.SOLVED, statistics=Statistics(seconds=1)),
        broken=Failure.of(FailureKind.BROKEN),
        slow=Result(Status.TIMEOUT, statistics=Statistics(seconds=10)),
    )
    table = CheckTable(["honest", "liar", "broken", "slow", "absent"], ["board"], [], 100)
    (line,) = table.row(0, said)
    assert str(line).split() == ["board", "4.0", "ms", "wrong", "raised", "timeout", "-", "disagree", "-"]
    tones = {text: tone for text, tone in line.pieces if tone}
    assert tones == {"wrong": Tone.BAD, "raised": Tone.BAD, "timeout": Tone.OPEN, "disagree": Tone.BAD}


@pytest.mark.parametrize("width", [80, 100, 140, 200])
def test_the_table_fits_whatever_the_width(width: int) -> None:
    labels = ["cp-sat", "fast-downward", "forward-checking", "native", "native-2", "python-constraint", "search"]
    names = ["extreme-5-1", "unsolvable-centre-3x3"]
    table = CheckTable(labels, names, ["futoshiki", "guarini"], width)
    lines = table.heading()
    for index in range(2):
        said = Result(Status.TIMEOUT, (Solution(cost=1000000),), bound=999999)
        lines += table.row(index, outcome(**dict.fromkeys(labels, said)))
    lines += list(table.end())
    assert max(len(str(line)) for line in lines) <= width
    text = "\n".join(map(str, lines))
    assert text.count("timeout") == 2 * len(labels)
    assert all(name in text for name in names)


def test_the_selection_has_every_puzzle_that_comes_with_copla() -> None:
    from copla.cli.check import _load

    loaded = list(_load("all", [], {}))
    assert {item.puzzle.name for item in loaded} == {"freecell", "futoshiki", "guarini", "klotski", "tiles"}
    for item in loaded:
        assert isinstance(item.puzzle, HasDemonstration)
        assert item.name in item.puzzle.demonstration


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["all", "nothing-*"], "found 'nothing-*', expected PUZZLE:INSTANCE or a pattern of shipped names"),
        (["all", "sudoku:1"], "there is no puzzle 'sudoku'; there are: "),
        (["all", "tiles:nothing"], "nothing: there is no such file and no shipped instance of tiles"),
        (["futoshiki"], "found no INSTANCE, expected one or more (see: copla instances futoshiki)"),
        (["futoshiki", "tiny-2", "-b", "cp-sat,nobody"], "there is no backend 'nobody'"),
        (
            ["futoshiki", "tiny-2", "-b", "search", "-O", "search.depth=x"],
            "backend search: option depth is 'x', expected a whole number",
        ),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], message: str) -> None:
    run = copla("check", *arguments)
    assert (run.status, run.out) == (2, "")
    assert run.err.startswith(f"copla: {message}")
    assert run.err.count("\n") == 1


def test_one_job_at_a_time_gives_the_same_answers() -> None:
    def answers(jobs: str) -> list[tuple[str, str, list[str]]]:
        run = copla("check", "futoshiki", "tiny-1", "tiny-2", "-b", "search", "--jobs", jobs, "--json")
        lines = [json.loads(line) for line in run.out.splitlines()]
        return [(line["instance"], line["reason"], [r["backend"] for r in line["results"]]) for line in lines]

    assert answers("1") == answers("4")
