"""Huge and hostile files are refused with one short line, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.models.bad_files import refusal


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
