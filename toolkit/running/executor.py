"""The protocol of an executor: jobs go in, outcomes come out, in whatever order they end."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Protocol

from copla.ground.limits import Watch
from copla.running.job import Task
from copla.running.outcome import Outcome


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
