"""A lock beside a file: held as long as its process lives, and gone with it, however the process ends."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path

from copla.ground.errors import CoplaError


class LockedError(CoplaError):
    """Somebody else holds the lock."""


class Lock:
    """Exclusive use of a path, through a transaction on an empty database ``PATH-lock``.

    SQLite's locks end with their process, even by ``kill -9``, and work on every system; the file itself
    stays free, so that others may read it meanwhile.
    """

    def __init__(self, path: Path) -> None:
        self.path = path.with_name(path.name + "-lock")
        while True:
            try:
                self.path.touch()
                before = self.path.stat().st_ino
                self._connection = sqlite3.connect(self.path, timeout=0, isolation_level=None)
                self._connection.execute("BEGIN EXCLUSIVE")
            except OSError as error:
                raise CoplaError(f"{path}: cannot be written: {error.strerror or error}") from None
            except sqlite3.OperationalError as error:
                self._connection.close()
                if error.sqlite_errorname != "SQLITE_BUSY":
                    raise CoplaError(f"{path}: cannot be locked: {error}") from None
                raise LockedError(f"{path}: another process uses it") from None
            # The last owner removes the file: then this is a lock on a file that nobody else will find.
            with suppress(FileNotFoundError):
                if self.path.stat().st_ino == before:
                    return
            self._connection.close()

    def release(self) -> None:
        with suppress(OSError):  # a system that does not remove open files keeps an empty one
            self.path.unlink()
        self._connection.close()
