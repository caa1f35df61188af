"""copla's own grid: the board as people draw it, with numbers of any width and any spacing.

    .   . < 3   .
    ^           v
    2   . > .   .

A line with cells is a row; a line with nothing but ``^`` and ``v`` holds the signs between the rows above
and below it, each under or over the cell that it belongs to. Blank lines do not matter.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from copla.ground.text import Line, cell_name, counted
from copla.models.futoshiki.board import LARGEST_SIZE, Board, Sign
from copla.models.futoshiki.formats.characters import (
    ADJACENT_ACROSS,
    ADJACENT_DOWN,
    DASH,
    EMPTY,
    GREATER,
    LESS,
    UPPER_GREATER,
    UPPER_LESS,
    read_value,
)

_TOKEN = re.compile(r"[0-9]+|\S")


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of cells: where each stands in its line, what it holds, and the signs between them."""

    line: Line
    spans: list[tuple[int, int]]
    cells: list[str]
    signs: list[str]

    def values(self, size: int) -> list[int]:
        cells = zip(self.cells, self.spans, strict=True)
        return [0 if text in EMPTY + DASH else read_value(self.line, text, size, start) for text, (start, _) in cells]


def read(lines: list[Line], adjacent: bool) -> Board:
    rows: list[_Row] = []
    between: dict[int, Line] = {}  # lines of signs, by the number of rows above them
    down = ADJACENT_DOWN if adjacent else UPPER_LESS + UPPER_GREATER
    for line in lines:
        if all(character in down for character in line.text.replace(" ", "")):
            if not rows:
                raise line.error(line.indent, "found signs above the first row, expected a row of cells")
            if len(rows) in between:
                raise line.error(line.indent, f"found a second line of signs below row {len(rows)}, expected a row")
            between[len(rows)] = line
        else:
            rows.append(_read_row(line, adjacent, rows))
    size = len(rows[0].cells)
    last = lines[-1]
    if len(rows) in between:
        raise last.error(last.indent, f"found signs below the last row, expected row {len(rows) + 1} under them")
    if len(rows) < size:
        found = counted(len(rows), "row")
        raise last.error(len(last.text), f"found {found}, expected {size}, as many as cells in a row")
    values = [row.values(size) for row in rows]
    signs: set[Sign] = set()
    for r, row in enumerate(rows):
        for c, sign in enumerate(row.signs):
            if sign:
                first, second = (r, c), (r, c + 1)
                signs.add((second, first) if sign in GREATER else (first, second))
    for above, line in between.items():
        signs |= _read_sign_line(line, above, rows[above - 1], rows[above])
    return Board(size, tuple(map(tuple, values)), frozenset(signs), adjacent)


def write(board: Board) -> str:
    width = len(str(board.size))
    across = {"": " ", "<": "<", ">": ">", "|": ADJACENT_ACROSS}
    down = {"": " ", "<": "^", ">": "v", "|": ADJACENT_DOWN}
    lines = ["rules: adjacent"] if board.adjacent else []
    for r in range(board.size):
        text = ""
        for c in range(board.size):
            text += f"{board.givens[r][c] or '.':>{width}}"
            if c + 1 < board.size:
                text += f" {across[board.sign((r, c), (r, c + 1))]} "
        lines.append(text)
        if r + 1 < board.size:
            below = "   ".join(f"{down[board.sign((r, c), (r + 1, c))]:>{width}}" for c in range(board.size))
            lines.append(below.rstrip())
    return "\n".join(lines) + "\n"


def _read_row(line: Line, adjacent: bool, above: list[_Row]) -> _Row:
    across = ADJACENT_ACROSS if adjacent else LESS + GREATER
    empty = EMPTY if adjacent else EMPTY + DASH
    row = _Row(line, [], [], [])
    sign, sign_at = "", 0
    for token in _TOKEN.finditer(line.text):
        text, column = token[0], token.start()
        negative = text == DASH and line.text[token.end() : token.end() + 1].isdecimal()
        if text[0] in "0123456789" or (text in empty and not negative):
            if row.cells:
                row.signs.append(sign)
            elif sign:
                raise line.error(sign_at, f"found {sign!r} before the first cell, expected a number or '.'")
            row.cells.append(text)
            row.spans.append(token.span())
            sign = ""
        elif text in across:
            if sign:
                raise line.error(column, f"found {text!r} right after {sign!r}, expected a number or '.'")
            sign, sign_at = text, column
        elif text in UPPER_LESS + UPPER_GREATER + LESS + GREATER + ADJACENT_ACROSS + ADJACENT_DOWN:
            raise line.error(column, f"found {text!r} {_why_not_here(text, adjacent)}")
        else:
            raise line.error(column, f"found {text!r}, expected a number, '.' or a sign")
    if sign:
        where = "behind the last cell" if row.cells else "in a row without cells"
        raise line.error(sign_at, f"found {sign!r} {where}, expected a number or '.' after it")
    wanted_cells = len(above[0].cells) if above else len(row.cells)
    if len(row.cells) != wanted_cells:
        found = f"{counted(len(row.cells), 'cell')} in row {len(above) + 1}"
        raise line.error(line.indent, f"found {found}, expected {wanted_cells} as in row 1")
    if wanted_cells > LARGEST_SIZE:
        raise line.error(line.indent, f"found {wanted_cells} cells in a row, expected at most {LARGEST_SIZE}")
    if len(above) == wanted_cells:
        wanted = f"only {wanted_cells}, as many as cells in a row"
        if wanted_cells == 1:
            wanted = "spaces between the cells of row 1, which was read as one cell"
        raise line.error(line.indent, f"found row {len(above) + 1}, expected {wanted}")
    return row


def _why_not_here(sign: str, adjacent: bool) -> str:
    of_adjacent = sign in ADJACENT_ACROSS + ADJACENT_DOWN
    if adjacent and not of_adjacent:
        return "in an adjacent board, expected its signs | and -"
    if of_adjacent and not adjacent:
        return "in an unequal board, expected < > ^ v (or the first line 'rules: adjacent')"
    return f"in a row of cells, expected a number, '.'{' or |' if adjacent else ', < or >'}"


def _read_sign_line(line: Line, above: int, upper: _Row, lower: _Row) -> set[Sign]:
    """Each sign belongs to the column whose cells stand right above and below it."""
    signs: set[Sign] = set()
    taken: set[int] = set()
    for token in _TOKEN.finditer(line.text):
        sign, at = token[0], token.start()
        columns = {c for row in (upper, lower) for c, (start, end) in enumerate(row.spans) if start <= at < end}
        if len(columns) != 1:
            problem = "under two different cells" if columns else "under no cell"
            raise line.error(at, f"found {sign!r} {problem}, expected it right between two cells")
        column = columns.pop()
        if column in taken:
            raise line.error(at, f"found a second sign below {cell_name((above - 1, column))}, expected one")
        taken.add(column)
        first, second = (above - 1, column), (above, column)
        signs.add((second, first) if sign in UPPER_GREATER else (first, second))
    return signs
