"""The command-line program ``copla``, one module a command; those of puzzles and backends are found by entry points."""

from __future__ import annotations

import os
import sys

import typer

from copla.cli.backends import backends
from copla.cli.check import check
from copla.cli.compare import compare
from copla.cli.configurations import OrderedCommand
from copla.cli.explain import explain
from copla.cli.export import export
from copla.cli.generate import GenerateCommand, generate
from copla.cli.instances import instances
from copla.cli.output import Exit
from copla.cli.program import Program
from copla.cli.puzzle_options import ExtensibleCommand
from copla.cli.puzzles import puzzles
from copla.cli.show import show
from copla.cli.solve import solve
from copla.cli.verify import verify
from copla.ground.errors import CoplaError, LimitError

app = typer.Typer(
    name="copla",
    cls=Program,
    help="Write a puzzle once, let every solver answer it, and see who is right.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command(cls=ExtensibleCommand)(solve)
app.command()(check)
app.command(cls=OrderedCommand)(compare)
app.command()(verify)
app.command()(explain)
app.command()(show)
app.command()(export)
app.command(cls=GenerateCommand)(generate)
app.command()(puzzles)
app.command()(backends)
app.command()(instances)


@app.callback(invoke_without_command=True)
def _program(
    version: bool = typer.Option(False, "--version", help="Print the version and leave."),
) -> None:
    if version:
        from importlib.metadata import version as installed_version

        typer.echo(f"copla {installed_version('copla')}")
        raise typer.Exit


def main() -> None:
    """Run the program; every error that copla raises on purpose becomes one line."""
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except LimitError as error:
        _fail(error, Exit.LIMIT)
    except CoplaError as error:
        _fail(error, Exit.BAD_INPUT)
    except KeyboardInterrupt:
        sys.exit(Exit.INTERRUPTED)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            _leave_quietly()
        _fail(CoplaError(f"cannot write the answer: {error.strerror or error}"), Exit.BAD_INPUT)


def _leave_quietly() -> None:
    """The reader has gone (as "head" does): that is no error, but Python would complain at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(Exit.ANSWERED)


def _fail(error: CoplaError, status: int) -> None:
    sys.stderr.write(f"copla: {error}\n")
    sys.exit(status)
