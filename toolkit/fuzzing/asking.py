"""One question to one backend in a process of its own: what the shrinker asks, whatever the backend does."""

from __future__ import annotations

import selectors
from dataclasses import dataclass
from typing import Any

from copla.fuzzing.cases import Data
from copla.fuzzing.configurations import Configuration
from copla.fuzzing.planning_data import PlanningData
from copla.fuzzing.process import GRACE, WorkerProcess
from copla.fuzzing.promises import promises_hold


@dataclass(frozen=True, slots=True)
class Answer:
    """The result as JSON (or the words of a refusal), and what is wrong with it: kinds and texts."""

    answer: Any
    findings: tuple[tuple[str, str], ...]

    @property
    def kinds(self) -> set[str]:
        return {kind for kind, _ in self.findings}


class Asker:
    """Keeps one worker, and replaces it when a backend kills it or hangs."""

    def __init__(self, grace: float = GRACE) -> None:
        self._grace = grace
        self._process = WorkerProcess()

    def __enter__(self) -> Asker:
        return self

    def __exit__(self, *error: object) -> None:
        self._process.kill()

    def ask(self, data: Data, configuration: Configuration) -> Answer:
        if not self._process.started:
            self._process.start()
        self._process.send({"data": data.to_json(), "configuration": configuration.to_json()})
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.output, selectors.EVENT_READ)
            while selector.select(timeout=self._grace):
                reports = self._process.reports()
                if reports is None:
                    words = self._process.last_words()
                    self._process.kill()
                    return Answer("the process died", (("crash", words),))
                for report in reports:
                    found = tuple((kind, text) for kind, text in report["findings"])
                    return Answer(report["answer"], found)
        self._process.kill()
        return Answer("no answer", (("hang", f"no answer after {self._grace:.0f} s"),))

    def fails(self, data: Data, configuration: Configuration, kind: str) -> bool:
        """Whether the case shows this kind of failure, and is itself in order."""
        if isinstance(data, PlanningData) and not promises_hold(data):
            return False
        return kind in self.ask(data, configuration).kinds
