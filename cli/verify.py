"""copla verify: a solution file against the model."""

from __future__ import annotations

import re
from typing import Annotated

import typer

import copla
from copla.cli.arguments import InstanceName, InstanceOptions, Json, PuzzleName, read_settings
from copla.cli.output import Exit, say, say_json
from copla.ground.errors import CoplaError, FormatError
from copla.ground.files import read_text
from copla.ground.text import counted


def verify(
    puzzle: PuzzleName,
    instance: InstanceName,
    solution: Annotated[str, typer.Argument(metavar="SOLUTION", help="The solution: a file, or - for standard input.")],
    option: InstanceOptions = None,
    json: Json = False,
) -> None:
    """Check a solution that somebody else found.

    Exit status 0 if it is valid, 1 if it is not (every violation is listed).

    Example: copla solve futoshiki extreme-9-1 | copla verify futoshiki extreme-9-1 -
    """
    if instance == "-" and solution == "-":
        raise CoplaError("found - twice, expected standard input for the instance or for the solution")
    loaded = copla.load(puzzle, instance, read_settings(option))
    handed_in = _read(loaded, read_text(solution), "standard input" if solution == "-" else solution)
    found = copla.violations(loaded.problem(), handed_in)
    if json:
        say_json({"puzzle": puzzle, "instance": loaded.name, "valid": not found, "violations": found})
    elif found:
        say(f"not a solution: {counted(len(found), 'violation')}")
        for violation in found:
            say(f"  {violation}")
    else:
        say("a valid solution")
    raise typer.Exit(Exit.NO_SOLUTION if found else Exit.ANSWERED)


def _read(loaded: copla.Instance, text: str, source: str) -> copla.Solution:
    if isinstance(loaded.puzzle, copla.WritesText):
        return loaded.puzzle.read_solution(loaded.content, text, source)
    values = {}
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            pair = re.fullmatch(r"\s*(.+?)\s*=\s*(-?[0-9]{1,18})\s*", line)
            if pair is None:
                raise FormatError(f"found {line.strip()!r}, expected 'name = value'", source=source, line=number)
            values[pair[1]] = int(pair[2])
    return copla.Solution(values)
