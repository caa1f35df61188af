"""copla instances: the instances that come with the puzzles."""

from __future__ import annotations

from typing import Annotated

from typer import Argument

import copla
from copla.cli.arguments import Json
from copla.cli.output import say_json, say_table
from copla.ground.errors import BackendError


def instances(
    puzzle: Annotated[str | None, Argument(metavar="PUZZLE", help="Only those of this puzzle.")] = None,
    json: Json = False,
) -> None:
    """List the shipped instances with a few words about each."""
    from copla.answers.tables import Column, Table
    from copla.plugins.loading import shipped_names

    for name in [puzzle] if puzzle else copla.puzzle_names():
        try:
            owner = copla.puzzle(name)
        except BackendError:
            if puzzle is not None:
                raise
            continue  # a broken plug-in; "copla puzzles" says why
        if not isinstance(owner, copla.ShipsInstances):
            continue
        found = {instance: owner.describe(copla.load(name, instance).content) for instance in shipped_names(owner)}
        if json:
            for instance, about in found.items():
                say_json({"puzzle": name, "name": instance, "about": about})
        else:
            columns = [Column(name), Column("what it is", prose=True)]
            say_table(Table(columns, [[instance, about] for instance, about in found.items()]))
