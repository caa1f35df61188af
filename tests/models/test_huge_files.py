"""Huge and hostile files of every puzzle are refused with one short line, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from copla.ground.files import LARGEST_INPUT
from tests.models.bad_files import refusal

HUGE: dict[str, dict[str, tuple[bytes, str]]] = {
    "futoshiki": {
        "too large": (b"." * (LARGEST_INPUT + 1), "1:1: found more than 4,000,000 bytes, expected a puzzle"),
        "long row": (b". " * 500_000, "1:1: found 500000 cells in a row, expected at most 64"),
        "digits": (
            b"7" * 1_000_000,
            "1:1000001: found 1 line, expected three strings of digits, or a grid with spaces ",
        ),
        "long ID": (b"3:" + b"0," * 500_000, "1:21: found more than 9 cells, expected 3 x 3"),
        "high": (b".\n" * 200_000, "2:1: found row 2, expected spaces between the cells of row 1"),
        "long header": (b"{" * 500_000 + b":", "1:1: found the header '{{{{{{{{{{{{{{{{{{{{{{{{...', expected"),
        "all bytes": (bytes(range(256)) * 100, "3:115: found the byte 0x80, expected UTF-8 text"),
        "characters": (
            b". ." + b" ." * 63 + (b"\n\n" + b"." + b" ." * 64) * 64,
            "1:1: found a grid for 65 cells in a row, expected",
        ),
        "signs": (b". < " * 80_000 + b".", "1:1: found 80001 cells in a row, expected at most 64"),
    },
    "tiles": {
        "too large": (b"0 " * (LARGEST_INPUT // 2 + 1), "1:1: found more than 4,000,000 bytes, expected a puzzle"),
        "many numbers": (b"1 " * 1_000_000, "1:73: found more than 36 numbers, expected at most 6 rows and 6 columns"),
        "digits": (b"7" * 1_000_000, "1:1: found 777777777777777777777777..., expected numbers of at most 35"),
        "zeros": (
            b"0" * 1_000_000,
            "1:1: found '000000000000000000000000...', expected a number without leading zeros",
        ),
        "commas": (b"," * 1_000_000, "1:1: found a comma, expected a number before it"),
        "size": (
            b"size: " + b"9" * 1_000_000 + b"x3",
            "1:7: found 999999999999999999999999..., expected from 2 to 6 rows",
        ),
        "long header": (
            b"{" * 500_000 + b":",
            "1:1: found the header '{{{{{{{{{{{{{{{{{{{{{{{{...', expected 'size: 3x5' or",
        ),
        "headers": (b"size: 3x3\n" * 100_000, "2:1: found a second header 'size', expected one"),
        "blank lines": (b"\n" * 200_000, "200001:1: found nothing, expected the numbers of a board"),
    },
    "klotski": {
        "too large": (b"." * (LARGEST_INPUT + 1), "1:1: found more than 4,000,000 bytes, expected a puzzle"),
        "long row": (b"#" * 1_000_000, "1:21: found a line of 1000000 cells, expected at most 20"),
        "high": (b"#\n" * 200_000, "21:1: found 200000 lines of a matrix, expected at most 20"),
        "long header": (
            b"x" * 500_000 + b":",
            "1:1: found the header 'xxxxxxxxxxxxxxxxxxxxxxxx...', expected one of rules",
        ),
        "long title": (
            b"title: " + b"x" * 500_000,
            "1:8: found 500000 characters after 'title:', expected at most 120",
        ),
        "many headers": (b"rules: classic\n" * 100_000, "2:1: found a second header 'rules', expected one"),
        "many goals": (
            b"rules: classic\nmetric: steps\n*\n" + b"goal:\n" * 100_000,
            "5:1: found a second 'goal:', expected one",
        ),
    },
    "freecell": {
        "too large": (b"S" * (LARGEST_INPUT + 1), "1:1: found more than 4,000,000 bytes, expected "),
        "long stack": (b"S1 " * 500_000, "1:166: found more than 52 cards, expected each card once"),
        "high": (b"-\n" * 500_000, "1:1: found 500000 lines, expected a deal of at most 1000 lines"),
        "digits": (b"7" * 1_000_000, "1:1: found the deal 777777777777..., expected 1 to 8589934591"),
        "value": (b"S" + b"7" * 1_000_000, "1:2: found the value 777777..., expected 1 to 13"),
        "header": (b"x" * 1_000_000 + b": 3", "1:1: found the header 'xxxxxxxxxxxxxxxxxxxxxxxx...', expected cells or"),
        "cells": (b"cells: " + b"- " * 500_000, "1:24: found more than 8 cells, expected 0 to 8"),
        "foundations": (
            b"foundations: " + b"S0 " * 500_000,
            "1:17: found the foundation S again, expected each suit once",
        ),
    },
    "guarini": {
        "wide": (b"W" * 1_000_000, "1:17: found 1000000 squares in a row, expected at most 16\n"),
        "high": (b"W_B\n" * 20_000, "17:1: found row 17, expected at most 16 rows\n"),
        "wide with spaces": (b"W " * 1_000_000, "1:33: found 1000000 squares in a row, expected at most 16\n"),
        "size": (b"9" * 1_000_000 + b"x3", "1:1: found 999999999999999999999999... rows, expected 2 to 16\n"),
        "high goal": (
            b"W_B\ngoal:\n" + b"B_W\n" * 20_000,
            "4:1: found row 2 of the goal, expected 1 row as in the start\n",
        ),
    },
}
"""By puzzle and name: what is in a file, and how its message begins after the name of the file."""


@pytest.mark.slow
@pytest.mark.parametrize(("puzzle", "name"), [(puzzle, name) for puzzle, files in HUGE.items() for name in files])
def test_huge_files_are_refused_with_a_short_line_too(
    puzzle: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    content, place_and_message = HUGE[puzzle][name]
    path = tmp_path / "huge.txt"
    path.write_bytes(content)
    line = refusal(puzzle, path, monkeypatch, capsys)
    assert line.startswith(f"copla: {path}:{place_and_message}")
    assert len(line) < len(str(path)) + 160
