"""The tables of a comparison in the form of the assignments, as text for a terminal and as Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from copla.answers.failure import FailureKind
from copla.answers.result import Result
from copla.answers.tables import KEY, Column, Table, Tone, Toned
from copla.answers.wording import count, duration
from copla.answers.wording import seconds as in_seconds
from copla.checking.judge import Verdict
from copla.comparing.runs import Instance
from copla.comparing.summary import Cell, Comparison, Summary

TONES = {Verdict.AGREE: Tone.GOOD, Verdict.DISAGREE: Tone.BAD, Verdict.UNDECIDED: Tone.OPEN}

MEASURES: dict[str, Callable[[Result], int | None]] = {
    "expanded": lambda result: result.statistics.expanded,
    "generated": lambda result: result.statistics.generated,
    "nodes": lambda result: result.statistics.max_nodes,
    "length": lambda result: result.best.length if result.solutions else None,
    "cost": lambda result: result.cost,
}
"""What can be counted of an answer, by the names that --table takes; TIME and the status are measures, too."""
TIME, STATUS = "time", "status"
USUAL = ("expanded", "cost", TIME)


def measure_tables(comparison: Comparison, measures: Sequence[str] = USUAL) -> list[Table]:
    """The assignments' tables: instances down, configurations across, one for each of the measures.

    A run without an answer is told by how it ended, and not by a number. Measures that no run has are left out.
    """
    tables = []
    for measure in measures:
        rows = [[instance.name, *_across(comparison, instance, measure)] for instance in comparison.plan.instances]
        labels = [configuration.label for configuration in comparison.plan.configurations]
        if measure == STATUS or any(not isinstance(cell, Toned) and cell != "-" for row in rows for cell in row[1:]):
            columns = [Column(measure), *(Column(label, number=True) for label in labels)]
            tables.append(Table(columns, rows, measure.capitalize()))
    return tables


def runs_table(comparison: Comparison, *, seconds: bool = False) -> Table:
    """A row for each instance and configuration with all its numbers; a column that says nothing is left out."""
    words = ["instance", "backend", "algorithm", "heuristic", "options"]
    numbers = ["length", "cost", "expanded", "generated", "most nodes", _time_name(seconds)]
    columns = [*(Column(n, part=KEY) for n in words), Column("status"), *(Column(n, number=True) for n in numbers)]
    rows = []
    for cell in comparison.cells:
        who, chosen = cell.configuration, (str(cell.chosen(option) or "-") for option in ("algorithm", "heuristic"))
        names = [cell.instance.name, who.name, *chosen, who.others or "-", cell.status]
        rows.append([*names, *_numbers(cell, seconds)])
    return Table(columns, rows, "Runs").without_empty_columns()


def summary_table(comparison: Comparison, *, seconds: bool = False) -> Table:
    """A row for each configuration: how much it answered, and how fast."""
    words = [Column("configuration", prose=True), Column("unanswered", prose=True)]
    numbers = ["answered", "proven", "fastest", "cheapest", _time_name(seconds), "mean", "PAR2"]
    rows = [_summary_row(summary, seconds) for summary in comparison.summaries()]
    return Table([*words, *(Column(n, number=True) for n in numbers)], rows, "Summary").without_empty_columns()


def verdict_table(comparison: Comparison, *, seconds: bool = False) -> Table:
    """A row for each instance: whether the configurations agree, on what, and who was fastest."""
    rows = [
        [
            judgement.instance.name,
            Toned(judgement.verdict, TONES[judgement.verdict]) if judgement.verdict else "not judged",
            judgement.answer or "-",
            judgement.fastest.configuration.label if judgement.fastest else "-",
            _time(judgement.fastest.seconds if judgement.fastest else None, seconds),
        ]
        for judgement in comparison.judgements
    ]
    columns = [Column("instance"), Column("verdict"), Column("answer", prose=True), Column("fastest", prose=True)]
    return Table([*columns, Column(_time_name(seconds), number=True)], rows, "Verdicts")


def remarks(comparison: Comparison) -> list[str]:
    """What the tables cannot say: failures and their reasons, witnesses, and runs that are still missing."""
    lines = []
    for judged in comparison.judgements:
        unjudged = [f"not judged: {judged.reason}"] if judged.verdict is None else []
        lines += [f"{judged.instance.name}: {said}" for said in judged.witnesses or unjudged]
    failed = [cell for cell in comparison.cells if cell.failure is not None]
    lines += [f"{cell.instance.name}: {cell.configuration.label} {cell.failure}" for cell in failed]
    if comparison.finished < comparison.total:
        lines.append(f"not finished: {comparison.finished} of {comparison.total} runs are done")
    return list(dict.fromkeys(lines))


def _across(comparison: Comparison, instance: Instance, measure: str) -> Iterator[str]:
    """The cells of one instance, a dash for what has not been run."""
    cells = {cell.configuration.label: cell for cell in comparison.row(instance)}
    accused = [who for judged in comparison.judgements if judged.instance is instance for who in judged.accused]
    for configuration in comparison.plan.configurations:
        cell = cells.get(configuration.label)
        if cell is None:
            yield "-"
        elif configuration.label in accused or (cell.failure and cell.failure.kind is FailureKind.WRONG):
            yield Toned("wrong", Tone.BAD)
        elif cell.failure is not None or not cell.answered:
            yield Toned(cell.status, Tone.BAD if cell.failure is not None else Tone.OPEN)
        elif measure == STATUS:
            yield Toned(cell.status, Tone.GOOD)
        elif measure == TIME:
            yield duration(cell.seconds)
        else:
            yield count(MEASURES[measure](cell.result) if cell.result is not None else None)


def _time_name(seconds: bool) -> str:
    return "seconds" if seconds else TIME


def _time(amount: float | None, seconds: bool) -> str:
    """A time with its unit, or for other programs in seconds."""
    return in_seconds(amount) if seconds or amount is None else duration(amount)


def _numbers(cell: Cell, seconds: bool) -> list[str]:
    result = cell.result
    if result is None:
        return ["-"] * 5 + [_time(cell.seconds, seconds)]
    length = result.best.length if result.solutions else None
    counts = result.statistics
    amounts = [length, result.cost, counts.expanded, counts.generated, counts.max_nodes]
    return [*map(count, amounts), _time(cell.seconds, seconds)]


def _summary_row(summary: Summary, seconds: bool) -> list[str]:
    without = ", ".join(f"{number} {status}" for status, number in summary.statuses.items())
    return [
        summary.configuration.label,
        without or "-",
        f"{summary.answered} of {summary.instances}",
        str(summary.proven),
        count(summary.fastest),
        count(summary.cheapest),
        _time(summary.seconds, seconds),
        _time(summary.geometric_mean, seconds),
        _time(summary.par2, seconds),
    ]
