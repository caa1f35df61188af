"""copla solve: answer one instance with one backend, or give a hint."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from typer import Option

import copla
from copla.cli.arguments import (
    Algorithm,
    BackendName,
    Function,
    HeuristicName,
    InstanceName,
    Json,
    Memory,
    OutputFile,
    Program,
    PuzzleName,
    Settings,
    Timeout,
    read_guest,
    read_limits,
    read_solutions,
)
from copla.cli.explain import conflict_json, find_conflict, show_conflict
from copla.cli.output import Exit, exit_status, on_terminal, remark, remark_broken, say, say_json, say_sentence, watched
from copla.cli.player import play_frames, require_player
from copla.cli.settings import load, options_of_backend, read_settings, read_solution, refuse_unknown, split_options
from copla.ground.errors import CoplaError, LimitError
from copla.ground.files import replacing, write_text
from copla.ground.trace import MOST_EVENTS, tracing


def solve(
    puzzle: PuzzleName,
    instance: InstanceName = "",
    backend: BackendName = None,
    program: Program = None,
    python: Function = None,
    algorithm: Algorithm = None,
    heuristic: HeuristicName = None,
    option: Settings = None,
    solutions: Annotated[
        str, Option("--solutions", "-n", metavar="K", help="How many solutions to show: a number, or 'all'.")
    ] = "1",
    timeout: Timeout = None,
    memory: Memory = None,
    output: OutputFile = None,
    hint: Annotated[bool, Option("--hint", help="Show only the next step and its reason, not the solution.")] = False,
    so_far: Annotated[
        str | None,
        Option("--so-far", metavar="FILE", help="For --hint: what was done before, written as a solution is."),
    ] = None,
    trace: Annotated[
        str | None, Option("--trace", metavar="FILE", help="Write what the search does, step by step, as JSON lines.")
    ] = None,
    events: Annotated[
        int, Option("--events", metavar="N", min=1, help="How many events --trace writes at most.")
    ] = MOST_EVENTS,
    play: Annotated[
        bool, Option("--play", help="Play the plan on the terminal: arrow keys, home and end, q to quit.")
    ] = False,
    json: Json = False,
) -> None:
    """Solve one instance, and say whether the solution is the only one.

    If there is no solution, the smallest set of conflicting clues is shown.

    Examples:
      copla solve futoshiki extreme-9-1

      copla solve futoshiki extreme-9-1 --hint

      copla solve klotski easy --play

      copla solve futoshiki board.txt --backend forward-checking --option inference=forward --timeout 10

      copla solve tiles "1 0 2 3 4 5 6 7 8" --algorithm bfs --trace trace.jsonl

      copla solve futoshiki '4:0,0R,0,0,0,0,0,3,0D,0,0,0,0,0,0L,0,' --solutions all --json

      copla solve model.py
    """
    from copla.plugins.backend import GivesSoMany

    if not instance:
        raise CoplaError("found no instance, expected a file, a name or the puzzle's inline form")
    settings = read_settings(option, algorithm, heuristic)
    own, left = split_options(puzzle, settings)
    loaded = load(puzzle, instance, own)
    if play:
        require_player(loaded, json)
    if so_far is not None and not hint:
        raise CoplaError("found --so-far without --hint")
    if hint:
        raise typer.Exit(give_hint(loaded, read_limits(timeout, memory, 1), so_far, json))
    problem = loaded.problem()
    wanted = read_solutions(solutions)
    asked = wanted
    if isinstance(problem, copla.ConstraintProblem):
        # A second solution decides uniqueness; an optimum is one by definition.
        asked = 1 if problem.objective else wanted and max(wanted, 2)
    solver = read_guest(backend, program, python)
    most = solver.most_solutions if isinstance(solver, GivesSoMany) else None
    asked = asked if most is None else min(most, asked or most)
    watch = copla.Watch(read_limits(timeout, memory, asked))
    result = loaded.refutation()
    if result is None:
        from copla.cli.sense import refuse_nonsense
        from copla.running.solving import default_backend

        if solver is None:
            remark_broken()
        chosen = solver or default_backend(loaded, traced=trace is not None)
        options = options_of_backend(chosen, left, puzzle, settings)
        refuse_unknown(chosen, options, loaded)
        command = ["copla", "solve", puzzle, instance, *(["--backend", backend] if backend else [])]
        command += ["--solutions", solutions] if solutions != "1" else []
        refuse_nonsense(chosen, options, problem, asked, command)
        with watched(watch, loaded.name), traced(watch, trace, events):
            result = copla.solve(loaded, chosen, options=options, watch=watch)
    elif trace is not None:
        raise CoplaError(f"there is nothing to trace, for nothing is searched: {result.message}")
    shown = result.solutions[:wanted]
    if output is not None and shown:
        write_text(output, solution_text(loaded, shown[0]))
    conflict = None
    if result.status is copla.Status.INFEASIBLE and isinstance(problem, copla.ConstraintProblem):
        conflict = find_conflict(loaded, problem, watch)
    if json:
        data: dict[str, Any] = {"puzzle": puzzle, "instance": loaded.name, **result.to_json()}
        say_json(data | {"solutions": data["solutions"][:wanted], "conflict": conflict_json(conflict)})
    elif play and shown:
        from copla.answers.wording import summary

        assert isinstance(loaded.puzzle, copla.ReplaysPlans)
        play_frames(loaded.puzzle.frames(loaded.content, shown[0]))
        remark(summary(result))
    else:
        _print(loaded, result, shown)
        if conflict is not None:
            show_conflict(loaded, conflict)
    raise typer.Exit(exit_status(result.status))


@contextmanager
def traced(watch: copla.Watch, path: str | None, events: int) -> Iterator[None]:
    """Write the trace of the run to a file; a remark says so if it does not hold all of it."""
    if path is None:
        yield
        return
    with replacing(path) as temporary, tracing(str(temporary), events) as watch.trace:
        yield
    if missed := watch.trace.missed:
        remark(f"{path}: the trace holds the first {events:,} events, {missed:,} more are left out (--events)")


def solution_text(loaded: copla.Instance, solution: copla.Solution) -> str:
    """A solution as it is written to a file: in the puzzle's own form, or as ``name = value`` lines."""
    if isinstance(loaded.puzzle, copla.WritesText):
        return loaded.puzzle.write(loaded.content, loaded.puzzle.forms[0], solution)
    return "".join(f"{name} = {solution.in_words(name)}\n" for name in solution.values)


def say_plan(loaded: copla.Instance, solution: copla.Solution) -> None:
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
    from copla.answers.wording import summary, why_unanswered

    if result.status is copla.Status.INFEASIBLE:
        say_sentence(f"no solution: {result.message}" if result.message else "no solution")
    elif result.status is copla.Status.UNSUPPORTED:
        raise CoplaError(f"backend {result.backend} cannot take this problem: {result.message}")
    remark(summary(result))
    if not shown and result.status is not copla.Status.INFEASIBLE:
        if result.status is copla.Status.INTERRUPTED:
            raise typer.Exit(exit_status(result.status))
        raise LimitError(f"no solution yet: {why_unanswered(result)}")
    if result.status is copla.Status.SOLVED and result.unique is False and len(shown) == 1:
        remark("the solution is not unique: --solutions 2 shows another one, --solutions all shows them all")


def give_hint(loaded: copla.Instance, limits: copla.Limits, so_far: str | None, json: bool) -> Exit:
    """Print the hint; the exit status tells a board without a solution from all others.

    ``so_far`` is a file with what was done before, as a solution is written.
    """
    puzzle = loaded.puzzle
    if not isinstance(puzzle, copla.GivesHints):
        raise CoplaError(f"puzzle {puzzle.name} gives no hints")
    watch = copla.Watch(limits)
    done = None if so_far is None else read_solution(loaded, so_far)
    with watched(watch, loaded.name):
        hint = puzzle.hint(loaded.content, watch, done)
    if json:
        about = {"puzzle": puzzle.name, "instance": loaded.name}
        say_json({**about, "hint": hint.to_json(), "solvable": hint.solvable})
    elif hint.values or hint.move:
        step = hint.move or ", ".join(f"{name} = {value}" for name, value in hint.values.items())
        say(f"{step}   ({hint.technique})")
    elif not hint.solvable:
        say("no solution")
    for reason in () if json else hint.reasons:
        say_sentence(f"  {reason}")
    return Exit.ANSWERED if hint.solvable else Exit.NO_SOLUTION
