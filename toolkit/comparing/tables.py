"""The tables of a comparison in the form of the assignments, as text for a terminal and as Markdown."""

from __future__ import annotations

from copla.answers.wording import Column, Table, count, seconds
from copla.comparing.summary import Cell, Comparison, Judgement, Summary


def runs_table(comparison: Comparison) -> Table:
    """The assignments' table: a row for each instance and configuration; a column that says nothing is left out."""
    words = ["instance", "backend", "algorithm", "heuristic", "options", "status"]
    numbers = ["length", "cost", "expanded", "generated", "most nodes", "seconds"]
    rows = [[*_names(cell), *_numbers(cell)] for cell in comparison.cells]
    return Table(_columns(words, numbers), rows, "Runs").without_empty_columns()


def summary_table(comparison: Comparison) -> Table:
    """A row for each configuration: how much it answered, and how fast."""
    words = ["configuration", "unanswered"]
    numbers = ["answered", "proven", "fastest", "cheapest", "seconds", "mean", "PAR2"]
    rows = [_summary_row(summary) for summary in comparison.summaries()]
    return Table(_columns(words, numbers), rows, "Summary").without_empty_columns()


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
    return Table(_columns(["instance", "verdict", "answer", "fastest"], ["seconds"]), rows, "Verdicts")


def remarks(comparison: Comparison) -> list[str]:
    """What the tables cannot say: failures and their reasons, witnesses, and runs that are still missing."""
    lines = [line for judgement in comparison.judgements for line in _objections(judgement)]
    for cell in comparison.cells:
        if cell.failure is not None:
            lines.append(f"{cell.instance.name}: {cell.configuration.label} {cell.failure}")
    if comparison.finished < comparison.total:
        lines.append(f"not finished: {comparison.finished} of {comparison.total} runs are done")
    return list(dict.fromkeys(lines))


def _columns(words: list[str], numbers: list[str]) -> list[Column]:
    return [*map(Column, words), *(Column(name, number=True) for name in numbers)]


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
    amounts = [length, result.cost, counts.expanded, counts.generated, counts.max_nodes]
    return [*map(count, amounts), seconds(cell.seconds)]


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
