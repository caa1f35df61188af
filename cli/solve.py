"""copla solve: answer one instance with one backend."""

from __future__ import annotations

from typing import Annotated, Any

import typer

import copla
from copla.cli.arguments import (
    BackendName,
    InstanceName,
    Json,
    Loaded,
    Memory,
    PuzzleName,
    Settings,
    Timeout,
    load,
    read_limits,
    read_settings,
    read_solutions,
)
from copla.cli.conflicts import conflict_json, find_conflict, show_conflict
from copla.cli.output import exit_status, on_terminal, remark, say, say_json, summary, watched
from copla.errors import CoplaError, LimitError
from copla.files import write_text


def solve(
    puzzle: PuzzleName,
    instance: InstanceName,
    backend: BackendName = None,
    option: Settings = None,
    solutions: Annotated[
        str, typer.Option("--solutions", "-n", metavar="K", help="How many solutions to show: a number, or 'all'.")
    ] = "1",
    timeout: Timeout = None,
    memory: Memory = None,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Write the solution here.")
    ] = None,
    json: Json = False,
) -> None:
    """Solve one instance, and say whether the solution is the only one.

    If there is no solution, the smallest set of conflicting clues is shown.

    Examples:
      copla solve futoshiki extreme-9-1

      copla solve futoshiki board.txt --backend forward-checking --option inference=forward --timeout 10

      copla solve futoshiki '4:0,0R,0,0,0,0,0,3,0D,0,0,0,0,0,0L,0,' --solutions all --json
    """
    loaded = load(puzzle, instance)
    problem = loaded.puzzle.problem(loaded.instance)
    wanted = read_solutions(solutions)
    # One more than is shown decides whether there are others; an optimum is one by definition.
    asked = 1 if problem.objective else (wanted and max(wanted, 2))
    watch = copla.Watch(read_limits(timeout, memory, asked))
    with watched(watch, loaded.name):
        result = copla.solve(problem, backend, options=read_settings(option), watch=watch)
    shown = result.solutions[:wanted]
    if output is not None and shown:
        write_text(output, solution_text(loaded, shown[0]))
    conflict = None
    if result.status is copla.Status.INFEASIBLE:
        conflict = find_conflict(loaded, problem, watch)
    if json:
        data: dict[str, Any] = {"puzzle": puzzle, "instance": loaded.name, **result.to_json()}
        say_json(data | {"conflict": conflict_json(conflict)})
    else:
        _print(loaded, result, shown)
        if conflict is not None:
            show_conflict(loaded, conflict)
    raise typer.Exit(exit_status(result.status))


def solution_text(loaded: Loaded, solution: copla.Solution) -> str:
    """A solution as it is written to a file: in the puzzle's own form, or as ``name = value`` lines."""
    if isinstance(loaded.puzzle, copla.WritesText):
        return loaded.puzzle.write(loaded.instance, loaded.puzzle.forms[0], solution)
    return "".join(f"{name} = {value}\n" for name, value in solution.values.items())


def _print(loaded: Loaded, result: copla.Result, shown: tuple[copla.Solution, ...]) -> None:
    for number, solution in enumerate(shown, 1):
        if len(shown) > 1:
            remark(f"solution {number}")
        if on_terminal() and isinstance(loaded.puzzle, copla.Draws):
            say(loaded.puzzle.draw(loaded.instance, solution))
        else:
            say(solution_text(loaded, solution))
    if result.status is copla.Status.INFEASIBLE:
        say("no solution")
    elif result.status is copla.Status.UNSUPPORTED:
        raise CoplaError(f"backend {result.backend} cannot take this problem: {result.message}")
    elif not shown:
        raise_limit(result)
    remark(summary(result))
    if result.status is copla.Status.SOLVED and result.unique is False and len(shown) == 1:
        remark("the solution is not unique: --solutions 2 shows another one, --solutions all shows them all")


def raise_limit(result: copla.Result) -> None:
    """End with a line that says which limit came first; an interruption keeps its own exit status."""
    remark(summary(result))
    if result.status is copla.Status.INTERRUPTED:
        raise typer.Exit(exit_status(result.status))
    reason = {copla.Status.TIMEOUT: "the time limit was reached", copla.Status.MEMORY: "the memory limit was reached"}
    raise LimitError(f"no solution yet: {reason.get(result.status, result.message)}")
