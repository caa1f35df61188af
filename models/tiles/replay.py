"""The states of a plan, and its moves as people say them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from copla.answers.result import Solution
from copla.ground.errors import ModelError
from copla.models.tiles.board import Board


@dataclass(frozen=True, slots=True)
class Step:
    """A move that was made, and the board after it."""

    label: str
    after: Board

    @property
    def words(self) -> str:
        return in_words(self.label)


def replay(board: Board, solution: Solution) -> list[Step]:
    """The moves of a plan, up to the first that is not possible.

    >>> [step.after.tiles for step in replay(Board(2, 2, (1, 0, 2, 3)), Solution(moves=("1 right", "3 left")))]
    [(0, 1, 2, 3)]
    """
    steps: list[Step] = []
    for label in solution.moves or ():
        after = board.after(label)
        if after is None:
            break
        steps.append(Step(label, after))
        board = after
    return steps


def possible(board: Board, moves: Sequence[str], called: str) -> list[Step]:
    """All of these moves; ModelError at the first that is not possible, by what moves are ``called``.

    >>> [step.words for step in possible(Board(2, 2, (1, 0, 2, 3)), ["1 right"], "step")]
    ['tile 1 moves right']
    """
    steps = replay(board, Solution(moves=tuple(moves)))
    if len(steps) < len(moves):
        raise ModelError(f"{called} {len(steps) + 1}, {moves[len(steps)]}: not possible here")
    return steps


def in_words(label: str) -> str:
    """A move for people.

    >>> in_words("7 left")
    'tile 7 moves left'
    """
    tile, _, way = label.partition(" ")
    return f"tile {tile} moves {way}"
