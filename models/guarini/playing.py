"""Playing by hand: where the knights stand in the picture, and where each of them can go.

A knight has no name in the model; in the picture it has that of the square on which it started.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from copla.answers.result import Solution
from copla.ground.errors import ModelError
from copla.ground.text import cell_name
from copla.models.guarini.board import COLOUR_NAMES, COLOURS, EMPTY, Board, Cell, knights
from copla.models.guarini.drawing import place
from copla.models.guarini.model import operator
from copla.models.guarini.replay import replay
from copla.plugins.puzzle import LegalMove, Scene


def scenes(board: Board, solution: Solution) -> list[Scene]:
    """The start and the position after each move."""
    standing = _start(board)
    found = [Scene("start", 0, 0, {name: place(cell) for name, cell in standing.items()})]
    for number, step in enumerate(replay(board, solution), 1):
        if not step.touched:
            raise ModelError(f"step {number}, {step.words}")
        source, target = step.touched
        standing = {name: target if cell == source else cell for name, cell in standing.items()}
        found.append(
            Scene(
                _in_words(step.after[target[0]][target[1]], source, target),
                1,
                number,
                {name: place(cell) for name, cell in standing.items()},
            )
        )
    return found


def legal(board: Board, moves: Sequence[str]) -> list[LegalMove]:
    """Every knight to every empty square that it reaches.

    >>> [move.words for move in legal(Board.standard(4, 3), ())][:2]
    ['white r1c1 to r2c3', 'white r1c1 to r3c2']
    """
    position = after(board, moves).start
    standing = _start(board)
    for step in replay(board, Solution(moves=tuple(moves))):
        source, target = step.touched
        standing = {name: target if cell == source else cell for name, cell in standing.items()}
    return [
        LegalMove(
            (operator(source, target),),
            _in_words(position[source[0]][source[1]], source, target),
            name,
            (place(target),),
        )
        for name, source in standing.items()
        for target in board.graph[source]
        if position[target[0]][target[1]] == EMPTY
    ]


def after(board: Board, moves: Sequence[str]) -> Board:
    """The position after these moves, with the same goal."""
    position = board.start
    for number, step in enumerate(replay(board, Solution(moves=tuple(moves))), 1):
        if not step.touched:
            raise ModelError(f"step {number}, {step.words}")
        position = step.after
    return replace(board, start=position)


def _in_words(colour: str, source: Cell, target: Cell) -> str:
    return f"{COLOUR_NAMES[colour]} {cell_name(source)} to {cell_name(target)}"


def _start(board: Board) -> dict[str, Cell]:
    """The knights by their names, in reading order."""
    standing = sorted(cell for colour in COLOURS for cell in knights(board.start, colour))
    return {cell_name(cell): cell for cell in standing}
