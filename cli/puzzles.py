"""copla puzzles: what can be solved."""

from __future__ import annotations

import copla
from copla.cli.arguments import Json, shipped_names
from copla.cli.output import say, say_json


def puzzles(json: Json = False) -> None:
    """List the puzzles, with the number of shipped instances and the text forms."""
    for name in copla.puzzle_names():
        puzzle = copla.puzzle(name)
        forms = list(puzzle.forms) if isinstance(puzzle, copla.WritesText) else []
        options = [option.name for option in puzzle.generator_options] if isinstance(puzzle, copla.Generates) else None
        count = len(shipped_names(puzzle))
        if json:
            say_json({"name": name, "summary": puzzle.summary, "instances": count, "forms": forms, "generate": options})
            continue
        say(f"{name}: {puzzle.summary}")
        say(f"  {count} instances (copla instances {name})")
        if forms:
            say(f"  text forms: {', '.join(forms)}")
        if options is not None:
            say(f"  generator: copla generate {name} " + " ".join(f"--{option} ..." for option in options))
