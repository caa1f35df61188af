"""Boards with the same answer: mirrored, transposed, with the colours exchanged, and from the goal to the start."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from copla.answers.result import Solution
from copla.models.guarini.board import Board, Cell, Position, exchanged
from copla.models.guarini.model import operator
from copla.models.guarini.replay import read_label
from copla.plugins.puzzle import Symmetry

Move = tuple[Cell, Cell]


def symmetries(board: Board) -> list[Symmetry]:
    """What can be done to a board without changing how many moves it needs.

    >>> [(one.words, one.instance.start) for one in symmetries(Board(("WB_",), ("BW_",)))][:2]
    [('the mirrored board', ('_BW',)), ('the transposed board', ('W', 'B', '_'))]
    """
    last = board.columns - 1
    return [
        Symmetry("the mirrored board", _changed(board, _mirrored), _moved(lambda c: (c[0], last - c[1]))),
        Symmetry("the transposed board", _changed(board, _transposed), _moved(lambda c: (c[1], c[0]))),
        Symmetry("the board with the colours exchanged", _changed(board, exchanged), lambda solution: solution),
        Symmetry("the way from the goal to the start", Board(board.goal, board.start), _reversed),
    ]


def _changed(board: Board, change: Callable[[Position], Position]) -> Board:
    return Board(change(board.start), change(board.goal))


def _mirrored(position: Position) -> Position:
    return tuple(row[::-1] for row in position)


def _transposed(position: Position) -> Position:
    return tuple(map("".join, zip(*position, strict=True)))


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
