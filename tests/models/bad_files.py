"""Malformed files and mutated texts: what every puzzle's reader must survive."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from copla import FormatError, cli
from copla.ground.files import decode
from copla.plugins.puzzle import Puzzle

SOURCE = "a file.txt"


def expectations(folder: Path) -> dict[str, str]:
    """For each malformed file of a folder the exact line ``name:line:column: message``, from expected.txt."""
    lines = (folder / "expected.txt").read_text(encoding="utf-8").splitlines()
    expected = {line.split(":", 1)[0]: line for line in lines}
    files = {path.name for path in folder.glob("*.txt")} - {"expected.txt"}
    assert expected.keys() == files
    return expected


def refusal(puzzle: str, path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    """What ``copla solve`` writes to standard error, after the checks that hold for every bad file."""
    monkeypatch.setattr(sys, "argv", ["copla", "solve", puzzle, str(path)])
    with pytest.raises(SystemExit) as left:
        cli.main()
    written = capsys.readouterr()
    assert left.value.code == 2
    assert written.out == ""
    assert written.err.endswith("\n")
    assert len(written.err.splitlines()) == 1
    return written.err


def answer_of(read: Callable[[], object]) -> object:
    """What reading gives: an instance, or a FormatError that keeps its promises. Use the source ``SOURCE``."""
    try:
        return read()
    except FormatError as error:
        refused = error
    text = str(refused)
    assert re.fullmatch(r"a file\.txt:[1-9][0-9]*:[1-9][0-9]*: found .+", text), text
    assert text.splitlines() == [text]
    assert text.isprintable()
    assert len(text) < 200
    assert text.startswith(f"a file.txt:{refused.line}:{refused.column}: ")
    return refused


def answer_in(text: str, read: Callable[[str, str], object]) -> object:
    """The same for a text and its source, and the place that an error names is in the text, or at its end."""
    answer = answer_of(lambda: read(text, SOURCE))
    if isinstance(answer, FormatError):
        lines = text.split("\n")
        assert answer.line <= len(lines)
        assert answer.column <= len(lines[answer.line - 1]) + 1
    return answer


def answer_to_bytes(puzzle: Puzzle[Any], data: bytes) -> object:
    """The same for the content of a file, which may be no text."""
    return answer_of(lambda: puzzle.parse(decode(data, SOURCE), SOURCE))


@st.composite
def broken_bytes(draw: st.DrawFn, valid: list[str]) -> bytes:
    """A valid file with one byte changed."""
    content = bytearray(draw(st.sampled_from(valid)).encode())
    content[draw(st.integers(0, len(content) - 1))] = draw(st.integers(0, 255))
    return bytes(content)


@st.composite
def mutations(draw: st.DrawFn, valid: list[str], alphabet: str) -> str:
    """A valid file with a few mistakes in it, as people and programs make them."""
    text = draw(st.sampled_from(valid))
    for _ in range(draw(st.integers(1, 4))):
        lines = text.split("\n")
        at, row = draw(st.integers(0, len(text))), draw(st.integers(0, len(lines) - 1))
        match draw(st.sampled_from(["delete", "insert", "replace", "truncate", "drop", "double", "swap", "join"])):
            case "delete":
                text = text[:at] + text[at + 1 :]
            case "insert":
                text = text[:at] + draw(st.sampled_from(alphabet)) + text[at:]
            case "replace":
                text = text[:at] + draw(st.sampled_from(alphabet)) + text[at + 1 :]
            case "truncate":
                text = text[:at]
            case "drop":
                text = "\n".join(lines[:row] + lines[row + 1 :])
            case "double":
                text = "\n".join([*lines[: row + 1], *lines[row:]])
            case "swap":
                text = "\n".join(lines[row:] + lines[:row])
            case "join":
                text += draw(st.sampled_from(valid))
    return text
