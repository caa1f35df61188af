"""SVG documents as puzzles draw them: a page of its own, and pictures with captions in rows, the film of a plan."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

PICTURES_IN_A_ROW = 8


def svg_document(
    title: str,
    width: int,
    height: int,
    body: Sequence[str],
    *,
    style: str = 'text-anchor="middle"',
    definitions: Sequence[str] = (),
    paper: str = "#ffffff",
) -> str:
    """A self-contained SVG document; ``style`` are attributes that hold for all of it.

    >>> svg_document("Dot", 20, 20, ['<circle cx="10" cy="10" r="3"/>']).splitlines()[1:]
    ['<title>Dot</title>', '<rect width="20" height="20" fill="#ffffff"/>', '<circle cx="10" cy="10" r="3"/>', '</svg>']
    """
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'font-family="Helvetica, Arial, sans-serif" {style}>'
    )
    ground = f'<rect width="{width}" height="{height}" fill="{paper}"/>'
    return "\n".join([head, f"<title>{escape(title)}</title>", *definitions, ground, *body, "</svg>"]) + "\n"


def svg_strip(pictures: Sequence[Sequence[str]], across: int, down: int, margin: int) -> tuple[int, int, list[str]]:
    """Pictures in rows of a few: the width and the height of all, and the body of their document.

    ``across`` and ``down`` are from one picture to the next.

    >>> svg_strip([["<one/>"], ["<two/>"]], across=50, down=30, margin=5)[:2]
    (105, 35)
    """
    columns = min(len(pictures), PICTURES_IN_A_ROW)
    rows = -(-len(pictures) // columns)
    body: list[str] = []
    for number, picture in enumerate(pictures):
        row, column = divmod(number, columns)
        body += [f'<g transform="translate({margin + column * across} {margin + row * down})">', *picture, "</g>"]
    return margin + columns * across, margin + rows * down, body
