"""The grid of (2n-1) x (2n-1) single characters: cells at even places, signs between them.

The grid that copla writes may have any spacing; this one is positional, and marks "no sign" with a
space, a dot or a dash.
"""

from __future__ import annotations

from copla.ground.text import Line
from copla.models.futoshiki.board import LARGEST_SIZE, Board, Sign
from copla.models.futoshiki.formats.characters import (
    DIGITS,
    EMPTY,
    GREATER,
    LESS,
    UPPER_GREATER,
    UPPER_LESS,
    read_value,
)

_NOTHING = " .-_"


def looks_like(lines: list[Line]) -> bool:
    """Whether every character fits its place. Lines without a sign may be blank, and so left out.

    Where nothing but cells would fit between the cells too, as in three lines ``...``, all are cells.
    """
    rows = _rows(lines)
    width = max(len(row) for row in rows)
    if len(rows) != width or width % 2 == 0 or width < 3:
        return False
    rows = [row.ljust(width) for row in rows]
    between = (c for i, row in enumerate(rows) for j, c in enumerate(row) if i % 2 or j % 2)
    if all(c in EMPTY for c in between):
        return False
    allowed = ((DIGITS + EMPTY + "-", LESS + GREATER + _NOTHING), (UPPER_LESS + UPPER_GREATER + _NOTHING, _NOTHING))
    return all(c in allowed[i % 2][j % 2] for i, row in enumerate(rows) for j, c in enumerate(row))


def read(lines: list[Line]) -> Board:
    rows = _rows(lines)
    width = len(rows)
    size = (width + 1) // 2
    if size > LARGEST_SIZE:
        raise lines[0].error(0, f"found a grid for {size} cells in a row, expected at most {LARGEST_SIZE}")
    by_row = {line.number - lines[0].number: line for line in lines}
    values = [[0] * size for _ in range(size)]
    signs: set[Sign] = set()
    for i, row in enumerate(rows):
        for j, character in enumerate(row.ljust(width)):
            here = (i // 2, j // 2)
            if i % 2 == 0 and j % 2 == 0:
                if character in DIGITS:
                    values[here[0]][here[1]] = read_value(by_row[i], character, size, j)
            elif i % 2 != j % 2:
                other = (here[0] + i % 2, here[1] + j % 2)
                if character in LESS + UPPER_LESS:
                    signs.add((here, other))
                elif character in GREATER + UPPER_GREATER:
                    signs.add((other, here))
    return Board(size, tuple(map(tuple, values)), frozenset(signs))


def _rows(lines: list[Line]) -> list[str]:
    """The text line by line from the first to the last one with content, blank ones included."""
    rows = [""] * (lines[-1].number - lines[0].number + 1)
    for line in lines:
        rows[line.number - lines[0].number] = line.text
    return rows
