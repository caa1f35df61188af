"""Files are read with a limit and written all at once or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from copla import CoplaError, FormatError
from copla.ground.files import LARGEST_INPUT, decode, read_text, write_text


def test_line_ends_and_byte_order_marks_do_not_matter(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("\ufeffone\r\ntwo\rthree\n".encode())
    assert read_text(str(path)) == "one\ntwo\nthree\n"


def test_bytes_that_are_no_text_are_named_with_their_place() -> None:
    with pytest.raises(FormatError) as caught:
        decode("é\rab\r\ncdé".encode() + b"\xffe", "x.txt")
    assert str(caught.value) == "x.txt:3:4: found the byte 0xff, expected UTF-8 text"


def test_far_too_long_files_are_refused_without_reading_them_all() -> None:
    with pytest.raises(FormatError, match="more than 4,000,000 bytes"):
        decode(b"1" * (LARGEST_INPUT + 1), "x.txt")
    with pytest.raises(FormatError, match="more than 4,000,000 bytes"):
        read_text("/dev/zero")


def test_missing_files_and_folders_are_one_line_errors(tmp_path: Path) -> None:
    with pytest.raises(CoplaError, match=r"nothing.txt: cannot be read: No such file"):
        read_text(str(tmp_path / "nothing.txt"))
    with pytest.raises(CoplaError, match="cannot be read: Is a directory"):
        read_text(str(tmp_path))


def test_writing_replaces_the_whole_file_and_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_text("old")
    write_text(path, "new\n")
    assert path.read_text() == "new\n"
    assert [entry.name for entry in tmp_path.iterdir()] == ["out.txt"]
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~mask


def test_a_failed_write_keeps_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_text("old")
    with pytest.raises(UnicodeEncodeError):
        write_text(path, "\ud800")
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["out.txt"]
    with pytest.raises(CoplaError, match="cannot be written"):
        write_text(tmp_path / "no" / "such" / "folder.txt", "text")


def test_a_device_is_written_to_and_not_replaced() -> None:
    write_text("/dev/null", "text")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
