"""Arguments and options that several commands share, what they mean, and where runs take place."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer import Argument, Option

import copla
from copla.ground.errors import BackendError, CoplaError, ModelError
from copla.ground.files import require_writable


def _puzzles(incomplete: str) -> list[str]:
    return [name for name in copla.puzzle_names() if name.startswith(incomplete)]


def complete_instance(ctx: typer.Context, incomplete: str) -> list[str]:
    puzzle = ctx.params.get("puzzle")
    from copla.plugins.loading import shipped_names

    names = shipped_names(copla.puzzle(puzzle)) if puzzle in copla.puzzle_names() else []
    return [name for name in names if name.startswith(incomplete)]


def complete_backend(incomplete: str) -> list[str]:
    return [name for name in copla.backend_names() if name.startswith(incomplete)]


def _output(ctx: typer.Context, path: str | None) -> str | None:
    """Where to write; ``-`` is standard output, as it is without the option. What cannot be written is said at once."""
    if path is None or path == "-":
        return None
    if not ctx.resilient_parsing:  # as it is for completion, which must not fail
        require_writable(path)
    return path


PuzzleName = Annotated[str, Argument(metavar="PUZZLE", help="The puzzle, such as futoshiki.", autocompletion=_puzzles)]
InstanceName = Annotated[
    str,
    Argument(
        metavar="INSTANCE",
        help="A file, - for standard input, the name of a shipped instance, or the puzzle's inline form.",
        autocompletion=complete_instance,
    ),
]
BackendName = Annotated[
    str | None,
    Option("--backend", "-b", help="Which solver to use (see: copla backends).", autocompletion=complete_backend),
]
BackendNames = Annotated[
    list[str] | None,
    Option("--backend", "-b", help="Solvers to use, separated by commas or repeated.", autocompletion=complete_backend),
]
Programs = Annotated[
    list[str] | None,
    Option(
        "--program",
        metavar="COMMAND",
        help="A program of yours: './mine {file}' (see docs/your-solver.md); may be repeated.",
    ),
]
Functions = Annotated[
    list[str] | None,
    Option("--python", metavar="FILE.py:FUNCTION", help="A Python function of yours; may be repeated."),
]
Program = Annotated[str | None, Option("--program", metavar="COMMAND", help="A program of yours: './mine {file}'.")]
Function = Annotated[str | None, Option("--python", metavar="FILE.py:FUNCTION", help="A Python function of yours.")]
Timeout = Annotated[float | None, Option("--timeout", "-t", metavar="SECONDS", help="Time limit of a run.")]
Memory = Annotated[str | None, Option("--memory", metavar="SIZE", help="Memory limit of a run, such as 500MB.")]
Jobs = Annotated[
    int | None, Option("--jobs", "-j", metavar="N", min=1, help="Runs at once; the number of cores if not given.")
]
OutputFile = Annotated[
    str | None, Option("--output", "-o", metavar="FILE", help="Write the solution here.", callback=_output)
]
TextFile = Annotated[str | None, Option("--output", "-o", metavar="FILE", help="Write it here.", callback=_output)]
Json = Annotated[bool, Option("--json", help="Print JSON for machines (see docs/json.md).")]
Settings = Annotated[
    list[str] | None,
    Option(
        "--option",
        "-O",
        metavar="KEY=VALUE",
        help="An option of the puzzle, or of the backend (see: copla backends; BACKEND.KEY=VALUE says whose).",
    ),
]
InstanceOptions = Annotated[
    list[str] | None, Option("--option", "-O", metavar="KEY=VALUE", help="An option of the puzzle.")
]
LOCAL = "local"
On = Annotated[str, Option("--on", metavar="WHERE", help="local, or a cluster: dask://host:port.")]
Algorithm = Annotated[
    str | None,
    Option("--algorithm", "-a", metavar="NAME", help="How to search, such as bfs, astar, idastar (planning)."),
]
HeuristicName = Annotated[
    str | None,
    Option("--heuristic", "-H", metavar="NAME", help="The heuristic to use (planning; a wrong name lists them)."),
]


def read_limits(timeout: float | None, memory: str | None, solutions: int | None) -> copla.Limits:
    return copla.Limits(timeout, copla.parse_bytes(memory) if memory is not None else None, solutions)


def read_solutions(text: str) -> int | None:
    """How many solutions: a number, or ``all``."""
    if text.lower() == "all":
        return None
    if not re.fullmatch(r"[0-9]{1,9}", text) or int(text) == 0:
        raise ModelError(f"found {text!r} as the number of solutions, expected 1 or more, or 'all'")
    return int(text)


def read_guest(backend: str | None, program: str | None, function: str | None) -> copla.Backend | None:
    """The one solver that was named, whichever way."""
    guests = read_guests([program] if program else None, [function] if function else None)
    if len(guests) + (backend is not None) > 1:
        raise ModelError("found two solvers, expected one of --backend, --program and --python")
    return guests[0] if guests else None if backend is None else copla.backend(backend)


def read_guests(programs: list[str] | None, functions: list[str] | None) -> list[copla.Backend]:
    from copla.plugins import registry

    return [*map(registry.program, programs or []), *map(registry.backend, functions or [])]


def read_backends(names: list[str] | None) -> list[str] | None:
    if not names:
        return None
    found = references([name for group in names for name in group.split(",")])
    if not found:
        raise ModelError("found --backend without a name, expected one or more (see: copla backends)")
    return found


def sound_puzzles() -> Iterator[tuple[str, copla.Puzzle[Any]]]:
    """The puzzles that can be loaded; of a broken plug-in "copla puzzles" says what is wrong with it."""
    for name in copla.puzzle_names():
        try:
            found = copla.puzzle(name)
        except BackendError:
            continue
        yield name, found


def references(names: Iterable[str]) -> list[str]:
    """Names of backends, each once; a file is named so that any process finds it."""
    from copla.plugins.programs.description import is_reference

    chosen = dict.fromkeys(name.strip() for name in names if name.strip())
    return list(dict.fromkeys(reference_of(copla.backend(name)) if is_reference(name) else name for name in chosen))


def reference_of(backend: copla.Backend) -> str:
    """The name of a backend in any process."""
    from copla.plugins.backend import IsData

    return backend.reference if isinstance(backend, IsData) else backend.name


if TYPE_CHECKING:
    from copla.running.outcome import Executor


@contextmanager
def executor_on(where: str, jobs: int | None, otherwise: int) -> Iterator[Executor]:
    """The executor; ``jobs`` is how many runs at once were asked for, ``otherwise`` how many there are if none were."""
    if where == LOCAL:
        from copla.running.isolated import Workers

        with Workers(jobs or otherwise) as workers:
            yield workers
    elif re.fullmatch(r"dask://[^/\s]+:\d+", where):
        if jobs is not None:
            raise CoplaError("found --jobs with a cluster: there the workers decide how many runs there are at once")
        from copla.running.cluster import connected

        with connected(where) as cluster:
            yield cluster
    else:
        raise CoplaError(f"found --on {where!r}, expected local or dask://host:port")


def share_of_memory(runs: int) -> int | None:
    """What each of so many runs may take if together they shall leave a quarter of the machine's memory."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * 3 // 4 // runs
    except (ValueError, OSError):
        return None
