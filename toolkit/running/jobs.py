"""A run as plain data: what is to be solved by whom, and what became of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from copla.answers.checker import faults
from copla.answers.result import Result
from copla.ground.errors import BackendError, CoplaError
from copla.ground.limits import Limits, Watch
from copla.ground.status import Status
from copla.ground.text import in_words
from copla.language.problem import Problem
from copla.plugins import registry
from copla.plugins.loading import Instance, read
from copla.running.solving import run, unavailable


@dataclass(frozen=True, slots=True)
class Job:
    """One run: an instance as text, the backend that is to solve it, and the limits.

    ``source`` names the text in error messages. All of it is plain data, so that a job can go to another
    process or to another machine.
    """

    puzzle: str
    source: str
    text: str
    instance_options: dict[str, object]
    backend: str
    options: dict[str, object]
    limits: Limits

    def problem(self) -> Problem:
        """Read the instance and state it; whatever breaks in a puzzle becomes a CoplaError."""
        return self.instance().problem()

    def instance(self) -> Instance:
        """Read the instance again."""
        return read(self.puzzle, self.text, self.source, options=self.instance_options)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Job:
        """The inverse of :meth:`to_json`.

        >>> job = Job("futoshiki", "example", "2:0,0L,0,0,", {}, "forward-checking", {}, Limits(seconds=1))
        >>> Job.from_json(job.to_json()) == job
        True
        """
        return Job(**{**data, "limits": Limits(**data["limits"])})


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a run: exactly one of a result that was checked, and a failure in words.

    The words complete a sentence that begins with the backend's name: "crashed: SIGSEGV", "broke down:
    ValueError". ``claimed`` is the answer of a backend that gave a wrong one.
    """

    result: Result | None
    failure: str | None = None
    claimed: Result | None = None

    def __post_init__(self) -> None:
        if (self.result is None) == (self.failure is None):
            raise ValueError("an outcome is either a result or a failure")

    def to_json(self) -> dict[str, Any]:
        return {
            "result": self.result.to_json() if self.result else None,
            "failure": self.failure,
            "claimed": self.claimed.to_json() if self.claimed else None,
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Outcome:
        result, claimed = (Result.from_json(data[key]) if data[key] else None for key in ("result", "claimed"))
        return Outcome(result, data["failure"], claimed)


def run_here(job: Job, watch: Watch | None = None) -> Outcome:
    """Run a job in this process: nothing protects it from a crash, but no exception leaves.

    >>> job = Job("futoshiki", "example", "2:0,0L,0,0,", {}, "forward-checking", {}, Limits())
    >>> run_here(job).result.best.values
    {'r1c1': 1, 'r1c2': 2, 'r2c1': 2, 'r2c2': 1}
    """
    watch = watch or Watch(job.limits)
    try:
        problem = job.problem()
        result = run(problem, registry.backend(job.backend), job.options, watch)
        return check(problem, result)
    except Exception as error:
        return failed(job, error)


def ask(job: Job) -> Outcome:
    """Only ask the backend whether it takes the job: ``unsupported`` with the reason, or ``unknown`` if it does."""
    backend = registry.backend(job.backend)
    reason = unavailable(backend)
    if reason is not None:
        return Outcome(None, f"cannot run here: {reason}")
    refusal = backend.refuses(job.problem())
    return Outcome(Result(Status.UNKNOWN if refusal is None else Status.UNSUPPORTED, message=refusal or ""))


def check(problem: Problem, result: Result) -> Outcome:
    """The outcome of a run that gave a result: wrong answers are failures."""
    try:
        wrong = faults(problem, result)
        checked = Outcome(result) if not wrong else Outcome(None, f"gave a wrong answer: {wrong[0]}", result)
        Outcome.from_json(checked.to_json())
    except Exception as error:
        return Outcome(None, f"gave an answer that makes no sense: {in_words(error)}")
    return checked


def failed(job: Job, error: BaseException) -> Outcome:
    """The outcome of a run that ended with an exception."""
    if isinstance(error, MemoryError) or isinstance(error.__cause__, MemoryError):
        return Outcome(None, "ran out of memory")
    if not isinstance(error, CoplaError):
        return Outcome(None, f"broke down: {in_words(error)}")
    text = str(error)
    for beginning in (f"backend {job.backend} ", f"backend {job.backend!r} "):
        if isinstance(error, BackendError) and text.startswith(beginning):
            return Outcome(None, text.removeprefix(beginning))
    return Outcome(None, f"failed: {text}")
