"""Job: who is to solve what, within which limits. Plain data, so that it can go to another process or machine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, fields
from importlib import import_module
from typing import Any

from copla.ground.errors import ModelError
from copla.ground.limits import Limits, Watch
from copla.ground.numbers import shown
from copla.ground.trace import MOST_EVENTS, tracing
from copla.language import plain
from copla.language.problem import Problem
from copla.plugins import registry
from copla.plugins.backend import Backend, IsData
from copla.plugins.loading import Instance, read
from copla.running.configuration import Configuration


@dataclass(frozen=True, slots=True)
class Subject:
    """What a job is about, in this process: an instance of a puzzle, or a problem that is nobody's."""

    instance: Instance | None
    stated: Problem | None = None

    @property
    def problem(self) -> Problem:
        if self.stated is not None:
            return self.stated
        assert self.instance is not None
        return self.instance.problem()

    @staticmethod
    def of(what: Instance | Problem) -> Subject:
        if isinstance(what, Instance):
            return Subject(None, what.problem()) if what.bare else Subject(what)
        if not isinstance(what, Problem):
            raise ModelError(f"expected a problem, or an instance of a puzzle, found {shown(what)}")
        return Subject(None, what)


@dataclass(frozen=True, slots=True)
class Job:
    """One run: an instance as text, the backend that is to solve it, its options and the limits.

    ``source`` names the text in error messages. Without a puzzle the text is a problem as ``language.plain`` writes it.
    ``asked``: the backend has said already that it takes the problem, and is not asked again.
    ``trace`` is a file for the trace of the run, written while it goes on; ``events`` is how many it holds at most.
    ``here`` and ``solver`` are for a run in this process: what the text says, and a backend that nobody registered.
    """

    puzzle: str
    source: str
    text: str
    instance_options: dict[str, object]
    backend: str
    options: dict[str, object]
    limits: Limits
    label: str = ""
    asked: bool = False
    trace: str | None = None
    events: int = MOST_EVENTS
    here: Subject | None = field(default=None, compare=False, repr=False)
    solver: Backend | None = field(default=None, compare=False, repr=False)

    @staticmethod
    def of(
        subject: Subject,
        configuration: Configuration,
        limits: Limits,
        solvers: Mapping[str, Backend] | None = None,
        *,
        asked: bool = False,
    ) -> Job:
        """The run of a configuration; ``solvers`` are backends that the registry does not know."""
        item = subject.instance
        about = (item.puzzle.name, item.source, item.text, item.options) if item else ("", "problem", "", {})
        who = configuration.backend, dict(configuration.options), limits, configuration.label
        return Job(*about, *who, asked, here=subject, solver=(solvers or {}).get(configuration.backend))

    def subject(self) -> Subject:
        """What the job is about; whatever breaks in a puzzle becomes a CoplaError."""
        if self.here is not None:
            return self.here
        return Subject(self.instance()) if self.puzzle else Subject(None, plain.read(self.text))

    def problem(self) -> Problem:
        return self.subject().problem

    def instance(self) -> Instance:
        """The instance, read again from its text."""
        return read(self.puzzle, self.text, self.source, options=self.instance_options)

    def who(self) -> Backend:
        """The backend; BackendError if there is none of that name, or it cannot be loaded."""
        return self.solver or registry.backend(self.backend)

    @contextmanager
    def traced(self, watch: Watch) -> Iterator[None]:
        if self.trace is None:
            yield
            return
        with tracing(self.trace, self.events) as watch.trace:
            yield

    def to_json(self) -> dict[str, Any]:
        """JSON-ready data; ModelError says what of the job belongs to this process alone."""
        who = self.solver.reference if isinstance(self.solver, IsData) else self.backend
        if self.solver is not None and not isinstance(self.solver, IsData):
            raise ModelError(
                f"backend {self.backend!r} is an object of this process: only one that is registered under "
                "copla.backends can run in another"
            )
        text = self.text if self.puzzle or self.here is None else plain.write(self.here.problem)
        data = {declared.name: getattr(self, declared.name) for declared in fields(self) if declared.compare}
        return data | {"text": text, "backend": who, "limits": asdict(self.limits)}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Job:
        """The inverse of :meth:`to_json`.

        >>> job = Job("futoshiki", "example", "2:0,0L,0,0,", {}, "forward-checking", {}, Limits(seconds=1))
        >>> Job.from_json(job.to_json()) == job
        True
        """
        return Job(**{**data, "limits": Limits(**data["limits"])})


@dataclass(frozen=True, slots=True)
class Survey:
    """A question to one backend: what can it do with each of these jobs? Nothing is solved."""

    jobs: tuple[Job, ...]

    @property
    def backend(self) -> str:
        return self.jobs[0].backend

    @property
    def limits(self) -> Limits:
        return self.jobs[0].limits

    @property
    def puzzle(self) -> str:
        return self.jobs[0].puzzle

    @property
    def source(self) -> str:
        return self.jobs[0].source

    def to_json(self) -> dict[str, Any]:
        return {"survey": [job.to_json() for job in self.jobs]}


@dataclass(frozen=True, slots=True)
class Errand:
    """Something else than solving, for a process of its own: a function by its name, ``module:function``, and its data.

    The function is called with the data and a watch of the limits, and gives plain data back. ``backend`` is the one
    whose library it will need, if any. If the module has a function ``prepare``, it is called once before anything is
    forked.
    """

    function: str
    data: dict[str, Any]
    limits: Limits
    backend: str = ""
    puzzle: str = ""

    @property
    def source(self) -> str:
        return self.function.partition(":")[2]

    @property
    def module(self) -> str:
        return self.function.partition(":")[0]

    def run(self, watch: Watch) -> dict[str, Any]:
        answer: dict[str, Any] = getattr(import_module(self.module), self.source)(self.data, watch)
        return answer

    def to_json(self) -> dict[str, Any]:
        return {"errand": {f.name: getattr(self, f.name) for f in fields(self)} | {"limits": asdict(self.limits)}}


Task = Job | Survey | Errand


def task_from_json(data: Mapping[str, Any]) -> Task:
    """What an executor was given, on the other side of a pipe."""
    if "errand" in data:
        return Errand(**{**data["errand"], "limits": Limits(**data["errand"]["limits"])})
    return Survey(tuple(map(Job.from_json, data["survey"]))) if "survey" in data else Job.from_json(data)
