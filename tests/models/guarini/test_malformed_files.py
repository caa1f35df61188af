"""Malformed files: one line that names the place, what was found and what was expected; never a traceback."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.models.bad_files import expectations, refusal

FOLDER = Path(__file__).parent / "malformed"
EXPECTED = expectations(FOLDER)


def test_there_are_many_malformed_files() -> None:
    assert len(EXPECTED) >= 80


def test_every_expectation_says_where_what_was_found_and_what_was_expected() -> None:
    for name, line in EXPECTED.items():
        assert re.fullmatch(rf"{re.escape(name)}:[1-9][0-9]*:[1-9][0-9]*: found .+, expected .+", line), line
        assert len(line) < 160


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_a_malformed_file_is_refused_with_exactly_its_message(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert refusal("guarini", FOLDER / name, monkeypatch, capsys) == f"copla: {FOLDER}/{EXPECTED[name]}\n"


@pytest.mark.parametrize(
    ("content", "place_and_message"),
    [
        ("W" * 1_000_000, "1:17: found 1000000 squares in a row, expected at most 16"),
        ("W_B\n" * 20_000, "17:1: found row 17, expected at most 16 rows"),
        ("W " * 1_000_000, "1:33: found 1000000 squares in a row, expected at most 16"),
        ("9" * 1_000_000 + "x3", "1:1: found 999999999999999999999999... rows, expected 2 to 16"),
        ("W_B\ngoal:\n" + "B_W\n" * 20_000, "4:1: found row 2 of the goal, expected 1 row as in the start"),
    ],
    ids=["wide", "high", "wide with spaces", "size", "high goal"],
)
def test_huge_files_are_refused_with_a_short_line_too(
    content: str,
    place_and_message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "huge.txt"
    path.write_text(content, encoding="utf-8")
    assert refusal("guarini", path, monkeypatch, capsys) == f"copla: {path}:{place_and_message}\n"
