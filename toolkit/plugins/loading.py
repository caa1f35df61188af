"""Loading: an instance is found by its name, read by its puzzle, and changed by the puzzle's options."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from copla.answers.result import Result
from copla.ground.errors import CoplaError
from copla.ground.files import decode, read_text
from copla.ground.status import Status
from copla.ground.text import in_words, shortened
from copla.language.problem import Problem
from copla.plugins import registry
from copla.plugins.options import read_options
from copla.plugins.puzzle import HasInlineForm, Puzzle, Refutes, ShipsInstances, TakesOptions

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Instance:
    """An instance of a puzzle: its name for people, and ``content``, the puzzle's own object such as a board.

    ``text``, ``source`` (what errors call the text) and ``options`` are what it was made of. They are plain data, so
    that an instance can be made again in another process.
    """

    puzzle: Puzzle[Any]
    name: str
    content: Any
    text: str
    source: str
    options: dict[str, Any] = field(default_factory=dict)

    def problem(self) -> Problem:
        """The instance as a problem; a plug-in's puzzle that fails while stating it gives one line."""
        return _kept_in(self.puzzle, lambda: self.puzzle.problem(self.content))

    def refutation(self) -> Result | None:
        """The answer of a puzzle that can tell without a search that there is no solution."""
        puzzle = self.puzzle
        if not isinstance(puzzle, Refutes):
            return None
        reason = _kept_in(puzzle, lambda: puzzle.refute(self.content))
        return None if reason is None else Result(Status.INFEASIBLE, backend="argument", message=reason)

    def to_json(self) -> dict[str, Any]:
        """JSON-ready data; :func:`read` makes the instance again."""
        return {
            "puzzle": self.puzzle.name,
            "text": self.text,
            "source": self.source,
            "name": self.name,
            "options": self.options,
        }


def load(puzzle: str, argument: str, options: Mapping[str, object] | None = None) -> Instance:
    """The one instance that an argument names: a file, ``-``, a shipped instance, or the puzzle's inline form.

    >>> instance = load("tiles", "two-by-two", {"goal": "last"})
    >>> instance.name, instance.options
    ('two-by-two', {'goal': 'last'})
    >>> instance.refutation().status.value
    'infeasible'
    """
    chosen = registry.puzzle(puzzle)
    if argument == "-":
        return read(puzzle, read_text("-"), "standard input", options=options)
    if _is_folder(argument):
        raise CoplaError(f"{argument}: found a folder, expected one instance ('copla check' takes folders)")
    if _exists(argument):
        return read(puzzle, read_text(argument), argument, options=options)
    if isinstance(chosen, ShipsInstances) and re.fullmatch(r"[\w.+-]+", argument):
        file = chosen.shipped() / f"{argument}.txt"
        if file.is_file():
            return read(puzzle, decode(file.read_bytes(), argument), argument, options=options)
    if isinstance(chosen, HasInlineForm) and chosen.is_inline(argument):
        return read(puzzle, argument, "argument", argument, options)
    raise CoplaError(
        f"{shortened(argument, 80)}: there is no such file and no shipped instance of {puzzle} of that name "
        f"(see: copla instances {puzzle})"
    )


def load_many(puzzle: str, arguments: Iterable[str], options: Mapping[str, object] | None = None) -> Iterator[Instance]:
    """All instances that the arguments name: as in :func:`load`, and folders and patterns of shipped names."""
    for argument in arguments:
        if _is_folder(argument):
            files = sorted(map(str, Path(argument).glob("*.txt")), key=natural)
            if not files:
                raise CoplaError(f"{argument}: found no .txt file in this folder")
            yield from (load(puzzle, file, options) for file in files)
        elif any(c in argument for c in "*?[") and not _exists(argument):
            names = fnmatch.filter(shipped_names(registry.puzzle(puzzle)), argument)
            if not names:
                raise CoplaError(f"{argument}: no shipped instance of {puzzle} matches this pattern")
            yield from (load(puzzle, name, options) for name in names)
        else:
            yield load(puzzle, argument, options)


def read(
    puzzle: str, text: str, source: str, name: str | None = None, options: Mapping[str, object] | None = None
) -> Instance:
    """The instance that a text describes; ``source`` is what errors call the text."""
    chosen = registry.puzzle(puzzle)
    given = dict(options or {})
    content = _kept_in(chosen, lambda: chosen.parse(text, source))
    declared = chosen.instance_options if isinstance(chosen, TakesOptions) else ()
    checked = read_options(declared, given, chosen.name)
    if isinstance(chosen, TakesOptions):
        before, adjust = content, chosen.adjust
        content = _kept_in(chosen, lambda: adjust(before, checked))
    return Instance(chosen, name or source, content, text, source, {key: checked[key] for key in given})


def shipped_names(puzzle: Puzzle[Any]) -> list[str]:
    """Names of the instances that come with a puzzle, in the order people count."""
    if not isinstance(puzzle, ShipsInstances):
        return []
    names = (file.name for file in puzzle.shipped().iterdir())
    return sorted((name.removesuffix(".txt") for name in names if name.endswith(".txt")), key=natural)


def natural(name: str) -> list[tuple[int, str]]:
    """A sort key that counts: extreme-9 comes before extreme-10."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", name) if part]


def _kept_in(puzzle: Puzzle[Any], ask: Callable[[], T]) -> T:
    """What the puzzle's own code gives; whatever breaks in it becomes one line."""
    try:
        return ask()
    except CoplaError:
        raise
    except Exception as error:
        raise CoplaError(f"puzzle {puzzle.name} broke down: {in_words(error)}") from error


def _exists(argument: str) -> bool:
    try:
        return Path(argument).exists()
    except (OSError, ValueError):  # a game ID can be longer than any file name
        return False


def _is_folder(argument: str) -> bool:
    return _exists(argument) and Path(argument).is_dir()
