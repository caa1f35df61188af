"""A comparison for other programs and documents: CSV, lines of JSON, Markdown, LaTeX, plots, and a page of HTML.

The page is one file that needs nothing else, no network and, to be read, no script.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import Any

from copla.answers.result import Result
from copla.answers.tables import Table, in_latex
from copla.checking.judge import Verdict
from copla.comparing.charts import charts
from copla.comparing.drawing import COLOURS, as_document
from copla.comparing.store import FAILED
from copla.comparing.summary import Comparison, seconds_of
from copla.comparing.tables import USUAL, measure_tables, remarks, runs_table, summary_table, verdict_table
from copla.ground.errors import CoplaError
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
            who = cell.configuration
            answer = result or Result(Status.UNKNOWN, backend=who.name, options=who.options)
            yield {
                "puzzle": comparison.plan.puzzle,
                "instance": cell.instance.name,
                "configuration": who.label,
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
    parts = [f"# {title(comparison)}"]
    parts.append(" ".join(about(comparison)))
    for table in _tables(comparison, measures):
        meaning = [MEANING] if table.title == "Summary" else []
        parts += [f"## {table.title}", *meaning, table.markdown()]
    lines = remarks(comparison)
    if lines:
        parts += ["## Remarks", "\n".join(f"- {line}" for line in lines)]
    return "\n\n".join(parts) + "\n"


def as_latex(comparison: Comparison, measures: Sequence[str] = USUAL) -> str:
    parts = [f"% {sentence}" for sentence in (title(comparison), *about(comparison))]
    for table in _tables(comparison, measures):
        caption = f"{comparison.plan.puzzle}: {table.title.lower()}"
        head = ["", r"\begin{table}", r"\centering", f"\\caption{{{in_latex(caption)}}}"]
        parts += [*head, table.latex(), r"\end{table}"]
    return "\n".join(parts) + "\n"


def _tables(comparison: Comparison, measures: Sequence[str]) -> list[Table]:
    of_all = (summary_table, verdict_table, runs_table)
    return [*measure_tables(comparison, measures), *(table(comparison) for table in of_all)]


def title(comparison: Comparison) -> str:
    plan = comparison.plan
    size = f"{counted(len(plan.configurations), 'configuration')} on {counted(len(plan.instances), 'instance')}"
    return f"{plan.puzzle}: {size}"


def about(comparison: Comparison) -> list[str]:
    plan = comparison.plan
    limits = [f"{plan.limits.seconds:g} s"] if plan.limits.seconds is not None else []
    limits += [f"{plan.limits.bytes / 1e6:,.0f} MB"] if plan.limits.bytes is not None else []
    times = f", {plan.repeats} times each (times are medians)" if plan.repeats > 1 else ""
    sentences = [f"{comparison.finished} of {comparison.total} runs{times}."]
    sentences.append(f"Limits of a run: {', '.join(limits) or 'none'}.")
    for session in comparison.sessions:
        known = ", ".join(f"{name} {version}" for name, version in session.versions.items())
        sentences.append(f"Run on {session.machine} ({session.executor}) with {known}.")
    return list(dict.fromkeys(sentences))


MEANING = (
    "Answered: the run came to its own end (a solution, an optimum, or a proof that there is none); proven: an "
    "optimum, all solutions, or none. Cheapest: nobody found a better cost; fastest: nobody gave such an answer "
    "sooner. Seconds: of all runs together; mean: the geometric mean, with the time limit where there is no answer; "
    "PAR2: the arithmetic mean, with twice the time limit where there is none."
)


def need_charts(*, page: bool = True) -> None:
    """CoplaError if there is nothing to draw with (or to make a page with): better before hours of runs than after."""
    try:
        import matplotlib.figure  # noqa: F401

        if page:
            import jinja2  # noqa: F401
    except Exception as error:  # a broken installation can raise anything at all
        reason = " ".join(str(error).split())
        what = "an HTML report needs matplotlib and jinja2" if page else "plots need matplotlib"
        raise CoplaError(f"{what}: pip install 'copla[report]' ({reason})") from None


def plots(comparison: Comparison) -> dict[str, str]:
    """Every plot as an SVG document of its own, by the name of its file. Needs matplotlib (the extra ``report``)."""
    return {f"{chart.name}.svg": as_document(chart.svg, chart.title) for chart in charts(comparison)}


def as_html(comparison: Comparison) -> str:
    """The whole page: report.html, filled in. Needs matplotlib and jinja2 (the extra ``report``)."""
    from jinja2 import Environment, StrictUndefined

    template = (files("copla.comparing") / "report.html").read_text(encoding="utf-8")
    drawn = charts(comparison)
    colours = {c.label: number % COLOURS + 1 for number, c in enumerate(comparison.plan.configurations)}
    page = Environment(autoescape=True, trim_blocks=True, keep_trailing_newline=True, undefined=StrictUndefined)
    return page.from_string(template).render(
        title=title(comparison),
        about=" ".join(about(comparison)),
        overview=_overview(comparison),
        remarks=remarks(comparison),
        summary=summary_table(comparison, seconds=True),
        meaning=MEANING,
        charts=drawn,
        squares=sum(chart.square for chart in drawn),
        verdicts=verdict_table(comparison, seconds=True),
        runs=runs_table(comparison, seconds=True),
        made=_made(comparison),
        colours=colours,
        tone=_tone,
    )


def _overview(comparison: Comparison) -> list[tuple[str, str, str]]:
    """The few numbers that people look for first, each with what it counts and its tone."""
    verdicts = [judgement.verdict for judgement in comparison.judgements]
    answered = sum(cell.answered for cell in comparison.cells)
    tiles = [
        (f"{comparison.finished} of {comparison.total}", "runs finished", ""),
        (f"{answered} of {len(comparison.cells)}", "with an answer", ""),
        (str(verdicts.count(Verdict.AGREE)), "instances agreed on", "good"),
        (str(verdicts.count(Verdict.DISAGREE)), "disagreements", "bad" if comparison.disagreement else ""),
    ]
    ranked = sorted(comparison.summaries(), key=lambda s: (-s.answered, s.par2 or 0.0))
    if ranked and ranked[0].answered:
        tiles.append((ranked[0].configuration.label, "most answers, then least PAR2", "words"))
    return tiles


def _tone(word: str) -> str:
    """How a status or a verdict is coloured.

    >>> _tone("optimal"), _tone("disagree"), _tone("timeout")
    ('good', 'bad', 'open')
    """
    if word in (Verdict.DISAGREE, FAILED):
        return "bad"
    answered = word == Verdict.AGREE or word in [status for status in Status if status.finished]
    return "good" if answered else "open"


def _made(comparison: Comparison) -> str:
    sessions = comparison.sessions
    if not sessions:
        return "Made by copla."
    more = f", in {len(sessions)} sessions" if len(sessions) > 1 else ""
    return f"Made by copla {sessions[-1].versions.get('copla', '')}; begun {sessions[0].started}{more}."
