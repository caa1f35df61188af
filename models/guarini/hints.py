"""The next move of a plan, and what it does for this knight or for another one."""

from __future__ import annotations

from collections.abc import Sequence

from copla.answers.result import Solution
from copla.ground.limits import Watch
from copla.ground.text import cell_name
from copla.models.guarini.board import COLOUR_NAMES, Board, Cell
from copla.models.guarini.model import problem_of
from copla.models.guarini.refutation import refute
from copla.models.guarini.replay import Step, possible, replay
from copla.plugins.puzzle import Hint
from copla.running.plan_hints import Advice, in_time, next_move


def hint(board: Board, watch: Watch, so_far: Solution | None = None) -> Hint:
    """The next move after those that were made.

    >>> hint(Board(("W__", "___", "___"), ("___", "__W", "___")), Watch()).reasons[0]
    'the white knight is in its place then, and stays there'
    """
    made = possible(board, so_far.moves or () if so_far else (), "move")
    here = Board(made[-1].after, board.goal) if made else board

    def advise(plan: Solution) -> Advice:
        steps = list(replay(here, plan))
        return Advice(steps[0].words, 1, purpose(steps), len(steps))

    return next_move(problem_of(here), watch, advise, refute(here))


def purpose(steps: Sequence[Step]) -> str:
    """What the first move is for."""
    source, target = steps[0].touched
    knight = f"the {_colour(steps[0], target)} knight"
    again = next((k for k, step in enumerate(steps[1:], 1) if step.touched[0] == target), None)
    taken = next((k for k, step in enumerate(steps[1:], 1) if step.touched[1] == source), None)
    if again is None:
        return f"{knight} is in its place then, and stays there"
    if taken is not None and taken < again:
        other = _colour(steps[taken], source)
        return f"{cell_name(source)} is free then for a {other} knight, which comes {in_time(taken)}"
    last = target
    for step in steps[1:]:
        if step.touched[0] == last:
            last = step.touched[1]
    return f"{knight} is on its way to {cell_name(last)}, where it stays in the end; it goes on {in_time(again)}"


def _colour(step: Step, cell: Cell) -> str:
    return COLOUR_NAMES[step.after[cell[0]][cell[1]]]
