"""Three strings, one a line: the numbers, the horizontal signs, the vertical signs.

The assignments write digits: 0 for none, 1 for ``>``, 2 for ``<``, all row by row. The ATK collections write
``.`` and ``-`` for none and the signs themselves, the vertical ones column by column.
"""

from __future__ import annotations

import re
from math import isqrt

from copla.ground.errors import ModelError
from copla.ground.text import Line, counted
from copla.models.futoshiki.board import Board, Sign, cells
from copla.models.futoshiki.formats.characters import read_value

_CODES = {"0": 0, "1": 1, "2": 2}
_ACROSS = {"-": 0, ">": 1, "<": 2}
_DOWN = {"-": 0, "v": 1, "^": 2, ">": 1, "<": 2}


def looks_like(lines: list[Line]) -> bool:
    """Four digits in a row are never one cell of a grid; with dots it takes three lines to tell."""
    return re.fullmatch(r" *[0-9.]{4,}" if len(lines) == 3 else r" *[0-9]{4,}", lines[0].text) is not None


def read(lines: list[Line]) -> Board:
    wanted = "three strings of digits, or a grid with spaces between its cells"
    if len(lines) > 3:
        raise lines[3].error(lines[3].indent, f"found a fourth line, expected {wanted}")
    if len(lines) < 3:
        raise lines[-1].error(len(lines[-1].text), f"found {counted(len(lines), 'line')}, expected {wanted}")
    numbers, across, down = lines
    values = numbers.text.strip()
    size = isqrt(len(values))
    if size * size != len(values):
        raise numbers.error(numbers.indent, f"found {len(values)} cells, expected a square number such as 16 or 25")
    if size > 9:
        raise numbers.error(numbers.indent, f"found {len(values)} cells, expected at most 81: use the grid for more")
    # A row of signs or a dot decides; a file without either has no signs at all and reads the same both ways.
    collection = "." in values or bool(set("<>^v-") & set(across.text + down.text))
    grid = [[0] * size for _ in range(size)]
    for k, digit in enumerate(values):
        if digit != ".":
            grid[k // size][k % size] = read_value(numbers, digit, size, numbers.indent + k)
    signs: set[Sign] = set()
    for k, code in enumerate(_read_codes(across, _ACROSS if collection else _CODES, size, "horizontal")):
        row, column = divmod(k, size - 1)
        _add(signs, code, ((row, column), (row, column + 1)))
    for k, code in enumerate(_read_codes(down, _DOWN if collection else _CODES, size, "vertical")):
        column, row = divmod(k, size - 1) if collection else reversed(divmod(k, size))
        _add(signs, code, ((row, column), (row + 1, column)))
    return Board(size, tuple(map(tuple, grid)), frozenset(signs))


def write(board: Board) -> str:
    """The assignments' form."""
    size = board.size
    if size < 2 or size > 9 or board.adjacent:
        raise ModelError("three strings hold boards of size 2 to 9 with the signs < and > only: use the grid")
    code = {"": "0", ">": "1", "<": "2"}
    numbers = "".join(str(value) for row in board.givens for value in row)
    across = "".join(code[board.sign((r, c), (r, c + 1))] for r, c in cells(size) if c + 1 < size)
    down = "".join(code[board.sign((r, c), (r + 1, c))] for r, c in cells(size) if r + 1 < size)
    return f"{numbers}\n{across}\n{down}\n"


def _read_codes(line: Line, codes: dict[str, int], size: int, which: str) -> list[int]:
    text, wanted = line.text.strip(), size * (size - 1)
    for k, character in enumerate(text):
        if character not in codes:
            expected = " ".join(codes)
            raise line.error(line.indent + k, f"found {character!r} among the {which} signs, expected {expected}")
    if len(text) != wanted:
        raise line.error(line.indent, f"found {counted(len(text), which + ' sign')}, expected {wanted} for size {size}")
    return [codes[character] for character in text]


def _add(signs: set[Sign], code: int, pair: Sign) -> None:
    if code:
        signs.add(pair if code == 2 else (pair[1], pair[0]))
