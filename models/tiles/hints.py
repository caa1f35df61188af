"""The next move of a plan, and the tile that it helps to bring home."""

from __future__ import annotations

from copla.answers.result import Solution
from copla.ground.limits import Watch
from copla.models.tiles.board import Board
from copla.models.tiles.model import problem_of
from copla.models.tiles.refutation import refute
from copla.models.tiles.replay import in_words, possible
from copla.plugins.puzzle import Hint
from copla.running.plan_hints import Advice, next_move


def hint(board: Board, watch: Watch, so_far: Solution | None = None) -> Hint:
    """The next move after those that were made.

    >>> hint(Board(2, 2, (1, 3, 2, 0)), Watch()).reasons[0]
    'tile 3 is in its place then, and stays there'
    """
    steps = possible(board, so_far.moves or () if so_far else (), "move")
    here = steps[-1].after if steps else board
    return next_move(problem_of(here), watch, advise, refute(here))


def advise(plan: Solution) -> Advice:
    """What the first move is for: the tile that makes its last move first comes home, and this move is part of that."""
    moves = plan.moves or ()
    tiles = [label.partition(" ")[0] for label in moves]
    settled = next(k for k, tile in enumerate(tiles) if tile not in tiles[k + 1 :])
    if settled == 0:
        purpose = f"tile {tiles[0]} is in its place then, and stays there"
    else:
        purpose = f"the first of {settled + 1} moves after which tile {tiles[settled]} is in its place, and stays there"
    return Advice(in_words(moves[0]), 1, purpose, len(moves))
