"""Boards with the same answer: mirrored, and upside down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from copla.answers.result import Solution
from copla.models.klotski.board import Board
from copla.models.klotski.replay import Move, labels_of, replay
from copla.plugins.puzzle import Symmetry

_LEFT_AND_RIGHT = {"left": "right", "right": "left", "up": "up", "down": "down"}
_UP_AND_DOWN = {"left": "left", "right": "right", "up": "down", "down": "up"}


def symmetries(board: Board) -> list[Symmetry]:
    """What can be done to a board without changing what its solution costs.

    >>> [(one.words, one.instance.rows[1]) for one in symmetries(Board(("####", "#*..", "#a##")))]
    [('the mirrored board', '..*#'), ('the board upside down', '#*..')]
    """
    mirrored = replace(board, rows=_mirrored(board.rows), goal=_mirrored(board.goal))
    turned = replace(board, rows=board.rows[::-1], goal=board.goal[::-1])
    return [
        _symmetry("the mirrored board", board, mirrored, _LEFT_AND_RIGHT),
        _symmetry("the board upside down", board, turned, _UP_AND_DOWN),
    ]


def _mirrored(rows: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(row[::-1] for row in rows)


def _symmetry(words: str, board: Board, changed: Board, directions: Mapping[str, str]) -> Symmetry:
    """The blocks keep their symbols, so that a move leads back as the same block's in the other direction."""

    def back(solution: Solution) -> Solution:
        steps = replay(changed, solution)
        labels: list[str] = []
        blocks = board.blocks()
        for step in steps:
            legs = tuple((directions[direction], distance) for direction, distance in step.move.legs)
            taken, blocks = labels_of(board, blocks, Move(step.move.symbol, legs))
            labels += taken
        done = sum(step.labels for step in steps)
        return replace(solution, moves=(*labels, *(solution.moves or ())[done:]))

    return Symmetry(words, changed, back)
