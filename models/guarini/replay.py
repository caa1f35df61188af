"""The states of a plan, and its moves as people say them: ``W r1c1 -> r3c2``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from copla.answers.result import Solution
from copla.ground.errors import ModelError
from copla.ground.text import cell_name
from copla.models.guarini.board import COLOURS, EMPTY, Board, Cell, Position, moved

_OPERATOR = re.compile(r"\(\(([0-9]+), ([0-9]+)\), \((-?[0-9]+), (-?[0-9]+)\)\)")


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a plan: its words, the position after it, and the squares that it touched.

    An impossible move touches none and leaves all as it is.
    """

    words: str
    after: Position
    touched: tuple[Cell, ...] = ()


def replay(board: Board, solution: Solution) -> Iterator[Step]:
    """The moves of a plan, one after the other.

    >>> [step.after for step in replay(Board.standard(4, 3), Solution(moves=("((0, 0), (2, 1))",)))]
    [('_WW', '___', '_W_', 'BBB')]
    """
    position = board.start
    for label in solution.moves or ():
        move = read_label(label)
        if move is not None and is_possible(board, position, *move):
            source, target = move
            words = f"{position[source[0]][source[1]]} {cell_name(source)} -> {cell_name(target)}"
            position = moved(position, source, target)
            yield Step(words, position, (source, target))
        else:
            yield Step(f"{label}: not possible", position)


def possible(board: Board, moves: Sequence[str], called: str) -> list[Step]:
    """All of these moves; ModelError at the first that is not possible, by what moves are ``called``.

    >>> [step.words for step in possible(Board.standard(4, 3), ["((0, 0), (2, 1))"], "step")]
    ['W r1c1 -> r3c2']
    """
    steps = list(replay(board, Solution(moves=tuple(moves))))
    for number, step in enumerate(steps, 1):
        if not step.touched:
            raise ModelError(f"{called} {number}, {step.words}")
    return steps


def is_possible(board: Board, position: Position, source: Cell, target: Cell) -> bool:
    """Whether a knight stands on the one square and can go to the other.

    >>> board = Board.standard(4, 3)
    >>> is_possible(board, board.start, (0, 0), (2, 1)), is_possible(board, board.start, (0, 0), (1, 1))
    (True, False)
    """
    return (
        target in board.graph.get(source, ())
        and position[source[0]][source[1]] in COLOURS
        and position[target[0]][target[1]] == EMPTY
    )


def read_label(label: str) -> tuple[Cell, Cell] | None:
    """The squares of a label of the model; None for what is none.

    >>> read_label("((0, 0), (2, 1))")
    ((0, 0), (2, 1))
    """
    found = _OPERATOR.fullmatch(label)
    if found is None:
        return None
    x, y, dx, dy = map(int, found.groups())
    return (x, y), (x + dx, y + dy)
