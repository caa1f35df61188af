"""Pictures of a board: box drawing with colour for a terminal, SVG, and the film of a plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from copla.answers.result import Solution
from copla.ground.errors import ModelError
from copla.models.tiles.board import Board, replay
from copla.models.tiles.solutions import in_words

if TYPE_CHECKING:
    from rich.text import Text

AT_HOME, AWAY, BLANK, FRAME = "bold green", "bold", "bright_black", "bright_black"

PICTURES_IN_A_ROW = 8
MOST_PICTURES = 1000

_CELL, _GAP, _CAPTION = 44, 16, 26
_FILL = {AT_HOME: "#dcfce7", AWAY: "#eef2f7"}
_INK = {AT_HOME: "#15803d", AWAY: "#111827"}


def draw(board: Board, solution: Solution | None) -> Text:
    """The board for a terminal, and with a solution also what the moves make of it.

    Tiles at their place are green; the blank is a dot.
    """
    text = picture(board)
    if solution is not None:
        boards = replay(board, solution.moves or ())
        text.append(f"{_after(boards)}:\n", FRAME)
        text.append_text(picture(boards[-1]))
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


def svg(board: Board, solution: Solution | None) -> str:
    """The board as a self-contained SVG document, and with a solution also what the moves make of it."""
    if solution is None:
        return _document([("", board)], _title(board))
    boards = replay(board, solution.moves or ())
    return _document([("start", board), (_after(boards), boards[-1])], _title(board))


def film(board: Board, solution: Solution) -> str:
    """The start and the board after each move as one SVG document, a few pictures in a row."""
    boards = replay(board, solution.moves or ())
    if len(boards) > MOST_PICTURES:
        raise ModelError(f"a film of {len(boards)} pictures is too long, expected at most {MOST_PICTURES}")
    captions = ["start", *(f"{number}. {label}" for number, label in enumerate(solution.moves or (), 1))]
    return _document(list(zip(captions, boards, strict=False)), f"{_title(board)}, {_after(boards)}")


def frames(board: Board, solution: Solution) -> list[tuple[str, Text]]:
    """A caption and a picture for the start and for each move, up to one that is not possible."""
    boards = replay(board, solution.moves or ())
    captions = ["start", *map(in_words, solution.moves or ())]
    return [(caption, picture(shown)) for caption, shown in zip(captions, boards, strict=False)]


def _style(board: Board, cell: int) -> str:
    tile = board.tiles[cell]
    if not tile:
        return BLANK
    return AT_HOME if board.goal_tiles[cell] == tile else AWAY


def _after(boards: list[Board]) -> str:
    return "after 1 move" if len(boards) == 2 else f"after {len(boards) - 1} moves"


def _title(board: Board) -> str:
    return f"Sliding tiles {board.rows} x {board.columns}"


def _document(pictures: list[tuple[str, Board]], title: str) -> str:
    """Pictures with their captions, in rows."""
    board = pictures[0][1]
    caption_height = _CAPTION if any(caption for caption, _ in pictures) else 0
    across = board.columns * _CELL + _GAP
    # A caption needs some width even where a board is narrow.
    across = max(across, 110 if caption_height else 0)
    down = board.rows * _CELL + _GAP + caption_height
    columns = min(len(pictures), PICTURES_IN_A_ROW)
    width = columns * across + _GAP
    height = -(-len(pictures) // columns) * down + _GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        'font-family="Helvetica, Arial, sans-serif" text-anchor="middle">',
        f"<title>{title}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    for number, (caption, shown) in enumerate(pictures):
        x, y = _GAP + number % columns * across, _GAP + number // columns * down
        parts.append(f'<g transform="translate({x} {y})">')
        if caption:
            middle = board.columns * _CELL / 2
            parts.append(f'<text x="{middle:g}" y="14" font-size="14" fill="#475569">{caption}</text>')
        parts += _svg_board(shown, caption_height)
        parts.append("</g>")
    return "\n".join([*parts, "</svg>"]) + "\n"


def _svg_board(board: Board, top: int) -> list[str]:
    wide, high = board.columns * _CELL, board.rows * _CELL
    parts = [f'<rect x="0" y="{top}" width="{wide}" height="{high}" rx="6" fill="#64748b"/>']
    for cell, tile in enumerate(board.tiles):
        if not tile:
            continue
        style = _style(board, cell)
        x, y = cell % board.columns * _CELL, top + cell // board.columns * _CELL
        parts.append(
            f'<rect x="{x + 2}" y="{y + 2}" width="{_CELL - 4}" height="{_CELL - 4}" rx="5" fill="{_FILL[style]}"/>'
        )
        parts.append(
            f'<text x="{x + _CELL // 2}" y="{y + _CELL // 2 + 7}" font-size="20" font-weight="bold" '
            f'fill="{_INK[style]}">{tile}</text>'
        )
    return parts
