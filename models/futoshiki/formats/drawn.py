"""The drawing that copla shows on a terminal, copied back from there: read, never written.

    ┌───┬───┐
    │ 1 < · │
    ├───┼─∨─┤
    │ · │ · │
    └───┴───┘

The frame tells where the cells are. Exclamation marks, which stand around clues in conflict, mean nothing here. The
signs of an adjacent board are ``‖`` and ``═``; ``rules: adjacent`` above the frame says so where there is none.
"""

from __future__ import annotations

import re
from itertools import pairwise

from copla.ground.text import Line, counted
from copla.models.futoshiki.board import LARGEST_SIZE, Board, Sign
from copla.models.futoshiki.formats.characters import read_value

_EMPTY = "·"
_ACROSS = {"│": "", "<": "<", ">": ">", "‖": "|"}
_DOWN = {"": "", "∧": "<", "∨": ">", "═": "|"}
_FRAME = re.compile(r"[┌├└][─!∧∨═┬┼┴]*[┐┤┘]")


def looks_like(lines: list[Line]) -> bool:
    return lines[0].text.lstrip()[0] in "┌│├└"


def read(lines: list[Line]) -> Board:
    frame = next((line for line in lines if _FRAME.fullmatch(line.text.strip())), None)
    if frame is None:
        raise lines[0].error(lines[0].indent, "found a drawing without a frame, expected a line such as ┌───┬───┐")
    walls = [at for at, character in enumerate(frame.text) if character in "┌┬┐├┼┤└┴┘"]
    size = len(walls) - 1
    if size > LARGEST_SIZE:
        raise frame.error(frame.indent, f"found {size} cells in a row, expected at most {LARGEST_SIZE}")
    rows = [line for line in lines if line.text.lstrip()[0] == "│"]
    if len(rows) != size:
        raise lines[-1].error(lines[-1].indent, f"found {counted(len(rows), 'row')} in the drawing, expected {size}")
    values: list[list[int]] = []
    signs: list[tuple[str, Sign]] = []
    between = 0  # lines of the frame since the last row
    for line in lines:
        if line in rows:
            if values and between != 1:
                found = f"{counted(between, 'line')} of the frame above row {len(values) + 1}"
                raise line.error(line.indent, f"found {found}, expected one with the signs between the rows")
            between = 0
            values.append(_read_row(line, walls, len(values), signs))
        elif not _FRAME.fullmatch(line.text.strip()) or len(line.text) != walls[-1] + 1:
            wanted = f"the drawing of a {size}x{size} board"
            raise line.error(line.indent, f"found a line of another width or kind, expected {wanted}")
        else:
            between += 1
            found_here = _read_signs(line, walls, len(values))
            if found_here and len(values) in (0, size):
                raise line.error(line.indent, "found signs outside of the board, expected them between two rows")
            signs += found_here
    kinds = {sign for sign, _ in signs}
    if "|" in kinds and len(kinds) > 1:
        raise lines[0].error(lines[0].indent, "found signs of an unequal and of an adjacent board, expected one kind")
    pairs = frozenset((second, first) if sign == ">" else (first, second) for sign, (first, second) in signs)
    return Board(size, tuple(map(tuple, values)), pairs, adjacent="|" in kinds)


def _read_row(line: Line, walls: list[int], row: int, signs: list[tuple[str, Sign]]) -> list[int]:
    size = len(walls) - 1
    if len(line.text) != walls[-1] + 1:
        found = "a row that is not as wide as the frame"
        raise line.error(line.indent, f"found {found}, expected the drawing as it was shown")
    values = []
    for column, (left, right) in enumerate(pairwise(walls)):
        text = line.text[left + 1 : right].strip(" !")
        if text != _EMPTY and not re.fullmatch("[0-9]+", text):
            raise line.error(left + 1, f"found {text!r} in a cell, expected a number or {_EMPTY}")
        values.append(0 if text == _EMPTY else read_value(line, text, size, left + 1))
        sign = _ACROSS.get(line.text[right])
        if sign is None or (sign and column + 1 == size):
            raise line.error(right, f"found {line.text[right]!r} beside a cell, expected {' '.join(_ACROSS)}")
        if sign:
            signs.append((sign, ((row, column), (row, column + 1))))
    return values


def _read_signs(line: Line, walls: list[int], below: int) -> list[tuple[str, Sign]]:
    found = []
    for column, (left, right) in enumerate(pairwise(walls)):
        text = line.text[left + 1 : right].strip("─!")
        if text not in _DOWN:
            raise line.error(left + 1, f"found {text!r} between two cells, expected one sign")
        if text:
            found.append((_DOWN[text], ((below - 1, column), (below, column))))
    return found
