"""Pictures of a board: coloured areas with letters for a terminal, SVG, and a film strip of a plan."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from copla.answers.result import Solution
from copla.models.klotski.board import FREE, GATE, SPECIAL, SYMBOLS, WALL, Board
from copla.models.klotski.replay import matrix_of, replay
from copla.plugins.puzzle import Frame
from copla.plugins.svg import svg_document, svg_strip

if TYPE_CHECKING:
    from rich.text import Text

Rows = Sequence[str]

SPECIAL_STYLE, WALL_STYLE, FREE_STYLE = "bold white on #b91c1c", "#64748b", "#94a3b8"
SPECIAL_FILL, WALL_FILL, GATE_FILL = "#dc2626", "#475569", "#cbd5e1"
FILLS = (
    "#93c5fd", "#fcd34d", "#86efac", "#fdba74", "#c4b5fd", "#67e8f9", "#f9a8d4", "#bef264", "#d6d3d1", "#5eead4",
    "#fca5a5", "#a5b4fc",
)  # fmt: skip

_SHOWN = {WALL: "▒▒", GATE: "--", FREE: " ·"}


def draw(board: Board, rows: Rows | None = None) -> Text:
    """The board for a terminal, two characters a cell: each block is an area of one colour with its letter."""
    from rich.text import Text

    fills = _fills(board)
    text = Text()
    for row in rows or board.rows:
        for content in row:
            if content == SPECIAL:
                text.append(" *", SPECIAL_STYLE)
            elif content in SYMBOLS:
                text.append(f" {content}", f"black on {fills[content]}")
            else:
                text.append(_SHOWN[content], WALL_STYLE if content == WALL else FREE_STYLE)
        text.append("\n")
    return text


def svg(board: Board) -> str:
    """The start as a self-contained SVG document; the goal cells of a classic board have a dashed outline."""
    side, margin = 40, 10
    width, height = len(board.rows[0]) * side + 2 * margin, len(board.rows) * side + 2 * margin
    goal = [
        f'<rect x="{c * side + 5}" y="{r * side + 5}" width="{side - 10}" height="{side - 10}" '
        'fill="none" stroke="#111827" stroke-dasharray="3 3"/>'
        for cells in board.goal_blocks().values()
        for r, c in sorted(cells)
    ]
    body = [f'<g transform="translate({margin} {margin})">', _svg_matrix(board, board.rows, side), *goal, "</g>"]
    return svg_document(board.title or "Klotski", width, height, body)


def frames(board: Board, solution: Solution) -> list[Frame]:
    """The start and the state after each move."""
    return [Frame(caption, draw(board, rows)) for caption, rows in _scenes(board, solution)]


def film(board: Board, solution: Solution) -> str:
    """The same as one SVG document: small pictures in rows, each with the move that led to it."""
    side, gap, caption_height = 12, 14, 18
    pictures = []
    for number, (caption, rows) in enumerate(_scenes(board, solution)):
        shown = caption if number == 0 else f"{number}. {caption}"
        pictures.append(
            [
                f'<text x="0" y="11" font-size="11" text-anchor="start" fill="#111827">{escape(shown)}</text>',
                f'<g transform="translate(0 {caption_height})">',
                _svg_matrix(board, rows, side),
                "</g>",
            ]
        )
    across, down = max(len(board.rows[0]) * side, 90) + gap, len(board.rows) * side + caption_height + gap
    return svg_document(board.title or "Klotski", *svg_strip(pictures, across, down, gap))


def _scenes(board: Board, solution: Solution) -> list[tuple[str, Rows]]:
    """The caption and the matrix of the start and after each move."""
    steps = replay(board, solution)
    return [("start", board.rows), *((str(step.move), matrix_of(board, step.after)) for step in steps)]


def _fills(board: Board) -> dict[str, str]:
    others = [symbol for symbol in board.blocks() if symbol != SPECIAL]
    return {SPECIAL: SPECIAL_FILL, **{symbol: FILLS[n % len(FILLS)] for n, symbol in enumerate(others)}}


def _svg_matrix(board: Board, rows: Rows, side: int) -> str:
    """The cells of a matrix; a cell reaches its edge where the same block goes on, else it leaves a small gap."""
    fills = _fills(board)
    gap = max(1, side // 20)
    parts = []
    for r, row in enumerate(rows):
        for c, content in enumerate(row):
            if content == FREE:
                continue

            def goes_on(down: int, right: int, r: int = r, c: int = c, content: str = content) -> bool:
                inside = 0 <= r + down < len(rows) and 0 <= c + right < len(rows[0])
                return content in SYMBOLS and inside and rows[r + down][c + right] == content

            inset = 0 if content == WALL else gap
            left, right = inset * (not goes_on(0, -1)), inset * (not goes_on(0, 1))
            top, bottom = inset * (not goes_on(-1, 0)), inset * (not goes_on(1, 0))
            fill = {WALL: WALL_FILL, GATE: GATE_FILL}.get(content) or fills[content]
            parts.append(
                f'<rect x="{c * side + left}" y="{r * side + top}" width="{side - left - right}" '
                f'height="{side - top - bottom}" fill="{fill}"/>'
            )
            if content in SYMBOLS:
                colour = "#ffffff" if content == SPECIAL else "#111827"
                parts.append(
                    f'<text x="{c * side + side / 2:g}" y="{r * side + side * 0.68:g}" font-size="{side * 0.5:g}" '
                    f'fill="{colour}">{content}</text>'
                )
    return "\n".join(parts)
