"""Pictures of a board: box drawing with colour for a terminal, SVG, and the film of a plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from copla.answers.result import Solution
from copla.ground.errors import ModelError
from copla.ground.text import counted
from copla.models.tiles.board import FIRST, Board
from copla.models.tiles.replay import Step, replay
from copla.plugins.puzzle import Frame
from copla.plugins.svg import svg_document, svg_strip

if TYPE_CHECKING:
    from rich.text import Text

AT_HOME, AWAY, BLANK, FRAME = "bold green", "bold", "bright_black", "bright_black"

MOST_PICTURES = 1000

_CELL, _GAP, _CAPTION = 44, 16, 26
_FILL = {AT_HOME: "#dcfce7", AWAY: "#eef2f7"}
_INK = {AT_HOME: "#15803d", AWAY: "#111827"}


def draw(board: Board, solution: Solution | None = None, marked: object = ()) -> Text:
    """The board for a terminal, and with a solution also what the moves make of it.

    Tiles at their place are green; the blank is a dot. What is drawn of the board can be read again.
    """
    from rich.text import Text

    text = Text("" if board.goal == FIRST else f"goal: {board.goal}\n", FRAME).append_text(picture(board))
    if solution is not None:
        steps = replay(board, solution)
        text.append(f"{_after(steps)}:\n", FRAME)
        text.append_text(picture(_last(board, steps)))
    return text


def picture(board: Board) -> Text:
    """One board for a terminal."""
    from rich.text import Text

    width = len(str(len(board.tiles) - 1)) + 2
    text = Text()

    def border(left: str, middle: str, right: str) -> None:
        text.append(left + middle.join(["─" * width] * board.columns) + right + "\n", FRAME)

    border("┌", "┬", "┐")
    for cell, tile in enumerate(board.tiles):
        if cell % board.columns == 0:
            if cell:
                border("├", "┼", "┤")
            text.append("│", FRAME)
        text.append(f"{tile or '·':>{width - 1}} ", _style(board, cell))
        text.append("│", FRAME)
        if cell % board.columns == board.columns - 1:
            text.append("\n")
    border("└", "┴", "┘")
    return text


def svg(board: Board, solution: Solution | None = None, marked: object = ()) -> str:
    """The board as a self-contained SVG document, and with a solution also what the moves make of it."""
    if solution is None:
        return _svg_strip([("", board)], _title(board))
    steps = replay(board, solution)
    return _svg_strip([("start", board), (_after(steps), _last(board, steps))], _title(board))


def frames(board: Board, solution: Solution) -> list[Frame]:
    """The start and the board after each move, up to one that is not possible."""
    return [
        Frame("start", picture(board)),
        *(Frame(step.words, picture(step.after)) for step in replay(board, solution)),
    ]


def film(board: Board, solution: Solution) -> str:
    """The same as one SVG document, a few pictures in a row."""
    steps = replay(board, solution)
    if len(steps) + 1 > MOST_PICTURES:
        raise ModelError(f"a film of {len(steps) + 1} pictures is too long, expected at most {MOST_PICTURES}")
    pictures = [("start", board), *((f"{number}. {step.label}", step.after) for number, step in enumerate(steps, 1))]
    return _svg_strip(pictures, f"{_title(board)}, {_after(steps)}")


def place(board: Board, cell: int) -> tuple[int, int]:
    """Where the tile in a cell is drawn."""
    return cell % board.columns * _CELL, cell // board.columns * _CELL


def _style(board: Board, cell: int) -> str:
    tile = board.tiles[cell]
    if not tile:
        return BLANK
    return AT_HOME if board.goal_tiles[cell] == tile else AWAY


def _last(board: Board, steps: list[Step]) -> Board:
    return steps[-1].after if steps else board


def _after(steps: list[Step]) -> str:
    return f"after {counted(len(steps), 'move')}"


def _title(board: Board) -> str:
    return f"Sliding tiles {board.rows} x {board.columns}"


def _svg_strip(pictures: list[tuple[str, Board]], title: str) -> str:
    """Pictures with their captions, in rows."""
    board = pictures[0][1]
    top = _CAPTION if any(caption for caption, _ in pictures) else 0
    # A caption needs some width even where a board is narrow.
    across = max(board.columns * _CELL + _GAP, 110 if top else 0)
    middle = board.columns * _CELL / 2
    drawn = []
    for caption, shown in pictures:
        heading = [f'<text x="{middle:g}" y="14" font-size="14" fill="#475569">{caption}</text>'] if caption else []
        drawn.append([*heading, *_svg_board(shown, top)])
    return svg_document(title, *svg_strip(drawn, across, board.rows * _CELL + _GAP + top, _GAP))


def _svg_board(board: Board, top: int) -> list[str]:
    wide, high = board.columns * _CELL, board.rows * _CELL
    parts = [f'<rect class="tray" x="0" y="{top}" width="{wide}" height="{high}" rx="6" fill="#64748b"/>']
    for cell, tile in enumerate(board.tiles):
        if not tile:
            continue
        style = _style(board, cell)
        x, y = place(board, cell)
        home_x, home_y = place(board, board.goal_tiles.index(tile))
        at = f'data-piece="{tile}" data-home="{home_x} {home_y + top}" transform="translate({x} {y + top})"'
        home = " home" if style == AT_HOME else ""
        parts.append(
            f'<g class="piece tile{home}" {at}>'
            f'<rect x="2" y="2" width="{_CELL - 4}" height="{_CELL - 4}" rx="5" fill="{_FILL[style]}"/>'
            f'<text x="{_CELL // 2}" y="{_CELL // 2 + 7}" font-size="20" font-weight="bold" '
            f'fill="{_INK[style]}">{tile}</text></g>'
        )
    return parts
