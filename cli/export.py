"""copla export: an instance as a problem for other solvers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Option

import copla
from copla.cli.arguments import InstanceName, InstanceOptions, PuzzleName
from copla.cli.output import make_folder, remark, say
from copla.cli.settings import load_with
from copla.formats.export import FORMATS
from copla.ground.errors import CoplaError, ModelError
from copla.ground.files import write_text
from copla.ground.text import counted


def export(
    puzzle: PuzzleName,
    instance: InstanceName,
    to: Annotated[str, Option("--to", metavar="FORMAT", help=f"One of {', '.join(FORMATS)}.")],
    option: InstanceOptions = None,
    output: Annotated[
        str | None, Option("--output", "-o", metavar="FILE", help="Write it here; for pddl a folder, made if missing.")
    ] = None,
) -> None:
    """Write an instance for other solvers: planning problems as SAS+ or PDDL, others as MiniZinc, XCSP3 or CNF.

    Examples:
      copla export guarini 4x4 --to sas | downward --search "astar(lmcut())"

      copla export tiles eight-20 --to pddl --output folder

      copla export futoshiki extreme-9-1 --to minizinc --output board.mzn
    """
    loaded = load_with(puzzle, instance, option)
    try:
        files = copla.export(loaded.problem(), to)
    except ModelError as error:
        raise CoplaError(f"{puzzle} {loaded.name}: {error}") from None
    if output is None or output == "-":
        for text in files.values():
            say(text)
        return
    several = len(files) > 1
    target = make_folder(output, "found no folder, and none can be made") if several else Path(output)
    for name, text in files.items():
        path = target / name if several else target
        write_text(path, text)
        remark(f"{path}: {counted(text.count(chr(10)), 'line')}")
