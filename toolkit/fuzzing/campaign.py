"""A campaign: workers in processes of their own run batch after batch; a crash or a hang is a failure with its seed.

The parent never runs a backend. A worker that dies is replaced, and goes on behind the run that killed it; one that
says nothing for longer than a run may take is killed.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from copla.fuzzing.progress import Failure, Progress

BATCH = 20
GRACE = 20.0
"""Seconds without a word after which a worker hangs; a run may take two, and machines are busy."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to run: families in turn, batch after batch, from a first seed on."""

    families: Sequence[str]
    backends: Sequence[str]
    seed: int = 1
    count: int | None = None
    minutes: float | None = None
    workers: int = 1
    grace: float = GRACE
    environment: dict[str, str] = field(default_factory=dict)

    def batches(self, progress: Progress) -> Iterator[_Batch]:
        """The batches that are not done yet, without end unless there is a count."""
        first = self.seed
        while self.count is None or first < self.seed + self.count:
            size = BATCH if self.count is None else min(BATCH, self.seed + self.count - first)
            for family in self.families:
                left = [seed for seed in range(first, first + size) if not progress.is_done(family, seed)]
                if left:
                    yield _Batch(family, left[0], left[-1] - left[0] + 1)
            first += size


@dataclass(slots=True)
class _Batch:
    family: str
    first: int
    count: int
    skip: int = 0


def run_campaign(plan: Plan, progress: Progress, tell: Callable[[str], None]) -> list[Failure]:
    """Run until the count or the minutes are over, or until Ctrl-C; everything found in this run, in order."""
    return _Campaign(plan, progress, tell).run()


class _Campaign:
    def __init__(self, plan: Plan, progress: Progress, tell: Callable[[str], None]) -> None:
        self.plan = plan
        self.progress = progress
        self.tell = tell
        self.batches = plan.batches(progress)
        self.failures: list[Failure] = []
        self.problems = 0
        self.deadline = None if plan.minutes is None else time.monotonic() + 60 * plan.minutes
        self.selector = selectors.DefaultSelector()

    def run(self) -> list[Failure]:
        workers = [_Worker(self.plan) for _ in range(self.plan.workers)]
        told, began = time.monotonic(), time.monotonic()
        try:
            for worker in workers:
                self.next_batch(worker)
            while any(worker.batch for worker in workers):
                for key, _ in self.selector.select(timeout=0.2):
                    self.hear(key.data)
                for worker in workers:
                    if worker.batch is not None and time.monotonic() - worker.heard > self.plan.grace:
                        self.lost(worker, "hang", f"no answer after {self.plan.grace:.0f} s")
                if time.monotonic() - told > 10:
                    told = time.monotonic()
                    rate = self.problems / (told - began)
                    self.tell(f"{self.problems} problems, {rate:.0f} a second, {len(self.failures)} failures")
        except KeyboardInterrupt:
            self.tell("interrupted")
        finally:
            for worker in workers:
                self.record(worker)
                worker.kill()
        return self.failures

    def next_batch(self, worker: _Worker) -> None:
        over = self.deadline is not None and time.monotonic() >= self.deadline
        batch = None if over else next(self.batches, None)
        if batch is not None:
            self.start(worker, batch)

    def start(self, worker: _Worker, batch: _Batch) -> None:
        if worker.process is None:
            self.selector.register(worker.start(), selectors.EVENT_READ, worker)
        worker.send(batch)

    def hear(self, worker: _Worker) -> None:
        lines = worker.lines()
        for line in lines:
            worker.heard = time.monotonic()
            self.take(worker, json.loads(line))
        if lines is worker.ENDED and worker.batch is not None:
            self.lost(worker, "crash", worker.last_words())

    def take(self, worker: _Worker, report: dict[str, Any]) -> None:
        match report["what"]:
            case "run":
                worker.running = report
            case "case":
                worker.running = {"seed": report["seed"], "number": -1, "configuration": {}}
            case "finding":
                self.found(worker, report["seed"], report["configuration"], report["kind"], report["text"])
            case "done":
                self.problems += 1
                worker.seeds.append(report["seed"])
                worker.counts.update(report["counts"])
                worker.pairs.extend(map(tuple, report["pairs"]))
            case "batch":
                self.record(worker)
                self.next_batch(worker)
            case _:
                self.tell(report["text"])

    def found(self, worker: _Worker, seed: int, configuration: dict[str, Any], kind: str, text: str) -> None:
        assert worker.batch is not None
        failure = Failure(worker.batch.family, seed, configuration, kind, text)
        worker.failures.append(failure)
        self.failures.append(failure)
        if sum(other.signature == failure.signature for other in self.failures) <= 3:
            self.tell(f"{failure.family} {seed}: {failure.signature}: {text}\n    {configuration}")

    def lost(self, worker: _Worker, kind: str, text: str) -> None:
        """A worker died or hangs: write down what it was doing, and let another one go on behind that."""
        assert worker.batch is not None
        batch, running = worker.batch, worker.running
        self.selector.unregister(worker.output)
        worker.kill()
        seed = running["seed"] if running else batch.first
        number = running["number"] if running else -1
        self.found(worker, seed, running["configuration"] if running else {}, kind, text)
        end = batch.first + batch.count
        if number < 0:  # it died before a run: while the problem was made
            worker.seeds.append(seed)
            rest = _Batch(batch.family, seed + 1, end - seed - 1)
        else:
            worker.counts.update(problems=1)
            rest = _Batch(batch.family, seed, end - seed, number + 1)
        self.record(worker)
        if rest.count:
            self.start(worker, rest)
        else:
            self.next_batch(worker)

    def record(self, worker: _Worker) -> None:
        if worker.batch is not None:
            found = worker.seeds, worker.counts, worker.pairs, worker.failures
            self.progress.record(worker.batch.family, *found)
        worker.clear()


class _Worker:
    """The parent's side of a worker: the process, what it said last, and what its batch has brought so far."""

    ENDED: list[bytes] = []  # noqa: RUF012 - a sign, compared by identity

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.process: subprocess.Popen[bytes] | None = None
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115 - as long as the worker
        self.rest = b""
        self.heard = 0.0
        self.running: dict[str, Any] | None = None
        self.clear()

    def clear(self) -> None:
        self.batch: _Batch | None = None
        self.seeds: list[int] = []
        self.counts: Counter[str] = Counter()
        self.pairs: list[tuple[str, str, str]] = []
        self.failures: list[Failure] = []

    def start(self) -> int:
        self.errors.truncate(0)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "copla.fuzzing.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            start_new_session=True,
            env=os.environ | {"PYTHONHASHSEED": "0"} | self.plan.environment,
        )
        self.rest = b""
        return self.output

    @property
    def output(self) -> int:
        assert self.process is not None
        assert self.process.stdout is not None
        return self.process.stdout.fileno()

    def send(self, batch: _Batch) -> None:
        assert self.process is not None
        assert self.process.stdin is not None
        self.batch, self.running, self.heard = batch, None, time.monotonic()
        order = {"family": batch.family, "first": batch.first, "count": batch.count, "skip": batch.skip}
        try:
            self.process.stdin.write((json.dumps(order | {"backends": list(self.plan.backends)}) + "\n").encode())
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # it has died; its output ends, and that is noticed

    def lines(self) -> list[bytes]:
        """The whole lines that have arrived, or ENDED."""
        chunk = os.read(self.output, 1 << 16)
        if not chunk:
            return self.ENDED
        *lines, self.rest = (self.rest + chunk).split(b"\n")
        return lines

    def last_words(self) -> str:
        """How the process ended, and the end of what it wrote on standard error."""
        assert self.process is not None
        status = self.process.wait()
        ended = signal.Signals(-status).name if status < 0 else f"exit status {status}"
        self.errors.seek(max(0, self.errors.seek(0, os.SEEK_END) - 500))
        words = " ".join(self.errors.read().decode(errors="replace").split())
        return f"{ended} {words}".strip()

    def kill(self) -> None:
        """End the process and everything in its session."""
        if self.process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with contextlib.suppress(BrokenPipeError):
                    stream.close()
        self.process = None
