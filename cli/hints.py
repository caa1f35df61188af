"""The flag --hint of copla solve: the next forced step of a puzzle, and why."""

from __future__ import annotations

import copla
from copla.cli.output import Exit, say, say_json, watched
from copla.ground.errors import CoplaError


def give_hint(loaded: copla.Instance, limits: copla.Limits, json: bool) -> Exit:
    """Print the hint; the exit status tells a board without a solution from all others."""
    puzzle = loaded.puzzle
    if not isinstance(puzzle, copla.GivesHints):
        raise CoplaError(f"puzzle {puzzle.name} gives no hints")
    watch = copla.Watch(limits)
    with watched(watch, loaded.name):
        hint = puzzle.hint(loaded.content, watch)
    if json:
        found = {"values": hint.values, "technique": hint.technique or None, "reasons": list(hint.reasons)}
        say_json({"puzzle": puzzle.name, "instance": loaded.name, "hint": found, "solvable": hint.solvable})
    else:
        if hint.values:
            step = ", ".join(f"{name} = {value}" for name, value in hint.values.items())
            say(f"{step}   ({hint.technique})")
        elif not hint.solvable:
            say("no solution")
        for reason in hint.reasons:
            say(f"  {reason}")
    return Exit.ANSWERED if hint.solvable else Exit.NO_SOLUTION
