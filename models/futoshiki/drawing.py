"""Pictures of a board: box drawing with colour for a terminal, and SVG."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from copla.answers.result import Solution
from copla.ground.text import cell_name
from copla.language.constraints import Constraint
from copla.models.futoshiki.board import Board, Cell, cells
from copla.plugins.svg import svg_document

if TYPE_CHECKING:
    from rich.text import Text

GIVEN, FOUND, FRAME, SIGN, MARKED = "bold", "green", "bright_black", "yellow", "bold white on red"

_ACROSS = {"": "│", "<": "<", ">": ">", "|": "‖"}
_DOWN = {"": "─", "<": "∧", ">": "∨", "|": "═"}


def draw(board: Board, solution: Solution | None = None, marked: Collection[Constraint] = ()) -> Text:
    """The board for a terminal: signs stand on the lines between the cells, givens are bold.

    Marked clues are red and stand between exclamation marks, which remain where there is no colour. What is drawn can
    be read again.
    """
    from rich.text import Text

    bad_cells, bad_pairs = _marked_places(marked)
    size, width = board.size, len(str(board.size))
    left_half = (width + 1) // 2
    untold = board.adjacent and not board.signs and size > 1  # no sign says which rules there are
    text = Text("rules: adjacent\n" if untold else "")

    def sign_of(first: Cell, second: Cell) -> tuple[str, str]:
        sign = board.sign(first, second)
        if frozenset((cell_name(first), cell_name(second))) in bad_pairs:
            return sign, MARKED
        return sign, SIGN if sign else FRAME

    def border(ends: str, above: int | None) -> None:
        text.append(ends[0], FRAME)
        for c in range(size):
            sign, style = sign_of((above, c), (above + 1, c)) if above is not None else ("", FRAME)
            dash = "!" if style == MARKED else "─"
            text.append("─" * (left_half - 1) + dash, style if dash == "!" else FRAME)
            text.append(_DOWN[sign], style)
            text.append(dash + "─" * (width - left_half), style if dash == "!" else FRAME)
            text.append(ends[2] if c + 1 == size else ends[1], FRAME)
        text.append("\n")

    def pad(*beside: str) -> None:
        if MARKED in beside:
            text.append("!", MARKED)
        else:
            text.append(" ")

    border("┌┬┐", None)
    for r in range(size):
        text.append("│", FRAME)
        before = FRAME
        for c in range(size):
            value, style = _content(board, (r, c), solution, bad_cells)
            sign, after = sign_of((r, c), (r, c + 1)) if c + 1 < size else ("", FRAME)
            pad(before, style)
            text.append(f"{value or '·':>{width}}", style)
            pad(style, after)
            text.append(_ACROSS[sign], after)
            before = after
        text.append("\n")
        if r + 1 < size:
            border("├┼┤", r)
    border("└┴┘", None)
    return text


def svg(board: Board, solution: Solution | None = None, marked: Collection[Constraint] = ()) -> str:
    """The board as a self-contained SVG document."""
    bad_cells, bad_pairs = _marked_places(marked)
    cell, gap = 44, 22
    pitch = cell + gap
    side = board.size * pitch - gap + 2 * gap
    parts = []
    for r, c in cells(board.size):
        x, y = gap + c * pitch, gap + r * pitch
        value, style = _content(board, (r, c), solution, bad_cells)
        fill = {GIVEN: "#eef2f7", FOUND: "#ffffff", MARKED: "#fde2e1"}[style]
        colour = {GIVEN: "#111827", FOUND: "#15803d", MARKED: "#b91c1c"}[style]
        weight = "normal" if style == FOUND else "bold"
        given = " given" if board.givens[r][c] else ""
        box = f'x="{x}" y="{y}" width="{cell}" height="{cell}" rx="5" fill="{fill}" stroke="#94a3b8"'
        parts.append(f'<rect class="cell{given}" data-cell="{cell_name((r, c))}" {box}/>')
        if value:
            font = f'font-size="21" font-weight="{weight}" fill="{colour}"'
            parts.append(f'<text class="digit{given}" x="{x + cell / 2}" y="{y + cell / 2 + 7}" {font}>{value}</text>')
        for other, dx, dy in (((r, c + 1), 1, 0), ((r + 1, c), 0, 1)):
            if max(other) < board.size and (sign := board.sign((r, c), other)):
                names = (cell_name((r, c)), cell_name(other))
                centre = (x + cell / 2 + dx * pitch / 2, y + cell / 2 + dy * pitch / 2)
                shade = "#dc2626" if frozenset(names) in bad_pairs else "#475569"
                parts.append(_svg_sign(sign, centre, bool(dx), " ".join(names), shade))
    return svg_document(f"Futoshiki {board.size} x {board.size}", side, side, parts)


def _marked_places(marked: Iterable[Constraint]) -> tuple[set[str], set[frozenset[str]]]:
    """The cells and the pairs of cells that these clues are about, by name."""
    scopes = [[variable.name for variable in constraint.scope] for constraint in marked if constraint.clue]
    return {scope[0] for scope in scopes if len(scope) == 1}, {frozenset(scope) for scope in scopes if len(scope) == 2}


def _content(board: Board, cell: Cell, solution: Solution | None, bad_cells: set[str]) -> tuple[int, str]:
    given = board.givens[cell[0]][cell[1]]
    if given:
        return given, MARKED if cell_name(cell) in bad_cells else GIVEN
    return (solution.values.get(cell_name(cell), 0) if solution else 0), FOUND


def _svg_sign(sign: str, centre: tuple[float, float], across: bool, between: str, colour: str) -> str:
    """A chevron whose point is at the smaller cell, or a bar for two adjacent values."""
    x, y = centre
    if sign == "|":
        a, b = ((0, -8), (0, 8)) if across else ((-8, 0), (8, 0))
        points = [a, b]
    else:
        tip = -5 if sign == "<" else 5
        points = [(-tip, -7), (tip, 0), (-tip, 7)] if across else [(-7, -tip), (0, tip), (7, -tip)]
    path = " ".join(f"{x + dx:g},{y + dy:g}" for dx, dy in points)
    return (
        f'<polyline class="sign" data-between="{between}" points="{path}" fill="none" stroke="{colour}" '
        'stroke-width="2.5" stroke-linecap="round"/>'
    )
