"""The table of copla check: a row for each instance, a column for each backend."""

from __future__ import annotations

import copla
from copla.answers.wording import answer, duration


class Table:
    """Rows printed as they come; the columns are as wide as the names need."""

    def __init__(self, backends: list[str], instances: list[str]) -> None:
        self.backends = backends
        self.width = max([len("instance"), *map(len, instances)])

    def header(self) -> str:
        columns = "  ".join(f"{name:>{_width(name)}}" for name in self.backends)
        return f"{'instance':<{self.width}}  {columns}  {'verdict':<9}  answer"

    def row(self, instance: str, outcome: copla.CrossCheck) -> str:
        columns = "  ".join(f"{_cell(outcome, name):>{_width(name)}}" for name in self.backends)
        finished = [result for result in outcome.results.values() if result.status.finished]
        finished.sort(key=lambda result: result.status is copla.Status.SOLVED)  # what is proven comes first
        what = answer(finished[0]) if finished and outcome.verdict is not copla.Verdict.DISAGREE else "-"
        return f"{instance:<{self.width}}  {columns}  {outcome.verdict:<9}  {what}"


_IN_ONE_WORD = {copla.FailureKind.CRASHED: "crashed", copla.FailureKind.KILLED: "killed"}


def _width(backend: str) -> int:
    return max(len(backend), len("100.0 ms"))


def _cell(outcome: copla.CrossCheck, name: str) -> str:
    result = outcome.results.get(name)
    if result is None:
        failure = outcome.failures.get(name)
        return "-" if failure is None else _IN_ONE_WORD.get(failure.kind, "failed")
    match result.status:
        case copla.Status.UNSUPPORTED:
            return "-"
        case copla.Status.INTERRUPTED:
            return "stopped"
        case status if status.finished:
            return duration(result.statistics.seconds)
    costs = [other.cost for other in outcome.results.values() if other.cost is not None]
    proved = result.bound is not None and result.bound in costs
    return "proved" if proved else str(result.status)
