"""How a comparison lies in its SQLite file, and what is wrong with a file that is none."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from copla.ground.errors import CoplaError

# "copl" in ASCII: by this number "file" and SQLite itself tell our files from other people's.
APPLICATION = 0x636F706C
VERSION = 1

ANSWER = ("cost", "length", "bound", "expanded", "generated", "max_nodes", "seconds", "peak_bytes")
"""What of an answer has columns of its own, for people who ask with SQL; all of it is in ``outcome``."""

TABLES = """
CREATE TABLE plan (
    puzzle TEXT NOT NULL, instance_options TEXT NOT NULL, seconds REAL, bytes INTEGER, repeats INTEGER NOT NULL
);
CREATE TABLE instances (
    position INTEGER PRIMARY KEY, name TEXT NOT NULL, source TEXT NOT NULL, text TEXT NOT NULL, solutions INTEGER
);
CREATE TABLE configurations (
    position INTEGER PRIMARY KEY, label TEXT NOT NULL UNIQUE, backend TEXT NOT NULL, options TEXT NOT NULL
);
CREATE TABLE runs (
    key TEXT PRIMARY KEY,
    instance INTEGER NOT NULL REFERENCES instances,
    configuration INTEGER NOT NULL REFERENCES configurations,
    repeat INTEGER NOT NULL,
    UNIQUE (instance, configuration, repeat)
) WITHOUT ROWID;
CREATE TABLE sessions (
    number INTEGER PRIMARY KEY, started TEXT NOT NULL, process INTEGER NOT NULL, executor TEXT NOT NULL,
    machine TEXT NOT NULL, versions TEXT NOT NULL
);
CREATE TABLE results (
    key TEXT PRIMARY KEY REFERENCES runs,
    session INTEGER NOT NULL REFERENCES sessions,
    finished TEXT NOT NULL, place TEXT NOT NULL, elapsed REAL NOT NULL,
    status TEXT NOT NULL, failure TEXT,
    cost INTEGER, length INTEGER, bound INTEGER,
    expanded INTEGER, generated INTEGER, max_nodes INTEGER, seconds REAL, peak_bytes INTEGER,
    outcome TEXT NOT NULL
);
"""


def connect(path: Path, *, writing: bool) -> sqlite3.Connection:
    """Open the file; commits are explicit, and each is on the disk before it returns."""
    mode = "rwc" if writing else "ro"
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, timeout=10, isolation_level=None)
    connection.execute("PRAGMA foreign_keys = ON")
    # WAL with NORMAL survives a crash of the program, but not the last commits a loss of power.
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def is_blank(connection: sqlite3.Connection) -> bool:
    """Whether nothing was ever stored: a new file, or one whose very first transaction was cut off."""
    return not connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]


def check_schema(connection: sqlite3.Connection, path: Path) -> None:
    """CoplaError unless this is an undamaged comparison in a schema that is known here."""
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
        raise CoplaError(f"{path}: found an SQLite file of something else, expected a comparison of copla")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version != VERSION:
        raise CoplaError(f"{path}: found schema version {version}, expected {VERSION}; another copla wrote this file")
    wrong = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if wrong != "ok":
        raise damaged(path, wrong)


def damaged(path: Path, reason: object) -> CoplaError:
    return CoplaError(f"{path}: is damaged and cannot be used: {' '.join(str(reason).split())}")


@contextmanager
def one_line(path: Path, expected: str = "a comparison of copla") -> Iterator[None]:
    """Whatever SQLite reports becomes one line that names the file."""
    try:
        yield
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "")
        if name == "SQLITE_NOTADB":
            raise CoplaError(f"{path}: found no SQLite file, expected {expected}") from None
        if name.startswith("SQLITE_FULL"):
            raise CoplaError(f"{path}: cannot be written: the disk is full") from None
        if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            raise CoplaError(f"{path}: another program has locked it") from None
        if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_IOERR")):
            raise CoplaError(f"{path}: cannot be opened or written: {error}") from None
        raise damaged(path, error) from None


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
