"""copla explain: why an instance has no solution."""

from __future__ import annotations

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
from copla.cli.conflicts import conflict_json, show_conflict
from copla.cli.output import Exit, say, say_json, watched
from copla.cli.settings import load_with


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
