"""Outcome: what became of a run, as plain data; and the protocol of an executor, which takes tasks and gives these."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from copla.answers.failure import Failure, FailureKind
from copla.answers.result import Result
from copla.ground.limits import Watch
from copla.plugins.abilities import Abilities
from copla.running.job import Task


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a run: exactly one of a result that was checked, and a failure.

    ``claimed`` is the answer of a backend that gave a wrong one. Whoever was asked only what it can do has
    ``abilities`` instead, one for each problem; who was sent on an errand has an ``answer``.
    """

    result: Result | None
    failure: Failure | None = None
    claimed: Result | None = None
    abilities: tuple[Abilities, ...] | None = None
    answer: dict[str, Any] | None = None

    def __post_init__(self) -> None:
        if [self.result, self.failure, self.abilities, self.answer].count(None) != 3:
            raise ValueError("an outcome is either a result or a failure (or what else was asked for)")

    def to_json(self) -> dict[str, Any]:
        return {
            "result": self.result.to_json() if self.result else None,
            "failure": None if self.failure is None else str(self.failure),
            "failure_kind": None if self.failure is None else str(self.failure.kind),
            "claimed": self.claimed.to_json() if self.claimed else None,
            "abilities": None if self.abilities is None else [known.to_json() for known in self.abilities],
            "answer": self.answer,
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Outcome:
        """The inverse of :meth:`to_json`; what was written before failures had kinds can still be read."""
        result, claimed = (Result.from_json(data[key]) if data[key] else None for key in ("result", "claimed"))
        failure = None
        if data["failure"] is not None:
            failure = Failure(FailureKind(data.get("failure_kind") or FailureKind.FAILED), data["failure"])
        known = data.get("abilities")
        able = None if known is None else tuple(map(Abilities.from_json, known))
        return Outcome(result, failure, claimed, able, data.get("answer"))


@dataclass(frozen=True, slots=True)
class Finished:
    """A task that has ended: under which key it was given, what became of it, how long it took, and where it ran."""

    key: Hashable
    outcome: Outcome
    elapsed: float
    place: str = ""


class Executor(Protocol):
    """Something that runs tasks: in this process, in isolated ones, or on a cluster."""

    @property
    def description(self) -> str:
        """Where it runs them, in a few words."""

    @property
    def slots(self) -> int:
        """How many run at once."""

    def submit(self, key: Hashable, task: Task) -> None:
        """Take a task; it runs when there is room."""

    def next(self, watch: Watch | None = None) -> Finished | None:
        """The next task that ends; None if there is none left, or if the watch was stopped: then all are ended."""
