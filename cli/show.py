"""copla show: an instance, with or without a solution, as a picture or in another format."""

from __future__ import annotations

from typing import Annotated

import typer

import copla
from copla.cli.arguments import InstanceName, Memory, PuzzleName, Timeout, load, read_limits
from copla.cli.output import on_terminal, remark, say, watched
from copla.errors import CoplaError
from copla.files import read_text, write_text


def show(
    puzzle: PuzzleName,
    instance: InstanceName,
    solution: Annotated[str | None, typer.Argument(metavar="[SOLUTION]", help="A solution file to fill in.")] = None,
    form: Annotated[str | None, typer.Option("--form", "-f", help="Print it in this text form instead.")] = None,
    svg: Annotated[str | None, typer.Option("--svg", metavar="FILE", help="Write a picture as SVG.")] = None,
    grade: Annotated[bool, typer.Option("--grade", help="Say how hard it is.")] = False,
    timeout: Timeout = None,
    memory: Memory = None,
) -> None:
    """Draw an instance, convert it into another text form, or write it as SVG.

    Examples:
      copla show futoshiki extreme-9-1 --grade

      copla show futoshiki board.txt --form unequal

      copla show futoshiki board.txt solution.txt --svg board.svg
    """
    loaded = load(puzzle, instance)
    filled = None
    if solution is not None:
        if not isinstance(loaded.puzzle, copla.WritesText):
            raise CoplaError(f"{puzzle} has no format for solutions")
        filled = loaded.puzzle.read_solution(loaded.instance, read_text(solution), solution)
    if svg is not None:
        if not isinstance(loaded.puzzle, copla.Draws):
            raise CoplaError(f"{puzzle} has no picture")
        write_text(svg, loaded.puzzle.svg(loaded.instance, filled))
    if form is None and on_terminal() and isinstance(loaded.puzzle, copla.Draws):
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
