"""copla puzzles: what can be solved."""

from __future__ import annotations

from typing import Any

import copla
from copla.cli.arguments import Json
from copla.cli.output import say, say_json
from copla.ground.errors import BackendError
from copla.plugins.loading import shipped_names


def puzzles(json: Json = False) -> None:
    """List the puzzles, with the number of shipped instances and the text forms."""
    for name in copla.puzzle_names():
        about: dict[str, Any] = {"name": name, "summary": None, "instances": 0, "forms": [], "generate": None}
        reason = None
        try:
            about |= _about(copla.puzzle(name))
        except BackendError as error:  # a broken plug-in
            reason = str(error)
        if json:
            say_json(about | {"reason": reason})
        elif reason is not None:
            say(f"{name}: not available: {reason}")
        else:
            _print(about)


def _about(puzzle: copla.Puzzle[Any]) -> dict[str, Any]:
    options = puzzle.generator_options if isinstance(puzzle, copla.Generates) else None
    return {
        "summary": puzzle.summary,
        "instances": len(shipped_names(puzzle)),
        "forms": list(puzzle.forms) if isinstance(puzzle, copla.WritesText) else [],
        "generate": None if options is None else [option.name for option in options],
    }


def _print(about: dict[str, Any]) -> None:
    say(f"{about['name']}: {about['summary']}")
    say(f"  {about['instances']} instances (copla instances {about['name']})")
    if about["forms"]:
        say(f"  text forms: {', '.join(about['forms'])}")
    if about["generate"] is not None:
        say(f"  generator: copla generate {about['name']} " + " ".join(f"--{name} ..." for name in about["generate"]))
