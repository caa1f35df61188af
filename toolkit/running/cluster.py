"""Running on a Dask cluster that exists already; ``distributed`` is imported when it is used.

A task is a job as plain data, and each runs in an isolated process on its worker, so that a crash of a solver
kills no worker. If a worker dies, Dask gives its tasks to another; what was finished is written by the client
alone, under the key of the run, so that no run is lost and none counted twice.
"""

from __future__ import annotations

import importlib
import logging
import threading
import time
import uuid
from collections.abc import Hashable, Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import version
from typing import Any

from copla.answers.failure import Failure, FailureKind
from copla.ground.errors import CoplaError
from copla.ground.limits import Watch
from copla.running.isolated import Workers
from copla.running.job import Task, task_from_json
from copla.running.outcome import Finished, Outcome

SECONDS_TO_CONNECT = 5
_TICK = 0.05
_own = threading.local()


class Dask:
    """The workers behind one scheduler, as an executor. Use :func:`connected`."""

    def __init__(self, client: Any, address: str) -> None:
        self._client = client
        self.address = address
        self._session = uuid.uuid4().hex[:12]  # nobody else's tasks have these names
        self._given = 0
        self._futures: dict[str, tuple[Hashable, Any]] = {}
        self._waiting = _distributed().as_completed([], loop=client.loop)

    @property
    def description(self) -> str:
        threads = self._client.nthreads()
        return f"Dask, {len(threads)} workers, {sum(threads.values())} at once"

    @property
    def slots(self) -> int:
        return max(1, int(sum(self._client.nthreads().values())))

    def submit(self, key: Hashable, task: Task) -> None:
        name = f"copla-{self._session}-{self._given}"
        self._given += 1
        future = self._client.submit(run_task, task.to_json(), version("copla"), key=name, pure=False)
        self._futures[future.key] = key, future
        self._waiting.add(future)

    def next(self, watch: Watch | None = None) -> Finished | None:
        while self._futures and not (watch and watch.stopped):
            if not self._waiting.has_ready():
                time.sleep(_TICK)
                continue
            future = self._waiting.next()
            if future.status in ("pending", "lost"):  # its worker died with the result: it is computed again
                self._waiting.add(future)
                continue
            done = self._result(future)
            key, _ = self._futures.pop(future.key)
            future.release()  # the scheduler need not keep what was fetched
            return Finished(key, Outcome.from_json(done["outcome"]), done["elapsed"], done["place"])
        self.stop()
        return None

    def stop(self) -> None:
        self._client.cancel([future for _, future in self._futures.values()], force=True)
        self._futures.clear()

    def _result(self, future: Any) -> Mapping[str, Any]:
        if future.status == "finished":
            found: Mapping[str, Any] = future.result()
            return found
        if future.status == "error":
            raise CoplaError(f"the cluster at {self.address} cannot run this: {_words(future.exception())}")
        raise CoplaError(f"the connection to the cluster at {self.address} was lost")


@contextmanager
def connected(where: str) -> Iterator[Dask]:
    """A cluster by its address ``dask://host:port``; CoplaError if it is not there, or has no fit workers."""
    try:
        distributed = _distributed()
    except Exception as error:  # a broken installation can raise anything at all
        raise CoplaError(f"--on {where} needs distributed: pip install 'copla[dask]' ({_words(error)})") from None
    for name in list(logging.root.manager.loggerDict):
        if name.startswith(("distributed", "tornado")):  # their stories about lost connections; ours is one line
            logging.getLogger(name).setLevel(logging.CRITICAL)
    address = "tcp://" + where.removeprefix("dask://")
    try:
        client = distributed.Client(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise CoplaError(f"{where}: no Dask scheduler answers there: {_words(error)}") from None
    try:
        _check_workers(client, where)
        cluster = Dask(client, where)
        try:
            yield cluster
        finally:
            cluster.stop()
    finally:
        client.close(timeout=2)


def _check_workers(client: Any, where: str) -> None:
    try:
        client.wait_for_workers(1, timeout=SECONDS_TO_CONNECT)
    except (TimeoutError, OSError):
        raise CoplaError(f"{where}: the scheduler has no workers") from None

    # A function inside a function travels as code, and so even to a worker without copla.
    def installed() -> str | None:
        from importlib import metadata

        try:
            return metadata.version("copla")
        except metadata.PackageNotFoundError:
            return None

    ours = version("copla")
    answers = client.run(installed, on_error="return")
    if not answers:
        raise CoplaError(f"{where}: the scheduler has no workers")
    for worker, theirs in answers.items():
        if isinstance(theirs, BaseException):
            raise CoplaError(f"{where}: the worker {worker} cannot be asked for its version: {_words(theirs)}")
        if theirs is None:
            raise CoplaError(f"{where}: the worker {worker} has no copla, expected copla {ours}")
        if theirs != ours:
            raise CoplaError(f"{where}: the worker {worker} has copla {theirs}, expected copla {ours}")


def run_task(data: Mapping[str, Any], expected: str) -> dict[str, Any]:
    """What a worker does: run one task in an isolated process, unless it has another copla than the client."""
    if version("copla") != expected:  # a worker that has joined since the start
        raise CoplaError(f"a worker has copla {version('copla')}, expected copla {expected}")
    worker = _distributed().get_worker()
    task = task_from_json(data)
    watch = Watch(task.limits)
    ended = threading.Event()
    watched = worker, worker.get_current_task(), watch, ended
    threading.Thread(target=_stop_with_task, args=watched, daemon=True).start()
    begun = time.monotonic()
    try:
        outcome = _isolated(task, watch)
    finally:
        ended.set()
    return {"outcome": outcome.to_json(), "elapsed": time.monotonic() - begun, "place": str(worker.name)}


def _isolated(task: Task, watch: Watch) -> Outcome:
    """One run; the pool is kept for the next task of this thread, so that runs start fast."""
    if not hasattr(_own, "workers"):
        _own.workers = Workers(1)
    workers: Workers = _own.workers
    workers.submit(None, task)
    finished = workers.next(watch)
    if finished is not None:
        return finished.outcome
    del _own.workers  # a pool that was stopped in the middle of a run is not used again
    workers.close()
    return Outcome(None, Failure(FailureKind.KILLED, "interrupted"))


def _stop_with_task(worker: Any, key: str, watch: Watch, ended: threading.Event) -> None:
    """A task that nobody waits for any more (Ctrl-C, or its client is dead) must not go on to its time limit."""
    while not ended.wait(0.2):
        task = worker.state.tasks.get(key)
        if task is None or task.state == "cancelled":
            watch.stop()
            return


def _distributed() -> Any:
    """The library, imported when it is needed; it has no types worth the name."""
    return importlib.import_module("distributed")


def _words(error: BaseException | None) -> str:
    return " ".join(str(error).split()) or type(error).__name__
