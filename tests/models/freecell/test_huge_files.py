"""Huge and hostile files are refused with one short line, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from copla.ground.files import LARGEST_INPUT
from tests.models.bad_files import expectations, refusal

FOLDER = Path(__file__).parent / "malformed"
EXPECTED = expectations(FOLDER)


def test_most_defects_have_a_message_of_their_own() -> None:
    messages = {line.split(": ", 1)[1] for line in EXPECTED.values()}
    assert len(messages) >= 65
    assert all(message.startswith("found ") and len(message) < 120 for message in messages)


@pytest.mark.parametrize(
    ("content", "place_and_message"),
    [
        (b"S" * (LARGEST_INPUT + 1), "1:1: found more than 4,000,000 bytes, expected "),
        (b"S1 " * 500_000, "1:166: found more than 52 cards, expected each card once"),
        (b"-\n" * 500_000, "1:1: found 500000 lines, expected a deal of at most 1000 lines"),
        (b"7" * 1_000_000, "1:1: found the deal 777777777777..., expected 1 to 8589934591"),
        (b"S" + b"7" * 1_000_000, "1:2: found the value 777777..., expected 1 to 13"),
        (b"x" * 1_000_000 + b": 3", "1:1: found the header 'xxxxxxxxxxxxxxxxxxxxxxxx...', expected cells or"),
        (b"cells: " + b"- " * 500_000, "1:24: found more than 8 cells, expected 0 to 8"),
        (b"foundations: " + b"S0 " * 500_000, "1:17: found the foundation S again, expected each suit once"),
    ],
    ids=["too large", "long stack", "high", "digits", "value", "header", "cells", "foundations"],
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
    line = refusal("freecell", path, monkeypatch, capsys)
    assert line.startswith(f"copla: {path}:{place_and_message}")
    assert len(line) < len(str(path)) + 160
