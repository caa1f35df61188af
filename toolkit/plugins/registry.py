"""Puzzles, backends and their commands are found by entry points, so that other packages can add their own."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from copla.ground.errors import BackendError, ModelError
from copla.ground.numbers import shown
from copla.ground.text import located, suggestion

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from copla.plugins.backend import Backend
    from copla.plugins.programs.description import Description
    from copla.plugins.puzzle import Puzzle

PUZZLES = "copla.puzzles"
BACKENDS = "copla.backends"
COMMANDS = "copla.commands"

FILE = "file"
"""What stands in the place of a puzzle's name for a problem in a file of its own; it is in no list of puzzles."""

FILE_SUFFIXES = (".py", ".sas")

careful = True
"""Whether somebody else's module is imported in another process first. One that belongs to a single run need not."""


def puzzle_names() -> list[str]:
    """Names of all registered puzzles, in alphabetical order; nothing is imported."""
    return sorted(_entries(PUZZLES))


def backend_names() -> list[str]:
    """Names of all registered backends, in alphabetical order; nothing is imported."""
    return sorted(_entries(BACKENDS))


def puzzle(name: str) -> Puzzle[Any]:
    """The puzzle of that name.

    >>> puzzle("futoshiki").name
    'futoshiki'
    """
    if name == FILE:
        from copla.plugins.problem_file import PROBLEM_FILE

        return PROBLEM_FILE
    if not isinstance(name, str) or name not in _entries(PUZZLES):
        if isinstance(name, str) and "." in name:
            or_file = f"; a problem in a file of its own ends in {' or '.join(FILE_SUFFIXES)}"
            raise ModelError(f"there is no puzzle {name!r}{suggestion(name, puzzle_names())}{or_file}")
        raise ModelError(f"there is no puzzle {shown(name)}{suggestion(name, puzzle_names())}")
    return _puzzle(name)


def is_problem_file(argument: str) -> bool:
    """Whether a word of the command line is meant as a problem in a file of its own.

    >>> is_problem_file("examples/n_queens.py"), is_problem_file("futoshiki"), is_problem_file("mine.py:solve")
    (True, False, False)
    """
    return argument.endswith(FILE_SUFFIXES)


@cache
def _puzzle(name: str) -> Puzzle[Any]:
    from copla.plugins.puzzle import Puzzle

    found: Puzzle[Any] = _following(Puzzle, PUZZLES, name)
    return found


def backend(name: str) -> Backend:
    """The backend of that name, whether or not it can run here: ask its ``missing()``.

    A name may also be a description of a program (``./mine.toml``) or of a Python function (``mine.py:solve``);
    docs/your-solver.md says more.

    >>> backend("cp-sat").missing() is None
    True
    """
    if not isinstance(name, str):
        raise BackendError(f"the name of a backend is a text, found {shown(name)}")
    if name not in _entries(BACKENDS):
        from copla.plugins.programs.description import describe, is_reference

        if is_reference(name):
            return _described(describe(name))
    return _registered(name)


def program(command: str) -> Backend:
    """A program as a backend, from the command by which it is called: ``./mine {file}``."""
    from copla.plugins.programs.description import of_program

    return _described(of_program(command))


def _described(description: Description) -> Backend:
    if description.name in _entries(BACKENDS):
        found = f"{description.reference} is called {description.name!r}"
        raise BackendError(f"{found}, and so is a registered backend: give it another name in a TOML file")
    if description.python:
        from copla.plugins.programs.function import FunctionBackend

        return FunctionBackend(description)
    from copla.plugins.programs.program import ProgramBackend

    return ProgramBackend(description)


@cache
def _registered(name: str) -> Backend:
    if name not in _entries(BACKENDS):
        raise BackendError(f"there is no backend {name!r}{suggestion(name, backend_names())}")
    from copla.plugins.backend import Backend

    found: Backend = _following(Backend, BACKENDS, name)
    return found


def broken_backends() -> list[str]:
    """What is wrong with the backends of other packages that cannot be loaded, a line each; nobody is harmed.

    >>> broken_backends()
    []
    """
    found = []
    for name, entry in _entries(BACKENDS).items():
        if _is_foreign(entry):
            try:
                _registered(name)
            except BackendError as error:
                found.append(str(error))
    return found


def _is_foreign(entry: EntryPoint) -> bool:
    return entry.value.partition(".")[0] != "copla"


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
    dies = _dies_of(entry.value) if careful and _is_foreign(entry) else None
    if dies is not None:
        raise _unloadable(group, entry, dies)
    try:
        return entry.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a third party's module can do anything while it is imported, even exit
        raise _unloadable(group, entry, located(error)) from error


def _unloadable(group: str, entry: EntryPoint, why: str) -> BackendError:
    from copla.answers.failure import Failure, FailureKind

    reason = f"is registered as {entry.value} but cannot be loaded: {why}"
    return BackendError(f"{_kind(group)} {entry.name!r} {reason}", Failure(FailureKind.UNAVAILABLE, reason))


@cache
def _dies_of(value: str) -> str | None:
    """Import somebody else's module in a process of its own first: how that dies, if it does."""
    import signal
    import subprocess
    import sys

    module = value.partition(":")[0].strip()
    code = f"import os, sys; sys.path[:] = {sys.path!r}; import {module}; os._exit(0)"
    command, nothing = [sys.executable, "-c", code], subprocess.DEVNULL
    try:
        ended = subprocess.run(command, stdin=nothing, stdout=nothing, stderr=nothing, timeout=30, check=False)
    except subprocess.TimeoutExpired:
        return "its import does not come to an end"
    if ended.returncode >= 0:  # an exception is told better by the import here
        return None
    return f"its import ends the process: {signal.Signals(-ended.returncode).name}"


def _following(protocol: type[Any], group: str, name: str) -> Any:
    """What is registered, if it keeps to the protocol and to its name."""
    loaded, kind = _load(group, name), _kind(group)
    if not isinstance(loaded, protocol):
        raise BackendError(f"{kind} {name!r}: {loaded!r} does not follow the protocol copla.{protocol.__name__}")
    if loaded.name != name:
        raise BackendError(f"{kind} {name!r} calls itself {loaded.name!r}, expected the name it is registered under")
    return loaded


def _kind(group: str) -> str:
    """One of the group, in people's words."""
    return group.removeprefix("copla.").removesuffix("s")
