"""The plots of a comparison: cactus, scatter and bars, made by matplotlib (the extra ``report``).

SVG and not an interactive library: a report with all plots is some hundred kilobytes instead of megabytes, needs
no script to be read, and is sharp on paper.
"""

from __future__ import annotations

import itertools
import math
import statistics
import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING

from copla.answers.wording import seconds
from copla.comparing.drawing import FAINT, LIMIT, SERIES, as_svg, limit_line, look, new_figure, style
from copla.comparing.summary import SHORTEST, Cell, Comparison
from copla.running.configuration import Configuration

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_PANELS = 6  # of instances that get bars of their own
MOST_SCATTERS = 3


@dataclass(frozen=True, slots=True)
class Chart:
    """A plot as SVG for a page, with its caption, and the same in words for those who cannot see it."""

    name: str
    title: str
    caption: str
    description: str
    svg: str
    square: bool = False


def charts(comparison: Comparison) -> list[Chart]:
    """Every plot that the finished runs are enough for. Needs matplotlib (the extra ``report``)."""
    if not comparison.cells:
        return []
    found = [_cactus(comparison)]
    for number, pair in enumerate(_pairs(comparison), 1):
        found.append(_scatter(comparison, *pair, f"scatter-{number}"))
    found.append(_bars(comparison, "seconds"))
    if any(_amount(cell, "generated") is not None for cell in comparison.cells):
        found.append(_bars(comparison, "generated"))
    return found


def _cactus(comparison: Comparison) -> Chart:
    from matplotlib.ticker import MaxNLocator

    with style():
        rows = -(-len(comparison.plan.configurations) // _columns(comparison))
        figure, (axes,) = new_figure(8.4, 4.1 + 0.2 * rows)
        told = []
        for summary in sorted(comparison.summaries(), key=lambda summary: (-summary.answered, summary.par2 or 0)):
            configuration = summary.configuration
            times = sorted(max(c.seconds, SHORTEST) for c in comparison.column(configuration) if c.answered)
            label = f"{configuration.label} ({len(times)})"
            style_of = look(comparison.plan.configurations.index(configuration))
            axes.plot(range(1, len(times) + 1), times, label=label, **style_of)
            slowest = f", the slowest in {times[-1]:.3g} s" if times else ""
            told.append(f"{configuration.label} answered {len(times)}{slowest}")
        limit_line(axes, comparison.plan.limits.seconds, "time limit")
        axes.set(yscale="log", xlabel="instances answered", ylabel="seconds for each of them, sorted")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        figure.legend(loc="outside lower center", ncols=_columns(comparison))
        return Chart(
            "cactus",
            "How many instances within which time",
            "Each line is a configuration, its answered instances sorted by time: the further right and the lower, "
            "the better. Behind each name: the number of answers.",
            "Cactus plot. " + "; ".join(told) + ".",
            as_svg(figure, "cactus"),
        )


def _scatter(comparison: Comparison, left: Configuration, right: Configuration, name: str) -> Chart:
    limit = comparison.plan.limits.seconds
    others = {cell.instance: cell for cell in comparison.column(right)}
    pairs = [(cell, others[cell.instance]) for cell in comparison.column(left) if cell.instance in others]
    points = [(_time(one, limit), _time(two, limit), one, two) for one, two in pairs]
    low = min([*itertools.chain(*(point[:2] for point in points))], default=0.001) / 2
    high = max([*itertools.chain(*(point[:2] for point in points)), limit or 0]) * 2
    notes = {}
    with style():
        figure, (axes,) = new_figure(4.1, 4.1)
        for factor, dash in ((1, "-"), (10, ":"), (0.1, ":")):
            axes.plot([low, high], [low * factor, high * factor], dash, color=FAINT, linewidth=1, zorder=1)
        limit_line(axes, limit, "time limit")
        limit_line(axes, limit, "", vertical=True)
        for number, (x, y, one, two) in enumerate(points):
            answered = one.answered and two.answered
            colour = SERIES[0] if answered else LIMIT
            dot = axes.plot([x], [y], "o" if answered else "X", color=colour, markersize=6, alpha=0.8, zorder=3)[0]
            dot.set_gid(f"point-{number}")
            notes[f"point-{number}"] = f"{one.instance.name}: {_told(one)} | {_told(two)}"
        axes.set(xscale="log", yscale="log", xlim=(low, high), ylim=(low, high), aspect="equal")
        across, up = (textwrap.fill(f"seconds of {one.label}", 40) for one in (left, right))
        axes.set(xlabel=across, ylabel=up)
        faster = sum(x < y for x, y, *_ in points), sum(x > y for x, y, *_ in points)
        missing = sum(not (one.answered and two.answered) for *_, one, two in points)
        return Chart(
            name,
            f"{left.label} against {right.label}",
            f"A dot is an instance; below the diagonal {right.label} was faster, dotted lines are a factor of ten. "
            "A cross was not answered by at least one of the two, and lies on the time limit of that one.",
            f"Scatter plot of {len(points)} instances: {left.label} was faster on {faster[0]}, {right.label} on "
            f"{faster[1]}; {missing} without an answer of both.",
            as_svg(figure, name, notes),
            square=True,
        )


def _bars(comparison: Comparison, measure: str) -> Chart:
    word = "seconds" if measure == "seconds" else "nodes generated"
    panels = _panels(comparison, measure)
    known = [bar.amount for _, bars in panels for bar in bars if bar.amount]
    span = (min(known, default=1) / 3, max([*known, 1e-3]) * 15)  # room for the numbers behind the bars
    with style():
        across = min(2, len(panels), _columns(comparison))
        down = -(-len(panels) // across)
        height = 0.28 * len(comparison.plan.configurations) + 0.95
        figure, axes = new_figure(8.4 if across == 1 else 10.4, height * down, down, across)
        for panel, (title, bars) in zip(axes, panels, strict=False):
            _draw_bars(panel, bars, comparison, measure, span)
            panel.set_title(title, loc="left", fontsize=10)
        for unused in axes[len(panels) :]:
            unused.set_visible(False)
        return Chart(
            f"bars-{measure}",
            "Time" if measure == "seconds" else "Nodes",
            ("A bar for each configuration on each instance" if len(panels) > 1 else "A bar for each configuration")
            + f": {word}, on a logarithmic scale. Pale bars ended without an answer."
            + ("" if len(comparison.plan.instances) <= MOST_PANELS else " Only instances that all answered count."),
            f"Bar chart of {word}. " + " ".join(f"{title}: {', '.join(map(str, bars))}." for title, bars in panels),
            as_svg(figure, f"bars-{measure}"),
        )


@dataclass(frozen=True, slots=True)
class _Bar:
    configuration: Configuration
    amount: float | None
    measure: str
    note: str = ""

    @property
    def text(self) -> str:
        if self.amount is None:
            return self.note or "no count"
        shown = f"{self.amount:,.0f}" if self.measure == "generated" else f"{self.amount:.3g} s"
        return f"{shown}  {self.note}".rstrip()

    def __str__(self) -> str:
        return f"{self.configuration.label} {self.text}"


def _panels(comparison: Comparison, measure: str) -> list[tuple[str, list[_Bar]]]:
    """A title and bars for each instance if they are few, otherwise one panel of geometric means."""
    plan = comparison.plan
    if len(plan.instances) <= MOST_PANELS:
        rows = [row for row in map(comparison.row, plan.instances) if row]
        return [(row[0].instance.name, [_bar(cell, measure) for cell in row]) for row in rows]
    rows = [comparison.row(instance) for instance in plan.instances]
    common = [row for row in rows if len(row) == len(plan.configurations) and all(cell.answered for cell in row)]
    means = []
    for configuration in plan.configurations:
        amounts = [_amount(cell, measure) for row in common for cell in row if cell.configuration is configuration]
        known = [math.log(max(amount, SHORTEST)) for amount in amounts if amount is not None]
        complete = known and len(known) == len(amounts)
        means.append(_Bar(configuration, math.exp(statistics.fmean(known)) if complete else None, measure))
    return [(f"geometric mean over {len(common)} of {len(rows)} instances", means)]


def _draw_bars(axes: Axes, bars: list[_Bar], comparison: Comparison, measure: str, span: tuple[float, float]) -> None:
    from matplotlib.ticker import LogLocator

    for position, bar in enumerate(bars):
        colour = look(comparison.plan.configurations.index(bar.configuration))["color"]
        if bar.amount:
            pale = 0.35 if bar.note else 0.9
            axes.barh(position, bar.amount - span[0], left=span[0], color=colour, alpha=pale, height=0.7)
        end = max(bar.amount or 0, span[0])
        axes.annotate(bar.text, (end, position), (4, 0), textcoords="offset points", va="center", fontsize=8)
    if measure == "seconds":
        limit_line(axes, comparison.plan.limits.seconds, "", vertical=True)
    axes.set_xscale("log")
    axes.xaxis.set_major_locator(LogLocator(numticks=6))
    axes.set_yticks(range(len(bars)), [bar.configuration.label for bar in bars])
    axes.set(xlim=span, ylim=(len(bars) - 0.4, -0.6))
    axes.grid(False, axis="y")
    axes.tick_params(axis="y", length=0)


def _bar(cell: Cell, measure: str) -> _Bar:
    return _Bar(cell.configuration, _amount(cell, measure), measure, "" if cell.answered else cell.status)


def _pairs(comparison: Comparison) -> list[tuple[Configuration, Configuration]]:
    """Whom to set against whom: the best of each backend, or of one backend alone the best against the next."""
    ranked = sorted(comparison.summaries(), key=lambda one: (-one.answered, one.geometric_mean or 0.0))
    best = list({summary.configuration.backend: summary.configuration for summary in reversed(ranked)}.values())[::-1]
    if len(best) == 1:
        best = [summary.configuration for summary in ranked]
        return [(best[0], other) for other in best[1 : MOST_SCATTERS + 1]]
    return list(itertools.combinations(best, 2))[:MOST_SCATTERS]


def _amount(cell: Cell, measure: str) -> float | None:
    if measure == "generated":
        return None if cell.result is None else cell.result.statistics.generated
    return max(cell.seconds, SHORTEST) if cell.seconds > 0 else None  # a refusal takes no time


def _time(cell: Cell, limit: float | None) -> float:
    """Where a cell lies on an axis of time: without an answer at the limit, whenever it gave up."""
    return max(cell.seconds if cell.answered or limit is None else limit, SHORTEST)


def _told(cell: Cell) -> str:
    return f"{cell.configuration.label} {cell.status} {seconds(cell.seconds)} s"


def _columns(comparison: Comparison) -> int:
    """How many names of configurations fit beside each other."""
    longest = max(len(configuration.label) for configuration in comparison.plan.configurations)
    return 1 if longest > 45 else 2 if longest > 28 else 3
