"""Huge and hostile files are refused with one short line, too."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from copla import FormatError
from copla.ground.files import LARGEST_INPUT
from copla.models.tiles import PUZZLE, Board
from copla.models.tiles.solutions import MOST_MOVES
from tests.models.bad_files import expectations, refusal

FOLDER = Path(__file__).parent / "malformed"
EXPECTED = expectations(FOLDER)
BOARD = Board(3, 3, (1, 4, 2, 3, 0, 5, 6, 7, 8))


@pytest.mark.parametrize("name", ["blank-twice.txt", "size-huge.txt", "png-image.txt"])
def test_the_program_itself_refuses_a_malformed_file_with_one_line(name: str) -> None:
    command = [sys.executable, "-m", "copla.cli", "solve", "tiles", str(FOLDER / name)]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert run.returncode == 2
    assert run.stdout == ""
    assert run.stderr == f"copla: {FOLDER}/{EXPECTED[name]}\n"


@pytest.mark.parametrize(
    ("content", "place_and_message"),
    [
        (b"0 " * (LARGEST_INPUT // 2 + 1), "1:1: found more than 4,000,000 bytes, expected a puzzle"),
        (b"1 " * 1_000_000, "1:73: found more than 36 numbers, expected at most 6 rows and 6 columns"),
        (b"7" * 1_000_000, "1:1: found 777777777777777777777777..., expected numbers of at most 35"),
        (b"0" * 1_000_000, "1:1: found '000000000000000000000000...', expected a number without leading zeros"),
        (b"," * 1_000_000, "1:1: found a comma, expected a number before it"),
        (b"size: " + b"9" * 1_000_000 + b"x3", "1:7: found 999999999999999999999999..., expected from 2 to 6 rows"),
        (b"{" * 500_000 + b":", "1:1: found the header '{{{{{{{{{{{{{{{{{{{{{{{{...', expected 'size: 3x5' or"),
        (b"size: 3x3\n" * 100_000, "2:1: found a second header 'size', expected one"),
        (b"\n" * 200_000, "200001:1: found nothing, expected the numbers of a board"),
    ],
    ids=["too large", "many numbers", "digits", "zeros", "commas", "size", "long header", "headers", "blank lines"],
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
    line = refusal("tiles", path, monkeypatch, capsys)
    assert line.startswith(f"copla: {path}:{place_and_message}")
    assert len(line) < len(str(path)) + 160


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1: found no moves, expected their number or moves such as '7 left'"),
        ("# only a comment\n", "1:1: found no moves, expected their number or moves such as '7 left'"),
        ("2", "1:2: found no moves after their number, expected 2"),
        ("12345678901\n4 down", "1:1: found 12345678901, expected a number of moves below 1000000000"),
        ("2\n4 north\n1 right", "2:3: found the direction 'north', expected up, left, right or down"),
        ("2\n4 down\n1", "3:1: found a tile alone, expected a tile and its direction as before"),
        ("2\n4 1\nup", "3:1: found a direction of the blank, expected a tile alone as before"),
        ("up\n4 down", "2:1: found a tile and its direction, expected a direction of the blank as before"),
        ("4 down 1 right", "1:3: found a direction of the blank, expected a tile alone as before"),
        ("2 moves", "1:3: found the direction 'moves', expected up, left, right or down"),
        ("tile 4 moves down", "1:1: found 'tile', expected a move such as '7 left', '7' or 'left'"),
        ("-4 down", "1:1: found '-4', expected a move such as '7 left', '7' or 'left'"),
        ("URDX", "1:1: found 'urdx', expected a move such as '7 left', '7' or 'left'"),
        ("12345 down", "1:1: found 12345, expected the number of a tile"),
        ("1\n99999999999999999999999999999 1", "2:1: found 999999999999999999999999..., expected the number of"),
        ("1\n4 \x07down", "2:3: found the control character U+0007, expected printable text"),
        ("u" * (MOST_MOVES + 1), f"1:{MOST_MOVES + 1}: found more than {MOST_MOVES} moves, expected a shorter"),
    ],
)
def test_an_unreadable_solution_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(FormatError) as refused:
        PUZZLE.read_solution(BOARD, text, "a.txt")
    assert str(refused.value).startswith(f"a.txt:{message}")
