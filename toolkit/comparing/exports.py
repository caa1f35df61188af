"""A comparison for other programs and documents: CSV, lines of JSON, Markdown, LaTeX."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from typing import Any

from copla.answers.result import Result
from copla.answers.tables import Table, in_latex
from copla.comparing.store import FAILED
from copla.comparing.summary import Comparison, seconds_of
from copla.comparing.tables import USUAL, measure_tables, remarks, runs_table, summary_table, verdict_table
from copla.ground.status import Status
from copla.ground.text import counted

COLUMNS = (
    "puzzle", "instance", "configuration", "backend", "algorithm", "heuristic", "options", "repeat", "status",
    "length", "cost", "bound", "unique", "expanded", "generated", "max_nodes", "seconds", "peak_bytes", "elapsed",
    "place", "verdict", "failure", "message",
)  # fmt: skip


def run_objects(comparison: Comparison) -> Iterator[dict[str, Any]]:
    """A JSON-ready object for each finished run; docs/json.md describes the keys."""
    verdicts = {judgement.instance: judgement.verdict for judgement in comparison.judgements}
    for cell in comparison.cells:
        verdict = verdicts.get(cell.instance)
        for record in cell.records:
            result, failure = record.outcome.result, record.outcome.failure
            # A failed run has the same keys, and nothing in them.
            answer = result or Result(
                Status.UNKNOWN, backend=cell.configuration.name, options=cell.configuration.options
            )
            yield {
                "puzzle": comparison.plan.puzzle,
                "instance": cell.instance.name,
                "configuration": cell.configuration.label,
                "repeat": record.run.repeat,
                "elapsed": record.elapsed,
                "place": record.place,
                "verdict": None if verdict is None else str(verdict),
                "failure": failure,
                "failure_kind": None if failure is None else str(failure.kind),
                **answer.to_json(),
                "status": record.status,
                "unique": None if record.status == FAILED else answer.unique,
                "seconds": seconds_of(record),
            }


def as_json_lines(comparison: Comparison) -> str:
    return "".join(json.dumps(data, ensure_ascii=False) + "\n" for data in run_objects(comparison))


def as_csv(comparison: Comparison) -> str:
    """One line for each run, solutions left out; lines end as RFC 4180 wants it."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, extrasaction="ignore")
    writer.writeheader()
    for data in run_objects(comparison):
        writer.writerow(data | {"options": json.dumps(data["options"])})
    return text.getvalue()


def as_markdown(comparison: Comparison, measures: Sequence[str] = USUAL) -> str:
    """The tables with what they were measured on."""
    parts = [f"# {title(comparison)}"]
    parts.append(" ".join(about(comparison)))
    for table in _tables(comparison, measures):
        parts += [f"## {table.title}", *_note(table), table.markdown()]
    lines = remarks(comparison)
    if lines:
        parts += ["## Remarks", "\n".join(f"- {line}" for line in lines)]
    return "\n\n".join(parts) + "\n"


def as_latex(comparison: Comparison, measures: Sequence[str] = USUAL) -> str:
    """The tables as LaTeX, each with its caption, to be included in a document."""
    parts = [f"% {sentence}" for sentence in (title(comparison), *about(comparison))]
    for table in _tables(comparison, measures):
        caption = f"{comparison.plan.puzzle}: {table.title.lower()}"
        parts += [
            "",
            r"\begin{table}",
            r"\centering",
            f"\\caption{{{in_latex(caption)}}}",
            table.latex(),
            r"\end{table}",
        ]
    return "\n".join(parts) + "\n"


def _tables(comparison: Comparison, measures: Sequence[str]) -> list[Table]:
    return [
        *measure_tables(comparison, measures),
        summary_table(comparison),
        verdict_table(comparison),
        runs_table(comparison),
    ]


def title(comparison: Comparison) -> str:
    plan = comparison.plan
    size = f"{counted(len(plan.configurations), 'configuration')} on {counted(len(plan.instances), 'instance')}"
    return f"{plan.puzzle}: {size}"


def about(comparison: Comparison) -> list[str]:
    """Sentences about how a comparison was made."""
    plan = comparison.plan
    limits = [f"{plan.limits.seconds:g} s"] if plan.limits.seconds is not None else []
    limits += [f"{plan.limits.bytes / 1e6:,.0f} MB"] if plan.limits.bytes is not None else []
    times = f", {plan.repeats} times each (times are medians)" if plan.repeats > 1 else ""
    sentences = [f"{comparison.finished} of {comparison.total} runs{times}."]
    sentences.append(f"Limits of a run: {', '.join(limits) or 'none'}.")
    for session in _different(comparison):
        known = ", ".join(f"{name} {version}" for name, version in session[2].items())
        sentences.append(f"Run on {session[0]} ({session[1]}) with {known}.")
    return sentences


MEANING = (
    "Answered: the run came to its own end (a solution, an optimum, or a proof that there is none); proven: an "
    "optimum, all solutions, or none. Cheapest: nobody found a better cost; fastest: nobody gave such an answer "
    "sooner. Seconds: of all runs together; mean: the geometric mean, with the time limit where there is no answer; "
    "PAR2: the arithmetic mean, with twice the time limit where there is none."
)


def _note(table: Table) -> list[str]:
    return [MEANING] if table.title == "Summary" else []


def _different(comparison: Comparison) -> list[tuple[str, str, dict[str, str]]]:
    found: list[tuple[str, str, dict[str, str]]] = []
    for session in comparison.sessions:
        described = session.machine, session.executor, session.versions
        if described not in found:
            found.append(described)
    return found
