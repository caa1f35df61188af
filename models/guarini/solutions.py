"""Solution files: the number of moves, then one operator a line.

An operator is ((x, y), (dx, dy)) with the row x and the column y counted from 0. The number may be missing, and a move
may also be written as people say it: ``W r1c1 -> r3c2``, counted from 1, with or without the colour.
"""

from __future__ import annotations

import re

from copla.answers.result import Solution
from copla.ground.errors import FormatError
from copla.ground.text import Line, counted, read_lines, shortened
from copla.models.guarini.board import Board, Cell, moved
from copla.models.guarini.model import operator
from copla.models.guarini.replay import is_possible

_WORDS = re.compile(r" *(?:([WB]) +)?r([0-9]{1,3})c([0-9]{1,3}) *-> *r([0-9]{1,3})c([0-9]{1,3})")
_NUMBER = re.compile("-?[0-9]{1,3}(?![0-9])")


def read(board: Board, text: str, source: str) -> Solution:
    """The plan of a solution file; whether its moves are possible is the checker's business.

    >>> read(Board.standard(4, 3), "W r1c1 -> r3c2", "example").moves
    ('((0, 0), (2, 1))',)
    """
    lines = read_lines(text, source)
    if not lines:
        raise FormatError("found nothing, expected the number of moves and then one operator a line", source=source)
    number = _read_number(lines[0])
    moves = lines if number is None else lines[1:]
    if number is not None and len(moves) > number:
        extra = moves[number]
        raise extra.error(extra.indent, f"found move {number + 1}, expected {number} as the first line says")
    labels: list[str] = []
    position = board.start
    for line in moves:
        colour, start, end = _read_words(line) if re.match(r" *[WBr]", line.text) else _read_operator(line)
        possible = is_possible(board, position, start, end)
        if possible and colour and position[start[0]][start[1]] != colour:
            labels.append(line.text.strip())  # a label that the model does not have, so that the checker names it
        else:
            labels.append(operator(start, end))
        if possible:
            position = moved(position, start, end)
    if number is not None and len(labels) < number:
        last = lines[-1]
        found, wanted = counted(len(labels), "move"), counted(number, "move")
        raise last.error(len(last.text), f"found the end after {found}, expected {wanted}")
    return Solution(cost=len(labels), moves=tuple(labels))


def write(solution: Solution) -> str:
    """The solution file of a plan.

    >>> write(Solution(moves=("((0, 0), (2, 1))",)))
    '1\\n((0, 0), (2, 1))\\n'
    """
    moves = solution.moves or ()
    return "\n".join([str(len(moves)), *moves]) + "\n"


def _read_number(line: Line) -> int | None:
    """The number of moves in the first line, or None if that is a move already."""
    text = line.text.strip()
    if not re.fullmatch("[0-9]+", text):
        return None
    if len(text) > 9:
        raise line.error(line.indent, f"found {shortened(text)} as the number of moves, expected at most 9 digits")
    return int(text)


def _read_words(line: Line) -> tuple[str | None, Cell, Cell]:
    found = _WORDS.fullmatch(line.text)
    if found is None:
        raise line.error(line.indent, f"found {shortened(line.text.strip())!r}, expected a move such as W r1c1 -> r3c2")
    row, column, to_row, to_column = (int(number) - 1 for number in found.groups()[1:])
    return found[1], (row, column), (to_row, to_column)


def _read_operator(line: Line) -> tuple[None, Cell, Cell]:
    """An operator, with any spaces: ((x, y), (dx, dy))."""
    numbers: list[int] = []
    at = line.indent
    for expected in "((n,n),(n,n))":
        while line.text[at : at + 1] == " ":
            at += 1
        found = line.text[at : at + 1]
        if expected == "n":
            number = _NUMBER.match(line.text, at)
            if number is None:
                wanted = "a number of at most 3 digits in ((x, y), (dx, dy))"
                raise line.error(at, f"found {_rest(line, at)}, expected {wanted}")
            numbers.append(int(number[0]))
            at = number.end()
        elif found != expected:
            raise line.error(at, f"found {_rest(line, at)}, expected {expected!r} in ((x, y), (dx, dy))")
        else:
            at += 1
    if at < len(line.text):
        while line.text[at] == " ":
            at += 1
        raise line.error(at, f"found {_rest(line, at)} after an operator, expected the end of the line")
    x, y, dx, dy = numbers
    return None, (x, y), (x + dx, y + dy)


def _rest(line: Line, at: int) -> str:
    return repr(shortened(line.text[at:].strip())) if at < len(line.text) else "the end of the line"
