"""The program as a group of commands: its own, and those that puzzles, backends and plug-ins bring."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

import typer
from typer.core import TyperCommand, TyperGroup

from copla.ground.errors import CoplaError
from copla.ground.text import suggestion
from copla.plugins import registry


class Command(TyperCommand):
    """A command whose flags are shown as flags: typer says <bool> beside one, as if a value were expected."""

    def get_params(self, ctx: Any) -> list[Any]:
        return [as_flag(parameter) for parameter in super().get_params(ctx)]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, self.with_kind(ctx, args))

    def with_kind(self, ctx: Any, args: list[str]) -> list[str]:
        """The arguments; where a file says by its suffix that it is a problem, the word for that goes in front."""
        if ctx.resilient_parsing or not any(parameter.name == "puzzle" for parameter in self.params):
            return args
        parser = self.make_parser(ctx)
        parser.ignore_unknown_options = True
        found = parser.parse_args(args=list(args))[0].get("puzzle")
        return [registry.FILE, *args] if isinstance(found, str) and registry.is_problem_file(found) else args


class Group(TyperGroup):
    """Commands by their names; a name that there is none of is answered with all that there are."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        asked = args[0] if args else "-"
        if not asked.startswith("-") and not ctx.resilient_parsing and self.get_command(ctx, asked) is None:
            raise CoplaError(f"there is no command {asked!r}{suggestion(asked, self.list_commands(ctx))}")
        return super().resolve_command(ctx, args)


class Program(Group):
    """A command is made when it is called; until then its name and its help are all that is needed.

    Commands of others are looked up for the list of commands, and for a word that is no command of its own. Those of
    copla itself import no solver and are there at once; a plug-in's is imported when it is called.
    """

    own: ClassVar[dict[str, tuple[Callable[..., Any], type[Command]]]] = {}
    """The program's own commands, in the order in which they are listed."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for name, (function, kind) in self.own.items():
            self.commands[name] = _Unmade(name, partial(as_command, name, function, kind), help_of(function))

    def get_params(self, ctx: Any) -> list[Any]:
        return [as_flag(parameter) for parameter in super().get_params(ctx)]

    def list_commands(self, ctx: Any) -> list[str]:
        self._add_registered()
        return super().list_commands(ctx)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in self.commands:
            self._add_registered()
        return super().get_command(ctx, cmd_name)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, command, rest = super().resolve_command(ctx, args)
        return name, command.make() if isinstance(command, _Unmade) else command, rest

    def _add_registered(self) -> None:
        for name in registry.command_names():
            if name not in self.commands and "." not in name:
                package = registry.command_package(name)
                help_text = help_of(registry.command(name)) if package == "copla" else f"From the package {package}."
                self.commands[name] = _Unmade(name, partial(registered_command, name), help_text)


class _Unmade(Command):
    """A command as long as only its name and its help are needed."""

    def __init__(self, name: str, make: Callable[[], TyperCommand], help_text: str | None) -> None:
        super().__init__(name, help=help_text)
        self.make = make


def registered_command(name: str) -> Any:
    return as_command(name, registry.command(name))


def as_command(name: str, found: Any, kind: type[Command] = Command) -> Any:
    """A function as a command of a kind, or a ``typer.Typer`` as a group of commands."""
    app = typer.Typer(pretty_exceptions_enable=False, rich_markup_mode="rich")
    if isinstance(found, typer.Typer):
        app.add_typer(found, name=name)
    else:
        app.command(name, cls=kind, help=help_of(found))(found)
    return typer.main.get_group(app).commands[name]


def help_of(found: Any) -> str | None:
    """The help of a function, or of a ``typer.Typer``. The terminal breaks its lines, so a paragraph is one of them.

    >>> def show():
    ...     '''Draw it,
    ...     or write it.
    ...
    ...     Examples:
    ...       copla show a
    ...     '''
    >>> help_of(show)
    'Draw it, or write it.\\n\\nExamples:\\ncopla show a'
    """
    text = found.info.help if isinstance(found, typer.Typer) else inspect.getdoc(found)
    return text and "\n\n".join(map(_paragraph, text.split("\n\n")))


def _paragraph(text: str) -> str:
    """A paragraph in one line, but for the head of examples: each of these has a line of its own."""
    lines = [line.strip() for line in text.split("\n")]
    return "\n".join([lines[0], " ".join(lines[1:])]) if lines[0] == "Examples:" else " ".join(lines)


def as_flag(parameter: Any) -> Any:
    """A parameter as the help shows it: a flag takes no value."""
    if getattr(parameter, "is_flag", False):
        parameter.metavar = ""
    return parameter
