"""Boards with the same answer: mirrored, transposed, with the colours exchanged, and from the goal to the start."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from copla.answers.result import Solution
from copla.models.guarini.board import Board, Cell, exchanged
from copla.models.guarini.model import operator
from copla.models.guarini.replay import read_label
from copla.plugins.puzzle import Symmetry

Move = tuple[Cell, Cell]


def symmetries(board: Board) -> list[Symmetry]:
    """What can be done to a board without changing how many moves it needs.

    >>> [(one.words, one.instance.start) for one in symmetries(Board(("WB_",), ("BW_",)))][:2]
    [('the mirrored board', ('_BW',)), ('the transposed board', ('W', 'B', '_'))]
    """
    last, both = board.columns - 1, (board.start, board.goal)
    mirrored = (tuple(row[::-1] for row in rows) for rows in both)
    transposed = (tuple(map("".join, zip(*rows, strict=True))) for rows in both)
    return [
        Symmetry("the mirrored board", Board(*mirrored), _moved(lambda c: (c[0], last - c[1]))),
        Symmetry("the transposed board", Board(*transposed), _moved(lambda c: (c[1], c[0]))),
        Symmetry("the board with the colours exchanged", Board(*map(exchanged, both)), lambda solution: solution),
        Symmetry("the way from the goal to the start", Board(board.goal, board.start), _reversed),
    ]


def _moved(place: Callable[[Cell], Cell]) -> Callable[[Solution], Solution]:
    """A move leads back square by square."""
    return lambda solution: _with_moves(solution, lambda move: (place(move[0]), place(move[1])))


def _reversed(solution: Solution) -> Solution:
    """The last move first, and each of them taken back."""
    taken_back = _with_moves(solution, lambda move: (move[1], move[0]))
    return replace(taken_back, moves=(taken_back.moves or ())[::-1])


def _with_moves(solution: Solution, change: Callable[[Move], Move]) -> Solution:
    """Other squares in each label; what is no label stays as it is."""
    moves = []
    for label in solution.moves or ():
        move = read_label(label)
        moves.append(label if move is None else operator(*change(move)))
    return replace(solution, moves=tuple(moves))
