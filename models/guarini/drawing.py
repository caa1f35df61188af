"""Pictures of a board: a chess board with knights for a terminal, readable without colour, too, and SVG."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from copla.answers.result import Solution
from copla.ground.text import cell_name, counted
from copla.models.guarini.board import BETWEEN, COLOURS, GLYPHS, HOLE, WHITE, Board, Cell, Position
from copla.models.guarini.replay import replay
from copla.plugins.puzzle import Frame
from copla.plugins.svg import svg_document, svg_strip

if TYPE_CHECKING:
    from rich.text import Text

LIGHT, DARK, TOUCHED = "#ecd9b9", "#b58863", "#8fbf6f"
MARGIN = "bright_black"

Picture = tuple[str, Position, Collection[Cell]]
"""A caption, a position, and the squares that stand out."""

_MARGIN, _HEADING, _FONT_SIZE, _SIDE = 16, 22, 12, 44

# A knight that looks to the left, in a square of 40 x 40.
_KNIGHT = (
    '<symbol id="knight" viewBox="0 0 40 40">'
    '<path d="M11 34 L30 34 L30 30 C30 19 27 12 20 9 L19 5 L16 9 C12 11 9 17 7 22 L9 26 L13 25 '
    'C15 23 17 23 19 22 C18 26 13 27 12 31 Z" stroke-width="1.6" stroke-linejoin="round"/></symbol>'
)
_STYLE = "<style>.W{fill:#fffdf7;stroke:#1f2933}.B{fill:#1f2933;stroke:#1f2933}</style>"


def draw(board: Board, solution: Solution | None = None, marked: object = ()) -> Text:
    """The start, beside it the goal where it is not simply the colours exchanged; below it the moves of a plan."""
    text = _start(board) if board.exchanges else _side_by_side(_start(board), _picture(board.goal, "goal"))
    text.append("♘ white  ♞ black\n", MARGIN)
    steps = [] if solution is None else [step.words for step in replay(board, solution)]
    for number, words in enumerate(steps, 1):
        text.append(f"{number:>{len(str(len(steps)))}}. ", MARGIN).append(f"{words}\n")
    return text


def svg(board: Board, solution: Solution | None = None, marked: object = ()) -> str:
    """The start; beside it the goal where it is not simply the colours exchanged, or where a plan leads."""
    pictures: list[Picture] = [("start", board.start, ())]
    if solution is not None:
        positions = [board.start, *(step.after for step in replay(board, solution))]
        pictures.append((f"after {counted(len(positions) - 1, 'move')}", positions[-1], ()))
    elif not board.exchanges:
        pictures.append(("goal", board.goal, ()))
    return _svg_strip(board, pictures, _SIDE)


def frames(board: Board, solution: Solution) -> list[Frame]:
    """The start and the position after each move; the squares that the knight left and reached stand out."""
    return [Frame(caption, _picture(after, touched=touched)) for caption, after, touched in _scenes(board, solution)]


def film(board: Board, solution: Solution) -> str:
    """The same as one SVG document, in rows of a few pictures."""
    return _svg_strip(board, _scenes(board, solution), side=26)


def _scenes(board: Board, solution: Solution) -> list[Picture]:
    steps = enumerate(replay(board, solution), 1)
    return [
        ("start", board.start, ()),
        *((f"{number}. {step.words}", step.after, step.touched) for number, step in steps),
    ]


def _start(board: Board) -> Text:
    return _picture(board.start, "" if board.exchanges else "start")


def _picture(position: Position, heading: str = "", touched: Collection[Cell] = ()) -> Text:
    """One board, its rows and columns numbered from 1."""
    from rich.text import Text

    margin = len(str(len(position)))
    text = Text()
    if heading:
        text.append(" " * (margin + 2) + heading + "\n", "bold")
    numbers = "".join(f"{column:^3}" for column in range(1, len(position[0]) + 1))
    text.append(" " * (margin + 1) + numbers + "\n", MARGIN)
    for r, row in enumerate(position):
        text.append(f"{r + 1:>{margin}} ", MARGIN)
        for c, what in enumerate(row):
            bold = "bold " if (r, c) in touched else ""
            text.append(f" {GLYPHS[what]} ", "" if what == HOLE else f"{bold}black on {_shade((r, c), touched)}")
        text.append("\n")
    return text


def _shade(cell: Cell, touched: Collection[Cell]) -> str:
    return TOUCHED if cell in touched else DARK if sum(cell) % 2 else LIGHT


def _side_by_side(left: Text, right: Text) -> Text:
    from rich.text import Text

    text = Text()
    lines = left.split("\n")
    width = max(map(len, lines))
    for one, other in zip(lines, right.split("\n"), strict=True):
        one.pad_right(width - len(one))
        text.append_text(one).append(BETWEEN).append_text(other).append("\n")
    return text


def _svg_strip(board: Board, pictures: list[Picture], side: int) -> str:
    wide = max(board.columns * side, round(0.6 * _FONT_SIZE * max(len(caption) for caption, _, _ in pictures)))
    drawn = [
        [
            f'<text class="caption" y="{_FONT_SIZE}" fill="#1f2933">{escape(caption)}</text>',
            *_svg_squares(position, touched, side, movable=number == 0),
        ]
        for number, (caption, position, touched) in enumerate(pictures)
    ]
    across, down = wide + _MARGIN, board.rows * side + _HEADING + _MARGIN
    return svg_document(
        f"Guarini {board.rows} x {board.columns}",
        *svg_strip(drawn, across, down, _MARGIN),
        style=f'font-size="{_FONT_SIZE}"',
        definitions=[f"<defs>{_STYLE}{_KNIGHT}</defs>"],
    )


def place(cell: Cell, side: int = _SIDE) -> tuple[int, int]:
    """Where a square, and the knight on it, is drawn."""
    return cell[1] * side, _HEADING + cell[0] * side


def _svg_squares(position: Position, touched: Collection[Cell], side: int, *, movable: bool) -> list[str]:
    """The squares, then the knights: they may be moved across any square."""
    parts, knights = [], []
    for r, row in enumerate(position):
        for c, what in enumerate(row):
            if what == HOLE:
                continue
            x, y = place((r, c), side)
            fill = _shade((r, c), touched)
            shade = "square dark" if (r + c) % 2 else "square"
            parts.append(f'<rect class="{shade}" x="{x}" y="{y}" width="{side}" height="{side}" fill="{fill}"/>')
            if what in COLOURS:
                piece = f' class="piece knight" data-piece="{cell_name((r, c))}"' if movable else ""
                # White ones look to the right, so that the colours differ in shape, too.
                mirrored = f' transform="translate({side} 0) scale(-1 1)"' if what == WHITE else ""
                knight = f'<use href="#knight" class="{what}" width="{side}" height="{side}"{mirrored}/>'
                knights.append(f'<g{piece} transform="translate({x} {y})">{knight}</g>')
    return parts + knights
