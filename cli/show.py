"""copla show: an instance, with or without a solution, as a picture or in another format."""

from __future__ import annotations

from typing import Annotated, Any

from typer import Argument, Option

import copla
from copla.cli.arguments import InstanceName, InstanceOptions, Json, Memory, PuzzleName, Timeout, read_limits
from copla.cli.output import on_terminal, remark, say, say_json, watched
from copla.cli.player import can_play, play_frames
from copla.cli.settings import load_with, read_solution
from copla.ground.errors import CoplaError
from copla.ground.files import write_text


def show(
    puzzle: PuzzleName,
    instance: InstanceName,
    solution: Annotated[str | None, Argument(metavar="SOLUTION", help="A solution file to fill in.")] = None,
    form: Annotated[str | None, Option("--form", "-f", help="Print it in this text form instead.")] = None,
    svg: Annotated[str | None, Option("--svg", metavar="FILE", help="Write a picture as SVG.")] = None,
    play: Annotated[bool, Option("--play", help="Show the solution step by step; keys as in solve.")] = False,
    delay: Annotated[float, Option("--delay", help="Seconds between the steps of --play.")] = 0.5,
    grade: Annotated[bool, Option("--grade", help="Say how hard it is.")] = False,
    option: InstanceOptions = None,
    timeout: Timeout = None,
    memory: Memory = None,
    json: Json = False,
) -> None:
    """Draw an instance, convert it into another text form, or write it as SVG.

    Examples:
      copla show futoshiki extreme-9-1 --grade

      copla show futoshiki board.txt --form unequal

      copla show futoshiki board.txt solution.txt --svg board.svg

      copla show tiles korf-79 solution.txt --play --delay 0.2
    """
    loaded = load_with(puzzle, instance, option)
    filled = None if solution is None else read_solution(loaded, solution)
    if filled is not None and isinstance(loaded.puzzle, copla.ReplaysPlans):
        wrong = copla.violations(loaded.problem(), filled)
        if wrong:
            raise CoplaError(f"the solution cannot be replayed: {wrong[0]}")
    if svg is not None:
        write_text(svg, _svg(loaded, filled))
    if json:
        say_json({"puzzle": puzzle, "instance": loaded.name, **_description(loaded, filled, form)})
    elif play or (filled is not None and form is None and isinstance(loaded.puzzle, copla.ReplaysPlans)):
        _replay(loaded, filled, max(0.0, delay) if play and can_play() else None)
    elif form is None and on_terminal() and isinstance(loaded.puzzle, copla.Draws):
        say(loaded.puzzle.draw(loaded.content, filled))
    else:
        say(_text(loaded, filled, form))
    if grade:
        if not isinstance(loaded.puzzle, copla.Grades):
            raise CoplaError(f"{puzzle} has no grades")
        watch = copla.Watch(read_limits(timeout, memory, 1))
        with watched(watch, loaded.name):
            remark(f"difficulty: {loaded.puzzle.grade(loaded.content, watch)}")


def _text(loaded: copla.Instance, filled: copla.Solution | None, form: str | None) -> str:
    if not isinstance(loaded.puzzle, copla.WritesText):
        raise CoplaError(f"{loaded.puzzle.name} has no text form")
    return loaded.puzzle.write(loaded.content, loaded.puzzle.forms[0] if form is None else form, filled)


def _description(loaded: copla.Instance, filled: copla.Solution | None, form: str | None) -> dict[str, Any]:
    """For machines: the text, a few words about the instance, and the moves of a plan in people's words."""
    replays = filled is not None and isinstance(loaded.puzzle, copla.ReplaysPlans)
    return {
        "text": _text(loaded, filled, form),
        "about": loaded.puzzle.describe(loaded.content) if isinstance(loaded.puzzle, copla.ShipsInstances) else None,
        "moves": loaded.puzzle.moves(loaded.content, filled) if replays else None,  # type: ignore[attr-defined]
    }


def _svg(loaded: copla.Instance, filled: copla.Solution | None) -> str:
    if filled is not None and isinstance(loaded.puzzle, copla.ReplaysPlans):
        return loaded.puzzle.film(loaded.content, filled)
    if not isinstance(loaded.puzzle, copla.Draws):
        raise CoplaError(f"{loaded.puzzle.name} has no picture")
    return loaded.puzzle.svg(loaded.content, filled)


def _replay(loaded: copla.Instance, filled: copla.Solution | None, delay: float | None) -> None:
    """The states of a plan: one below the other, or with a delay each in the place of the last."""
    if not isinstance(loaded.puzzle, copla.ReplaysPlans) or filled is None:
        raise CoplaError("a step-by-step replay needs a planning puzzle and a solution file")
    frames = loaded.puzzle.frames(loaded.content, filled)
    if delay is not None:
        play_frames(frames, delay)
        return
    for frame in frames:
        say(frame.caption)
        say(frame.picture)
