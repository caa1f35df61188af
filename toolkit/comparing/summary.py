"""What the finished runs of a comparison say: a cell for each instance and configuration, verdicts, and a summary."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from copla.answers.failure import Failure, FailureKind
from copla.answers.result import Result
from copla.answers.wording import common_answer
from copla.checking.judge import CrossCheck, Verdict, judge
from copla.comparing.runs import Instance, Plan
from copla.comparing.store import Record, Session, Store
from copla.ground.errors import CoplaError
from copla.ground.html import html_table
from copla.ground.status import Status
from copla.plugins.programs.description import describe, is_reference
from copla.running.configuration import Configuration
from copla.running.job import Job

SHORTEST = 1e-6  # of a time whose logarithm is taken


@dataclass(frozen=True, slots=True)
class Cell:
    """The runs of one configuration on one instance, in the order of their repeats."""

    instance: Instance
    configuration: Configuration
    records: tuple[Record, ...]

    @property
    def answered(self) -> bool:
        """Whether every repeat came to its own end with an answer."""
        return all(r.outcome.result is not None and r.outcome.result.status.finished for r in self.records)

    @property
    def status(self) -> str:
        """The status of all repeats, or how often each was seen."""
        seen = Counter(record.status for record in self.records)
        return next(iter(seen)) if len(seen) == 1 else ", ".join(f"{count} {name}" for name, count in seen.items())

    @property
    def result(self) -> Result | None:
        """The first result with an answer, else the first result."""
        results = [record.outcome.result for record in self.records if record.outcome.result is not None]
        return next((result for result in results if result.status.finished), results[0] if results else None)

    @property
    def proven(self) -> bool:
        """Whether nothing is left open: an optimum, all solutions, or none."""
        result = self.result
        return result is not None and (result.complete or result.status in (Status.OPTIMAL, Status.INFEASIBLE))

    @property
    def seconds(self) -> float:
        """The median over the repeats: the backend's own time, or from start to end where it failed."""
        return statistics.median(seconds_of(record) for record in self.records)

    @property
    def failure(self) -> Failure | None:
        return next((record.outcome.failure for record in self.records if record.outcome.failure), None)

    def chosen(self, option: str) -> Any:
        """An option as it was given, else as the backend chose it."""
        given = self.configuration.options.get(option)
        return given if given is not None or self.result is None else self.result.options.get(option)


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether the configurations agree about one instance; ``fastest`` and ``answer`` are None where nobody answered.

    ``verdict`` is None where nothing could be judged, and ``reason`` says why. ``accused`` are the labels of the
    configurations that are wrong.
    """

    instance: Instance
    verdict: Verdict | None
    reason: str
    answer: str | None = None
    fastest: Cell | None = None
    witnesses: tuple[str, ...] = ()
    accused: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Summary:
    """One configuration over all its finished instances.

    Where there was no answer, ``geometric_mean`` counts the time limit and ``par2`` twice the time limit.
    ``cheapest`` counts the instances on which nobody found a better cost (None without costs), ``fastest``
    those on which nobody found such an answer sooner.
    """

    configuration: Configuration
    instances: int
    answered: int
    proven: int
    statuses: dict[str, int]
    seconds: float
    geometric_mean: float | None
    par2: float | None
    fastest: int
    cheapest: int | None


@dataclass(frozen=True, slots=True, repr=False)
class Comparison:
    """All that a report shows."""

    plan: Plan
    cells: tuple[Cell, ...]
    judgements: tuple[Judgement, ...]
    sessions: tuple[Session, ...]
    finished: int
    total: int

    def __repr__(self) -> str:
        return f"<Comparison of {self.plan.puzzle}: {self.finished} of {self.total} runs>"

    def _repr_html_(self) -> str:
        from copla.comparing.tables import runs_table, summary_table, verdict_table

        tables = (summary_table(self), verdict_table(self), runs_table(self))
        return "".join(html_table(table.names, table.rows, table.title) for table in tables)

    @property
    def disagreement(self) -> bool:
        return any(judgement.verdict is Verdict.DISAGREE for judgement in self.judgements)

    @property
    def failed(self) -> bool:
        """Whether any run gave no answer that could be judged: it crashed, broke down or was killed."""
        return any(cell.failure is not None for cell in self.cells)

    def column(self, configuration: Configuration) -> list[Cell]:
        return [cell for cell in self.cells if cell.configuration is configuration]

    def row(self, instance: Instance) -> list[Cell]:
        return [cell for cell in self.cells if cell.instance is instance]

    def summaries(self) -> list[Summary]:
        fastest = Counter(j.fastest.configuration.label for j in self.judgements if j.fastest is not None)
        costs = any(cell.result is not None and cell.result.cost is not None for cell in self.cells)
        cheapest = Counter(cell.configuration.label for i in self.plan.instances for cell in best_answers(self.row(i)))
        everyone, limit = self.plan.configurations, self.plan.limits.seconds
        wins = [(fastest[one.label], cheapest[one.label] if costs else None) for one in everyone]
        return [_summary(one, self.column(one), limit, *won) for one, won in zip(everyone, wins, strict=True)]


def seconds_of(record: Record) -> float:
    return record.outcome.result.statistics.seconds if record.outcome.result else record.elapsed


def gather(store: Store, *, judging: bool = True) -> Comparison:
    """Read the finished runs and judge them; without ``judging`` no problem is stated, which takes no time."""
    plan, records = store.plan, store.records()
    together: dict[tuple[int, int], list[Record]] = {}
    for record in records:
        together.setdefault((record.run.instance, record.run.configuration), []).append(record)
    cells: list[Cell] = []
    rows: dict[int, list[Cell]] = {}
    for (instance, configuration), found in sorted(together.items(), key=lambda item: item[0]):
        cells.append(Cell(plan.instances[instance], plan.configurations[configuration], tuple(found)))
        rows.setdefault(instance, []).append(cells[-1])
    judgements = tuple(_judge(plan, row) for row in rows.values()) if judging else ()
    return Comparison(plan, tuple(cells), judgements, tuple(store.sessions()), len(records), len(plan.runs()))


def _most(row: list[Cell]) -> dict[str, int]:
    """How many solutions those give at most who say so; a file that is not here any more says nothing."""
    found: dict[str, int] = {}
    for configuration in (cell.configuration for cell in row if is_reference(cell.configuration.backend)):
        with suppress(CoplaError):
            most = describe(configuration.backend).solutions
            found |= {} if most is None else {configuration.label: most}
    return found


def _judge(plan: Plan, row: list[Cell]) -> Judgement:
    instance = row[0].instance
    fastest = min(best_answers(row), key=lambda cell: cell.seconds, default=None)
    results, failures = _claims(row)
    try:
        job = Job(plan.puzzle, instance.source, instance.text, plan.instance_options, "", {}, plan.limits)
        argument = job.instance().refutation()
        if argument is not None:
            results["argument"] = argument
        check = judge(job.problem(), results, plan.limits_of(instance), failures, most=_most(row))
    except CoplaError as error:  # a plug-in's puzzle that is not installed here
        return Judgement(instance, None, str(error), None, fastest)
    answer = common_answer(results.values()) if check.verdict is not Verdict.DISAGREE else None
    witnesses = tuple(map(str, check.witnesses))
    accused = tuple(dict.fromkeys(witness.accused.partition(" (run ")[0] for witness in check.witnesses))
    return Judgement(instance, check.verdict, _reason(check), answer, fastest, witnesses, accused)


def _claims(row: list[Cell]) -> tuple[dict[str, Result], dict[str, Failure]]:
    """The different answers of each configuration, wrong ones included, and the failures of the others."""
    results: dict[str, Result] = {}
    failures: dict[str, Failure] = {}
    for cell in row:
        seen: set[tuple[object, ...]] = set()
        for record in cell.records:
            name = cell.configuration.label + (f" (run {record.run.repeat})" if seen else "")
            claim = record.outcome.result or record.outcome.claimed
            if claim is None:
                failures[name] = record.outcome.failure or Failure.of(FailureKind.FAILED)
            elif _content(claim) not in seen:
                seen.add(_content(claim))
                results[name] = claim
    return results, failures


def _content(result: Result) -> tuple[object, ...]:
    # Two shortest plans are not two answers; two costs, or a solution more, are.
    return result.status, result.cost, result.bound, result.complete, len(result.solutions)


def _reason(check: CrossCheck) -> str:
    if check.verdict is Verdict.AGREE:
        count = sum(result.status.finished for result in check.results.values())
        return f"{count} answers agree" + (f"; failed: {', '.join(check.failures)}" if check.failures else "")
    return check.reason


def best_answers(row: list[Cell]) -> list[Cell]:
    """The cells of one instance whose answer nobody's cost beats; all that answered where there are no costs."""
    answered = [(cell, cell.result.cost) for cell in row if cell.answered and cell.result is not None]
    costs = [cost for _, cost in answered if cost is not None]
    return [cell for cell, cost in answered if cost is None or cost == min(costs)]


def _summary(
    configuration: Configuration, cells: list[Cell], limit: float | None, fastest: int, cheapest: int | None
) -> Summary:
    answered = [cell for cell in cells if cell.answered]
    capped = [cell.seconds if cell.answered or limit is None else limit for cell in cells]
    penalised = [cell.seconds if cell.answered else 2 * (limit or math.inf) for cell in cells]
    logarithms = [math.log(max(seconds, SHORTEST)) for seconds in capped]
    par2 = statistics.fmean(penalised) if cells else math.inf
    return Summary(
        configuration,
        instances=len(cells),
        answered=len(answered),
        proven=sum(cell.proven for cell in answered),
        statuses=dict(Counter(cell.status for cell in cells if not cell.answered)),
        seconds=sum(cell.seconds for cell in cells),
        geometric_mean=math.exp(statistics.fmean(logarithms)) if cells else None,
        par2=par2 if math.isfinite(par2) else None,
        fastest=fastest,
        cheapest=cheapest,
    )
