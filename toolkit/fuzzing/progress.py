"""The file of a campaign: what is done, what was counted and what was found, so that a campaign can be resumed."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_TABLES = """
CREATE TABLE IF NOT EXISTS done (family TEXT, first INTEGER, last INTEGER);
CREATE TABLE IF NOT EXISTS counts (family TEXT, name TEXT, number INTEGER, PRIMARY KEY (family, name));
CREATE TABLE IF NOT EXISTS pairs (backend TEXT, one TEXT, other TEXT, PRIMARY KEY (backend, one, other));
CREATE TABLE IF NOT EXISTS failures (family TEXT, seed INTEGER, configuration TEXT, kind TEXT, text TEXT, found TEXT);
"""


@dataclass(frozen=True, slots=True)
class Failure:
    """What was wrong, and how to see it again: family and seed give the problem."""

    family: str
    seed: int
    configuration: dict[str, Any]
    kind: str
    text: str

    @property
    def signature(self) -> str:
        """What makes two failures look like the same one."""
        backend = self.configuration.get("backend", "no backend")
        return f"{self.kind} of {backend}"


class Progress:
    """An SQLite file; every batch is one transaction, so that a killed campaign loses one batch at most."""

    def __init__(self, path: Path | str) -> None:
        self.path = path
        self._connection = sqlite3.connect(path)
        self._connection.executescript(_TABLES)

    def close(self) -> None:
        self._connection.close()

    def is_done(self, family: str, seed: int) -> bool:
        query = "SELECT 1 FROM done WHERE family = ? AND first <= ? AND last >= ?"
        return self._connection.execute(query, (family, seed, seed)).fetchone() is not None

    def record(
        self,
        family: str,
        seeds: Iterable[int],
        counts: Mapping[str, int],
        pairs: Iterable[tuple[str, str, str]],
        failures: Iterable[Failure],
    ) -> None:
        """What a batch did, all of it or nothing."""
        with self._connection as connection:
            for first, last in _ranges(seeds):
                connection.execute("INSERT INTO done VALUES (?, ?, ?)", (family, first, last))
            for name, number in counts.items():
                connection.execute(
                    "INSERT INTO counts VALUES (?, ?, ?) "
                    "ON CONFLICT (family, name) DO UPDATE SET number = number + excluded.number",
                    (family, name, number),
                )
            connection.executemany("INSERT OR IGNORE INTO pairs VALUES (?, ?, ?)", pairs)
            found = time.strftime("%Y-%m-%d %H:%M:%S")
            for failure in failures:
                row = (failure.family, failure.seed, json.dumps(failure.configuration), failure.kind, failure.text)
                connection.execute("INSERT INTO failures VALUES (?, ?, ?, ?, ?, ?)", (*row, found))

    def counts(self) -> dict[str, dict[str, int]]:
        """By family, by name."""
        found: dict[str, dict[str, int]] = {}
        for family, name, number in self._connection.execute("SELECT * FROM counts ORDER BY family, name"):
            found.setdefault(family, {})[name] = number
        return found

    def pairs(self) -> dict[str, int]:
        """How many pairs of settings were answered, by backend and kind of problem."""
        query = "SELECT backend, COUNT(*) FROM pairs GROUP BY backend ORDER BY backend"
        return dict(self._connection.execute(query).fetchall())

    def failures(self) -> list[Failure]:
        rows = self._connection.execute("SELECT family, seed, configuration, kind, text FROM failures ORDER BY rowid")
        return [Failure(family, seed, json.loads(data), kind, text) for family, seed, data, kind, text in rows]

    def ranges(self) -> dict[str, list[tuple[int, int]]]:
        """The seeds that are done, by family, as ranges."""
        seeds: dict[str, list[int]] = {}
        for family, first, last in self._connection.execute("SELECT * FROM done"):
            seeds.setdefault(family, []).extend(range(first, last + 1))
        return {family: list(_ranges(done)) for family, done in sorted(seeds.items())}


def _ranges(seeds: Iterable[int]) -> Iterable[tuple[int, int]]:
    first = last = None
    for seed in sorted(set(seeds)):
        if last is not None and first is not None and seed != last + 1:
            yield first, last
            first = None
        first = seed if first is None else first
        last = seed
    if first is not None and last is not None:
        yield first, last
