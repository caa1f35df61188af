"""Options of the form KEY=VALUE, whose each is, and instances loaded with them.

KEY is the puzzle's if it has such an option, else a backend's; PUZZLE.KEY and BACKEND.KEY say it. Whatever could mean
two things is refused, with what to write instead.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Mapping
from typing import TypeVar

import copla
from copla.cli.output import remark
from copla.ground.errors import CoplaError, FormatError, ModelError
from copla.ground.files import read_text
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
        _take(pairs, key, value)
    return pairs


def _take(options: dict[str, Value], name: str, value: Value) -> None:
    if options.setdefault(name, value) != value:
        raise ModelError(f"found the option {name} as {options[name]} and as {value}, expected it once")


def load_with(puzzle: str, argument: str, settings: list[str] | None) -> copla.Instance:
    """An instance for a command that asks no backend: all options are the puzzle's."""
    own, left = split_options(puzzle, read_settings(settings))
    return load(puzzle, argument, own | left)


def read_solution(loaded: copla.Instance, path: str) -> copla.Solution:
    """A solution from a file, or a part of one, in any of the puzzle's forms."""
    if not isinstance(loaded.puzzle, copla.WritesText):
        raise CoplaError(f"{loaded.puzzle.name} has no format for solutions")
    return loaded.puzzle.read_solution(loaded.content, read_text(path), path)


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
        else:
            _take(own, name, value)
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
        if dot:
            _take(own, name, value)
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


def load(puzzle: str, argument: str, options: Mapping[str, object] | None = None) -> copla.Instance:
    """As ``copla.load``; of ``-`` on a terminal the lines are read one by one."""
    if argument != "-" or not sys.stdin.isatty():
        return copla.load(puzzle, argument, options)
    from copla.plugins.loading import read

    chosen = copla.puzzle(puzzle)
    how = chosen.how_to_type if isinstance(chosen, copla.SaysHowToType) else "an instance in any form that copla reads"
    remark(f"type or paste {puzzle}:\n{how}\na blank line after the last one ends it, or Ctrl-D")
    return read(puzzle, _typed(chosen), "standard input", options=options)


def _typed(puzzle: copla.Puzzle[object]) -> str:
    """Lines up to Ctrl-D, or up to a blank one if they are an instance by then; two blank ones always end it."""
    from copla.ground.files import LARGEST_INPUT

    text, blank = "", False
    while len(text) <= LARGEST_INPUT:
        line = sys.stdin.readline()
        if not line:
            break
        if not line.strip() and text.strip() and (blank or _is_whole(puzzle, text)):
            break
        blank = not line.strip()
        text += line
    return text


def _is_whole(puzzle: copla.Puzzle[object], text: str) -> bool:
    """Whether the lines so far are an instance: formats with blank lines in them are typed in, too."""
    try:
        puzzle.parse(text, "standard input")
    except CoplaError as error:
        return not isinstance(error, FormatError)
    return True
