"""Runs: all that takes time happens in isolated processes, as many as there are cores; the rest queues in view.

One thread owns the pool. A request submits a task and hears what becomes of it as events; when the listener goes (the
tab was closed, the reader has cancelled), the run is ended, whether it runs or waits. To the page go lines of JSON, one
for each event, until the end or until the reader has gone.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import queue
import threading
import time
import traceback
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing
from dataclasses import asdict, dataclass, field
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from copla.answers.failure import Failure, FailureKind
from copla.ground.errors import CoplaError
from copla.ground.text import in_words
from copla.running.isolated import Workers
from copla.running.job import Errand, Task
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


class Runs:
    """The pool of the studio. ``start`` it with the server and ``close`` it at the end."""

    def __init__(self, count: int | None = None) -> None:
        self._count = count
        self._keys = itertools.count()
        self._commands: queue.SimpleQueue[tuple[str, int, Task | None]] = queue.SimpleQueue()
        self._listeners: dict[int, tuple[asyncio.AbstractEventLoop, asyncio.Queue[Event]]] = {}
        self._thread = threading.Thread(target=self._work, name="runs", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._commands.put(("close", 0, None))
        self._thread.join(10)

    async def follow(self, task: Task) -> AsyncIterator[Event]:
        """Run a task: its news, the last of which is that it ended. Closing the iterator ends the run."""
        if len(self._listeners) >= MOST_WAITING:
            raise CoplaError(f"{MOST_WAITING} runs wait already: try again later")
        key = next(self._keys)
        events: asyncio.Queue[Event] = asyncio.Queue()
        self._listeners[key] = asyncio.get_running_loop(), events
        self._commands.put(("submit", key, task))
        try:
            while True:
                event = await events.get()
                yield event
                if event.kind == "ended":
                    return
        finally:
            del self._listeners[key]
            self._commands.put(("cancel", key, None))

    async def wait(self, task: Task) -> None:
        async for _ in news(self.follow(task)):
            pass

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
            loop, events = listener
            with contextlib.suppress(RuntimeError):  # the server is stopping
                loop.call_soon_threadsafe(events.put_nowait, event)


Events = AsyncGenerator[dict[str, Any], None]


class Lines(Response):
    """A stream of JSON lines. When the reader goes, or the studio ends, the generator is closed and its runs end."""

    media_type = "application/x-ndjson"

    def __init__(self, events: Events, ending: asyncio.Event) -> None:
        self.events, self.ending = events, ending
        super().__init__()
        self.raw_headers = [(b"content-type", b"application/x-ndjson"), (b"cache-control", b"no-store")]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        writing = asyncio.ensure_future(self._write(send))
        listening = asyncio.ensure_future(_gone(receive))
        ending = asyncio.ensure_future(self.ending.wait())
        tasks = (writing, listening, ending)
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            cut_off = ending.done() and not writing.done()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if cut_off:
            await _send(send, {"event": "failed", "error": "The studio was ended before it had an answer."})
            await _close(send)

    async def _write(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        async with aclosing(self.events):
            try:
                async for event in self.events:
                    await _send(send, event)
            except CoplaError as error:
                await _send(send, {"event": "failed", "error": str(error)})
            except Exception as error:
                traceback.print_exc()
                await _send(send, {"event": "failed", "error": f"the studio broke down: {in_words(error)}"})
        await _close(send)


async def of_errand(runs: Runs, errand: Errand) -> Events:
    """What an errand brings back, and meanwhile how far it is."""
    async for event in news(runs.follow(errand)):
        if event.outcome is None:
            yield {"event": event.kind, **event.data}
            continue
        answer = event.outcome.answer
        if answer is None:
            yield {"event": "failed", "error": f"{errand.source} {event.outcome.failure}"}
        elif "error" in answer:
            yield {"event": "failed", **answer}
        else:
            yield {"event": "answer", **event.data, **answer}


async def news(events: Any) -> AsyncGenerator[Event, None]:
    """The same events, from a source that is closed together with this one."""
    async with aclosing(events):
        async for event in events:
            yield event


def plain(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


async def _send(send: Send, event: Mapping[str, Any]) -> None:
    await send({"type": "http.response.body", "body": plain(event) + b"\n", "more_body": True})


async def _close(send: Send) -> None:
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
