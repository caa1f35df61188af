"""Running what is missing of a comparison, and how long that will still take."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from copla.comparing.runs import Plan, Run
from copla.comparing.store import Record, Store
from copla.ground.limits import Watch
from copla.ground.status import Status
from copla.running.jobs import Job, Outcome
from copla.running.workers import Workers


@dataclass(frozen=True, slots=True)
class Finished:
    """A job that has ended: its index, what became of it, seconds from start to end, and where it ran."""

    index: int
    outcome: Outcome
    elapsed: float
    place: str = ""


class Executor(Protocol):
    """Something that runs jobs, each in an isolated process."""

    @property
    def description(self) -> str:
        """Where it runs them, in a few words."""

    @property
    def slots(self) -> int:
        """How many run at once."""

    def map(self, jobs: Sequence[Job], watch: Watch) -> Iterator[Finished]:
        """The jobs as they end, in any order; stops early, and ends what is running, when the watch is stopped."""


@dataclass(frozen=True, slots=True)
class Local:
    """Processes of this machine."""

    slots: int

    @property
    def description(self) -> str:
        return f"local, {self.slots} at once"

    def map(self, jobs: Sequence[Job], watch: Watch) -> Iterator[Finished]:
        began: dict[int, float] = {}

        def taken() -> Iterator[Job]:
            for index, job in enumerate(jobs):
                began[index] = time.monotonic()
                yield job

        with Workers(self.slots) as workers:
            for index, outcome in workers.map(taken(), watch):
                yield Finished(index, outcome, time.monotonic() - began[index])


class Progress:
    """What is done and what is left, and an estimate of the time that it takes.

    A run to come is expected to take the mean of the finished runs of its configuration, or of all finished
    runs while there is none of its own.
    """

    def __init__(self, plan: Plan, finished: Sequence[Record], slots: int) -> None:
        runs = plan.runs()
        self.total = len(runs)
        self.done = 0
        self.slots = slots
        self._left = [0] * len(plan.configurations)
        self._times: list[list[float]] = [[] for _ in plan.configurations]
        for run in runs:
            self._left[run.configuration] += 1
        for record in finished:
            self.count(record.run, record.elapsed)

    def count(self, run: Run, elapsed: float) -> None:
        """One more run has ended."""
        self.done += 1
        self._left[run.configuration] -= 1
        self._times[run.configuration].append(elapsed)

    @property
    def seconds_left(self) -> float | None:
        """The estimate; None before the first run has ended."""
        everyone = [elapsed for times in self._times for elapsed in times]
        if not everyone:
            return None
        mean = sum(everyone) / len(everyone)
        work = sum(
            left * (sum(times) / len(times) if times else mean)
            for left, times in zip(self._left, self._times, strict=True)
        )
        return work / max(1, min(self.slots, self.total - self.done))


def execute(store: Store, executor: Executor, watch: Watch, tell: Callable[[Run, float], None] | None = None) -> int:
    """Run what the store is missing, and write each run as it ends; gives the number of runs that were written.

    ``tell`` hears of every run that was written. A run that was interrupted is not written: it is still missing.
    """
    runs = store.pending()
    written = 0
    if not runs:
        return written
    store.begin(executor.description)
    for finished in executor.map([store.plan.job(run) for run in runs], watch):
        result = finished.outcome.result
        if result is not None and result.status is Status.INTERRUPTED:
            continue
        if store.record(runs[finished.index], finished.outcome, finished.elapsed, finished.place):
            written += 1
            if tell is not None:
                tell(runs[finished.index], finished.elapsed)
    return written
