"""Malformed files of every puzzle: one line that names the place, what was found and what was expected."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.models.bad_files import expectations, refusal

AT_LEAST = {"futoshiki": 110, "tiles": 70, "klotski": 75, "freecell": 75, "guarini": 80}
FOLDERS = {puzzle: Path(__file__).parent / puzzle / "malformed" for puzzle in AT_LEAST}
CASES = [(puzzle, line) for puzzle, folder in FOLDERS.items() for line in expectations(folder).values()]


@pytest.mark.parametrize("puzzle", AT_LEAST)
def test_there_are_many_malformed_files(puzzle: str) -> None:
    assert len(expectations(FOLDERS[puzzle])) >= AT_LEAST[puzzle]


@pytest.mark.parametrize("puzzle", AT_LEAST)
def test_every_expectation_says_where_what_was_found_and_what_was_expected(puzzle: str) -> None:
    for name, line in expectations(FOLDERS[puzzle]).items():
        assert re.fullmatch(rf"{re.escape(name)}:[1-9][0-9]*:[1-9][0-9]*: found .+, expected .+", line), line
        assert len(line) < 160, line


@pytest.mark.parametrize(("puzzle", "expected"), CASES)
def test_a_malformed_file_is_refused_with_exactly_its_message(
    puzzle: str, expected: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = FOLDERS[puzzle]
    path = folder / expected.split(":", 1)[0]
    assert refusal(puzzle, path, monkeypatch, capsys) == f"copla: {folder}/{expected}\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("puzzle", "name"),
    [
        ("futoshiki", "grid-sign-under-two-cells.txt"),
        ("futoshiki", "id-size-huge.txt"),
        ("futoshiki", "png-image.txt"),
        ("tiles", "blank-twice.txt"),
        ("tiles", "size-huge.txt"),
        ("tiles", "png-image.txt"),
    ],
)
def test_the_program_itself_refuses_a_malformed_file_with_one_line(puzzle: str, name: str) -> None:
    folder = FOLDERS[puzzle]
    command = [sys.executable, "-m", "copla.cli", "solve", puzzle, str(folder / name)]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert run.returncode == 2
    assert run.stdout == ""
    assert run.stderr == f"copla: {folder}/{expectations(folder)[name]}\n"


def test_most_defects_of_a_deal_have_a_message_of_their_own() -> None:
    messages = {line.split(": ", 1)[1] for line in expectations(FOLDERS["freecell"]).values()}
    assert len(messages) >= 65
    assert all(message.startswith("found ") and len(message) < 120 for message in messages)
