"""Bad input is one line and exit status 2; limits and Ctrl-C are honest; nothing is half-written."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.run import copla

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
        (["verify", "futoshiki", "tiny-2", "/dev/null"], "/dev/null:1:1: found nothing, expected a Futoshiki board"),
        (["show", "futoshiki", "tiny-2", "-f", "pdf"], "there is no form 'pdf' of a Futoshiki, expected grid or"),
        (["show", "futoshiki", "arc-consistency-12", "-f", "strings"], "three strings hold boards of size 2 to 9"),
        (["show", "futoshiki", "several-empty-3", "--grade"], "a board with several solutions has no grade"),
        (["generate", "futoshiki", "--size", "99"], "generate futoshiki: option size is '99', expected a whole number"),
        (["generate", "futoshiki", "--colour", "red"], "generate futoshiki has no option 'colour'; its options: size,"),
        (["generate", "futoshiki", "--size"], "the option --size has no value"),
        (["generate", "futoshiki", "a", "9", "3"], "found 'a 9 3', expected a series: PREFIX FIRST LAST"),
        (["generate", "futoshiki", "--size", "2", "--difficulty", "search"], "no Futoshiki of size 2 and difficulty"),
        (["instances", "chess"], "there is no puzzle 'chess'"),
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


@pytest.mark.parametrize("backend", ["forward-checking", "python-constraint", "cp-sat"])
def test_ctrl_c_ends_a_run_at_once_and_honestly(backend: str) -> None:
    instance = "quasigroup-30-19-3" if backend == "cp-sat" else "minimal-12-1"
    command = [sys.executable, "-m", "copla.cli", "solve", "futoshiki", instance, "-b", backend, "-n", "all"]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(4)
    assert run.poll() is None
    run.send_signal(signal.SIGINT)
    _, err = run.communicate(timeout=60)
    assert "Traceback" not in err
    assert err.splitlines()[-1].startswith("interrupted")
    assert run.returncode == 130


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -m copla.cli instances futoshiki | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


def test_a_terminal_gets_colour_and_progress_and_a_pipe_gets_neither() -> None:
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "copla.cli", *LONG, "--timeout", "2"]
    run = subprocess.Popen(
        command, stdout=follower, stderr=follower, env=os.environ | {"TERM": "xterm-256color", "COLUMNS": "80"}
    )
    os.close(follower)
    shown = b""
    try:
        while chunk := os.read(leader, 4096):
            shown += chunk
    except OSError:  # the terminal is closed
        pass
    assert run.wait() == 3
    assert b"minimal-12-1: 1." in shown
    assert b"nodes" in shown
    piped = copla(*LONG, "--timeout", "2")
    assert "\x1b" not in piped.err + piped.out
    assert "nodes" not in piped.err
