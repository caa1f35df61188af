"""Huge and hostile files are refused with one short line, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from copla.ground.files import LARGEST_INPUT
from tests.models.bad_files import refusal


@pytest.mark.parametrize(
    ("content", "place_and_message"),
    [
        (b"." * (LARGEST_INPUT + 1), "1:1: found more than 4,000,000 bytes, expected a puzzle"),
        (b"#" * 1_000_000, "1:21: found a line of 1000000 cells, expected at most 20"),
        (b"#\n" * 200_000, "21:1: found 200000 lines of a matrix, expected at most 20"),
        (b"x" * 500_000 + b":", "1:1: found the header 'xxxxxxxxxxxxxxxxxxxxxxxx...', expected one of rules"),
        (b"title: " + b"x" * 500_000, "1:8: found 500000 characters after 'title:', expected at most 120"),
        (b"rules: classic\n" * 100_000, "2:1: found a second header 'rules', expected one"),
        (b"rules: classic\nmetric: steps\n*\n" + b"goal:\n" * 100_000, "5:1: found a second 'goal:', expected one"),
    ],
    ids=["too large", "long row", "high", "long header", "long title", "many headers", "many goals"],
)
def test_huge_files_are_refused_with_a_short_line_too(
    content: bytes,
    place_and_message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "huge.txt"
    path.write_bytes(content)
    line = refusal("klotski", path, monkeypatch, capsys)
    assert line.startswith(f"copla: {path}:{place_and_message}")
    assert len(line) < len(str(path)) + 160
