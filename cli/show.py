"""copla show: an instance, with or without a solution, as a picture or in another format."""

from __future__ import annotations

import sys
import time
from typing import Annotated

import typer

import copla
from copla.cli.arguments import InstanceName, Loaded, Memory, PuzzleName, Timeout, load, read_limits, state
from copla.cli.output import on_terminal, remark, say, watched
from copla.errors import CoplaError
from copla.files import read_text, write_text


def show(
    puzzle: PuzzleName,
    instance: InstanceName,
    solution: Annotated[str | None, typer.Argument(metavar="[SOLUTION]", help="A solution file to fill in.")] = None,
    form: Annotated[str | None, typer.Option("--form", "-f", help="Print it in this text form instead.")] = None,
    svg: Annotated[str | None, typer.Option("--svg", metavar="FILE", help="Write a picture as SVG.")] = None,
    play: Annotated[bool, typer.Option("--play", help="Show the solution step by step.")] = False,
    delay: Annotated[float, typer.Option("--delay", help="Seconds between the steps of --play.")] = 0.5,
    grade: Annotated[bool, typer.Option("--grade", help="Say how hard it is.")] = False,
    timeout: Timeout = None,
    memory: Memory = None,
) -> None:
    """Draw an instance, convert it into another text form, or write it as SVG.

    Examples:
      copla show futoshiki extreme-9-1 --grade

      copla show futoshiki board.txt --form unequal

      copla show futoshiki board.txt solution.txt --svg board.svg

      copla show tiles korf-79 solution.txt --play --delay 0.2
    """
    loaded = load(puzzle, instance)
    filled: copla.Solution | None = None
    if solution is not None:
        if not isinstance(loaded.puzzle, copla.WritesText):
            raise CoplaError(f"{puzzle} has no format for solutions")
        filled = loaded.puzzle.read_solution(loaded.instance, read_text(solution), solution)
    if filled is not None and isinstance(loaded.puzzle, copla.ReplaysPlans):
        wrong = copla.violations(state(loaded), filled)
        if wrong:
            raise CoplaError(f"the solution cannot be replayed: {wrong[0]}")
    if svg is not None:
        write_text(svg, _svg(loaded, filled))
    if play or (filled is not None and form is None and isinstance(loaded.puzzle, copla.ReplaysPlans)):
        _replay(loaded, filled, max(0.0, delay) if play and on_terminal() else 0.0)
    elif form is None and on_terminal() and isinstance(loaded.puzzle, copla.Draws):
        say(loaded.puzzle.draw(loaded.instance, filled))
    elif isinstance(loaded.puzzle, copla.WritesText):
        say(loaded.puzzle.write(loaded.instance, form or loaded.puzzle.forms[0], filled))
    else:
        raise CoplaError(f"{puzzle} has no text form")
    if grade:
        if not isinstance(loaded.puzzle, copla.Grades):
            raise CoplaError(f"{puzzle} has no grades")
        watch = copla.Watch(read_limits(timeout, memory, 1))
        with watched(watch, loaded.name):
            remark(f"difficulty: {loaded.puzzle.grade(loaded.instance, watch)}")


def _svg(loaded: Loaded, filled: copla.Solution | None) -> str:
    """A picture of the instance, or the film strip of a plan."""
    if filled is not None and isinstance(loaded.puzzle, copla.ReplaysPlans):
        return loaded.puzzle.film(loaded.instance, filled)
    if not isinstance(loaded.puzzle, copla.Draws):
        raise CoplaError(f"{loaded.puzzle.name} has no picture")
    return loaded.puzzle.svg(loaded.instance, filled)


def _replay(loaded: Loaded, filled: copla.Solution | None, delay: float) -> None:
    """The states of a plan, one after the other; with a delay each takes the place of the last."""
    if not isinstance(loaded.puzzle, copla.ReplaysPlans) or filled is None:
        raise CoplaError("a step-by-step replay needs a planning puzzle and a solution file")
    for frame in loaded.puzzle.frames(loaded.instance, filled):
        if delay:
            sys.stdout.write("\x1b[2J\x1b[H")
        say(frame.caption)
        say(frame.picture)
        sys.stdout.flush()
        time.sleep(delay)
