"""Arguments and options that several commands share, and how an instance is found."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import copla
from copla.errors import CoplaError, ModelError
from copla.files import decode, read_text
from copla.lines import shortened

if TYPE_CHECKING:
    from copla import ConstraintProblem, PlanningProblem


def _complete_puzzle(incomplete: str) -> list[str]:
    return [name for name in copla.puzzle_names() if name.startswith(incomplete)]


def complete_instance(ctx: typer.Context, incomplete: str) -> list[str]:
    puzzle = ctx.params.get("puzzle")
    names = shipped_names(copla.puzzle(puzzle)) if puzzle in copla.puzzle_names() else []
    return [name for name in names if name.startswith(incomplete)]


def _complete_backend(incomplete: str) -> list[str]:
    return [name for name in copla.backend_names() if name.startswith(incomplete)]


PuzzleName = Annotated[
    str, typer.Argument(metavar="PUZZLE", help="The puzzle, such as futoshiki.", autocompletion=_complete_puzzle)
]
InstanceName = Annotated[
    str,
    typer.Argument(
        metavar="INSTANCE",
        help="A file, - for standard input, the name of a shipped instance, or the puzzle's inline form.",
        autocompletion=complete_instance,
    ),
]
BackendName = Annotated[
    str | None,
    typer.Option(
        "--backend", "-b", help="Which solver to use (see: copla backends).", autocompletion=_complete_backend
    ),
]
BackendNames = Annotated[
    list[str] | None,
    typer.Option(
        "--backend", "-b", help="Solvers to use, separated by commas or repeated.", autocompletion=_complete_backend
    ),
]
Timeout = Annotated[float | None, typer.Option("--timeout", "-t", metavar="SECONDS", help="Time limit of a run.")]
Memory = Annotated[str | None, typer.Option("--memory", metavar="SIZE", help="Memory limit of a run, such as 500MB.")]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", "-j", metavar="N", min=1, help="Runs at once; the number of cores if not given."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for machines (see docs/json.md).")]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--option", "-O", metavar="KEY=VALUE", help="An option of the backend (see: copla backends) or of the puzzle."
    ),
]


Algorithm = Annotated[
    str | None,
    typer.Option("--algorithm", "-a", metavar="NAME", help="How to search, such as bfs, astar, idastar (planning)."),
]
HeuristicName = Annotated[
    str | None,
    typer.Option("--heuristic", "-H", metavar="NAME", help="The heuristic to use (planning; a wrong name lists them)."),
]
# The words of the assignments for algorithms that have other names here.
SYNONYMS = {"breadth": "bfs", "depth": "dfs", "best": "greedy"}


@dataclass(frozen=True, slots=True)
class Loaded:
    """An instance, read: its puzzle, its name for people, itself, and the text that it was read from.

    ``source`` names the text in error messages.
    """

    puzzle: copla.Puzzle[Any]
    name: str
    instance: Any
    text: str
    source: str


def load(puzzle_name: str, argument: str) -> Loaded:
    """Find and read the one instance that an argument names."""
    puzzle = copla.puzzle(puzzle_name)
    if argument == "-":
        return _parse(puzzle, "standard input", read_text("-"), "standard input")
    if _is_folder(argument):
        raise CoplaError(f"{argument}: found a folder, expected one instance ('copla check' takes folders)")
    if _exists(argument):
        return _parse(puzzle, argument, read_text(argument), argument)
    if isinstance(puzzle, copla.ShipsInstances) and re.fullmatch(r"[\w.+-]+", argument):
        file = puzzle.shipped() / f"{argument}.txt"
        if file.is_file():
            return _parse(puzzle, argument, decode(file.read_bytes(), argument), argument)
    if isinstance(puzzle, copla.HasInlineForm) and puzzle.is_inline(argument):
        return _parse(puzzle, argument, argument, "argument")
    raise CoplaError(
        f"{shortened(argument, 80)}: there is no such file and no shipped instance of {puzzle_name} of that name "
        f"(see: copla instances {puzzle_name})"
    )


def _parse(puzzle: copla.Puzzle[Any], name: str, text: str, source: str) -> Loaded:
    try:
        return Loaded(puzzle, name, puzzle.parse(text, source), text, source)
    except CoplaError:
        raise
    except Exception as error:
        raise _broken(puzzle, error) from error


def state(loaded: Loaded) -> ConstraintProblem | PlanningProblem:
    """The instance as a problem; a plug-in's puzzle that fails while stating it gives one line."""
    try:
        return loaded.puzzle.problem(loaded.instance)
    except CoplaError:
        raise
    except Exception as error:
        raise _broken(loaded.puzzle, error) from error


def _broken(puzzle: copla.Puzzle[Any], error: Exception) -> CoplaError:
    return CoplaError(f"puzzle {puzzle.name} broke down: {type(error).__name__}: {' '.join(str(error).split())}")


def load_many(puzzle_name: str, arguments: list[str]) -> Iterator[Loaded]:
    """All instances that the arguments name: like :func:`load`, and folders and patterns of shipped names."""
    for argument in arguments:
        if _is_folder(argument):
            files = sorted(map(str, Path(argument).glob("*.txt")), key=natural)
            if not files:
                raise CoplaError(f"{argument}: found no .txt file in this folder")
            yield from (load(puzzle_name, file) for file in files)
        elif any(c in argument for c in "*?[") and not _exists(argument):
            names = fnmatch.filter(shipped_names(copla.puzzle(puzzle_name)), argument)
            if not names:
                raise CoplaError(f"{argument}: no shipped instance of {puzzle_name} matches this pattern")
            yield from (load(puzzle_name, name) for name in names)
        else:
            yield load(puzzle_name, argument)


def _exists(argument: str) -> bool:
    try:
        return Path(argument).exists()
    except (OSError, ValueError):  # a game ID can be longer than any file name
        return False


def _is_folder(argument: str) -> bool:
    return _exists(argument) and Path(argument).is_dir()


def shipped_names(puzzle: copla.Puzzle[Any]) -> list[str]:
    """Names of the instances that come with a puzzle, in the order people count."""
    if not isinstance(puzzle, copla.ShipsInstances):
        return []
    names = (file.name for file in puzzle.shipped().iterdir())
    return sorted((name.removesuffix(".txt") for name in names if name.endswith(".txt")), key=natural)


def natural(name: str) -> list[tuple[int, str]]:
    """A sort key that counts: extreme-9 comes before extreme-10."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", name) if part]


def read_limits(timeout: float | None, memory: str | None, solutions: int | None) -> copla.Limits:
    return copla.Limits(timeout, copla.parse_bytes(memory) if memory is not None else None, solutions)


def read_solutions(text: str) -> int | None:
    """How many solutions: a number, or ``all``."""
    if text.lower() == "all":
        return None
    if not re.fullmatch(r"[0-9]{1,9}", text) or int(text) == 0:
        raise ModelError(f"found {text!r} as the number of solutions, expected 1 or more, or 'all'")
    return int(text)


def read_settings(settings: list[str] | None) -> dict[str, str]:
    pairs = {}
    for setting in settings or []:
        key, equals, value = setting.partition("=")
        if not equals or not key:
            raise ModelError(f"found the option {setting!r}, expected KEY=VALUE")
        pairs[key.strip()] = value.strip()
    return pairs


def search_settings(
    settings: list[str] | None, algorithm: str | None = None, heuristic: str | None = None
) -> dict[str, str]:
    """The options of a backend: ``--option``, and the two that have flags of their own."""
    options = read_settings(settings)
    if algorithm is not None:
        options["algorithm"] = SYNONYMS.get(algorithm, algorithm)
    if heuristic is not None:
        options["heuristic"] = heuristic
    return options


def adjusted(loaded: Loaded, settings: dict[str, str]) -> tuple[Loaded, dict[str, str]]:
    """The instance as the puzzle's own options want it, and the options that are left for the backend."""
    if not isinstance(loaded.puzzle, copla.TakesOptions):
        return loaded, settings
    declared = loaded.puzzle.instance_options
    own = {option.name: settings[option.name] for option in declared if option.name in settings}
    options = copla.read_options(declared, own, loaded.puzzle.name)
    rest = {key: value for key, value in settings.items() if key not in own}
    return replace(loaded, instance=loaded.puzzle.adjust(loaded.instance, options)), rest


def read_backends(names: list[str] | None) -> list[str] | None:
    if not names:
        return None
    chosen = [name.strip() for group in names for name in group.split(",") if name.strip()]
    return list(dict.fromkeys(chosen))
