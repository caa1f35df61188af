"""Running what is missing of a comparison, and how long that will still take."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

from copla.comparing.runs import Plan, Run
from copla.comparing.store import Record, Store
from copla.ground.limits import Watch
from copla.ground.status import Status
from copla.running.outcome import Executor


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
        columns = zip(self._left, self._times, strict=True)
        work = sum(left * (sum(times) / len(times) if times else mean) for left, times in columns)
        return work / max(1, min(self.slots, self.total - self.done))


def execute(store: Store, executor: Executor, watch: Watch, tell: Callable[[Run, float], None] | None = None) -> int:
    """Run what the store is missing, and write each run as it ends; gives the number of runs that were written.

    ``tell`` hears of every run that was written. A run that was interrupted is not written: it is still missing.
    """
    waiting = deque(store.pending())
    running = written = 0
    if not waiting:
        return written
    store.begin(executor.description)
    while True:
        while waiting and running < executor.slots:
            run = waiting.popleft()
            executor.submit(run, store.plan.job(run))
            running += 1
        finished = executor.next(watch)
        if finished is None:
            return written
        running -= 1
        result = finished.outcome.result
        assert isinstance(finished.key, Run)
        if result is not None and result.status is Status.INTERRUPTED:
            continue
        if store.record(finished.key, finished.outcome, finished.elapsed, finished.place):
            written += 1
            if tell is not None:
                tell(finished.key, finished.elapsed)
