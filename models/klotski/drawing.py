"""Pictures of a board: coloured areas with letters for a terminal, SVG, and a film strip of a plan."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from copla.answers.result import Solution
from copla.models.klotski.board import (
    DIRECTIONS,
    GATE,
    SHOWN,
    SPECIAL,
    SYMBOLS,
    WALL,
    Blocks,
    Board,
    Cell,
    Cells,
    blocks_of,
    shift,
)
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

SIDE = 40
"""Of a cell in the picture of a board."""


def draw(board: Board, solution: object = None, marked: object = (), *, rows: Rows | None = None) -> Text:
    """The board for a terminal, two characters a cell: each block is an area of one colour with its letter.

    Without ``rows`` it is the start, with the rules and the goal of a classic board: what is drawn can be read again.
    """
    from rich.text import Text

    text = Text()
    if rows is None and board.classic:
        text.append(f"rules: classic\nmetric: {board.metric}\n", FREE_STYLE)
    _draw(text, board, rows or board.rows)
    if rows is None and board.classic:
        text.append("goal:\n", FREE_STYLE)
        _draw(text, board, board.goal)
    return text


def _draw(text: Text, board: Board, rows: Rows) -> None:
    fills = _fills(board)
    for row in rows:
        for content in row:
            if content == SPECIAL:
                text.append(" *", SPECIAL_STYLE)
            elif content in SYMBOLS:
                text.append(f" {content}", f"black on {fills[content]}")
            else:
                text.append(SHOWN[content], WALL_STYLE if content == WALL else FREE_STYLE)
        text.append("\n")


def svg(board: Board, solution: object = None, marked: object = ()) -> str:
    """The start as a self-contained SVG document; the goal cells of a classic board have a dashed outline."""
    side, margin = SIDE, 10
    width, height = len(board.rows[0]) * side + 2 * margin, len(board.rows) * side + 2 * margin
    goal = [
        f'<rect class="goal" x="{c * side + 5}" y="{r * side + 5}" width="{side - 10}" height="{side - 10}" '
        'fill="none" stroke="#111827" stroke-dasharray="3 3"/>'
        for cells in board.goal_blocks().values()
        for r, c in sorted(cells)
    ]
    if not board.classic:  # the special block can leave through the open cells on the edge
        cells = [(r, c) for r, row in enumerate(board.rows) for c in range(len(row))]
        goal += [_svg_exit(board, at) for at in cells if board.on_border(at) and board.open_to(SPECIAL, at)]
    matrix = _svg_matrix(board, board.blocks(), side, movable=True)
    body = [f'<g transform="translate({margin} {margin})">', matrix, *goal, "</g>"]
    return svg_document(board.title or "Klotski", width, height, body)


def frames(board: Board, solution: Solution) -> list[Frame]:
    return [Frame(caption, draw(board, rows=rows)) for caption, rows in _scenes(board, solution)]


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
                _svg_matrix(board, blocks_of(tuple(rows)), side),
                "</g>",
            ]
        )
    across, down = max(len(board.rows[0]) * side, 90) + gap, len(board.rows) * side + caption_height + gap
    return svg_document(board.title or "Klotski", *svg_strip(pictures, across, down, gap))


def _scenes(board: Board, solution: Solution) -> list[tuple[str, Rows]]:
    """The caption and the matrix of the start and after each move."""
    steps = replay(board, solution)
    return [("start", board.rows), *((str(step.move), matrix_of(board, step.after)) for step in steps)]


def place(cells: Iterable[Cell], side: int = SIDE) -> tuple[int, int]:
    """Where a block is drawn: the upper left corner of the rectangle around it."""
    rows, columns = zip(*cells, strict=True)
    return min(columns) * side, min(rows) * side


def _fills(board: Board) -> dict[str, str]:
    """The colours of the blocks; neighbours at the start have different ones, however many blocks there are."""
    blocks = board.blocks()
    fills = {SPECIAL: SPECIAL_FILL}
    for number, symbol in enumerate(symbol for symbol in blocks if symbol != SPECIAL):
        around = {shift(cell, direction) for cell in blocks[symbol] for direction in DIRECTIONS}
        taken = {fills[other] for other in fills if other in blocks and around & blocks[other]}
        order = [FILLS[(number + offset) % len(FILLS)] for offset in range(len(FILLS))]
        fills[symbol] = next((fill for fill in order if fill not in taken), order[0])
    return fills


def _svg_exit(board: Board, cell: Cell) -> str:
    """An arrow that points out of the frame."""
    (row, column), half = cell, SIDE // 2
    sides = {"up": row == 0, "left": column == 0, "right": column == len(board.rows[0]) - 1}
    direction = next((name for name, is_there in sides.items() if is_there), "down")
    down, right = DIRECTIONS[direction]
    x, y = column * SIDE + half + right * (half - 8), row * SIDE + half + down * (half - 8)
    tips = [(-right * 6 - down * 6, -down * 6 - right * 6), (0, 0), (-right * 6 + down * 6, -down * 6 + right * 6)]
    points = " ".join(f"{x + dx},{y + dy}" for dx, dy in tips)
    return f'<polyline class="exit" points="{points}" fill="none" stroke="{SPECIAL_FILL}" stroke-width="3"/>'


def _svg_matrix(board: Board, blocks: Blocks, side: int, *, movable: bool = False) -> str:
    """Frame, gates and exit, then the blocks, each a group."""
    fills = _fills(board)
    wide, high = len(board.rows[0]) * side, len(board.rows) * side
    parts = [f'<path class="floor" d="M0 0h{wide}v{high}h{-wide}z" fill="#f1f5f9"/>']
    for r, row in enumerate(board.rows):
        for c, content in enumerate(row):
            if content in (WALL, GATE):
                wall = content == WALL
                name, fill, inset = ("wall", WALL_FILL, 0) if wall else ("gate", GATE_FILL, max(1, side // 20))
                parts.append(
                    f'<rect class="{name}" x="{c * side + inset}" y="{r * side + inset}" '
                    f'width="{side - 2 * inset}" height="{side - 2 * inset}" fill="{fill}"/>'
                )
    for symbol, cells in blocks.items():
        x, y = place(cells, side)
        piece = (
            f' class="piece block{" special" if symbol == SPECIAL else ""}" data-piece="{symbol}"' if movable else ""
        )
        parts.append(f'<g{piece} transform="translate({x} {y})">{_svg_block(symbol, cells, side, fills[symbol])}</g>')
    return "\n".join(parts)


def _svg_block(symbol: str, cells: Cells, side: int, fill: str) -> str:
    """The cells of a block; a cell reaches its edge where the block goes on, else it leaves a small gap."""
    gap = max(1, side // 20)
    left, top = place(cells, 1)
    parts = []
    for r, c in sorted(cells):
        open_to = {direction: gap * (shift((r, c), direction) not in cells) for direction in DIRECTIONS}
        x, y = (c - left) * side + open_to["left"], (r - top) * side + open_to["up"]
        width, height = side - open_to["left"] - open_to["right"], side - open_to["up"] - open_to["down"]
        parts.append(f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}"/>')
    below, right = max(r for r, _ in cells), max(c for _, c in cells)
    is_rectangle = len(cells) == (below - top + 1) * (right - left + 1)
    first, last = (min(cells), max(cells)) if is_rectangle else (min(cells), min(cells))
    x_middle, y_middle = ((first[1] + last[1] + 1) / 2 - left) * side, ((first[0] + last[0] + 1) / 2 - top) * side
    ink = "#ffffff" if symbol == SPECIAL else "#111827"
    parts.append(
        f'<text x="{x_middle:g}" y="{y_middle + side * 0.18:g}" font-size="{side * 0.5:g}" fill="{ink}">{symbol}</text>'
    )
    return "".join(parts)
