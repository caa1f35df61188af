"""copla solve: answer one instance with one backend."""

from __future__ import annotations

from typing import Annotated, Any

import typer

import copla
from copla.answers.wording import summary, why_unanswered
from copla.cli.arguments import (
    Algorithm,
    BackendName,
    HeuristicName,
    InstanceName,
    Json,
    Memory,
    OutputFile,
    PuzzleName,
    Settings,
    Timeout,
    read_limits,
    read_solutions,
    search_settings,
    split_options,
)
from copla.cli.conflicts import conflict_json, find_conflict, show_conflict
from copla.cli.hints import give_hint
from copla.cli.output import exit_status, on_terminal, remark, say, say_json, watched
from copla.ground.errors import CoplaError, LimitError
from copla.ground.files import write_text


def solve(
    puzzle: PuzzleName,
    instance: InstanceName = "",
    backend: BackendName = None,
    algorithm: Algorithm = None,
    heuristic: HeuristicName = None,
    option: Settings = None,
    solutions: Annotated[
        str, typer.Option("--solutions", "-n", metavar="K", help="How many solutions to show: a number, or 'all'.")
    ] = "1",
    timeout: Timeout = None,
    memory: Memory = None,
    output: OutputFile = None,
    hint: Annotated[
        bool, typer.Option("--hint", help="Show only the next forced step and its reason, not the solution.")
    ] = False,
    json: Json = False,
) -> None:
    """Solve one instance, and say whether the solution is the only one.

    If there is no solution, the smallest set of conflicting clues is shown.

    Examples:
      copla solve futoshiki extreme-9-1

      copla solve futoshiki extreme-9-1 --hint

      copla solve futoshiki board.txt --backend forward-checking --option inference=forward --timeout 10

      copla solve futoshiki '4:0,0R,0,0,0,0,0,3,0D,0,0,0,0,0,0L,0,' --solutions all --json
    """
    if not instance:
        raise CoplaError("found no instance, expected a file, a name or the puzzle's inline form")
    own, options = split_options(puzzle, search_settings(option, algorithm, heuristic))
    loaded = copla.load(puzzle, instance, own)
    if hint:
        raise typer.Exit(give_hint(loaded, read_limits(timeout, memory, 1), json))
    problem = loaded.problem()
    wanted = read_solutions(solutions)
    asked = wanted
    if isinstance(problem, copla.ConstraintProblem):
        # A second solution decides uniqueness; an optimum is one by definition.
        asked = 1 if problem.objective else wanted and max(wanted, 2)
    watch = copla.Watch(read_limits(timeout, memory, asked))
    result = loaded.refutation()
    if result is None:
        with watched(watch, loaded.name):
            result = copla.solve(problem, backend, options=options, watch=watch)
    shown = result.solutions[:wanted]
    if output is not None and shown:
        write_text(output, solution_text(loaded, shown[0]))
    conflict = None
    if result.status is copla.Status.INFEASIBLE and isinstance(problem, copla.ConstraintProblem):
        conflict = find_conflict(loaded, problem, watch)
    if json:
        data: dict[str, Any] = {"puzzle": puzzle, "instance": loaded.name, **result.to_json()}
        say_json(data | {"solutions": data["solutions"][:wanted], "conflict": conflict_json(conflict)})
    else:
        _print(loaded, result, shown)
        if conflict is not None:
            show_conflict(loaded, conflict)
    raise typer.Exit(exit_status(result.status))


def solution_text(loaded: copla.Instance, solution: copla.Solution) -> str:
    """A solution as it is written to a file: in the puzzle's own form, or as ``name = value`` lines."""
    if isinstance(loaded.puzzle, copla.WritesText):
        return loaded.puzzle.write(loaded.content, loaded.puzzle.forms[0], solution)
    return "".join(f"{name} = {value}\n" for name, value in solution.values.items())


def say_plan(loaded: copla.Instance, solution: copla.Solution) -> None:
    """The start as a picture, and the moves in people's words."""
    assert isinstance(loaded.puzzle, copla.ReplaysPlans)
    if isinstance(loaded.puzzle, copla.Draws):
        say(loaded.puzzle.draw(loaded.content))
    for number, move in enumerate(loaded.puzzle.moves(loaded.content, solution), 1):
        say(f"{number:4}. {move}")


def _print(loaded: copla.Instance, result: copla.Result, shown: tuple[copla.Solution, ...]) -> None:
    for number, solution in enumerate(shown, 1):
        if number > 1:
            say("\n")
        if len(shown) > 1:
            remark(f"solution {number}")
        if on_terminal() and isinstance(loaded.puzzle, copla.ReplaysPlans):
            say_plan(loaded, solution)
        elif on_terminal() and isinstance(loaded.puzzle, copla.Draws):
            say(loaded.puzzle.draw(loaded.content, solution))
        else:
            say(solution_text(loaded, solution))
    if result.status is copla.Status.INFEASIBLE:
        say(f"no solution: {result.message}" if result.message else "no solution")
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
    raise LimitError(f"no solution yet: {why_unanswered(result)}")
