"""Playing by hand: where the knights stand in the picture, and where each of them can go.

A knight has no name in the model; in the picture it has that of the square on which it started.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce

from copla.answers.result import Solution
from copla.ground.text import cell_name
from copla.models.guarini.board import COLOUR_NAMES, COLOURS, EMPTY, Board, Cell, Position, knights
from copla.models.guarini.drawing import place
from copla.models.guarini.model import operator
from copla.models.guarini.replay import Step, possible
from copla.plugins.puzzle import LegalMove, Point, Scene


def scenes(board: Board, solution: Solution) -> list[Scene]:
    standing = _start(board)
    found = [Scene("start", 0, 0, _pieces(standing))]
    for number, step in enumerate(possible(board, solution.moves or (), "step"), 1):
        source, target = step.touched
        standing = _after(standing, step)
        found.append(Scene(_in_words(step.after, target, source, target), 1, number, _pieces(standing)))
    return found


def legal(board: Board, moves: Sequence[str]) -> list[LegalMove]:
    """Every knight to every empty square that it reaches.

    >>> [move.words for move in legal(Board.standard(4, 3), ())][:2]
    ['white r1c1 to r2c3', 'white r1c1 to r3c2']
    """
    steps = possible(board, moves, "step")
    position = steps[-1].after if steps else board.start
    standing = reduce(_after, steps, _start(board))
    return [
        LegalMove((operator(source, target),), _in_words(position, source, source, target), name, (place(target),))
        for name, source in standing.items()
        for target in board.graph[source]
        if position[target[0]][target[1]] == EMPTY
    ]


def after(board: Board, moves: Sequence[str]) -> Board:
    """The position after these moves, with the same goal."""
    steps = possible(board, moves, "step")
    return replace(board, start=steps[-1].after) if steps else board


def _in_words(position: Position, knight: Cell, source: Cell, target: Cell) -> str:
    return f"{COLOUR_NAMES[position[knight[0]][knight[1]]]} {cell_name(source)} to {cell_name(target)}"


def _after(standing: dict[str, Cell], step: Step) -> dict[str, Cell]:
    source, target = step.touched
    return {name: target if cell == source else cell for name, cell in standing.items()}


def _pieces(standing: dict[str, Cell]) -> dict[str, Point]:
    return {name: place(cell) for name, cell in standing.items()}


def _start(board: Board) -> dict[str, Cell]:
    """The knights by their names, in reading order."""
    standing = sorted(cell for colour in COLOURS for cell in knights(board.start, colour))
    return {cell_name(cell): cell for cell in standing}
