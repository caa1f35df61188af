"""A campaign: workers in processes of their own run batch after batch; a crash or a hang is a failure with its seed.

The parent never runs a backend. A worker that dies is replaced, and goes on behind the run that killed it; one that
says nothing for longer than a run may take is killed.
"""

from __future__ import annotations

import math
import selectors
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import islice
from typing import Any, Protocol

from copla.fuzzing.process import GRACE, WorkerProcess
from copla.fuzzing.progress import Brought, Failure, Progress, ranges_of
from copla.fuzzing.trials import Trial
from copla.ground.errors import CoplaError
from copla.ground.limits import Limits, Watch
from copla.running.job import Errand
from copla.running.outcome import Executor


class Keeper(Protocol):
    """Who keeps what a campaign has done: a file, see ``copla.fuzzing.progress``."""

    def is_done(self, family: str, seed: int) -> bool:
        """Whether a problem was asked about before."""

    def record(self, brought: Brought) -> None:
        """What a batch did, all of it or nothing."""


BATCH = 20
BATCHES = {
    "sums": 40, "systems": 40, "many": 4, "hard": 4, "crowds": 4, "large": 4, "counters": 4, "spacious": 8,
    "conditions": 8, "freecell": 4, "klotski": 4,
}  # fmt: skip
"""Families that get more turns than others because most is found there, or fewer because their problems take longer."""


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

    def batches(self, progress: Keeper) -> Iterator[Batch]:
        """The batches that are not done yet, family by family in turn, until the count or the minutes are over."""
        deadline = math.inf if self.minutes is None else time.monotonic() + 60 * self.minutes
        next_seed = dict.fromkeys(self.families, self.seed)
        while next_seed:
            for family, first in list(next_seed.items()):
                size = BATCHES.get(family, BATCH)
                if self.count is not None:
                    size = min(size, self.seed + self.count - first)
                if size <= 0:
                    del next_seed[family]
                    continue
                next_seed[family] = first + size
                left = [seed for seed in range(first, first + size) if not progress.is_done(family, seed)]
                for one, last in ranges_of(left):
                    if time.monotonic() >= deadline:
                        return
                    yield Batch(family, one, last - one + 1)


@dataclass(slots=True)
class Batch:
    """Seeds of a family that one worker runs, one after the other."""

    family: str
    first: int
    count: int
    skip: int = 0


def run_campaign(plan: Plan, progress: Keeper, tell: Callable[[str], None]) -> list[Failure]:
    """Run until the count or the minutes are over; everything found in this run, in order. Ctrl-C is passed on."""
    return _Campaign(plan, progress, tell).run()


class _Told:
    """What was found so far; of each kind the first three are told, and every ten seconds how far it is."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self.tell = tell
        self.failures: list[Failure] = []
        self.problems = 0
        self.began = self.last = time.monotonic()

    def found(self, failure: Failure) -> None:
        self.failures.append(failure)
        if sum(other.signature == failure.signature for other in self.failures) <= 3:
            asked = f"\n    {Trial.from_json(failure.trial)}" if failure.trial else ""
            self.tell(f"{failure.family} {failure.seed}: {failure.signature}: {failure.text}{asked}")

    def progress(self) -> None:
        now = time.monotonic()
        if now - self.last > 10:
            self.last, rate = now, self.problems / (now - self.began)
            self.tell(f"{self.problems} problems, {rate:.0f} a second, {len(self.failures)} failures")


class _Campaign:
    def __init__(self, plan: Plan, progress: Keeper, tell: Callable[[str], None]) -> None:
        self.plan = plan
        self.progress = progress
        self.told = _Told(tell)
        self.batches = plan.batches(progress)
        self.selector = selectors.DefaultSelector()

    def run(self) -> list[Failure]:
        workers = [_Worker(WorkerProcess(self.plan.environment)) for _ in range(self.plan.workers)]
        try:
            for worker in workers:
                self.next_batch(worker)
            while any(worker.batch for worker in workers):
                for key, _ in self.selector.select(timeout=0.2):
                    self.hear(key.data)
                for worker in workers:
                    if worker.batch is not None and worker.process.hangs(self.plan.grace):
                        self.lost(worker, "hang", f"no answer after {self.plan.grace:.0f} s")
                self.told.progress()
        finally:
            for worker in workers:
                self.record(worker)
                worker.process.kill()
        return self.told.failures

    def next_batch(self, worker: _Worker) -> None:
        for batch in islice(self.batches, 1):
            self.start(worker, batch)

    def start(self, worker: _Worker, batch: Batch) -> None:
        worker.batch, worker.running, worker.brought = batch, None, Brought(batch.family)
        if not worker.process.started:
            worker.process.start()
            self.selector.register(worker.process.output, selectors.EVENT_READ, worker)
        worker.process.send(asdict(batch) | {"backends": list(self.plan.backends)})

    def hear(self, worker: _Worker) -> None:
        reports = worker.process.reports()
        for report in reports or ():
            self.take(worker, report)
        if reports is None and worker.batch is not None:
            self.lost(worker, "crash", worker.process.last_words())

    def take(self, worker: _Worker, report: dict[str, Any]) -> None:
        match report["what"]:
            case "run":
                worker.running = report
            case "case":
                worker.running = {"seed": report["seed"], "number": -1, "trial": {}}
            case "finding":
                self.found(worker, report["seed"], report["trial"], report["kind"], report["text"])
            case "done":
                self.told.problems += 1
                worker.brought.seeds.append(report["seed"])
                worker.brought.counts.update(report["counts"])
                worker.brought.pairs.extend(map(tuple, report["pairs"]))
            case "batch":
                self.record(worker)
                self.next_batch(worker)
            case _:
                self.told.tell(report["text"])

    def found(self, worker: _Worker, seed: int, trial: dict[str, Any], kind: str, text: str) -> None:
        assert worker.batch is not None
        failure = Failure(worker.batch.family, seed, trial, kind, text)
        worker.brought.failures.append(failure)
        self.told.found(failure)

    def lost(self, worker: _Worker, kind: str, text: str) -> None:
        """A worker died or hangs: write down what it was doing, and let another one go on behind that."""
        assert worker.batch is not None
        batch, running = worker.batch, worker.running or {"seed": worker.batch.first, "number": -1, "trial": {}}
        self.selector.unregister(worker.process.output)
        worker.process.kill()
        seed, number = running["seed"], running["number"]
        self.found(worker, seed, running["trial"], kind, text)
        end = batch.first + batch.count
        if number < 0:  # it died before a run: while the problem was made
            worker.brought.seeds.append(seed)
            rest = Batch(batch.family, seed + 1, end - seed - 1)
        else:
            worker.brought.counts.update(problems=1)
            rest = Batch(batch.family, seed, end - seed, number + 1)
        self.record(worker)
        if rest.count:
            self.start(worker, rest)
        else:
            self.next_batch(worker)

    def record(self, worker: _Worker) -> None:
        if worker.batch is not None:
            self.progress.record(worker.brought)
        worker.batch = None


@dataclass(slots=True)
class _Worker:
    """A worker, what it is doing, and what its batch has brought so far."""

    process: WorkerProcess
    batch: Batch | None = None
    running: dict[str, Any] | None = None
    brought: Brought = field(default_factory=lambda: Brought(""))


def run_campaign_on(executor: Executor, plan: Plan, progress: Progress, tell: Callable[[str], None]) -> list[Failure]:
    """Like ``run_campaign``, with as many batches at once as the executor has slots: each is an errand.

    That is a small campaign of its own where it runs, so that a crash or a hang is found there as it would be here.
    """
    told, batches, watch = _Told(tell), plan.batches(progress), Watch()
    watch.begin()

    def submit(most: int = 1) -> None:
        for batch in islice(batches, most):
            executor.submit((batch.family, batch.first), _errand(plan, batch))

    try:
        submit(executor.slots)
        while (done := executor.next(watch)) is not None:
            if done.outcome.answer is None:
                family, first = done.key if isinstance(done.key, tuple) else (done.key, "")
                raise CoplaError(f"the batch {family} {first} did not come back: {done.outcome.failure}")
            brought = Brought.from_json(done.outcome.answer)
            progress.record(brought)
            told.problems += len(brought.seeds)
            for failure in brought.failures:
                told.found(failure)
            told.progress()
            submit()
    except KeyboardInterrupt:
        watch.stop()
        executor.next(watch)
        raise
    return told.failures


def _errand(plan: Plan, batch: Batch) -> Errand:
    about = {"backends": list(plan.backends), "grace": plan.grace, "environment": plan.environment}
    return Errand("copla.fuzzing.campaign:run_batch", asdict(batch) | about, Limits())


def run_batch(data: Mapping[str, Any], watch: Watch) -> dict[str, Any]:
    """One batch, here; what it has brought, as plain data."""
    settings = {name: data[name] for name in ("backends", "count", "grace", "environment")}
    brought = Brought(data["family"])
    run_campaign(Plan((data["family"],), seed=data["first"], **settings), brought, lambda line: None)
    return brought.to_json()
