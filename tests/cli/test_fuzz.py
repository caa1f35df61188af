"""copla fuzz: solvers of anybody's, from a wrong board to the smallest one and a folder about it."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from copla.fuzzing.progress import Progress
from copla.ground.processes import LINUX, marked
from tests.cli.run import copla

pytestmark = pytest.mark.slow

SOLVER = '''
from itertools import permutations

from copla.models.futoshiki import Board


def solve(board: Board):
    """Row by row, every permutation; the signs of the last row are overlooked by the hasty."""

    def fits(rows):
        r = len(rows) - 1
        for c in range(board.size):
            if board.givens[r][c] not in (0, rows[r][c]) or rows[r][c] in [row[c] for row in rows[:-1]]:
                return False
        known = [sign for sign in board.signs if max(sign[0][0], sign[1][0]) == r]
        return HASTY and r == board.size - 1 > 1 or all(rows[a][b] < rows[c][d] for (a, b), (c, d) in known)

    def search(rows):
        if len(rows) == board.size:
            return rows
        for row in permutations(range(1, board.size + 1)):
            found = fits([*rows, row]) and search([*rows, row])
            if found:
                return found
        return None

    return None if board.adjacent else search([])
'''


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("good.py").write_text(f"HASTY = False\n{SOLVER}")
    Path("hasty.py").write_text(f"HASTY = True\n{SOLVER}")
    return tmp_path


def test_a_right_solver_passes_and_a_hasty_one_is_shown_its_smallest_board() -> None:
    good = copla("fuzz", "futoshiki", "--python", "good.py:solve", "--count", "60")
    assert (good.status, re.sub(r"\d+ runs", "N runs", good.out)) == (0, "60 problems, N runs: no failure\n")
    bad = copla("fuzz", "futoshiki", "--python", "hasty.py:solve", "--count", "60")
    assert bad.status == 1
    [report] = [Path(line) for line in bad.out.splitlines()[1:]]
    text = report.read_text()
    assert "wrong solution: solution 1: clue r" in text
    assert "Blamed: the solver." in text
    assert text.count("├") == 2, "a board of three rows and columns shows it"
    found = report.parent
    assert {"problem.json", "problem.mzn", "problem.xml", "problem.cnf", "instance.txt", "show.py", "answers.json"} <= {
        file.name for file in found.iterdir()
    }
    answers = json.loads((found / "answers.json").read_text())
    assert answers["native"]["findings"] == []
    shown = subprocess.run([sys.executable, found / "show.py"], capture_output=True, text=True, check=True)
    assert shown.stdout.startswith("backend hasty:solve gave a wrong answer: solution 1: clue r")


def test_mutations_of_a_file_are_tried_and_the_puzzle_is_found_by_its_text() -> None:
    Path("board.txt").write_text(". > .   .\n\n.   .   .\n        ^\n.   .   .\n")
    run = copla("fuzz", "board.txt", "--python", "hasty.py:solve", "--count", "30")
    assert (run.status, run.out.splitlines()[0].startswith("30 problems, ")) == (1, True)
    assert copla("fuzz", "board.txt", "--python", "good.py:solve", "--count", "10").status == 0


def test_a_program_that_takes_none_of_the_problems_is_an_error() -> None:
    run = copla("fuzz", "tiles", "--python", "good.py:solve", "--count", "3")
    assert (run.status, run.err.splitlines()[-1]) == (
        2,
        "copla: nobody was asked: no backend takes problems of these families",
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--show", "sums"], "found --show 'sums', expected FAMILY/SEED such as sums/17"),
        (["--from", "nobody.sqlite"], "nobody.sqlite: there is no such file"),
        (["futoshiki", "nobody.txt"], "nobody.txt: there is no such file, puzzle or family; there are: constraints, "),
        (
            ["futoshki"],
            "futoshki: there is no such file, puzzle or family; did you mean 'futoshiki'? There are: futoshiki",
        ),
        (["--show", "summs/1"], "there is no family 'summs'; did you mean 'sums'? There are: sums, "),
        (["futoshiki", "good.py"], "good.py:1:1: "),
        (["futoshiki", "--folder", "good.py"], "good.py/report.md: cannot be written: Not a directory"),
        (["futoshiki", "--folder", "good.py/deep"], "good.py/report.md: cannot be written: Not a directory"),
        (["futoshiki", "--program", "./nobody {file}"], "backend nobody cannot run here: ./nobody: there is no such"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], message: str) -> None:
    run = copla("fuzz", *arguments)
    assert (run.status, run.out, run.err.count("\n")) == (2, "", 1)
    assert run.err.startswith(f"copla: {message}")


NOBODY = "def solve(problem):\n    return None\n"


def test_a_resumed_campaign_still_says_what_it_has_found() -> None:
    Path("nobody.py").write_text(NOBODY)
    asked = ("fuzz", "futoshiki", "--python", "nobody.py:solve", "--count", "4", "--db", "kept.sqlite")
    first, again = copla(*asked), copla(*asked)
    assert (first.status, again.status) == (1, 1)
    assert again.out == first.out
    assert re.match(r"4 problems, \d+ runs: \d failures of 1 kind\n", again.out)
    assert "kept.sqlite: all of these problems were done before\n" in again.err
    assert not Path("kept.sqlite-lock").exists()


def test_a_campaign_is_not_gone_on_with_by_other_solvers_or_by_two_at_once() -> None:
    Path("nobody.py").write_text(NOBODY)
    asked = ("fuzz", "tiles", "--count", "1", "--db", "kept.sqlite")
    assert copla(*asked, "--backend", "native").status == 0
    other = copla(*asked, "--python", "nobody.py:solve")
    reason = "found a campaign with native, expected one with nobody:solve: take another file"
    assert (other.status, other.err) == (2, f"copla: kept.sqlite: {reason}\n")
    with closing(Progress("kept.sqlite")) as progress:
        progress.begin(["native"])
        second = copla(*asked, "--backend", "native")
    assert (second.status, second.err) == (2, "copla: kept.sqlite: another process uses it\n")


@pytest.mark.parametrize("option", ["--db", "--from"])
def test_a_file_that_is_no_campaign_is_left_alone(option: str) -> None:
    with closing(sqlite3.connect("other.sqlite")) as other:
        other.execute("CREATE TABLE mine (a)")
    before = Path("other.sqlite").read_bytes()
    for file, found in (("good.py", "no SQLite file"), ("other.sqlite", "an SQLite file of something else")):
        run = copla("fuzz", "tiles", "--backend", "native", "--count", "1", option, file)
        assert (run.status, run.err) == (2, f"copla: {file}: found {found}, expected a campaign of copla fuzz\n")
    assert Path("other.sqlite").read_bytes() == before
    if option == "--db":
        run = copla("fuzz", "tiles", "--backend", "native", "--count", "1", option, "nowhere/a.sqlite")
        assert (run.status, run.err.count("\n")) == (2, 1)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("def other(board): ...\n", "found no function 'solve' in mine.py; there are: other"),
        ("import nothing_of_this_name\n", "mine.py cannot be imported: ModuleNotFoundError: No module named"),
        ("import os\nos._exit(3)\n", "crash: exit status 3"),
    ],
)
def test_a_function_that_is_not_there_is_an_error_and_no_failure(text: str, reason: str) -> None:
    Path("mine.py").write_text(text)
    run = copla("fuzz", "futoshiki", "--python", "mine.py:solve", "--count", "3")
    assert (run.status, run.out, run.err.count("\n")) == (2, "", 1)
    assert run.err.startswith(f"copla: backend mine:solve cannot run here: {reason}")


@pytest.mark.skipif(not LINUX, reason="elsewhere nobody tells whose child a process is")
@pytest.mark.parametrize("which", [signal.SIGINT, signal.SIGKILL])
def test_what_a_program_has_started_ends_with_the_campaign(which: signal.Signals) -> None:
    """By Ctrl-C and by kill -9; the file of the campaign is whole."""
    Path("sleepy.sh").write_text("#!/bin/sh\nsleep 600 &\ntouch started\nsleep 601\n")
    command = [str(Path(sys.executable).with_name("copla")), "fuzz", "tiles", "--count", "9", "--db", "kept.sqlite"]
    environment = os.environ | {"COPLA_EXAMPLE": which.name}
    run = subprocess.Popen(
        [*command, "--program", "sh sleepy.sh {file}"],
        env=environment,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # a shell's "&" ignores it
    )
    while not Path("started").exists():
        assert run.poll() is None
        time.sleep(0.01)
    assert marked(f"COPLA_EXAMPLE={which.name}")
    run.send_signal(which)
    assert run.wait() == (130 if which is signal.SIGINT else -9)
    while marked(f"COPLA_EXAMPLE={which.name}"):
        time.sleep(0.01)
    with closing(sqlite3.connect("kept.sqlite")) as kept:
        assert kept.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
