"""copla puzzles: what can be solved."""

from __future__ import annotations

from typing import Any

import copla
from copla.cli.arguments import Json
from copla.cli.output import advise, say_json, say_table
from copla.ground.errors import BackendError


def puzzles(json: Json = False) -> None:
    """List the puzzles, with the number of shipped instances and the text forms."""
    from copla.answers.tables import Column, Table

    rows = []
    for name in copla.puzzle_names():
        about: dict[str, Any] = {"name": name, "summary": None, "instances": 0, "forms": [], "generate": None}
        reason = None
        try:
            about |= _about(copla.puzzle(name))
        except BackendError as error:  # a broken plug-in
            reason = str(error)
        if json:
            say_json(about | {"reason": reason})
        else:
            rows.append(_row(about, reason))
    if not json:
        prose = [Column(name, prose=True) for name in ("what it is", "text forms", "generate")]
        say_table(Table([Column("puzzle"), Column("instances", number=True), *prose], rows))
        advise("copla instances PUZZLE lists the instances; copla generate PUZZLE --help the options")


def _about(puzzle: copla.Puzzle[Any]) -> dict[str, Any]:
    from copla.plugins.loading import shipped_names

    options = puzzle.generator_options if isinstance(puzzle, copla.Generates) else None
    return {
        "summary": puzzle.summary,
        "instances": len(shipped_names(puzzle)),
        "forms": list(puzzle.forms) if isinstance(puzzle, copla.WritesText) else [],
        "generate": None if options is None else [option.name for option in options],
    }


def _row(about: dict[str, Any], reason: str | None) -> list[str]:
    from copla.answers.tables import Tone, Toned

    if reason is not None:
        return [about["name"], Toned("no", Tone.BAD), f"not available: {reason}", "-", "-"]
    options = "-" if about["generate"] is None else " ".join(f"--{name}" for name in about["generate"])
    forms = ", ".join(about["forms"]) or "-"
    return [about["name"], str(about["instances"]), about["summary"], forms, options or "yes"]
