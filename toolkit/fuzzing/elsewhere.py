"""A campaign on an executor, such as a cluster: each batch is an errand, a small campaign of its own where it runs.

So a crash or a hang is found there as it would be here, and what comes back is what a batch has brought.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from copla.fuzzing.campaign import Batch, Plan, run_campaign, tell_first
from copla.fuzzing.progress import Brought, Failure, Progress
from copla.ground.errors import CoplaError
from copla.ground.limits import Limits, Watch
from copla.running.executor import Executor
from copla.running.job import Errand


def run_campaign_on(executor: Executor, plan: Plan, progress: Progress, tell: Callable[[str], None]) -> list[Failure]:
    """Like ``run_campaign``, with as many batches at once as the executor has slots."""
    failures: list[Failure] = []
    problems, began = 0, time.monotonic()
    told, deadline = began, None if plan.minutes is None else began + 60 * plan.minutes
    batches, watch = plan.batches(progress), Watch()
    watch.begin()

    def submit() -> None:
        over = deadline is not None and time.monotonic() >= deadline
        batch = None if over else next(batches, None)
        if batch is not None:
            executor.submit((batch.family, batch.first), _errand(plan, batch))

    try:
        for _ in range(executor.slots):
            submit()
        while (done := executor.next(watch)) is not None:
            if done.outcome.answer is None:
                family, first = done.key if isinstance(done.key, tuple) else (done.key, "")
                raise CoplaError(f"the batch {family} {first} did not come back: {done.outcome.failure}")
            brought = Brought.from_json(done.outcome.answer)
            progress.record(brought)
            problems += len(brought.seeds)
            for failure in brought.failures:
                failures.append(failure)
                tell_first(failure, failures, tell)
            if time.monotonic() - told > 10:
                told = time.monotonic()
                rate = problems / (told - began)
                tell(f"{problems} problems, {rate:.0f} a second, {len(failures)} failures")
            submit()
    except KeyboardInterrupt:
        watch.stop()
        executor.next(watch)
        raise
    return failures


def _errand(plan: Plan, batch: Batch) -> Errand:
    order = {"family": batch.family, "first": batch.first, "count": batch.count}
    about = {"backends": list(plan.backends), "grace": plan.grace, "environment": plan.environment}
    return Errand("copla.fuzzing.elsewhere:run_batch", order | about, Limits())


def run_batch(data: Mapping[str, Any], watch: Watch) -> dict[str, Any]:
    """One batch, here; what it has brought, as plain data."""
    plan = Plan((data["family"],), data["backends"], data["first"], data["count"])
    kept = _Kept(Brought(data["family"]))
    run_campaign(replace(plan, grace=data["grace"], environment=data["environment"]), kept, lambda line: None)
    return kept.brought.to_json()


@dataclass(frozen=True, slots=True)
class _Kept:
    """What the workers of one batch have brought, to be sent."""

    brought: Brought

    def is_done(self, family: str, seed: int) -> bool:
        return False

    def record(self, brought: Brought) -> None:
        self.brought.add(brought)
