"""Running in this process: nothing protects it from a crash, but no exception leaves."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Hashable
from typing import Any

from copla.answers.checker import faults
from copla.answers.failure import Failure, FailureKind
from copla.answers.result import Result
from copla.ground.errors import BackendError, CoplaError, ModelError
from copla.ground.limits import Watch
from copla.ground.text import in_words, located
from copla.language.problem import Problem, kind_of
from copla.plugins.abilities import Abilities, abilities
from copla.plugins.options import read_options
from copla.running.job import Errand, Job, Survey, Task
from copla.running.outcome import Finished, Outcome
from copla.running.solving import named, run, unavailable


class Here:
    """An executor that runs one task after the other, in this process, when it is asked for the next one."""

    description = "in this process"
    slots = 1

    def __init__(self) -> None:
        self._waiting: deque[tuple[Hashable, Task]] = deque()

    def submit(self, key: Hashable, task: Task) -> None:
        self._waiting.append((key, task))

    def next(self, watch: Watch | None = None) -> Finished | None:
        if watch is not None and watch.stopped:
            self._waiting.clear()
        if not self._waiting:
            return None
        key, task = self._waiting.popleft()
        began = time.monotonic()
        outcome = run_here(task, None if watch is None else watch.again(task.limits))
        return Finished(key, outcome, time.monotonic() - began)


def run_here(task: Task, watch: Watch | None = None) -> Outcome:
    """Run a job in this process.

    >>> from copla.ground.limits import Limits
    >>> job = Job("futoshiki", "example", "2:0,0L,0,0,", {}, "forward-checking", {}, Limits())
    >>> run_here(job).result.best.values
    {'r1c1': 1, 'r1c2': 2, 'r2c1': 2, 'r2c2': 1}
    """
    try:
        outcome = outcome_of(task, watch or Watch(task.limits))
        return told(outcome)[0] if isinstance(task, Job) else outcome
    except Exception as error:
        return failed(error)


def outcome_of(task: Task, watch: Watch, ended: Callable[[], object] = bool) -> Outcome:
    """What comes of a task; ``ended`` is called when the backend is done, before its answer is checked."""
    if isinstance(task, Survey):
        return _surveyed(task)
    if isinstance(task, Errand):
        watch.begin()
        return Outcome(None, answer=task.run(watch))
    subject = task.subject()
    with task.traced(watch):
        result = run(subject.problem, task.who(), task.options, watch, subject.instance, asked=task.asked)
    ended()
    return _checked(subject.problem, result)


def _surveyed(survey: Survey) -> Outcome:
    backend = survey.jobs[0].who()
    reason = unavailable(backend)
    if reason is not None:
        return Outcome(None, Failure.of(FailureKind.UNAVAILABLE, reason))
    subjects = [job.subject() for job in survey.jobs]
    kinds = {kind_of(subject.problem) for subject in subjects}
    try:
        kind = kinds.pop() if len(kinds) == 1 else "both"
        read_options(backend.options, survey.jobs[0].options, f"backend {backend.name}", kind)
    except ModelError as error:
        return Outcome(None, abilities=(Abilities(wrong_options=str(error)),) * len(subjects))
    return Outcome(None, abilities=tuple(abilities(backend, known.problem, known.instance) for known in subjects))


def _checked(problem: Problem, result: Result) -> Outcome:
    """The outcome of a run that gave a result: wrong answers are failures."""
    try:
        wrong = faults(problem, result)
    except Exception as error:
        return Outcome(None, Failure.of(FailureKind.NONSENSE, in_words(error)))
    if wrong:
        return Outcome(None, Failure.of(FailureKind.WRONG, wrong[0]), result)
    return Outcome(named(problem, result))


def told(outcome: Outcome) -> tuple[Outcome, dict[str, Any]]:
    """An outcome and its JSON; one that cannot be told in JSON makes no sense."""
    try:
        return outcome, outcome.to_json()
    except Exception as error:
        nonsense = Outcome(None, Failure.of(FailureKind.NONSENSE, in_words(error)))
        return nonsense, nonsense.to_json()


def failed(error: BaseException) -> Outcome:
    if isinstance(error, MemoryError) or isinstance(error.__cause__, MemoryError):
        return Outcome(None, Failure.of(FailureKind.MEMORY))
    if isinstance(error, BackendError) and isinstance(error.failure, Failure):
        return Outcome(None, error.failure)
    kind = FailureKind.FAILED if isinstance(error, CoplaError) else FailureKind.BROKEN
    return Outcome(None, Failure.of(kind, str(error) if isinstance(error, CoplaError) else located(error)))
