"""A sheet of puzzles to print: one HTML page with the pictures inside, and the answers on pages of their own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

_STYLE = """
@page { size: %s; margin: 15mm; }
body { font-family: Helvetica, Arial, sans-serif; color: #111827; margin: 0 auto; max-width: 180mm; }
h1 { font-size: 14pt; margin: 0 0 6mm; }
section { display: flex; flex-wrap: wrap; gap: 6mm 24mm; align-items: flex-start; }
section.answers { gap: 6mm 8mm; }
figure { margin: 0; width: 72mm; break-inside: avoid; }
section.answers figure { width: 52mm; }
section.answers figure.wide { width: 100%%; break-inside: auto; }
figcaption { font-size: 9pt; margin-bottom: 2mm; }
figure svg { display: block; width: 100%%; height: auto; max-height: 64mm; }
section.few figure { width: 120mm; }
section.few figure svg { max-height: 104mm; }
p, ol { font-size: 8pt; margin: 0; }
ol { columns: 34ch 3; column-gap: 6mm; padding: 0; margin: 0; }
li { margin-left: 8mm; break-inside: avoid; }
.page { break-before: page; }
@media screen { body { padding: 8mm; } .page { margin-top: 15mm; border-top: 1px solid #9ca3af; padding-top: 8mm; } }
"""


_FEW = 2
"""So many puzzles fill a page as one column; of more, six fit on it, on A4 as on letter paper."""


@dataclass(frozen=True, slots=True)
class Item:
    """One puzzle of a sheet: what it is called, its picture, and its answer: a picture, moves, or a sentence."""

    caption: str
    picture: str
    answer: str = ""
    moves: Sequence[str] = ()
    remark: str = ""


def sheet(title: str, items: Sequence[Item], paper: str = "a4") -> str:
    """The page, of a size that CSS knows; pictures are SVG documents. Answers begin on a new page, if there are any.

    >>> from copla.plugins.svg import svg_document
    >>> page = sheet("Two dots", [Item("a dot", svg_document("dot", 9, 9, []), remark="it is one")])
    >>> page.count("<svg"), page.count('class="page"'), "it is one" in page
    (1, 1, True)
    """
    puzzles = [_figure(at, item.caption, _inline(item.picture, f"p{at}")) for at, item in enumerate(items, 1)]
    answers = [_answer(at, item) for at, item in enumerate(items, 1)]
    few = ' class="few"' if len(items) <= _FEW else ""
    body = [f"<h1>{escape(title)}</h1>", f"<section{few}>", *puzzles, "</section>"]
    if any(item.answer or item.moves or item.remark for item in items):
        body += [f'<h1 class="page">{escape(title)}: answers</h1>', '<section class="answers">', *answers, "</section>"]
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{_STYLE % paper}</style>'
    return "\n".join(["<!DOCTYPE html>", f'<html lang="en"><head>{head}</head><body>', *body, "</body></html>"]) + "\n"


def _answer(number: int, item: Item) -> str:
    if item.moves:
        moves = "".join(f"<li>{escape(move)}</li>" for move in item.moves)
        return _figure(number, item.remark or item.caption, f"<ol>{moves}</ol>", "wide")
    if item.answer:
        return _figure(number, item.remark or item.caption, _inline(item.answer, f"a{number}"))
    return _figure(number, item.caption, f"<p>{escape(item.remark)}</p>")


def _figure(number: int, caption: str, content: str, kind: str = "") -> str:
    attribute = f' class="{kind}"' if kind else ""
    return f"<figure{attribute}><figcaption><b>{number}</b> {escape(caption)}</figcaption>{content}</figure>"


def _inline(document: str, prefix: str) -> str:
    """An SVG document as a part of a page: names inside it become its own."""
    text = re.sub(r"^<\?xml[^>]*\?>\s*", "", document)
    text = re.sub(r'\bid="([^"]+)"', rf'id="{prefix}-\1"', text)
    return re.sub(r'(url\(#|href="#)', rf"\1{prefix}-", text)
