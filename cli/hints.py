"""The flag --hint of copla solve: the next forced step of a puzzle or the next move of a plan, and why."""

from __future__ import annotations

import copla
from copla.cli.output import Exit, say, say_json, say_sentence, watched
from copla.ground.errors import CoplaError
from copla.ground.files import read_text


def give_hint(loaded: copla.Instance, limits: copla.Limits, so_far: str | None, json: bool) -> Exit:
    """Print the hint; the exit status tells a board without a solution from all others.

    ``so_far`` is a file with what was done before, as a solution is written.
    """
    puzzle = loaded.puzzle
    if not isinstance(puzzle, copla.GivesHints):
        raise CoplaError(f"puzzle {puzzle.name} gives no hints")
    watch = copla.Watch(limits)
    with watched(watch, loaded.name):
        if so_far is None:
            hint = puzzle.hint(loaded.content, watch)
        else:
            if not isinstance(puzzle, copla.WritesText):
                raise CoplaError(f"{puzzle.name} has no format for solutions")
            done = puzzle.read_solution(loaded.content, read_text(so_far), so_far)
            hint = puzzle.hint(loaded.content, watch, done)
    if json:
        found = {"puzzle": puzzle.name, "instance": loaded.name, "hint": hint.to_json(), "solvable": hint.solvable}
        say_json(found)
    else:
        if hint.values or hint.move:
            step = hint.move or ", ".join(f"{name} = {value}" for name, value in hint.values.items())
            say(f"{step}   ({hint.technique})")
        elif not hint.solvable:
            say("no solution")
        for reason in hint.reasons:
            say_sentence(f"  {reason}")
    return Exit.ANSWERED if hint.solvable else Exit.NO_SOLUTION
