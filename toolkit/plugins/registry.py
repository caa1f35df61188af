"""Puzzles, backends and their commands are found by entry points, so that other packages can add their own."""

from __future__ import annotations

import difflib
from functools import cache
from typing import TYPE_CHECKING, Any

from copla.answers.failure import Failure, FailureKind
from copla.ground.errors import BackendError, ModelError
from copla.ground.text import in_words
from copla.plugins.backend import Backend
from copla.plugins.puzzle import Puzzle

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

PUZZLES = "copla.puzzles"
BACKENDS = "copla.backends"
COMMANDS = "copla.commands"


def puzzle_names() -> list[str]:
    """Names of all registered puzzles, in alphabetical order; nothing is imported."""
    return sorted(_entries(PUZZLES))


def backend_names() -> list[str]:
    """Names of all registered backends, in alphabetical order; nothing is imported."""
    return sorted(_entries(BACKENDS))


@cache
def puzzle(name: str) -> Puzzle[Any]:
    """The puzzle of that name.

    >>> puzzle("futoshiki").name
    'futoshiki'
    """
    if name not in _entries(PUZZLES):
        raise ModelError(f"there is no puzzle {name!r}{_suggestion(name, puzzle_names())}")
    loaded = _load(PUZZLES, name)
    if not isinstance(loaded, Puzzle):
        raise BackendError(f"puzzle {name!r}: {loaded!r} does not follow the protocol copla.Puzzle")
    _check_name("puzzle", name, loaded.name)
    return loaded


@cache
def backend(name: str) -> Backend:
    """The backend of that name, whether or not it can run here: ask its ``missing()``.

    >>> backend("cp-sat").missing() is None
    True
    """
    if name not in _entries(BACKENDS):
        raise BackendError(f"there is no backend {name!r}{_suggestion(name, backend_names())}")
    loaded = _load(BACKENDS, name)
    if not isinstance(loaded, Backend):
        raise BackendError(f"backend {name!r}: {loaded!r} does not follow the protocol copla.Backend")
    _check_name("backend", name, loaded.name)
    return loaded


def command_names() -> list[str]:
    """Names of the commands that puzzles, backends and plug-ins bring, in alphabetical order; nothing is imported.

    ``solve.freecell`` is no command, but brings options to the command ``solve`` where the puzzle is ``freecell``.

    >>> command_names()[:3]
    ['freecell', 'klotski', 'pdb']
    """
    return sorted(_entries(COMMANDS))


def command_package(name: str) -> str:
    """The name of the package that brings a command; nothing of it is imported.

    >>> command_package("klotski")
    'copla'
    """
    package = _entries(COMMANDS)[name].dist
    return package.name if package else ""


def command(name: str) -> Any:
    """What is registered as a command: a function for typer, or a ``typer.Typer``."""
    loaded = _load(COMMANDS, name)
    if not callable(loaded):
        raise BackendError(f"command {name!r}: {loaded!r} is no function and no typer.Typer")
    return loaded


@cache
def _entries(group: str) -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points  # slow to import, and not needed for "copla --help"

    return {entry.name: entry for entry in entry_points(group=group)}


def _load(group: str, name: str) -> Any:
    entry = _entries(group)[name]
    kind = group.removeprefix("copla.").removesuffix("s")
    try:
        return entry.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a third party's module can do anything while it is imported, even exit
        reason = f"is registered as {entry.value} but cannot be loaded: {in_words(error)}"
        raise BackendError(f"{kind} {name!r} {reason}", Failure(reason, FailureKind.UNAVAILABLE)) from error


def _check_name(kind: str, registered: str, own: str) -> None:
    if registered != own:
        raise BackendError(f"{kind} {registered!r} calls itself {own!r}, expected the name it is registered under")


def _suggestion(name: str, known: list[str]) -> str:
    close = difflib.get_close_matches(name, known, n=1)
    return f"; did you mean {close[0]!r}?" if close else f"; there are: {', '.join(known)}"
