"""The tables of a comparison in the form of the assignments, as text for a terminal and as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from copla.comparing.figures import Cell, Comparison, Judgement, Summary

Row = Sequence[str]


@dataclass(frozen=True, slots=True)
class Table:
    """A title, a header and rows of text; ``left`` is how many columns hold words, the others hold numbers."""

    title: str
    header: Row
    rows: Sequence[Row]
    left: int = 1

    def text(self) -> str:
        """Aligned columns with two blanks between them.

        >>> print(Table("t", ["name", "count"], [["a", "10"], ["long name", "5"]]).text())
        name       count
        a             10
        long name      5
        """
        widths = [max(map(len, column)) for column in zip(self.header, *self.rows, strict=True)]
        lines = []
        for row in [self.header, *self.rows]:
            cells = [
                f"{cell:<{width}}" if at < self.left else f"{cell:>{width}}"
                for at, (cell, width) in enumerate(zip(row, widths, strict=True))
            ]
            lines.append("  ".join(cells).rstrip())
        return "\n".join(lines)

    def markdown(self) -> str:
        """A Markdown table; numbers are aligned right."""
        marks = ["---" if at < self.left else "---:" for at in range(len(self.header))]
        lines = [list(self.header), marks, *([cell.replace("|", "\\|") for cell in row] for row in self.rows)]
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def runs_table(comparison: Comparison) -> Table:
    """The assignments' table: a row for each instance and configuration; a column that says nothing is left out."""
    words = ["instance", "backend", "algorithm", "heuristic", "options", "status"]
    numbers = ["length", "cost", "expanded", "generated", "most nodes", "seconds"]
    rows = [[*_names(cell), *_numbers(cell)] for cell in comparison.cells]
    return _dense(Table("Runs", words + numbers, rows, left=len(words)))


def summary_table(comparison: Comparison) -> Table:
    """A row for each configuration: how much it answered, and how fast."""
    words = ["configuration", "unanswered"]
    numbers = ["answered", "proven", "fastest", "cheapest", "seconds", "mean", "PAR2"]
    rows = [_summary_row(summary) for summary in comparison.summaries()]
    return _dense(Table("Summary", words + numbers, rows, left=len(words)))


def verdict_table(comparison: Comparison) -> Table:
    """A row for each instance: whether the configurations agree, on what, and who was fastest."""
    rows = [
        [
            judgement.instance.name,
            str(judgement.verdict or "not judged"),
            judgement.answer or "-",
            judgement.fastest.configuration.label if judgement.fastest else "-",
            seconds(judgement.fastest.seconds) if judgement.fastest else "-",
        ]
        for judgement in comparison.judgements
    ]
    return Table("Verdicts", ["instance", "verdict", "answer", "fastest", "seconds"], rows, left=4)


def remarks(comparison: Comparison) -> list[str]:
    """What the tables cannot say: failures and their reasons, witnesses, and runs that are still missing."""
    lines = [line for judgement in comparison.judgements for line in _objections(judgement)]
    for cell in comparison.cells:
        if cell.failure is not None:
            lines.append(f"{cell.instance.name}: {cell.configuration.label} {cell.failure}")
    if comparison.finished < comparison.total:
        lines.append(f"not finished: {comparison.finished} of {comparison.total} runs are done")
    return list(dict.fromkeys(lines))


def count(amount: int | None) -> str:
    return "-" if amount is None else f"{amount:,}"


def seconds(amount: float | None) -> str:
    return "-" if amount is None else f"{amount:.3f}"


def _objections(judgement: Judgement) -> list[str]:
    name = judgement.instance.name
    if judgement.witnesses:
        return [f"{name}: {witness}" for witness in judgement.witnesses]
    return [f"{name}: not judged: {judgement.reason}"] if judgement.verdict is None else []


def _names(cell: Cell) -> list[str]:
    chosen = [str(cell.chosen(option) or "-") for option in ("algorithm", "heuristic")]
    return [cell.instance.name, cell.configuration.backend, *chosen, cell.configuration.others or "-", cell.status]


def _numbers(cell: Cell) -> list[str]:
    result = cell.result
    if result is None:
        return ["-"] * 5 + [seconds(cell.seconds)]
    length = result.best.length if result.solutions else None
    counts = result.statistics
    figures = [length, result.cost, counts.expanded, counts.generated, counts.max_nodes]
    return [*map(count, figures), seconds(cell.seconds)]


def _summary_row(summary: Summary) -> list[str]:
    without = ", ".join(f"{number} {status}" for status, number in summary.statuses.items())
    return [
        summary.configuration.label,
        without or "-",
        f"{summary.answered} of {summary.instances}",
        str(summary.proven),
        count(summary.fastest),
        count(summary.cheapest),
        seconds(summary.seconds),
        seconds(summary.geometric_mean),
        seconds(summary.par2),
    ]


def _dense(table: Table) -> Table:
    """The table without the columns that are empty in every row."""
    kept = [at for at in range(len(table.header)) if not table.rows or any(row[at] != "-" for row in table.rows)]
    header, *rows = [[row[at] for at in kept] for row in (table.header, *table.rows)]
    return Table(table.title, header, rows, sum(at < table.left for at in kept))
