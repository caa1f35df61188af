"""Arguments and options that several commands share, and how an instance is found."""

from __future__ import annotations

import re
from typing import Annotated

import typer

import copla
from copla.ground.errors import ModelError


def _complete_puzzle(incomplete: str) -> list[str]:
    return [name for name in copla.puzzle_names() if name.startswith(incomplete)]


def complete_instance(ctx: typer.Context, incomplete: str) -> list[str]:
    puzzle = ctx.params.get("puzzle")
    from copla.plugins.loading import shipped_names

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
OutputFile = Annotated[str | None, typer.Option("--output", "-o", metavar="FILE", help="Write the solution here.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for machines (see docs/json.md).")]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--option", "-O", metavar="KEY=VALUE", help="An option of the backend (see: copla backends) or of the puzzle."
    ),
]
InstanceOptions = Annotated[
    list[str] | None, typer.Option("--option", "-O", metavar="KEY=VALUE", help="An option of the puzzle.")
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


def split_options(puzzle: str, settings: dict[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """The puzzle's own options, and those that are left for backends."""
    chosen = copla.puzzle(puzzle)
    declared = {option.name for option in chosen.instance_options} if isinstance(chosen, copla.TakesOptions) else set()
    own = {key: value for key, value in settings.items() if key in declared}
    return own, {key: value for key, value in settings.items() if key not in declared}


def read_backends(names: list[str] | None) -> list[str] | None:
    if not names:
        return None
    chosen = [name.strip() for group in names for name in group.split(",") if name.strip()]
    return list(dict.fromkeys(chosen))
