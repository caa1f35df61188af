"""Pictures as SVG: the board, and the film strip of a plan."""

from __future__ import annotations

from collections.abc import Collection
from xml.sax.saxutils import escape

from copla.answers.result import Solution
from copla.models.guarini.board import BLACK, COLOURS, HOLE, Board, Cell, Position
from copla.models.guarini.solutions import replay

LIGHT, DARK, TOUCHED = "#ecd9b9", "#b58863", "#8fbf6f"
PICTURES_IN_A_ROW = 8

Picture = tuple[str, Position, Collection[Cell]]
"""A caption, a position, and the squares that stand out."""

_MARGIN, _HEADING = 16, 22

# A knight that looks to the left, in a square of 40 x 40.
_KNIGHT = (
    '<symbol id="knight" viewBox="0 0 40 40">'
    '<path d="M11 34 L30 34 L30 30 C30 19 27 12 20 9 L19 5 L16 9 C12 11 9 17 7 22 L9 26 L13 25 '
    'C15 23 17 23 19 22 C18 26 13 27 12 31 Z" stroke-width="1.6" stroke-linejoin="round"/></symbol>'
)
_STYLE = "<style>.W{fill:#fffdf7;stroke:#1f2933}.B{fill:#1f2933;stroke:#1f2933}</style>"


def svg(board: Board, solution: Solution | None) -> str:
    """The start; beside it the goal where it is not simply the colours exchanged, or where a plan leads."""
    shown: list[Picture] = [("start", board.start, ())]
    if solution is not None:
        steps = list(replay(board, solution))
        amount = f"{len(steps)} move{'' if len(steps) == 1 else 's'}"
        shown.append((f"after {amount}", steps[-1].position if steps else board.start, ()))
    elif not board.exchanges:
        shown.append(("goal", board.goal, ()))
    return _strip(board, shown, side=44)


def film(board: Board, solution: Solution) -> str:
    """The start and the position after each move, in rows of a few pictures."""
    strip: list[Picture] = [("start", board.start, ())]
    for number, step in enumerate(replay(board, solution), 1):
        touched = [cell for cell in (step.source, step.target) if cell is not None]
        strip.append((f"{number}. {step.words}", step.position, touched))
    return _strip(board, strip, side=26)


def _strip(board: Board, strip: list[Picture], side: int) -> str:
    size = 12
    wide = max(board.columns * side, round(0.6 * size * max(len(caption) for caption, _, _ in strip)))
    pitch_x, pitch_y = wide + _MARGIN, board.rows * side + _HEADING + _MARGIN
    width = min(len(strip), PICTURES_IN_A_ROW) * pitch_x + _MARGIN
    height = -(-len(strip) // PICTURES_IN_A_ROW) * pitch_y + _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'font-family="Helvetica, Arial, sans-serif" font-size="{size}">',
        f"<title>{escape(f'Guarini {board.rows} x {board.columns}')}</title>",
        f"<defs>{_STYLE}{_KNIGHT}</defs>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    for number, (caption, position, touched) in enumerate(strip):
        x = _MARGIN + number % PICTURES_IN_A_ROW * pitch_x
        y = _MARGIN + number // PICTURES_IN_A_ROW * pitch_y
        parts.append(f'<g transform="translate({x} {y})">')
        parts.append(f'<text y="{size}" fill="#1f2933">{escape(caption)}</text>')
        parts += _squares(position, touched, side)
        parts.append("</g>")
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def _squares(position: Position, touched: Collection[Cell], side: int) -> list[str]:
    parts = []
    for r, row in enumerate(position):
        for c, what in enumerate(row):
            if what == HOLE:
                continue
            x, y = c * side, _HEADING + r * side
            fill = TOUCHED if (r, c) in touched else DARK if (r + c) % 2 else LIGHT
            parts.append(f'<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="{fill}"/>')
            if what in COLOURS:
                parts.append(_knight(what, x, y, side))
    return parts


def _knight(colour: str, x: int, y: int, side: int) -> str:
    """The piece; white ones look to the right, so that the colours differ in shape, too."""
    if colour == BLACK:
        return f'<use href="#knight" class="B" x="{x}" y="{y}" width="{side}" height="{side}"/>'
    mirrored = f'transform="translate({2 * x + side} 0) scale(-1 1)"'
    return f'<use href="#knight" class="W" x="{x}" y="{y}" width="{side}" height="{side}" {mirrored}/>'
