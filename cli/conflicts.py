"""How a conflict is found after "no solution", shown to people, and written as JSON."""

from __future__ import annotations

from typing import Any

import copla
from copla.cli.output import remark, say, watched
from copla.ground.errors import LimitError

# "No solution" is the answer that was asked for; "copla explain" takes all the time it needs.
_SECONDS_FOR_EXPLAINING = 15.0


def find_conflict(
    loaded: copla.Instance, problem: copla.ConstraintProblem, after: copla.Watch
) -> copla.Conflict | None:
    """The conflict of an instance that has no solution, in the time that the answer left over."""
    seconds = _SECONDS_FOR_EXPLAINING if after.seconds_left is None else after.seconds_left
    watch = after.again(copla.Limits(seconds, after.limits.bytes))
    try:
        with watched(watch, f"{loaded.name}, explaining"):
            return copla.explain(problem, watch=watch)
    except LimitError as error:
        remark(str(error))
        return None


def show_conflict(loaded: copla.Instance, conflict: copla.Conflict | copla.OutOfReach) -> None:
    """The conflict in words, and marked in the picture."""
    if isinstance(conflict, copla.OutOfReach):
        _show_out_of_reach(loaded, conflict)
        return
    if isinstance(loaded.puzzle, copla.Draws):
        say(loaded.puzzle.draw(loaded.content, marked=conflict.clues))
    count = len(conflict.clues)
    if not conflict.clues:
        say("the rules alone cannot hold")
    else:
        clues = "this clue cannot hold" if count == 1 else f"these {count} clues cannot hold together"
        say(f"{clues}{'' if conflict.smallest else ' (there may be a smaller set)'}:")
    for clue in conflict.clues:
        say(f"  {clue}")
    if conflict.rules:
        say("because of:")
    for rule in conflict.rules:
        say(f"  {rule}")


def _show_out_of_reach(loaded: copla.Instance, conflict: copla.OutOfReach) -> None:
    refutation = loaded.refutation()
    if refutation is not None:
        say(refutation.message)
    count = len(conflict.goals)
    if conflict.alone:
        say("this goal cannot be reached:" if count == 1 else f"these {count} goals cannot be reached:")
    else:
        say(f"these {count} goals never hold together:")
    for goal in conflict.goals:
        say(f"  {goal}")
    if conflict.obstacles:
        say("because:")
    for obstacle in conflict.obstacles:
        say(f"  {obstacle}")


def conflict_json(conflict: copla.Conflict | copla.OutOfReach | None) -> dict[str, Any] | None:
    if conflict is None:
        return None
    if isinstance(conflict, copla.OutOfReach):
        return {"goals": list(conflict.goals), "alone": conflict.alone, "obstacles": list(conflict.obstacles)}
    return {
        "clues": [str(clue) for clue in conflict.clues],
        "rules": [str(rule) for rule in conflict.rules],
        "smallest": conflict.smallest,
    }
