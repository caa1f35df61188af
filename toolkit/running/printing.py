"""What a sheet of puzzles shows of an instance: its picture, and its answer as a picture, as moves or in a sentence."""

from __future__ import annotations

from copla.answers.result import Result
from copla.answers.wording import summary
from copla.ground.errors import ModelError
from copla.ground.limits import Watch
from copla.ground.status import Status
from copla.ground.text import counted
from copla.plugins.loading import Instance
from copla.plugins.puzzle import Draws, ReplaysPlans
from copla.plugins.sheet import Item
from copla.running.solving import solve


def item_of(instance: Instance, caption: str, watch: Watch, *, with_answer: bool = True) -> Item:
    """One puzzle of a sheet; the answer is looked for within the limits of the watch.

    >>> from copla import load
    >>> item_of(load("tiles", "1 0 2 3"), "a board", Watch()).moves
    ['tile 1 moves right']
    """
    puzzle = instance.puzzle
    if not isinstance(puzzle, Draws):
        raise ModelError(f"{puzzle.name} has no pictures to print")
    picture = puzzle.svg(instance.content)
    if not with_answer:
        return Item(caption, picture)
    result = instance.refutation() or solve(instance, watch=watch)
    if not result.solutions:
        return Item(caption, picture, remark=f"{caption}: {_without_answer(result)}")
    if isinstance(puzzle, ReplaysPlans):
        proven = ", and none is better" if result.status is Status.OPTIMAL else ", not proven to be the best"
        moves = puzzle.moves(instance.content, result.best)
        return Item(caption, picture, moves=moves, remark=f"{caption}: {counted(len(moves), 'move')}{proven}")
    return Item(caption, picture, puzzle.svg(instance.content, result.best))


def _without_answer(result: Result) -> str:
    if result.status is Status.INFEASIBLE:
        return f"no solution: {result.message}" if result.message else "no solution"
    return f"no answer ({summary(result)})"
