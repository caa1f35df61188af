"""The HTML report of a comparison: one file that needs nothing else, no network and, to be read, no script."""

from __future__ import annotations

from importlib.resources import files

from copla.checking.judge import Verdict
from copla.comparing.charts import charts
from copla.comparing.drawing import COLOURS, as_document
from copla.comparing.exports import MEANING, about, title
from copla.comparing.store import FAILED
from copla.comparing.summary import Comparison
from copla.comparing.tables import remarks, runs_table, summary_table, verdict_table
from copla.ground.errors import CoplaError
from copla.ground.status import Status


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
