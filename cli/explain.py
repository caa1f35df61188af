"""copla explain: why an instance has no solution; how a conflict is found, shown to people, and written as JSON."""

from __future__ import annotations

from typing import Any

import typer

import copla
from copla.cli.arguments import (
    BackendName,
    InstanceName,
    InstanceOptions,
    Json,
    Memory,
    PuzzleName,
    Timeout,
    read_limits,
)
from copla.cli.output import Exit, remark, say, say_json, watched
from copla.cli.settings import load_with
from copla.ground.errors import LimitError


def explain(
    puzzle: PuzzleName,
    instance: InstanceName,
    backend: BackendName = None,
    option: InstanceOptions = None,
    timeout: Timeout = None,
    memory: Memory = None,
    json: Json = False,
) -> None:
    """Say why an instance has no solution: the smallest set of clues that cannot hold together.

    Of a planning problem: the goals that cannot be met, and what blocks them.

    Exit status 1 if it has none (and the conflict is shown), 0 if it has one.

    Example: copla explain futoshiki unsolvable-chain
    """
    loaded = load_with(puzzle, instance, option)
    problem = loaded.problem()
    watch = copla.Watch(read_limits(timeout, memory, 1))
    with watched(watch, loaded.name):
        conflict = copla.explain(problem, backend, watch=watch)
    if json:
        say_json({"puzzle": puzzle, "instance": loaded.name, "conflict": conflict_json(conflict)})
    elif conflict is None:
        say("there is a solution, so nothing conflicts")
    else:
        show_conflict(loaded, conflict)
    raise typer.Exit(Exit.ANSWERED if conflict is None else Exit.NO_SOLUTION)


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
    clues, rules = list(map(str, conflict.clues)), list(map(str, conflict.rules))
    return {"clues": clues, "rules": rules, "smallest": conflict.smallest}
