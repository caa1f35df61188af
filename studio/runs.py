"""Runs: all that takes time happens in isolated processes, at most as many as there are cores; the rest queues in view.

One thread owns the pool. A request submits a task and hears what becomes of it as events; when the listener goes (the
tab was closed, the reader has cancelled), the run is ended, whether it runs or waits.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import queue
import threading
import time
from collections.abc import AsyncIterator
from dataclasses import asdict, dataclass, field
from typing import Any

from copla.answers.failure import Failure, FailureKind
from copla.ground.errors import CoplaError
from copla.ground.text import in_words
from copla.running.isolated import Workers
from copla.running.job import Task
from copla.running.outcome import Outcome

_SECONDS_BETWEEN_NEWS = 0.1
_TICK = 0.01
MOST_WAITING = 1000


@dataclass(slots=True)
class Event:
    """News of a run: ``queued`` (behind how many), ``running`` (with its counters) or ``ended`` (with its outcome)."""

    kind: str
    data: dict[str, Any] = field(default_factory=dict)
    outcome: Outcome | None = None


@dataclass(slots=True)
class _Listener:
    loop: asyncio.AbstractEventLoop
    events: asyncio.Queue[Event]

    def tell(self, event: Event) -> None:
        with contextlib.suppress(RuntimeError):  # the server is stopping
            self.loop.call_soon_threadsafe(self.events.put_nowait, event)


class Runs:
    """The pool of the studio. ``start`` it with the server and ``close`` it at the end."""

    def __init__(self, count: int | None = None) -> None:
        self._count = count
        self._keys = itertools.count()
        self._commands: queue.SimpleQueue[tuple[str, int, Task | None]] = queue.SimpleQueue()
        self._listeners: dict[int, _Listener] = {}
        self._thread = threading.Thread(target=self._work, name="runs", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """End all runs."""
        self._commands.put(("close", 0, None))
        self._thread.join(10)

    async def follow(self, task: Task) -> AsyncIterator[Event]:
        """Run a task: its news, the last of which is that it ended. Closing the iterator ends the run."""
        if len(self._listeners) >= MOST_WAITING:
            raise CoplaError(f"{MOST_WAITING} runs wait already: try again later")
        key = next(self._keys)
        listener = _Listener(asyncio.get_running_loop(), asyncio.Queue())
        self._listeners[key] = listener
        self._commands.put(("submit", key, task))
        try:
            while True:
                event = await listener.events.get()
                yield event
                if event.kind == "ended":
                    return
        finally:
            del self._listeners[key]
            self._commands.put(("cancel", key, None))

    async def outcome(self, task: Task) -> Outcome:
        """Run a task and wait for its end."""
        events = self.follow(task)
        try:
            async for event in events:
                if event.outcome is not None:
                    return event.outcome
        finally:
            await events.aclose()  # type: ignore[attr-defined]
        raise CoplaError("the run has no outcome")

    def _work(self) -> None:
        with Workers(self._count) as workers:
            last_news = 0.0
            while True:
                busy = bool(workers.running or workers.waiting)
                if not self._obey(workers, wait=not busy):
                    return
                finished = workers.poll(_TICK) if busy else None
                if finished is not None and isinstance(finished.key, int):
                    self._tell(finished.key, Event("ended", {"seconds": finished.elapsed}, finished.outcome))
                if time.monotonic() - last_news > _SECONDS_BETWEEN_NEWS:
                    last_news = time.monotonic()
                    self._report(workers)

    def _obey(self, workers: Workers, *, wait: bool) -> bool:
        """Do what was asked for meanwhile; False at the end."""
        while True:
            try:
                command, key, task = self._commands.get(block=wait)
            except queue.Empty:
                return True
            wait = False
            if command == "close":
                return False
            try:
                if command == "submit" and task is not None and key in self._listeners:
                    workers.submit(key, task)
                    if key in workers.waiting:
                        self._tell(key, Event("queued", {"ahead": workers.waiting.index(key)}))
                elif command == "cancel":
                    workers.cancel(key)
            except (CoplaError, OSError) as error:
                self._tell(key, Event("ended", {}, Outcome(None, Failure.of(FailureKind.FAILED, in_words(error)))))

    def _report(self, workers: Workers) -> None:
        for place, key in enumerate(workers.waiting):
            self._tell(key, Event("queued", {"ahead": place}))
        for run in workers.running:
            self._tell(run.key, Event("running", {"seconds": run.seconds, **asdict(run.progress)}))

    def _tell(self, key: Any, event: Event) -> None:
        listener = self._listeners.get(key)
        if listener is not None:
            listener.tell(event)
