"""The program as a group of commands: its own, and those that puzzles, backends and plug-ins bring."""

from __future__ import annotations

from functools import partial
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from copla.plugins import registry


class Program(TyperGroup):
    """Commands of others are looked up for the list of commands, and for a word that is no command of its own.

    Those of copla itself import no solver and are there at once; a plug-in's is imported when it is called.
    """

    def list_commands(self, ctx: Any) -> list[str]:
        self._add_registered()
        return super().list_commands(ctx)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in self.commands:
            self._add_registered()
        return super().get_command(ctx, cmd_name)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, command, rest = super().resolve_command(ctx, args)
        return name, command.load() if isinstance(command, _NotLoaded) else command, rest

    def _add_registered(self) -> None:
        for name in registry.command_names():
            if name not in self.commands and "." not in name:
                package = registry.command_package(name)
                self.commands[name] = registered_command(name) if package == "copla" else _NotLoaded(name, package)


class _NotLoaded(TyperCommand):
    """A plug-in's command as long as only its name is needed."""

    def __init__(self, name: str, package: str) -> None:
        super().__init__(name, help=f"From the package {package}.")
        self.load = partial(registered_command, name)


def registered_command(name: str) -> Any:
    """The command that is registered under a name."""
    return as_command(name, registry.command(name))


def as_command(name: str, found: Any) -> Any:
    """A function as a command, or a ``typer.Typer`` as a group of commands."""
    app = typer.Typer(pretty_exceptions_enable=False, rich_markup_mode="rich")
    if isinstance(found, typer.Typer):
        app.add_typer(found, name=name)
    else:
        app.command(name)(found)
    return typer.main.get_group(app).commands[name]
