"""The file of a campaign: what is done, counted and found, so that it can be resumed, and its figures as Markdown."""

from __future__ import annotations

import json
import sqlite3
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

from copla.comparing.schema import Lock, one_line
from copla.ground.errors import CoplaError
from copla.ground.status import Status
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

    def is_done(self, family: str, seed: int) -> bool:
        return False

    def record(self, other: Brought) -> None:
        """Add what others have brought of the same family."""
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
        seeds: dict[str, list[int]] = {}
        for family, first, last in self._connection.execute("SELECT * FROM done"):
            seeds.setdefault(family, []).extend(range(first, last + 1))
        return {family: list(ranges_of(done)) for family, done in sorted(seeds.items())}


def ranges_of(seeds: Iterable[int]) -> Iterable[tuple[int, int]]:
    """The seeds as ranges without a gap: first and last."""
    for _, places in groupby(enumerate(sorted(set(seeds))), lambda place: place[1] - place[0]):
        in_a_row = [seed for _, seed in places]
        yield in_a_row[0], in_a_row[-1]


def summary(progress: Progress) -> str:
    """The figures of a campaign as Markdown: tables of families, backends and failures."""
    ranges, total = progress.ranges(), Counter[str]()
    lines = ["| family | seeds | problems | infeasible | runs | refused | stopped |", "|---|---|" + "---:|" * 5]
    for family, numbers in progress.counts().items():
        total.update(numbers)
        seeds = ", ".join(f"{first}-{last}" for first, last in ranges.get(family, ()))
        lines.append(_row(family, seeds, *_shown(Counter(numbers))))
    lines += [_row("all", "", *_shown(total)), "", "| of these | number |", "|---|---:|"]
    for name in (
        "constraint problems", "with sums of four and more terms", "in which learning was entered",
        "planning problems", "too large for the oracle", "refused by the language", "explain runs", "twin runs",
    ):  # fmt: skip
        lines.append(_row(name, total[name]))
    names = _backends(total)
    statuses = [status for status in Status if any(total[f"{status} {name}"] for name in names)]
    columns = ["runs", *statuses, "refused"]
    lines += ["", _row("backend", *columns), "|---" + "|---:" * len(columns) + "|"]
    lines += [_row(name, *(total[f"{column} {name}"] for column in columns)) for name in names]
    lines += ["", "| backend, kind of problem | pairs of settings answered |", "|---|---:|"]
    lines += [_row(backend, number) for backend, number in progress.pairs().items()]
    failures = Counter(failure.signature for failure in progress.failures())
    lines += ["", "| failure | times |", "|---|---:|", *(_row(name, number) for name, number in failures.items())]
    return "\n".join(lines if failures else [*lines[:-3], "", "No failure."])


def _shown(numbers: Counter[str]) -> list[int]:
    """Problems, those without a solution, runs, those that were refused, and those that a limit stopped."""
    names = _backends(numbers)
    sums = (sum(numbers[f"{word} {name}"] for name in names) for word in ("runs", "refused", "timeout", "memory"))
    runs, refused, late, large = sums
    return [numbers["problems"], numbers["infeasible"], runs, refused, late + large]


def _backends(numbers: Counter[str]) -> list[str]:
    return sorted(name[5:] for name in numbers if name.startswith("runs ") and not name.startswith("runs in "))


def _row(*cells: object) -> str:
    return "| " + " | ".join(f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in cells) + " |"
