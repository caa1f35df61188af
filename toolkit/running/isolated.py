"""Workers: many isolated runs at once, each in a fresh process under a guard of its own."""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from copla.answers.failure import Failure, FailureKind
from copla.answers.result import Result
from copla.ground.errors import BackendError, ModelError
from copla.ground.limits import Progress, Watch
from copla.ground.numbers import shown
from copla.ground.status import Status
from copla.ground.text import in_words
from copla.running.frames import OUTCOME, GarbageError, Reader, frame, unpack
from copla.running.guard import SECONDS_TO_PREPARE, command
from copla.running.job import Errand, Job, Task
from copla.running.outcome import Finished, Outcome

Method = Literal["fork", "spawn"]

_TICK = 0.05
_CHUNK = 1 << 16


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_isolated(job: Job, watch: Watch | None = None) -> Outcome:
    """Run one job in a process of its own; the status is ``interrupted`` if the watch is stopped first.

    >>> from copla.ground.limits import Limits
    >>> job = Job("futoshiki", "example", "2:0,0L,0,0,", {}, "forward-checking", {}, Limits(seconds=60))
    >>> run_isolated(job).result.best.values
    {'r1c1': 1, 'r1c2': 2, 'r2c1': 2, 'r2c2': 1}
    """
    with Workers(1) as workers:
        for _, outcome in workers.map([job], watch):
            return outcome
    return Outcome(Result(Status.INTERRUPTED, backend=job.backend, options=dict(job.options)))


@dataclass(slots=True)
class Running:
    """A task that is under way: since when, and its counters as last heard."""

    key: Hashable
    task: Task
    request: bytes
    cold: bool
    since: float = field(default_factory=time.monotonic)
    worker: int | None = None
    progress: Progress = field(default_factory=Progress)
    reader: Reader = field(default_factory=Reader)

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.since

    @property
    def name(self) -> str:
        return f"{self.task.source} {self.task.backend}"


class Workers:
    """A pool of isolated processes, one fresh process a run. Use it in a ``with`` block, from one thread.

    ``count`` is how many runs there may be at once, by default the number of cores. Processes are forked from
    a template where that is safe (Linux), and started as new interpreters elsewhere. It is an executor: tasks that
    are submitted run as soon as there is room, and :meth:`next` gives them as they end.
    """

    def __init__(self, count: int | None = None, *, method: Method | None = None) -> None:
        if count is not None and (type(count) is not int or count < 1):
            raise ModelError(f"the number of runs at once is {shown(count)}, expected a whole number from 1 (or None)")
        if method not in (None, "fork", "spawn"):
            raise ModelError(f"found the method {shown(method)}, expected fork or spawn")
        self.slots = count or cores()
        self.method: Method = method or ("fork" if sys.platform == "linux" else "spawn")
        self._template: _Template | None = None
        self._folder: str | None = None
        self._guards: dict[socket.socket, subprocess.Popen[bytes]] = {}
        self._running: dict[socket.socket, Running] = {}
        self._waiting: deque[tuple[Hashable, Task, bytes]] = deque()
        self._selector = selectors.DefaultSelector()
        self._cold: set[str] = set()

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """End all runs that are under way, and the template."""
        for channel in list(self._running):
            self._forget(channel)
        if self._template is not None:
            self._template.close()
            self._template = None
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None
        self._selector.close()

    @property
    def running(self) -> list[Running]:
        """The runs under way, the oldest first."""
        return list(self._running.values())

    @property
    def description(self) -> str:
        return f"local, {self.slots} at once"

    def map(self, jobs: Iterable[Job], watch: Watch | None = None) -> Iterator[tuple[int, Outcome]]:
        """Run the jobs and give (index of the job, outcome) as they finish. Jobs are taken when there is room.

        Ends early when the watch is stopped: then the runs under way are killed and have no outcome.
        """
        waiting = enumerate(jobs)
        try:
            while True:
                while len(self._running) < self.slots and not (watch and watch.stopped):
                    taken = next(waiting, None)
                    if taken is None:
                        break
                    self.submit(*taken)
                finished = self.next(watch)
                if finished is None:
                    return
                assert isinstance(finished.key, int)
                yield finished.key, finished.outcome
        finally:
            self.stop()

    def submit(self, key: Hashable, task: Task) -> None:
        """Take a task; :meth:`next` will give its outcome together with the key.

        ModelError if something of it belongs to this process alone.
        """
        self._waiting.append((key, task, frame(json.dumps(task.to_json()).encode())))
        self._fill()

    def stop(self) -> None:
        """Kill all runs that are under way, and forget those that wait."""
        self._waiting.clear()
        for channel in list(self._running):
            self._forget(channel)

    def next(self, watch: Watch | None = None) -> Finished | None:
        """The next task that ends; None if there is none, or if the watch was stopped (its runs are killed).

        Meanwhile the watch gets the counters of all runs under way.
        """
        if watch is not None and watch.stopped:
            self.stop()
        while self._running:
            finished = self.poll()
            if finished is not None:
                return finished
            if watch is not None:
                watch.show(run.progress for run in self._running.values())
                if watch.stopped:
                    self.stop()
        return None

    def poll(self, seconds: float = _TICK) -> Finished | None:
        """Listen to the runs for a moment; the task that ended meanwhile, if one did."""
        for key, _ in self._selector.select(seconds):
            channel = key.fileobj
            assert isinstance(channel, socket.socket)
            outcome = self._read(channel)
            if outcome is not None:
                run = self._running[channel]
                self._forget(channel)
                self._fill()
                return Finished(run.key, outcome, run.seconds)
        for channel, run in list(self._running.items()):
            # A library may hang while it is loaded into a template: then the worker is to load it.
            if run.worker is None and not run.cold and run.seconds > SECONDS_TO_PREPARE:
                self._again_cold(channel)
        return None

    def cancel(self, key: Hashable) -> None:
        """End one task, whether it runs or waits; it will have no outcome."""
        self._waiting = deque(waiting for waiting in self._waiting if waiting[0] != key)
        for channel, run in list(self._running.items()):
            if run.key == key:
                self._forget(channel)
        self._fill()

    @property
    def waiting(self) -> list[Hashable]:
        """The keys of the tasks that have not begun, the next first."""
        return [key for key, _, _ in self._waiting]

    def _fill(self) -> None:
        """Begin what waits, as far as there is room."""
        while self._waiting and len(self._running) < self.slots:
            key, task, request = self._waiting.popleft()
            self._begin(Running(key, task, request, cold=task.backend in self._cold))

    def _begin(self, run: Running) -> None:
        ours, theirs = socket.socketpair()
        try:
            if self.method == "fork":
                self._fork_guard(run, theirs)
            else:
                arguments, nothing = command("guard", self._shared_folder()), subprocess.DEVNULL
                self._guards[ours] = subprocess.Popen(
                    arguments, stdin=theirs.fileno(), stdout=nothing, stderr=nothing, start_new_session=True
                )
        finally:
            theirs.close()
        self._running[ours] = run
        self._selector.register(ours, selectors.EVENT_READ)
        with contextlib.suppress(OSError):  # a guard that has ended already is noticed when its answer is missing
            ours.sendall(run.request)

    def _fork_guard(self, run: Running, channel: socket.socket) -> None:
        module = run.task.module if isinstance(run.task, Errand) else ""
        request = {"backend": run.task.backend, "puzzle": run.task.puzzle, "cold": run.cold, "module": module}
        for attempt in (1, 2):
            self._template = self._template or _Template(self._shared_folder())
            try:
                self._template.ask(request, channel)
                return
            except OSError:  # it has ended
                reason = self._template.close()
                self._template = None
                if attempt == 2:
                    raise BackendError(f"cannot start processes: {reason or 'no reason given'}") from None

    def _shared_folder(self) -> str:
        """Where the runs have their folders for temporary files."""
        self._folder = self._folder or tempfile.mkdtemp(prefix="copla-")
        return self._folder

    def _read(self, channel: socket.socket) -> Outcome | None:
        """Hear what the guard says; the outcome if this is it."""
        run = self._running[channel]
        try:
            data = channel.recv(_CHUNK)
            for body in run.reader.feed(data):
                if body.startswith(OUTCOME):
                    return _outcome(body)
                message = unpack(body)
                match message["event"]:
                    case "started":
                        run.worker = message["worker"]
                    case "progress":
                        run.progress = Progress(**message["counters"])
        except (GarbageError, OSError):
            data = b""
        if data:
            return None
        if run.worker is None and not run.cold:
            self._again_cold(channel)
            return None
        if run.worker is not None:
            with contextlib.suppress(OSError):
                os.killpg(run.worker, signal.SIGKILL)
        reason = self._template.last_words() if self._template else ""
        why = f"the guard of the run ended: {reason or 'no reason given'}"
        return Outcome(None, Failure.of(FailureKind.KILLED, why))

    def _again_cold(self, channel: socket.socket) -> None:
        run = self._running[channel]
        self._forget(channel)
        self._cold.add(run.task.backend)
        self._begin(Running(run.key, run.task, run.request, cold=True))

    def _forget(self, channel: socket.socket) -> None:
        """Close the channel of a run: if it is still under way, its guard ends it."""
        del self._running[channel]
        self._selector.unregister(channel)
        channel.close()
        guard = self._guards.pop(channel, None)
        if guard is not None:
            guard.wait()


def _outcome(body: bytes) -> Outcome:
    """What the worker sent; a backend that has spoilt the process in which it ran may have sent anything."""
    try:
        return Outcome.from_json(unpack(body))
    except (GarbageError, KeyError, TypeError, ValueError) as error:
        return Outcome(None, Failure.of(FailureKind.NONSENSE, in_words(error)))


class _Template:
    """The process from which guards are forked."""

    def __init__(self, folder: str) -> None:
        self._requests, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                command("template", folder),
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C in a terminal is for the caller alone
            )

    def ask(self, request: dict[str, object], channel: socket.socket) -> None:
        socket.send_fds(self._requests, [json.dumps(request).encode()], [channel.fileno()])

    def close(self) -> str:
        """End the template, and whatever it has forked; gives the last words it said."""
        self._requests.close()
        try:
            self._process.wait(3)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        assert self._process.stderr is not None
        with self._process.stderr:
            return self.last_words()

    def last_words(self) -> str:
        """The last line that the template or a guard has complained about."""
        assert self._process.stderr is not None
        os.set_blocking(self._process.stderr.fileno(), False)
        said = (self._process.stderr.read() or b"").decode(errors="replace").split("\n")
        return next((line for line in reversed(said) if line.strip()), "")
