"""The store of a comparison: one SQLite file with the plan, written first, and each finished run, written at once."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from copla.comparing import schema
from copla.comparing.machine import machine, versions
from copla.comparing.runs import Instance, Plan, Run
from copla.ground.errors import CoplaError
from copla.ground.limits import Limits
from copla.running.configuration import Configuration
from copla.running.outcome import Outcome

FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Record:
    """A finished run: what became of it, how long it took from start to end, and where it ran."""

    run: Run
    outcome: Outcome
    elapsed: float
    place: str = ""

    @property
    def status(self) -> str:
        return str(self.outcome.result.status) if self.outcome.result else FAILED


@dataclass(frozen=True, slots=True)
class Session:
    """One stretch of work on a comparison: when, by which process, on what machine, with which versions."""

    started: str
    process: int
    executor: str
    machine: str
    versions: dict[str, str]


class Store:
    """A comparison on the disk. Use :meth:`create`, :meth:`resume` or :meth:`read`, and close it (or ``with``)."""

    def __init__(self, path: Path, connection: sqlite3.Connection, plan: Plan, lock: schema.Lock | None) -> None:
        self.path = path
        self.plan = plan
        self._connection = connection
        self._lock = lock
        self._session: int | None = None  # begin() opens one

    @classmethod
    def create(cls, path: Path, plan: Plan) -> Store:
        """A new comparison; CoplaError if the file holds anything already."""
        with _opened(path, _locked(path)) as (connection, lock):
            if not schema.is_blank(connection):
                schema.check_schema(connection, path)
                done, total = _counts(connection)
                raise CoplaError(
                    f"{path}: holds a comparison already, with {done} of {total} runs finished; "
                    "--resume continues it, --db names another file"
                )
            _write_plan(connection, plan)
            return cls(path, connection, plan, lock)

    @classmethod
    def resume(cls, path: Path, plan: Plan | None = None) -> Store:
        """Continue the comparison in a file; if a plan is given, it must be the plan of the file."""
        if not path.exists():
            raise CoplaError(f"{path}: there is no such file, so there is nothing to resume")
        with _opened(path, _locked(path)) as (connection, lock):
            if schema.is_blank(connection):  # it was killed before its first transaction was complete
                if plan is None:
                    raise CoplaError(f"{path}: is empty, so there is nothing to resume")
                _write_plan(connection, plan)
            stored = _read_plan(connection, path)
            differences = stored.differences(plan) if plan is not None else []
            if differences:
                raise CoplaError(f"{path}: holds another comparison: {'; '.join(differences)}")
            return cls(path, connection, stored, lock)

    @classmethod
    def read(cls, path: Path) -> Store:
        """Look at a comparison without writing, finished or not, even while it runs."""
        if not path.exists():
            raise CoplaError(f"{path}: there is no such file")
        with _opened(path, None) as (connection, _):
            if schema.is_blank(connection):
                raise CoplaError(f"{path}: is empty, expected a comparison of copla")
            return cls(path, connection, _read_plan(connection, path), None)

    def begin(self, executor: str) -> None:
        """Note that work begins, with what the runs are made."""
        names = sorted({configuration.backend for configuration in self.plan.configurations})
        row = (_now(), os.getpid(), executor, machine(), json.dumps(versions(names)))
        with schema.one_line(self.path):
            self._connection.execute("PRAGMA journal_mode = WAL")  # close() may have undone it
            insert = "INSERT INTO sessions (started, process, executor, machine, versions) VALUES (?, ?, ?, ?, ?)"
            self._session = self._connection.execute(insert, row).lastrowid

    def record(self, run: Run, outcome: Outcome, elapsed: float, place: str = "") -> bool:
        """Write one finished run, in a transaction of its own; False if it was there already."""
        result = outcome.result
        told = outcome.to_json()
        row = {
            "key": run.key,
            "session": self._session,
            "finished": _now(),
            "place": place,
            "elapsed": elapsed,
            "status": str(result.status) if result else FAILED,
            "failure": told["failure"],
            "outcome": json.dumps(told, ensure_ascii=False),
            **{name: value for name, value in (told["result"] or {}).items() if name in schema.ANSWER},
        }
        with schema.one_line(self.path):
            insert = f"INSERT INTO results ({', '.join(row)}) VALUES ({', '.join(f':{name}' for name in row)})"
            return self._connection.execute(f"{insert} ON CONFLICT (key) DO NOTHING", row).rowcount == 1

    def pending(self) -> list[Run]:
        with schema.one_line(self.path):
            done = {key for (key,) in self._connection.execute("SELECT key FROM results")}
        return [run for run in self.plan.runs() if run.key not in done]

    def records(self) -> list[Record]:
        found: dict[str, tuple[Outcome, float, str]] = {}
        with schema.one_line(self.path):
            rows = self._connection.execute("SELECT key, outcome, elapsed, place FROM results")
            for key, text, elapsed, place in rows:
                try:
                    found[key] = Outcome.from_json(json.loads(text)), elapsed, place
                except (ValueError, KeyError, TypeError) as error:
                    raise schema.damaged(self.path, f"run {key[:8]}: {error}") from None
        return [Record(run, *found[run.key]) for run in self.plan.runs() if run.key in found]

    def sessions(self) -> list[Session]:
        with schema.one_line(self.path):
            columns = "started, process, executor, machine, versions"
            rows = self._connection.execute(f"SELECT {columns} FROM sessions ORDER BY number").fetchall()
        return [Session(at, process, who, where, json.loads(found)) for at, process, who, where, found in rows]

    def close(self) -> None:
        """A finished comparison becomes one plain file, which can be read even where nothing can be written."""
        try:
            if self._lock is not None:
                with suppress(sqlite3.Error):
                    done, total = _counts(self._connection)
                    if done == total:
                        self._connection.execute("PRAGMA journal_mode = DELETE")
        finally:
            _abandon(self._connection, self._lock)

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _locked(path: Path) -> schema.Lock:
    try:
        return schema.Lock(path)
    except schema.LockedError:
        owner = ""
        with suppress(CoplaError), Store.read(path) as store:
            last = store.sessions()[-1:]
            owner = f" (process {last[0].process}, since {last[0].started})" if last else ""
        raise CoplaError(f"{path}: another comparison is running on this file{owner}") from None


@contextmanager
def _opened(path: Path, lock: schema.Lock | None) -> Iterator[tuple[sqlite3.Connection, schema.Lock | None]]:
    """A connection, for writing under a lock; both stay as they are only if all goes well."""
    connection: sqlite3.Connection | None = None
    try:
        with schema.one_line(path):
            connection = schema.connect(path, writing=lock is not None)
            yield connection, lock
    except BaseException:
        _abandon(connection, lock)
        raise


def _abandon(connection: sqlite3.Connection | None, lock: schema.Lock | None) -> None:
    if connection is not None:
        connection.close()
    if lock is not None:
        lock.release()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _counts(connection: sqlite3.Connection) -> tuple[int, int]:
    row = connection.execute("SELECT (SELECT count(*) FROM results), (SELECT count(*) FROM runs)").fetchone()
    return int(row[0]), int(row[1])


def _write_plan(connection: sqlite3.Connection, plan: Plan) -> None:
    connection.execute("BEGIN IMMEDIATE")
    # Not executescript, which would commit each statement by itself.
    for statement in schema.TABLES.split(";"):
        connection.execute(statement)
    options = json.dumps(plan.instance_options)
    rows: dict[str, list[tuple[object, ...]]] = {
        "plan": [(plan.puzzle, options, plan.limits.seconds, plan.limits.bytes, plan.repeats)],
        "instances": [
            (at, item.name, item.source, item.text, item.solutions) for at, item in enumerate(plan.instances)
        ],
        "configurations": [(at, c.label, c.backend, json.dumps(c.options)) for at, c in enumerate(plan.configurations)],
        "runs": [(run.key, run.instance, run.configuration, run.repeat) for run in plan.runs()],
    }
    for table, found in rows.items():
        for row in found:
            connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
    connection.execute(f"PRAGMA application_id = {schema.APPLICATION}")
    connection.execute(f"PRAGMA user_version = {schema.VERSION}")
    connection.execute("COMMIT")


def _read_plan(connection: sqlite3.Connection, path: Path) -> Plan:
    schema.check_schema(connection, path)
    try:
        puzzle, options, seconds, limit, repeats = connection.execute("SELECT * FROM plan").fetchone()
        instances = connection.execute("SELECT name, source, text, solutions FROM instances ORDER BY position")
        chosen = connection.execute("SELECT backend, options FROM configurations ORDER BY position")
        plan = Plan(
            puzzle,
            tuple(Instance(*row) for row in instances),
            tuple(Configuration(backend, json.loads(text)) for backend, text in chosen),
            Limits(seconds, limit),
            repeats,
            json.loads(options),
        )
        keys = {key for (key,) in connection.execute("SELECT key FROM runs")}
    except (ValueError, TypeError) as error:
        raise schema.damaged(path, error) from None
    if keys != {run.key for run in plan.runs()}:
        raise schema.damaged(path, "its runs are not those of its plan")
    return plan
