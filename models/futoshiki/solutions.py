"""Solution files: the filled board in any of the formats, or just the digits of all cells."""

from __future__ import annotations

import re

from copla.answers.result import Solution
from copla.ground.errors import FormatError
from copla.ground.text import cell_name
from copla.models.futoshiki import formats
from copla.models.futoshiki.board import Board, cells


def read(board: Board, text: str, source: str) -> Solution:
    """The digits of the cells that are filled.

    >>> read(Board.empty(2), "12\\n21", "example").values
    {'r1c1': 1, 'r1c2': 2, 'r2c1': 2, 'r2c2': 1}
    """
    values = _read_values(text, source, board.size)
    return Solution({cell_name((r, c)): values[r][c] for r, c in cells(board.size) if values[r][c]})


def write(board: Board, solution: Solution, form: str) -> str:
    """The board with the digits of a solution, in one of the forms of a board.

    >>> write(Board.empty(2), Solution({"r1c1": 2}), "unequal")
    '2:2,0,0,0,\\n'
    """
    size = range(board.size)
    rows = [[solution.values.get(cell_name((r, c)), 0) for c in size] for r in size]
    return formats.write(board.with_givens(rows), form)


def _read_values(text: str, source: str, size: int) -> tuple[tuple[int, ...], ...]:
    digits = re.sub(r"\s", "", text)
    if 1 < size < 10 and re.fullmatch("[0-9]+", digits) and len(digits) == size * size:
        return tuple(tuple(map(int, digits[start : start + size])) for start in range(0, size * size, size))
    filled = formats.read(text, source)
    if filled.size != size:
        raise FormatError(f"found a board of size {filled.size}, expected size {size}", source=source)
    return filled.givens
