"""copla instances: the instances that come with the puzzles."""

from __future__ import annotations

from typing import Annotated

import typer

import copla
from copla.cli.arguments import Json
from copla.cli.output import say, say_json
from copla.ground.errors import BackendError
from copla.plugins.loading import shipped_names


def instances(
    puzzle: Annotated[str | None, typer.Argument(metavar="[PUZZLE]", help="Only those of this puzzle.")] = None,
    json: Json = False,
) -> None:
    """List the shipped instances with a few words about each."""
    for name in [puzzle] if puzzle else copla.puzzle_names():
        try:
            owner = copla.puzzle(name)
        except BackendError:
            if puzzle is not None:
                raise
            continue  # a broken plug-in; "copla puzzles" says why
        if not isinstance(owner, copla.ShipsInstances):
            continue
        names = shipped_names(owner)
        width = max(map(len, names), default=0)
        for instance in names:
            about = owner.describe(copla.load(name, instance).content)
            if json:
                say_json({"puzzle": name, "name": instance, "about": about})
            else:
                say(f"{name} {instance:<{width}}  {about}")
