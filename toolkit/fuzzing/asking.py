"""One question to one backend in a process of its own: what the shrinker asks, whatever the backend does."""

from __future__ import annotations

import selectors
from dataclasses import dataclass
from typing import Any

from copla.fuzzing.cases import Data
from copla.fuzzing.planning_data import PlanningData
from copla.fuzzing.planning_oracle import promises_hold
from copla.fuzzing.process import GRACE, WorkerProcess
from copla.fuzzing.trials import Trial
from copla.plugins.registry import backend_names


@dataclass(frozen=True, slots=True)
class Answer:
    """The result as JSON (or the words of a refusal), and what is wrong with it: kinds and texts."""

    answer: Any
    findings: tuple[tuple[str, str], ...]

    @property
    def kinds(self) -> set[str]:
        return {kind for kind, _ in self.findings}


class Asker:
    """Keeps one worker, and replaces it when a backend kills it or hangs. No backend is loaded in this process."""

    def __init__(self, grace: float = GRACE) -> None:
        self._grace = grace
        self._process = WorkerProcess()

    def __enter__(self) -> Asker:
        return self

    def __exit__(self, *error: object) -> None:
        self._process.kill()

    def ask(self, data: Data, trial: Trial) -> Answer:
        report = self._report({"data": data.to_json(), "trial": trial.to_json()})
        if "failure" in report:
            return Answer(None, ((report["failure"], report["text"]),))
        return Answer(report["answer"], tuple((kind, text) for kind, text in report["findings"]))

    def why_not(self, backend: str) -> str | None:
        """Why a backend cannot be loaded, or cannot run on this machine; None if it can."""
        report = self._report({"backend": backend})
        return f"{report['failure']}: {report['text']}" if "failure" in report else report["missing"]

    def _report(self, order: dict[str, Any]) -> dict[str, Any]:
        """The worker's answer to an order, or what kind of failure came instead."""
        if not self._process.started:
            self._process.start()
        self._process.send(order)
        failure = {"failure": "hang", "text": f"no answer after {self._grace:.0f} s"}
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.output, selectors.EVENT_READ)
            while not self._process.hangs(self._grace):
                if not selector.select(timeout=0.2):
                    continue
                reports = self._process.reports()
                if reports is None:
                    failure = {"failure": "crash", "text": self._process.last_words()}
                    break
                for report in reports:
                    return report
        self._process.kill()
        return failure

    def fails(self, data: Data, trial: Trial, kind: str) -> bool:
        """Whether the case shows this kind of failure, and is itself in order."""
        if isinstance(data, PlanningData) and not promises_hold(data):
            return False
        return kind in self.ask(data, trial).kinds


def usable_backends() -> list[str]:
    with Asker() as asker:
        return [name for name in backend_names() if asker.why_not(name) is None]
