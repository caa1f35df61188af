"""HTML for a notebook: text that stays text, lines as they are, and tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

_MOST_ROWS = 200


def html_text(text: str) -> str:
    """A text in which nothing is markup.

    >>> html_text("x < y")
    'x &lt; y'
    """
    return escape(text, quote=False)


def html_lines(text: str) -> str:
    """Several lines, aligned as on a terminal."""
    return f"<pre>{html_text(text)}</pre>"


def html_table(names: Sequence[str], rows: Iterable[Sequence[str]], caption: str = "") -> str:
    """A table; of very many rows the first ones.

    >>> html_table(["x"], [["<1>"]])
    '<table><thead><tr><th>x</th></tr></thead><tbody><tr><td>&lt;1&gt;</td></tr></tbody></table>'
    """
    everything = list(rows)
    body = "".join(_row("td", row) for row in everything[:_MOST_ROWS])
    if len(everything) > _MOST_ROWS:
        body += f'<tr><td colspan="{len(names)}">... and {len(everything) - _MOST_ROWS} more</td></tr>'
    title = f"<caption>{html_text(caption)}</caption>" if caption else ""
    return f"<table>{title}<thead>{_row('th', names)}</thead><tbody>{body}</tbody></table>"


def _row(cell: str, texts: Sequence[str]) -> str:
    return f"<tr>{''.join(f'<{cell}>{html_text(text)}</{cell}>' for text in texts)}</tr>"
