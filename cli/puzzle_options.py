"""Commands that have more options for some puzzles: shown and taken only together with the puzzle they belong to."""

from __future__ import annotations

from collections.abc import Sequence
from inspect import Parameter, Signature
from typing import Annotated, Any

import typer

import copla
from copla.cli.program import Command, as_command, registered_command
from copla.ground.errors import CoplaError
from copla.ground.text import listed
from copla.plugins import registry

_PUZZLE, _OPTIONS, _GIVEN = "copla.puzzle", "copla.options", "copla.given"


class PuzzleCommand(Command):
    """A command with an argument ``puzzle``, which decides what further options there are.

    The function finds those that were given in :func:`options_given`.
    """

    def options_of(self, puzzle: str) -> Sequence[Any]:
        """The further options with this puzzle, as typer's parameters."""
        raise NotImplementedError

    def note(self, puzzle: str) -> str:
        """What the help says about the options with this puzzle."""
        return ""

    def refuse(self, puzzle: str, option: str) -> None:
        """Raise a CoplaError for an option that is not there with this puzzle; without one the usage is shown."""
        owners = [name for name, options in self._all_options().items() if any(option in o.opts for o in options)]
        if owners:
            raise CoplaError(f"{self.name} {puzzle} has no option {option}: that is for {listed(owners)}")

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        args = self.with_kind(ctx, args)
        words = self._words(ctx, args)
        known = copla.puzzle_names()
        puzzle = next((word for word in words if word in known), None)
        if puzzle is not None:
            ctx.meta[_PUZZLE], ctx.meta[_OPTIONS] = puzzle, self.options_of(puzzle)
            for option in ctx.meta[_OPTIONS]:
                option.rich_help_panel = f"Options of {puzzle}"
                if words[-1] in option.opts and not option.is_flag and not ctx.resilient_parsing:
                    raise CoplaError(f"the option {words[-1]} has no value")
            words = self._words(ctx, args)
        if not ctx.resilient_parsing:  # as it is for completion, which must not fail
            for word in words:
                if puzzle is None and not word.startswith("-") and words[0] != registry.FILE:
                    copla.puzzle(word)  # says what there is
                if puzzle is not None and word.startswith("-") and word != "-":
                    self.refuse(puzzle, word.partition("=")[0])
        return super().parse_args(ctx, args)

    def get_params(self, ctx: Any) -> list[Any]:
        return [*super().get_params(ctx), *ctx.meta.get(_OPTIONS, ())]

    def invoke(self, ctx: Any) -> Any:
        values = {option.name: ctx.params.pop(option.name) for option in ctx.meta.get(_OPTIONS, ())}
        ctx.meta[_GIVEN] = {name: value for name, value in values.items() if _is_given(ctx, name)}
        return super().invoke(ctx)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        if _PUZZLE in ctx.meta:
            self.epilog = self.note(ctx.meta[_PUZZLE])
        else:
            known = {name: options for name, options in self._all_options().items() if options}
            self.epilog = "\n\n".join(f"Options of {name}: {_described(options)}" for name, options in known.items())
        super().format_help(ctx, formatter)

    def _all_options(self) -> dict[str, Sequence[Any]]:
        found = {}
        for name in copla.puzzle_names():
            try:
                found[name] = self.options_of(name)
            except CoplaError:
                continue  # a broken plug-in; "copla puzzles" says why
        return found

    def _words(self, ctx: Any, args: list[str]) -> list[str]:
        """The arguments, and what looks like an option but is none."""
        parser = self.make_parser(ctx)
        parser.ignore_unknown_options = True
        values, rest, _ = parser.parse_args(args=list(args))
        words: list[str] = []
        for parameter in self.params:
            value = values.get(parameter.name) if parameter.param_type_name == "argument" else None
            words += [value] if isinstance(value, str) else value if isinstance(value, tuple | list) else ()
        return words + rest


class ExtensibleCommand(PuzzleCommand):
    """A command that others extend: the function that is registered as ``COMMAND.PUZZLE`` brings the options.

    Parameters that the command has, too, are the command's; the others are the options. The function is called in
    place of the command when one of these is given.
    """

    def options_of(self, puzzle: str) -> Sequence[Any]:
        extension = self._extension(puzzle)
        own = {parameter.name for parameter in self.params}
        return [] if extension is None else [option for option in extension.params if option.name not in own]

    def note(self, puzzle: str) -> str:
        extension = self._extension(puzzle)
        return "" if extension is None else extension.help or ""

    def invoke(self, ctx: Any) -> Any:
        if not any(_is_given(ctx, option.name) for option in ctx.meta.get(_OPTIONS, ())):
            return super().invoke(ctx)
        extension = self._extension(ctx.meta[_PUZZLE])
        return ctx.invoke(extension.callback, **{p.name: ctx.params[p.name] for p in extension.params})

    def _extension(self, puzzle: str) -> Any:
        name = f"{self.name}.{puzzle}"
        return registered_command(name) if name in registry.command_names() else None


def as_parameters(options: Sequence[copla.Option]) -> Sequence[Any]:
    """Declared options as typer's parameters; their values stay text, for :func:`copla.read_options` to read.

    >>> size = copla.Option("size", 5, "rows and columns", least=1, most=64)
    >>> [(p.opts, p.help) for p in as_parameters([size])]
    [(['--size'], 'rows and columns: a whole number from 1 to 64; default 5')]
    """

    def holder() -> None:
        """What typer reads the parameters from."""

    parameters = []
    for option in options:
        default = str(option.default).lower() if isinstance(option.default, bool) else option.default
        about = f"{option.help}: {option.expected}; default {default}"
        declared = typer.Option(f"--{option.name.replace('_', '-')}", metavar="VALUE", help=about, show_default=False)
        kind = Annotated[str | None, declared]
        parameters.append(Parameter(option.name, Parameter.KEYWORD_ONLY, default=None, annotation=kind))
        holder.__annotations__[option.name] = kind
    holder.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    parsed: Sequence[Any] = as_command("options", holder).params
    return parsed


def options_given(ctx: Any) -> dict[str, Any]:
    given: dict[str, Any] = ctx.meta[_GIVEN]
    return given


def _is_given(ctx: Any, name: str) -> bool:
    source = ctx.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def _described(options: Sequence[Any]) -> str:
    return "; ".join(f"{option.opts[0]} ({option.help.rstrip('.')})" for option in options)
