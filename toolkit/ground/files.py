"""Reading text with a size limit, writing files so that nothing is ever half-written, and the cache folder."""

from __future__ import annotations

import errno
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
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


def cache_folder(name: str) -> Path:
    """Where things are kept that can be made again: in ``COPLA_CACHE``, or ``copla`` in the user's cache folder."""
    own = os.environ.get("COPLA_CACHE")
    if own:
        return Path(own) / name
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "copla" / name


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
    with replacing(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


def require_writable(path: str | Path) -> None:
    """Say now what :func:`write_text` would say, before hours of work for a file that cannot be written."""
    target = Path(path)
    if not str(path):
        raise CoplaError("found an empty name of a file to write")
    try:
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not target.exists() or target.is_file():
            _beside(target).unlink()
    except OSError as error:
        raise CoplaError(f"{path}: cannot be written: {error.strerror or error}") from None


def _beside(target: Path) -> Path:
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    os.close(handle)
    return Path(name)


@contextmanager
def replacing(path: str | Path) -> Iterator[Path]:
    """A temporary name in the same folder to write to; at the end it takes the place of the file, or is gone."""
    target = Path(path)
    try:
        if target.exists() and not target.is_file():
            yield target  # a pipe or a device cannot be renamed over
            return
        temporary = _beside(target)
        try:
            yield temporary
            mask = os.umask(0)
            os.umask(mask)
            temporary.chmod(0o666 & ~mask)
            temporary.replace(target)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise CoplaError(f"{path}: cannot be written: {error.strerror or error}") from None
