"""Options of the form KEY=VALUE: whose each is. KEY is the puzzle's if it has such an option, else a backend's.

PUZZLE.KEY and BACKEND.KEY say it. Whatever could mean two things is refused, with what to write instead.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TypeVar

import copla
from copla.cli.typed import load
from copla.ground.errors import ModelError
from copla.ground.text import suggestion
from copla.plugins.options import applies

Value = TypeVar("Value")

# The words of the assignments for algorithms that have other names here.
SYNONYMS = {"breadth": "bfs", "depth": "dfs", "best": "greedy"}


def read_settings(
    settings: list[str] | None, algorithm: str | None = None, heuristic: str | None = None
) -> dict[str, str]:
    """What was given with ``--option``, and with the two that have flags of their own.

    >>> read_settings(["weight=2", "native.threads=1"], "breadth")
    {'weight': '2', 'native.threads': '1', 'algorithm': 'bfs'}
    """
    pairs: dict[str, str] = {}
    flags = {"algorithm": algorithm and SYNONYMS.get(algorithm, algorithm), "heuristic": heuristic}
    given = [*(settings or []), *(f"{name}={value}" for name, value in flags.items() if value is not None)]
    for setting in given:
        key, equals, value = (part.strip() for part in setting.partition("="))
        if not equals or not key:
            raise ModelError(f"found the option {setting!r}, expected KEY=VALUE")
        if pairs.setdefault(key, value) != value:
            raise ModelError(f"found the option {key} as {pairs[key]} and as {value}, expected it once")
    return pairs


def load_with(puzzle: str, argument: str, settings: list[str] | None) -> copla.Instance:
    """An instance for a command that asks no backend: all options are the puzzle's."""
    own, left = split_options(puzzle, read_settings(settings))
    return load(puzzle, argument, own | left)


def split_options(puzzle: str, settings: Mapping[str, Value]) -> tuple[dict[str, Value], dict[str, Value]]:
    """The puzzle's own options, and those that are left for backends.

    >>> split_options("tiles", {"goal": "last", "weight": "2"})
    ({'goal': 'last'}, {'weight': '2'})
    """
    declared = options_of_puzzle(puzzle)
    own: dict[str, Value] = {}
    left: dict[str, Value] = {}
    for key, value in settings.items():
        name = key.removeprefix(f"{puzzle}.")
        if name not in declared and name == key:
            left[key] = value
        elif own.setdefault(name, value) != value:
            raise ModelError(f"found the option {name} as {own[name]} and as {value}, expected it once")
    return own, left


def options_of_backend(
    backend: copla.Backend, settings: Mapping[str, Value], puzzle: str, given: Collection[str] = ()
) -> dict[str, Value]:
    """The options among those left for backends that this one is to have; ``given`` are all keys as they were given.

    >>> options_of_backend(copla.backend("native"), {"native.threads": "2", "table": "1GB"}, "tiles")
    {'table': '1GB', 'threads': '2'}
    """
    clashing = {option.name for option in backend.options} & set(given) & options_of_puzzle(puzzle)
    for key in sorted(clashing):
        raise ModelError(
            f"found the option {key}, which {puzzle} and backend {backend.name} have: "
            f"expected {puzzle}.{key} or {backend.name}.{key}"
        )
    own = {key: value for key, value in settings.items() if "." not in key}
    for key, value in settings.items():
        owner, dot, name = key.partition(".")
        if dot and owner != backend.name:
            raise ModelError(f"found the option {key!r}, expected one of {puzzle} or of backend {backend.name}")
        if dot and own.setdefault(name, value) != value:
            raise ModelError(f"found the option {name} as {own[name]} and as {value}, expected it once")
    return own


def refuse_unknown(backend: copla.Backend, options: Iterable[str], loaded: copla.Instance) -> None:
    """An option that neither the puzzle nor the backend has is answered with those of both."""
    from copla.language.problem import kind_of  # not needed for "copla --help"

    of_puzzle = sorted(options_of_puzzle(loaded.puzzle.name))
    kind = kind_of(loaded.problem())
    of_backend = [option.name for option in backend.options if applies(option, kind)]
    for name in options:
        if of_puzzle and name not in of_backend:
            known = suggestion(name, [*of_puzzle, *of_backend], "their options")
            raise ModelError(f"{loaded.puzzle.name} and backend {backend.name} have no option {name!r}{known}")


def options_of_puzzle(puzzle: str) -> set[str]:
    """The names of the puzzle's own options."""
    chosen = copla.puzzle(puzzle)
    return {option.name for option in chosen.instance_options} if isinstance(chosen, copla.TakesOptions) else set()
