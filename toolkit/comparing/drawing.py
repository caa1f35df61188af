"""Drawing with matplotlib as SVG that takes its colours from the page around it.

The colours that matplotlib writes are replaced by CSS variables, so that a plot follows the reader's light or dark
theme; text stays text, in the page's own font.
"""

from __future__ import annotations

import html
import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = 8
# Stand-ins for matplotlib that no drawing uses otherwise, and what the page calls them.
INK, FAINT, LIMIT = "#000a00", "#000b00", "#000c00"
SERIES = [f"#00000{number}" for number in range(1, COLOURS + 1)]
_VARIABLES = {INK: "--ink", FAINT: "--faint", LIMIT: "--limit"} | {
    colour: f"--series-{number}" for number, colour in enumerate(SERIES, 1)
}
_ON_WHITE = {"--ink": "#1d2330", "--faint": "#d9dce3", "--limit": "#b3261e"} | {
    f"--series-{number}": colour
    for number, colour in enumerate(
        ("#2f6db5", "#d1701f", "#2e8b57", "#b0418f", "#8a6d00", "#5b58c4", "#c23b3b", "#3f8f9e"), 1
    )
}
"""The colours of report.html on a light screen, for plots without a page."""
_MARKERS, _DASHES = "osD^vPX*", ("-", "--", ":", "-.")


def look(number: int) -> dict[str, Any]:
    """Colour, marker and dash of a configuration: the same in all plots, and different even without colours."""
    return {
        "color": SERIES[number % COLOURS],
        "marker": _MARKERS[number % len(_MARKERS)],
        "linestyle": _DASHES[number // COLOURS % len(_DASHES)],
        "markersize": 4.5,
        "linewidth": 1.6,
    }


def limit_line(axes: Axes, limit: float | None, label: str, *, vertical: bool = False) -> None:
    if not limit:
        return
    draw = axes.axvline if vertical else axes.axhline
    draw(limit, color=LIMIT, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
    if label:
        axes.annotate(
            label, (0.01, limit), xycoords=("axes fraction", "data"), xytext=(0, 3), textcoords="offset points",
            color=LIMIT, fontsize=8,
        )  # fmt: skip


@contextmanager
def style() -> Iterator[None]:
    from matplotlib import rc_context

    with rc_context(
        {
            "svg.fonttype": "none",  # text stays text: small, searchable, in the page's own font
            "font.size": 9.5,
            "text.color": INK,
            "axes.labelcolor": INK,
            "axes.edgecolor": FAINT,
            "axes.facecolor": "none",
            "axes.grid": True,
            "axes.axisbelow": True,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "grid.color": FAINT,
            "grid.linewidth": 0.5,
            "xtick.color": INK,
            "ytick.color": INK,
            "xtick.major.size": 3,
            "ytick.major.size": 3,
            "xtick.minor.size": 0,
            "ytick.minor.size": 0,
            "legend.frameon": False,
            "legend.labelcolor": INK,
        }
    ):
        yield


def new_figure(width: float, height: float, down: int = 1, across: int = 1) -> tuple[Figure, list[Axes]]:
    from matplotlib.figure import Figure  # not pyplot, which would look for a screen
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    figure = Figure(figsize=(width, height), layout=ConstrainedLayoutEngine(h_pad=0.1, w_pad=0.1))
    return figure, list(figure.subplots(down, across, squeeze=False).flat)


def as_svg(figure: Figure, name: str, notes: dict[str, str] | None = None) -> str:
    """The figure as an SVG element for an HTML page: scalable, themed, and with names that no other figure has."""
    from matplotlib import rc_context

    text = io.StringIO()
    empty = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    with rc_context({"svg.hashsalt": name}):
        figure.savefig(text, format="svg", transparent=True, bbox_inches="tight", metadata=empty)
    svg = text.getvalue()
    box = re.search(r'viewBox="([^"]+)"', svg)
    assert box, "matplotlib always writes one"
    inner = re.sub(r"\s*<metadata>.*?</metadata>", "", svg[svg.index(">", svg.index("<svg")) + 1 :], flags=re.DOTALL)
    inner = inner.replace("xlink:href", "href")
    for point, note in (notes or {}).items():
        inner = inner.replace(f'<g id="{point}">', f'<g id="{point}"><title>{html.escape(note)}</title>')
    inner = re.sub(r'\b(id="|href="#|url\(#)', rf"\g<1>{name}-", inner)
    for colour, variable in _VARIABLES.items():
        inner = inner.replace(colour, f"var({variable})")
    width = float(box[1].split()[2]) * 4 / 3  # points to pixels
    return f'<svg viewBox="{box[1]}" style="max-width: {width:.0f}px" aria-hidden="true">{inner.strip()}'


def as_document(svg: str, title: str) -> str:
    """The SVG element of a page as a document of its own, with the colours of a light page."""
    for variable, colour in _ON_WHITE.items():
        svg = svg.replace(f"var({variable})", colour)
    opening, _, rest = svg.partition(">")
    box = re.search(r'viewBox="([^"]+)"', opening)
    assert box, "as_svg always writes one"
    left, top, width, height = map(float, box[1].split())
    size = f'width="{width:g}pt" height="{height:g}pt"'
    paper = f'<rect x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" fill="white"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box[1]}" {size} font-family="sans-serif">\n'
        f"<title>{html.escape(title)}</title>\n{paper}\n{rest}\n"
    )
