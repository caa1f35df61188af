"""Pictures for a terminal: a chess board with knights, readable without colour, too."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from copla.answers.result import Solution
from copla.models.guarini.board import BLACK, EMPTY, HOLE, WHITE, Board, Cell, Position
from copla.models.guarini.solutions import replay
from copla.plugins.puzzle import Frame

if TYPE_CHECKING:
    from rich.text import Text

LIGHT, DARK, TOUCHED, MARGIN = "black on #ecd9b9", "black on #b58863", "bold black on #8fbf6f", "bright_black"

_GLYPHS = {WHITE: "♘", BLACK: "♞", EMPTY: "·", HOLE: " "}
_BETWEEN = "    "


def draw(board: Board, solution: Solution | None) -> Text:
    """The start, beside it the goal where it is not simply the colours exchanged; below it the moves of a plan."""
    text = _start(board) if board.exchanges else _side_by_side(_start(board), _picture(board.goal, "goal"))
    text.append("♘ white  ♞ black\n", MARGIN)
    steps = [] if solution is None else [step.words for step in replay(board, solution)]
    for number, words in enumerate(steps, 1):
        text.append(f"{number:>{len(str(len(steps)))}}. ", MARGIN).append(f"{words}\n")
    return text


def frames(board: Board, solution: Solution) -> list[Frame]:
    """The start and the position after each move; the squares that the knight left and reached stand out."""
    film = [Frame("start", _picture(board.start))]
    for number, step in enumerate(replay(board, solution), 1):
        touched = [cell for cell in (step.source, step.target) if cell is not None]
        film.append(Frame(f"{number}. {step.words}", _picture(step.position, touched=touched)))
    return film


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
            shade = TOUCHED if (r, c) in touched else DARK if (r + c) % 2 else LIGHT
            text.append(f" {_GLYPHS[what]} ", "" if what == HOLE else shade)
        text.append("\n")
    return text


def _side_by_side(left: Text, right: Text) -> Text:
    from rich.text import Text

    text = Text()
    lines = left.split("\n")
    width = max(map(len, lines))
    for one, other in zip(lines, right.split("\n"), strict=True):
        one.pad_right(width - len(one))
        text.append_text(one).append(_BETWEEN).append_text(other).append("\n")
    return text
