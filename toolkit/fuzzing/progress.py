"""The file of a campaign: what is done, what was counted and what was found, so that a campaign can be resumed."""

from __future__ import annotations

import json
import sqlite3
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from copla.comparing.lock import Lock
from copla.comparing.schema import one_line
from copla.ground.errors import CoplaError
from copla.plugins.programs.description import short_name

_TABLES = """
CREATE TABLE IF NOT EXISTS asked (backend TEXT);
CREATE TABLE IF NOT EXISTS done (family TEXT, first INTEGER, last INTEGER);
CREATE TABLE IF NOT EXISTS counts (family TEXT, name TEXT, number INTEGER, PRIMARY KEY (family, name));
CREATE TABLE IF NOT EXISTS pairs (backend TEXT, one TEXT, other TEXT, PRIMARY KEY (backend, one, other));
CREATE TABLE IF NOT EXISTS failures (family TEXT, seed INTEGER, trial TEXT, kind TEXT, text TEXT, found TEXT);
"""


@dataclass(frozen=True, slots=True)
class Failure:
    """What was wrong, and how to see it again: family and seed give the problem."""

    family: str
    seed: int
    trial: dict[str, Any]
    kind: str
    text: str

    @property
    def signature(self) -> str:
        """What makes two failures look like the same one."""
        backend = short_name(self.trial.get("backend", "no backend"))
        return f"{self.kind} of {backend}"


def told_apart(failures: Iterable[Failure]) -> list[Failure]:
    """The first of each run: what else was wrong with the same answer says nothing more."""
    found: dict[tuple[str, int, str], Failure] = {}
    for failure in failures:
        found.setdefault((failure.family, failure.seed, json.dumps(failure.trial, sort_keys=True)), failure)
    return list(found.values())


@dataclass(slots=True)
class Brought:
    """What a batch of a family has brought: seeds that are done, counts, pairs of settings that occurred, failures."""

    family: str
    seeds: list[int] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    pairs: list[tuple[str, str, str]] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)

    def add(self, other: Brought) -> None:
        """Of the same family."""
        self.seeds += other.seeds
        self.counts.update(other.counts)
        self.pairs += other.pairs
        self.failures += other.failures

    def to_json(self) -> dict[str, Any]:
        """Plain data: ``asdict`` would count a Counter's items anew."""
        failures = [asdict(failure) for failure in self.failures]
        counted = {"seeds": self.seeds, "counts": dict(self.counts), "pairs": self.pairs}
        return {"family": self.family, **counted, "failures": failures}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Brought:
        failures = [Failure(**failure) for failure in data["failures"]]
        pairs = [(backend, one, other) for backend, one, other in data["pairs"]]
        return Brought(data["family"], list(data["seeds"]), Counter(data["counts"]), pairs, failures)


class Progress:
    """An SQLite file; every batch is one transaction, so that a killed campaign loses one batch at most."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self._lock: Lock | None = None
        with one_line(self.path, "a campaign of copla fuzz"):
            self._connection = sqlite3.connect(path)
            tables = {name for (name,) in self._connection.execute("SELECT name FROM sqlite_master")}
            if tables and "done" not in tables:
                raise CoplaError(f"{path}: found an SQLite file of something else, expected a campaign of copla fuzz")
            self._connection.executescript(_TABLES)

    def begin(self, backends: Sequence[str]) -> None:
        """Nobody else goes on with this campaign meanwhile, and it asks the same solvers as before.

        A problem that is done is not asked about again: with other solvers that would be untrue.
        """
        self._lock = Lock(self.path)
        before = [name for (name,) in self._connection.execute("SELECT backend FROM asked")]
        if before and set(before) != set(backends):
            was, now = (", ".join(sorted(map(short_name, names))) for names in (before, backends))
            now = "others of these names" if was == now else now
            raise CoplaError(f"{self.path}: found a campaign with {was}, expected one with {now}: take another file")
        if not before:
            with self._connection as connection:
                connection.executemany("INSERT INTO asked VALUES (?)", [(name,) for name in backends])

    def close(self) -> None:
        self._connection.close()
        if self._lock is not None:
            self._lock.release()

    def is_done(self, family: str, seed: int) -> bool:
        query = "SELECT 1 FROM done WHERE family = ? AND first <= ? AND last >= ?"
        return self._connection.execute(query, (family, seed, seed)).fetchone() is not None

    def record(self, brought: Brought) -> None:
        """What a batch did, all of it or nothing."""
        family = brought.family
        with self._connection as connection:
            for first, last in ranges_of(brought.seeds):
                connection.execute("INSERT INTO done VALUES (?, ?, ?)", (family, first, last))
            for name, number in brought.counts.items():
                connection.execute(
                    "INSERT INTO counts VALUES (?, ?, ?) "
                    "ON CONFLICT (family, name) DO UPDATE SET number = number + excluded.number",
                    (family, name, number),
                )
            connection.executemany("INSERT OR IGNORE INTO pairs VALUES (?, ?, ?)", brought.pairs)
            found = time.strftime("%Y-%m-%d %H:%M:%S")
            for failure in brought.failures:
                row = (failure.family, failure.seed, json.dumps(failure.trial), failure.kind, failure.text)
                connection.execute("INSERT INTO failures VALUES (?, ?, ?, ?, ?, ?)", (*row, found))

    def counts(self) -> dict[str, dict[str, int]]:
        """By family, by name."""
        found: dict[str, dict[str, int]] = {}
        for family, name, number in self._connection.execute("SELECT * FROM counts ORDER BY family, name"):
            found.setdefault(family, {})[name] = number
        return found

    @property
    def problems(self) -> int:
        """How many were asked about, in this run and before."""
        return sum(numbers.get("problems", 0) for numbers in self.counts().values())

    @property
    def runs(self) -> int:
        counts = self.counts().values()
        return sum(of.get(f"{question} runs", 0) for of in counts for question in ("solve", "explain", "twin"))

    def pairs(self) -> dict[str, int]:
        """How many pairs of settings were answered, by backend and kind of problem."""
        query = "SELECT backend, COUNT(*) FROM pairs GROUP BY backend ORDER BY backend"
        return dict(self._connection.execute(query).fetchall())

    def failures(self) -> list[Failure]:
        rows = self._connection.execute("SELECT family, seed, trial, kind, text FROM failures ORDER BY rowid")
        return [Failure(family, seed, json.loads(data), kind, text) for family, seed, data, kind, text in rows]

    def ranges(self) -> dict[str, list[tuple[int, int]]]:
        """The seeds that are done, by family, as ranges."""
        seeds: dict[str, list[int]] = {}
        for family, first, last in self._connection.execute("SELECT * FROM done"):
            seeds.setdefault(family, []).extend(range(first, last + 1))
        return {family: list(ranges_of(done)) for family, done in sorted(seeds.items())}


def ranges_of(seeds: Iterable[int]) -> Iterable[tuple[int, int]]:
    """The seeds as ranges without a gap: first and last."""
    first = last = None
    for seed in sorted(set(seeds)):
        if last is not None and first is not None and seed != last + 1:
            yield first, last
            first = None
        first = seed if first is None else first
        last = seed
    if first is not None and last is not None:
        yield first, last
