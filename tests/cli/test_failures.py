"""Bad input is one line and exit status 2; limits and Ctrl-C are honest; nothing is half-written."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.run import copla, shown_on
from tests.measuring import family, seconds_at_work
from tests.misbehaving import wait_until

pytestmark = pytest.mark.slow

LONG = ["solve", "futoshiki", "minimal-12-1", "--backend", "forward-checking"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["solve", "sudoku", "x"], "there is no puzzle 'sudoku'; there are: freecell, futoshiki,"),
        (["solve", "futoshikki", "x"], "there is no puzzle 'futoshikki'; did you mean 'futoshiki'?"),
        (["solve", "futoshiki", "nothing"], "nothing: there is no such file and no shipped instance of futoshiki"),
        (["solve", "futoshiki", "."], ".: found a folder, expected one instance"),
        (["solve", "futoshiki", "4:0,0,"], "argument:1:7: found 2 cells, expected 16 for size 4"),
        (["solve", "futoshiki", "tiny-2", "-b", "chuffed"], "there is no backend 'chuffed'; there are: cp-sat,"),
        (["solve", "futoshiki", "tiny-2", "-n", "0"], "found '0' as the number of solutions, expected 1 or more"),
        (["solve", "futoshiki", "tiny-2", "-n", "some"], "found 'some' as the number of solutions"),
        (["solve", "futoshiki", "tiny-2", "--timeout", "-1"], "the time limit is -1.0, expected seconds from 0"),
        (["solve", "futoshiki", "tiny-2", "--memory", "big"], "found 'big' as an amount of memory, expected"),
        (["solve", "futoshiki", "tiny-2", "-O", "seed"], "found the option 'seed', expected KEY=VALUE"),
        (["solve", "futoshiki", "tiny-2", "-O", "sed=1"], "backend native has no option 'sed'; its options: "),
        (
            ["solve", "futoshiki", "tiny-2", "-b", "cp-sat", "-O", "workers=0"],
            "backend cp-sat: option workers is '0', expected",
        ),
        (["solve", "futoshiki", "tiny-2", "-o", "no/such/folder"], "no/such/folder: cannot be written: No such file"),
        (["check", "futoshiki", "none-*"], "none-*: no shipped instance of futoshiki matches this pattern"),
        (["check", "futoshiki", "tiny-2", "-O", "workers=1"], "found the option 'workers', which is none of"),
        (["check", "futoshiki", "tiny-2", "-b", "cp-sat,x"], "there is no backend 'x'"),
        (["verify", "futoshiki", "-", "-"], "found - twice, expected standard input for the instance or"),
        (["verify", "futoshiki", "tiny-2", "nothing"], "nothing: cannot be read: No such file or directory"),
        (["verify", "futoshiki", "tiny-2", "/dev/null"], "/dev/null:1:1: found nothing, expected a solution or the"),
        (["show", "futoshiki", "tiny-2", "-f", "pdf"], "there is no form 'pdf' of a Futoshiki, expected grid or"),
        (["show", "futoshiki", "arc-consistency-12", "-f", "strings"], "three strings hold boards of size 2 to 9"),
        (["show", "futoshiki", "several-empty-3", "--grade"], "a board with several solutions has no grade"),
        (["generate", "futoshiki", "--size", "99"], "generate futoshiki: option size is '99', expected a whole number"),
        (["generate", "futoshiki", "--colour", "red"], "generate futoshiki has no option 'colour'; its options: size,"),
        (["generate", "futoshiki", "--size"], "the option --size has no value"),
        (["generate", "futoshiki", "a", "9", "3"], "found 'a 9 3', expected a series: PREFIX FIRST LAST"),
        (["generate", "futoshiki", "--size", "2", "--difficulty", "search"], "no Futoshiki of size 2 and difficulty"),
        (["instances", "chess"], "there is no puzzle 'chess'"),
        (["show", "tiles", ""], "found an empty name, expected a file, a shipped instance or the puzzle's inline"),
        (["solve", "tiles", "x" * 300], f"{'x' * 80}...: there is no such file and no shipped instance of tiles"),
        (["solve", "tiles", "two\nlines"], "two\\nlines: there is no such file and no shipped instance of tiles"),
        (["solve", "tiles", "eight-4", "-O", "gaol=last"], "tiles and backend native have no option 'gaol'; did you"),
        (["check", "tiles", "eight-4", "-b", ","], "found --backend without a name, expected one or more"),
        (["compare", "tiles", "eight-4", "-b", ""], "found --backend without a name, expected one or more"),
        (["check", "tiles", "eight-4", "--junit", "/"], "/: cannot be written: Is a directory"),
        (["freecell", "astar", "tight-3-1", "/"], "/: cannot be written: Is a directory"),
        (["show", "tiles", "eight-4", "-f", ""], "there is no form '' of a board of tiles, expected board or line"),
        (["solve", "tiles", "eight-4", "-o", ""], "found an empty name of a file to write"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line(arguments: list[str], message: str) -> None:
    run = copla(*arguments)
    assert run.err.startswith(f"copla: {message}")
    assert run.err.count("\n") == 1
    assert run.status == 2


@pytest.mark.parametrize("arguments", [["solve"], ["solve", "futoshiki"], ["frobnicate"], ["solve", "--nonsense"]])
def test_wrong_usage_has_exit_status_2(arguments: list[str]) -> None:
    assert copla(*arguments).status == 2


def test_an_empty_folder_is_one_line(tmp_path: Path) -> None:
    run = copla("check", "futoshiki", str(tmp_path))
    assert (run.status, run.err) == (2, f"copla: {tmp_path}: found no .txt file in this folder\n")


def test_a_tiny_time_limit_is_exit_status_3(tmp_path: Path) -> None:
    output = tmp_path / "out.txt"
    run = copla(*LONG, "--timeout", "0.2", "-o", str(output))
    assert run.status == 3
    assert run.out == ""
    assert run.err.splitlines()[-1] == "copla: no solution yet: the time limit was reached"
    assert not output.exists()
    data = copla(*LONG, "--timeout", "0.2", "--json").json
    assert (data["status"], data["solutions"], data["unique"]) == ("timeout", [], None)


def test_a_tiny_memory_limit_is_exit_status_3() -> None:
    run = copla("solve", "futoshiki", "several-empty-4", "-n", "all", "--memory", "1KB")
    assert run.status == 3
    assert "memory" in run.err


def test_an_unfinished_conflict_is_not_dressed_up() -> None:
    run = copla("explain", "futoshiki", "unsolvable-9", "--timeout", "0")
    assert run.status == 3
    assert run.err.startswith("copla: no explanation: timeout after ")


def test_two_runs_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    output = tmp_path / "same.txt"
    command = [sys.executable, "-m", "copla.cli", "solve", "futoshiki", "recursive-5-1", "-o", str(output)]
    runs = [subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for _ in range(3)]
    assert [run.wait() for run in runs] == [0, 0, 0]
    assert copla("verify", "futoshiki", "recursive-5-1", str(output)).status == 0
    assert [path.name for path in tmp_path.iterdir()] == ["same.txt"]


@pytest.mark.parametrize("backend", ["forward-checking", "python-constraint", "cp-sat", "sat"])
def test_ctrl_c_ends_a_run_at_once_and_honestly(backend: str) -> None:
    instance = "quasigroup-30-19-3" if backend in ("cp-sat", "sat") else "minimal-12-1"
    command = [sys.executable, "-m", "copla.cli", "solve", "futoshiki", instance, "-b", backend, "-n", "all"]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_until(lambda: sum(map(seconds_at_work, family(run.pid))) > 2)  # more than it takes to begin
    assert run.poll() is None
    run.send_signal(signal.SIGINT)
    _, err = run.communicate(timeout=60)
    assert "Traceback" not in err
    assert err.splitlines()[-1].startswith("interrupted")
    assert run.returncode == 130


def children(process: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def test_ctrl_c_ends_a_verification_by_all_backends(tmp_path: Path) -> None:
    claim = tmp_path / "claim.txt"
    claim.write_text("no solution\n")
    command = ["verify", "futoshiki", "quasigroup-30-19-3", str(claim), "--timeout", "600"]
    run = subprocess.Popen([sys.executable, "-m", "copla.cli", *command], stdout=subprocess.PIPE, text=True)
    wait_until(lambda: any(children(child) for child in children(run.pid)))  # a backend is at work
    run.send_signal(signal.SIGINT)
    out, _ = run.communicate(timeout=60)
    assert (run.returncode, out.splitlines()[0]) == (130, "nobody could tell")


@pytest.mark.parametrize(
    "command",
    [
        ["explain", "futoshiki", "minimal-12-1", "--backend", "forward-checking"],
        ["generate", "futoshiki", "--size", "16", "--difficulty", "extreme", "--seed", "1"],
        ["pdb", "build", "4x4", "7-8"],
    ],
)
def test_what_has_no_answer_yet_ends_by_ctrl_c_as_everything_does(command: list[str], tmp_path: Path) -> None:
    env = os.environ | {"COPLA_CACHE": str(tmp_path)}
    run = subprocess.Popen([sys.executable, "-m", "copla.cli", *command], stderr=subprocess.PIPE, text=True, env=env)
    wait_until(lambda: seconds_at_work(run.pid) > 2)
    assert run.poll() is None
    run.send_signal(signal.SIGINT)
    _, err = run.communicate(timeout=60)
    assert (run.returncode, err.count("\n"), "interrupted" in err) == (130, 1, True)


@pytest.mark.parametrize(
    ("imported", "status"), [("typer", -signal.SIGINT), ("copla.cli.sense", 130), ("copla.running.solving", 130)]
)
def test_ctrl_c_while_the_program_is_imported_leaves_no_traceback(imported: str, status: int) -> None:
    code = f"""
import os, signal, sys
class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {imported!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
from copla.cli import main
sys.argv = ["copla", "solve", "tiles", "eight-4"]
main()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (status, "", "")


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -m copla.cli instances futoshiki | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("command", "status"),
    [
        ("check futoshiki 'tiny-*' -b native,search | true", 0),
        ("--help | true", 0),
        ("solve tiles eight-4 >&-", 0),
        ("solve tiles eight-4 2>&-", 0),
        ("solve tiles eight-4 2>/dev/full", 0),
        ("solve tiles eight-4 <&- >&- 2>&-", 0),
        ("solve tiles - <&-", 2),
        ("verify tiles eight-4 - <&-", 2),
        ("solve futoshiki unsolvable-cycle >&-", 1),
        ("solve tiles nothing 2>/dev/full", 2),
        ("solve tiles eight-4 >/dev/full", 2),
    ],
)
def test_closed_and_full_streams_do_not_change_the_exit_status(command: str, status: int, tmp_path: Path) -> None:
    told = tmp_path / "status"
    script = f'{sys.executable} -m copla.cli {command}; echo "${{PIPESTATUS[0]}}" > {told}'
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert told.read_text().strip() == str(status)
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") <= 1


def test_the_reasons_of_a_hint_are_broken_between_words() -> None:
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "copla.cli", "solve", "tiles", "eight-4", "--hint"]
    run = subprocess.Popen(command, stdout=follower, stderr=follower, env=os.environ | {"COLUMNS": "40"})
    os.close(follower)
    lines = shown_on(leader).decode().split("\r\n")
    assert run.wait() == 0
    assert max(map(len, lines)) <= 40
    assert lines[1:3] == ["  tile 8 is in its place then, and stays", "  there"]


def test_a_terminal_gets_colour_and_progress_and_a_pipe_gets_neither() -> None:
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "copla.cli", *LONG, "--timeout", "2"]
    run = subprocess.Popen(
        command, stdout=follower, stderr=follower, env=os.environ | {"TERM": "xterm-256color", "COLUMNS": "80"}
    )
    os.close(follower)
    shown = shown_on(leader)
    assert run.wait() == 3
    assert re.search(rb"minimal-12-1: \d+\.\d s", shown)
    assert b"nodes" in shown
    piped = copla(*LONG, "--timeout", "1.5")
    assert "\x1b" not in piped.err + piped.out
    assert "nodes" not in piped.err
