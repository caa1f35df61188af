"""The program runs under any names and in any locale, and its files are what was asked for."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.run import copla

pytestmark = pytest.mark.slow

BOARD = "1 4 2\n3 0 5\n6 7 8\n"


def in_locale(encoding: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """The program where standard output cannot write every character."""
    command = [sys.executable, "-m", "copla.cli", *arguments]
    env = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    return subprocess.run(command, capture_output=True, env=env, check=False)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_a_drawing_is_made_of_plain_letters_where_there_are_no_others(encoding: str) -> None:
    run = in_locale(encoding, "solve", "futoshiki", "unsolvable-cycle")
    lines = run.stdout.decode(encoding).splitlines()
    assert run.returncode == 1
    assert lines[1] == "+---+---+---+---+"
    assert lines[2].startswith("| ")
    assert lines[-1].startswith("  clue ")
    assert b"Traceback" not in run.stderr


def test_json_is_the_same_in_every_locale() -> None:
    told = [in_locale(name, "solve", "freecell", "617", "--hint", "--json").stdout for name in ("ascii", "utf-8")]
    assert json.loads(told[0]) == json.loads(told[1])
    assert told[0].isascii()
    assert "\u2660" in told[1].decode()


@pytest.mark.parametrize("name", [b"no \xff text.txt", b"two\nlines.txt", "\u2603 [1]*.txt".encode()])
def test_a_file_may_have_any_name(tmp_path: Path, name: bytes) -> None:
    file = os.fsdecode(os.fsencode(tmp_path) + b"/" + name)
    Path(file).write_text(BOARD)
    shown = name.decode(errors="surrogateescape").replace("\n", "\\n").replace("\udcff", "\\udcff")
    out = str(tmp_path / "out")
    data = copla("solve", "tiles", file, "--json").json
    assert data["instance"].endswith(shown)
    assert shown in copla("check", "tiles", file, "-b", "search,native", "--junit", out).out
    assert shown in Path(out).read_text(encoding="utf-8")
    assert copla("print", "tiles", file, "-o", out).status == 0
    run = copla("compare", "tiles", file, "-b", "search", "--db", str(tmp_path / "db"), "--csv", out)
    assert run.status == 0
    assert shown.removesuffix(".txt") in Path(out).read_text(encoding="utf-8")


@pytest.mark.parametrize("command", ["solve", "export", "generate", "print", "freecell"])
def test_a_dash_as_the_output_is_standard_output(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = {
        "solve": ["tiles", "eight-4", "-o", "-"],
        "export": ["tiles", "eight-4", "--to", "sas", "-o", "-"],
        "generate": ["tiles", "--seed", "1", "-o", "-"],
        "print": ["tiles", "eight-4", "-o", "-"],
        "freecell": ["astar", "tight-3-1", "-"],
    }[command]
    run = copla(command, *arguments)
    assert run.status == 0
    assert run.out.count("\n") > 1
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_written_is_said_before_the_search_begins(tmp_path: Path) -> None:
    endless = ["solve", "tiles", "korf24-50", "-b", "search"]
    for output in (str(tmp_path), str(tmp_path / "no" / "file")):
        run = copla(*endless, "-o", output)
        assert (run.status, run.err.count("\n")) == (2, 1)
        assert run.err.startswith(f"copla: {output}: cannot be written: ")
    assert list(tmp_path.iterdir()) == []
