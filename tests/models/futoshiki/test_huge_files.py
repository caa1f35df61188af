"""Huge and hostile files are refused with one short line, too."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from copla.ground.files import LARGEST_INPUT
from tests.models.bad_files import expectations, refusal

FOLDER = Path(__file__).parent / "malformed"
EXPECTED = expectations(FOLDER)


@pytest.mark.parametrize("name", ["grid-sign-under-two-cells.txt", "id-size-huge.txt", "png-image.txt"])
def test_the_program_itself_refuses_a_malformed_file_with_one_line(name: str) -> None:
    command = [sys.executable, "-m", "copla.cli", "solve", "futoshiki", str(FOLDER / name)]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert run.returncode == 2
    assert run.stdout == ""
    assert run.stderr == f"copla: {FOLDER}/{EXPECTED[name]}\n"


@pytest.mark.parametrize(
    ("content", "place_and_message"),
    [
        (b"." * (LARGEST_INPUT + 1), "1:1: found more than 4,000,000 bytes, expected a puzzle"),
        (b". " * 500_000, "1:1: found 500000 cells in a row, expected at most 64"),
        (b"7" * 1_000_000, "1:1000001: found 1 line, expected three strings of digits, or a grid with spaces "),
        (b"3:" + b"0," * 500_000, "1:21: found more than 9 cells, expected 3 x 3"),
        (b".\n" * 200_000, "2:1: found row 2, expected spaces between the cells of row 1"),
        (b"{" * 500_000 + b":", "1:1: found the header '{{{{{{{{{{{{{{{{{{{{{{{{...', expected"),
        (bytes(range(256)) * 100, "3:115: found the byte 0x80, expected UTF-8 text"),
        (b". ." + b" ." * 63 + (b"\n\n" + b"." + b" ." * 64) * 64, "1:1: found a grid for 65 cells in a row, expected"),
        (b". < " * 80_000 + b".", "1:1: found 80001 cells in a row, expected at most 64"),
    ],
    ids=["too large", "long row", "digits", "long ID", "high", "long header", "all bytes", "characters", "signs"],
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
    line = refusal("futoshiki", path, monkeypatch, capsys)
    assert line.startswith(f"copla: {path}:{place_and_message}")
    assert len(line) < len(str(path)) + 160
