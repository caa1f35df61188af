"""Game IDs of Simon Tatham's Unequal: ``4:0,0D,0L,...``, with ``4a:`` for the adjacent variant.

Each cell is its number (0 if empty) and the letters U D L R of the neighbours that it is greater than, or
in the adjacent variant of those that differ from it by one; a comma closes each cell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from copla.ground.text import Line, cell_name, counted, shortened
from copla.models.futoshiki.board import Board, Cell, Sign, cells
from copla.models.futoshiki.formats.characters import DIGITS, read_size, read_value

_HEAD = re.compile(r"\s*([0-9]+)([a-z]*)([:#])")
_STEPS = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}


def looks_like(text: str) -> bool:
    return _HEAD.match(text) is not None


def read(lines: list[Line]) -> Board:
    line = lines[0]
    if len(lines) > 1:
        raise lines[1].error(lines[1].indent, "found a second line, expected one game ID in one line")
    size, adjacent, start = _read_head(line)
    values = [[0] * size for _ in range(size)]
    signs: dict[frozenset[Cell], Sign] = {}
    count = 0
    for column, field in _fields(line.text, start):
        if count == size * size:
            raise line.error(column, f"found more than {size * size} cells, expected {size} x {size}")
        cell = divmod(count, size)
        letters = field.lstrip(DIGITS)
        letters_at = column + len(field) - len(letters)
        values[cell[0]][cell[1]] = _read_number(line, column, field.removesuffix(letters), cell, size)
        for at, letter in enumerate(letters, letters_at):
            _read_letter(line, at, letter, cell, size, adjacent, signs)
        count += 1
    if count < size * size:
        raise line.error(len(line.text), f"found {counted(count, 'cell')}, expected {size * size} for size {size}")
    return Board(size, tuple(map(tuple, values)), frozenset(signs.values()), adjacent)


def write(board: Board) -> str:
    """One line, the way Unequal writes it: both neighbours carry the mark in the adjacent variant."""
    parts = []
    for row, column in cells(board.size):
        letters = ""
        for letter, (down, right) in _STEPS.items():
            other = (row + down, column + right)
            if (other, (row, column)) in board.signs or (board.adjacent and ((row, column), other) in board.signs):
                letters += letter
        parts.append(f"{board.givens[row][column]}{letters},")
    return f"{board.size}{'a' if board.adjacent else ''}:{''.join(parts)}\n"


def _read_head(line: Line) -> tuple[int, bool, int]:
    head = _HEAD.match(line.text)
    assert head is not None, "the caller has asked looks_like"
    if head[3] == "#":
        raise line.error(head.start(3), "found a random seed, expected the game ID itself: 'size:cell,cell,...'")
    parameters = re.fullmatch(r"(a?)(d[a-z])?", head[2])
    if parameters is None:
        raise line.error(head.start(2), f"found the mode {shortened(head[2])!r}, expected none, or 'a' for adjacent")
    return read_size(line, head[1], head.start(1)), bool(parameters[1]), head.end()


def _fields(text: str, start: int) -> Iterator[tuple[int, str]]:
    """The fields between commas with their columns; the comma behind the last one may be missing."""
    while start < len(text):
        stop = text.find(",", start)
        stop = len(text) if stop < 0 else stop
        yield start, text[start:stop]
        start = stop + 1


def _read_number(line: Line, column: int, digits: str, cell: Cell, size: int) -> int:
    if not digits:
        found = line.text[column]
        raise line.error(column, f"found {found!r}, expected the number of {cell_name(cell)} (0 if it is not given)")
    return read_value(line, digits, size, column)


def _read_letter(
    line: Line, column: int, letter: str, cell: Cell, size: int, adjacent: bool, signs: dict[frozenset[Cell], Sign]
) -> None:
    step = _STEPS.get(letter)
    if step is None:
        raise line.error(column, f"found {letter!r}, expected U, D, L, R or a comma")
    other = (cell[0] + step[0], cell[1] + step[1])
    if not (0 <= other[0] < size and 0 <= other[1] < size):
        here = cell_name(cell)
        raise line.error(column, f"found {letter!r} at {here}, expected only letters of neighbours on the board")
    sign = (min(cell, other), max(cell, other)) if adjacent else (other, cell)
    if signs.setdefault(frozenset(sign), sign) != sign:
        here, there = cell_name(cell), cell_name(other)
        raise line.error(column, f"found {letter!r} for {here} > {there}, expected no sign against {there} > {here}")
