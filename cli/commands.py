"""The commands of the program, one module each; those of puzzles and backends are found by entry points."""

from __future__ import annotations

from typing import ClassVar

import typer
from typer import Option

from copla.cli.backends import backends
from copla.cli.check import check
from copla.cli.combinations import OrderedCommand
from copla.cli.compare import compare
from copla.cli.explain import explain
from copla.cli.export import export
from copla.cli.fuzz import fuzz
from copla.cli.generate import GenerateCommand, generate
from copla.cli.heuristics import heuristics
from copla.cli.instances import instances
from copla.cli.print import print_sheet
from copla.cli.program import Command, Program
from copla.cli.puzzle_options import ExtensibleCommand
from copla.cli.puzzles import puzzles
from copla.cli.show import show
from copla.cli.solve import solve
from copla.cli.studio import studio
from copla.cli.verify import verify


class Copla(Program):
    """The program's own commands."""

    own: ClassVar = {
        "solve": (solve, ExtensibleCommand),
        "check": (check, Command),
        "compare": (compare, OrderedCommand),
        "verify": (verify, Command),
        "explain": (explain, Command),
        "show": (show, Command),
        "export": (export, Command),
        "generate": (generate, GenerateCommand),
        "print": (print_sheet, GenerateCommand),
        "fuzz": (fuzz, Command),
        "puzzles": (puzzles, Command),
        "backends": (backends, Command),
        "heuristics": (heuristics, Command),
        "instances": (instances, Command),
        "studio": (studio, Command),
    }


app = typer.Typer(
    name="copla",
    cls=Copla,
    help="Write a puzzle once, let every solver answer it, and see who is right.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def _program(version: bool = Option(False, "--version", help="Print the version and leave.")) -> None:
    if version:
        from importlib.metadata import version as installed_version

        typer.echo(f"copla {installed_version('copla')}")
        raise typer.Exit
