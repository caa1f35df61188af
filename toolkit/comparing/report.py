"""The HTML report of a comparison: one file that needs nothing else, no network and, to be read, no script."""

from __future__ import annotations

from html import escape

from copla.checking.judge import Verdict
from copla.comparing.charts import Chart, charts
from copla.comparing.drawing import COLOURS
from copla.comparing.exports import MEANING, about, title
from copla.comparing.figures import Comparison
from copla.comparing.page import SCRIPT, STYLE
from copla.comparing.tables import Table, remarks, runs_table, summary_table, verdict_table
from copla.ground.errors import CoplaError

_TONES = {
    **dict.fromkeys(("agree", "optimal", "solved", "infeasible"), "good"),
    **dict.fromkeys(("disagree", "failed"), "bad"),
    **dict.fromkeys(("undecided", "not judged", "timeout", "memory", "unknown", "interrupted", "unsupported"), "open"),
}


def need_charts() -> None:
    """CoplaError if there is nothing to draw with: better before hours of runs than after."""
    try:
        import matplotlib.figure  # noqa: F401
    except Exception as error:  # a broken installation can raise anything at all
        reason = " ".join(str(error).split())
        raise CoplaError(f"an HTML report needs matplotlib: pip install 'copla[report]' ({reason})") from None


def as_html(comparison: Comparison) -> str:
    """The whole page."""
    heading = escape(title(comparison))
    drawn = charts(comparison)
    objections = remarks(comparison)
    parts = [
        f"<h1>{heading}</h1>",
        f'<p class="soft">{escape(" ".join(about(comparison)))}</p>',
        _overview(comparison),
        _remarks(objections),
        "<h2>Summary</h2>",
        _table(summary_table(comparison), comparison),
        f'<p class="soft">{escape(MEANING)}</p>',
        "<h2>Plots</h2>" if drawn else "",
        f'<div class="charts">{"".join(_figure(chart, drawn) for chart in drawn)}</div>' if drawn else "",
        "<h2>Verdicts</h2>",
        _table(verdict_table(comparison), comparison),
        "<h2>Runs</h2>",
        _table(runs_table(comparison), comparison),
        f'<footer class="soft">{escape(_made(comparison))}</footer>',
    ]
    body = "\n".join(filter(None, parts))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{heading}</title>\n<style>{STYLE}</style>\n</head>\n"
        f"<body>\n<main>\n{body}\n</main>\n<script>{SCRIPT}</script>\n</body>\n</html>\n"
    )


def _overview(comparison: Comparison) -> str:
    """The few numbers that people look for first."""
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
    cells = (
        f'<div class="tile"><b class="{tone}">{escape(text)}</b><span>{what}</span></div>' for text, what, tone in tiles
    )
    return f'<div class="tiles">{"".join(cells)}</div>'


def _remarks(lines: list[str]) -> str:
    if not lines:
        return ""
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f'<h2>Remarks</h2>\n<ul class="remarks">{items}</ul>'


def _figure(chart: Chart, drawn: list[Chart]) -> str:
    beside = chart.square and sum(other.square for other in drawn) > 1
    wide = "" if beside else ' class="wide"'
    return (
        f'<figure{wide} role="group" aria-label="{escape(chart.title)}"><h3>{escape(chart.title)}</h3>'
        f'<div role="img" aria-label="{escape(chart.description)}">{chart.svg}</div>'
        f"<figcaption>{escape(chart.caption)}</figcaption></figure>"
    )


def _table(table: Table, comparison: Comparison) -> str:
    colours = {
        configuration.label: number % COLOURS + 1 for number, configuration in enumerate(comparison.plan.configurations)
    }

    def cell(at: int, text: str) -> str:
        kind = ' class="number"' if at >= table.left else ""
        shown = escape(text)
        if table.header[at] in ("status", "verdict"):
            shown = f'<span class="{_TONES.get(text, "open")}">{shown}</span>'
        elif table.header[at] in ("configuration", "fastest") and text in colours:
            shown = f'<span class="chip" style="background: var(--series-{colours[text]})"></span>{shown}'
        return f"<td{kind}>{shown}</td>"

    head = "".join(
        f'<th scope="col"{" class=number" if at >= table.left else ""}>{escape(name)}</th>'
        for at, name in enumerate(table.header)
    )
    rows = "".join(f"<tr>{''.join(cell(at, text) for at, text in enumerate(row))}</tr>\n" for row in table.rows)
    return (
        f'<div class="scroll" tabindex="0"><table><caption>{escape(table.title)}</caption>'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody></table></div>"
    )


def _made(comparison: Comparison) -> str:
    sessions = comparison.sessions
    if not sessions:
        return "Made by copla."
    more = f", in {len(sessions)} sessions" if len(sessions) > 1 else ""
    return f"Made by copla {sessions[-1].versions.get('copla', '')}; begun {sessions[0].started}{more}."
