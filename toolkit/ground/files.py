"""Reading text with a size limit, and writing files so that nothing is ever half-written."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from copla.ground.errors import CoplaError, FormatError

LARGEST_INPUT = 4_000_000


def read_text(path: str) -> str:
    """The text of a file, or of standard input for ``-``; a one-line error if there is none."""
    try:
        if path == "-":
            data = sys.stdin.buffer.read(LARGEST_INPUT + 1)
        else:
            with open(path, "rb") as file:
                data = file.read(LARGEST_INPUT + 1)
    except OSError as error:
        raise CoplaError(f"{path}: cannot be read: {error.strerror or error}") from None
    return decode(data, "standard input" if path == "-" else path)


def decode(data: bytes, source: str) -> str:
    """UTF-8 with or without a byte order mark; FormatError where it is not text or far too long."""
    if len(data) > LARGEST_INPUT:
        raise FormatError(f"found more than {LARGEST_INPUT:,} bytes, expected a puzzle", source=source)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = _with_line_feeds(data[: error.start].decode("utf-8-sig"))
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        message = f"found the byte 0x{data[error.start]:02x}, expected UTF-8 text"
        raise FormatError(message, source=source, line=line, column=column) from None
    return _with_line_feeds(text)


def _with_line_feeds(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def write_text(path: str | Path, text: str) -> None:
    """Write to a temporary name in the same folder and rename: readers see the old file or the new one."""
    target = Path(path)
    try:
        if target.exists() and not target.is_file():
            target.write_text(text, encoding="utf-8")  # a pipe or a device cannot be renamed over
            return
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            mask = os.umask(0)
            os.umask(mask)
            Path(temporary).chmod(0o666 & ~mask)
            Path(temporary).replace(target)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise CoplaError(f"{path}: cannot be written: {error.strerror or error}") from None
