"""The table of copla check: a row for each instance, a column for each backend, verdict and answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import copla
from copla.answers.tables import Column, Line, Table, Tone, Toned, initials, legend_lines
from copla.answers.wording import answer, duration

ANSWER = 18
"""Letters that an answer has room for at least; longer ones are broken between words."""

_TONES = {copla.Verdict.AGREE: Tone.GOOD, copla.Verdict.DISAGREE: Tone.BAD, copla.Verdict.UNDECIDED: Tone.OPEN}


class CheckTable:
    """Rows printed as they come. Where not all columns fit, the times of the backends go below, when all are known.

    ``names`` are the names of the instances; with several ``puzzles``, one for each of them, rows stand under the
    name of their puzzle.
    """

    def __init__(self, labels: Sequence[str], names: Sequence[str], puzzles: Sequence[str], width: int) -> None:
        self.labels, self.width = labels, width
        self.puzzles = puzzles
        self.names = [f" {name}" for name in names] if puzzles else names
        self.instance = Column("instance", width=max(map(len, [*self.names, *puzzles]), default=0))
        shorts: list[str] = []
        for label in labels:
            shorts.append(initials(label, shorts))
        self.backends = [
            Column(label, number=True, width=len("100 ms"), short=short)
            for label, short in zip(labels, shorts, strict=True)
        ]
        verdict = [Column("verdict", width=len(copla.Verdict.UNDECIDED)), Column("answer", width=ANSWER)]
        whole = Table([self.instance, *self.backends, *verdict])
        self.below = len(whole.fitted(width)) > 1 or bool(whole.fitted(width)[0].legend)
        columns = [self.instance, *verdict] if self.below else whole.columns
        used = sum(max(column.width, len(column.name)) + 2 for column in columns[:-1])
        columns = [*columns[:-1], Column("answer", width=max(ANSWER, width - used), prose=True)]
        self.table = Table(columns) if self.below else Table(columns).fitted(width)[0]
        self._times: list[list[str]] = []
        self._totals: Counter[str] = Counter()
        self._group = ""

    def heading(self) -> list[Line]:
        return self.table.heading()

    def row(self, index: int, outcome: copla.CrossCheck) -> list[Line]:
        """The lines of one instance, behind the name of its puzzle where that is a new one."""
        lines: list[Line] = []
        if self.puzzles and self.puzzles[index] != self._group:
            self._group = self.puzzles[index]
            blank = [""] * len(self.labels)
            lines += self.table.row([self._group, *([] if self.below else blank), "", ""])
            self._times.append([self._group, *blank])
        self._totals.update({name: result.statistics.seconds for name, result in outcome.results.items()})
        times = [_cell(outcome, label) for label in self.labels]
        self._times.append([self.names[index], *times])
        said = [Toned(outcome.verdict, _TONES[outcome.verdict]), _answer(outcome)]
        return lines + self.table.row([self.names[index], *([] if self.below else times), *said])

    def end(self) -> Iterator[Line]:
        """What comes below the last row: the times, where they did not fit, and what each backend took in all."""
        total = ["in all", *(duration(self._totals[label]) for label in self.labels)]
        several = sum(any(row[1:]) for row in self._times) > 1
        if not self.below:
            if several:
                yield from self.table.row([*total, "", ""])
            yield from legend_lines([self.table], self.width)
            return
        rows = [*self._times, *([total] if several else [])]
        yield Line()
        yield from Table([self.instance, *self.backends], rows).lines(self.width)


def _answer(outcome: copla.CrossCheck) -> str:
    finished = [result for result in outcome.results.values() if result.status.finished]
    finished.sort(key=lambda result: result.status is copla.Status.SOLVED)  # what is proven comes first
    return answer(finished[0]) if finished and outcome.verdict is not copla.Verdict.DISAGREE else "-"


def _cell(outcome: copla.CrossCheck, label: str) -> str:
    """What one backend did: its time only where it is not to blame."""
    if any(witness.accused == label for witness in outcome.witnesses):
        return Toned("wrong", Tone.BAD)
    result = outcome.results.get(label)
    if result is None:
        failure = outcome.failures.get(label)
        return "-" if failure is None else Toned(failure.kind.word, Tone.BAD)
    match result.status:
        case copla.Status.UNSUPPORTED:
            return "-"
        case copla.Status.INTERRUPTED:
            return Toned("stopped", Tone.OPEN)
        case status if status.finished:
            return duration(result.statistics.seconds)
    costs = [other.cost for other in outcome.results.values() if other.cost is not None]
    proved = result.bound is not None and result.bound in costs
    return "proved" if proved else Toned(str(result.status), Tone.OPEN)
