"""What a request asks about: an instance, by the same path as the commands', and what was done on it so far."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import copla
from copla.ground.errors import CoplaError
from copla.plugins import registry
from copla.plugins.loading import read
from copla.running.solving import default_backend

LONGEST_TEXT = 64_000
MOST_MOVES = 5_000
MOST_SECONDS = 300.0
BYTES = 1 << 30


@dataclass(frozen=True, slots=True)
class Asked:
    """The instance of a request, and the labels of the moves that were made on it."""

    instance: copla.Instance
    moves: tuple[str, ...]

    @property
    def puzzle(self) -> Any:
        return self.instance.puzzle

    def position(self) -> copla.Instance:
        """The instance after the moves, as one that can be solved anywhere."""
        if not self.moves:
            return self.instance
        later = self.puzzle.after(self.instance.content, self.moves)
        return read(self.puzzle.name, self.puzzle.write(later, self.puzzle.forms[0]), "the position on the board")


def asked(data: Mapping[str, Any]) -> Asked:
    """Read a request: ``puzzle``, and ``text`` or the ``name`` of a shipped instance, ``options`` and ``moves``."""
    puzzle, options = text_of(data, "puzzle"), data.get("options") or {}
    if not isinstance(options, Mapping):
        raise CoplaError("the options are not given by their names")
    text = data.get("text")
    if text is None:
        instance = _shipped(data, options)
    else:
        if not isinstance(text, str) or len(text) > LONGEST_TEXT:
            raise CoplaError(f"found no text of at most {LONGEST_TEXT:,} characters")
        instance = read(puzzle, text, "the text", options=options)
    moves = data.get("moves") or ()
    if not isinstance(moves, list | tuple) or len(moves) > MOST_MOVES or not all(isinstance(m, str) for m in moves):
        raise CoplaError(f"found no list of at most {MOST_MOVES:,} moves")
    return Asked(instance, tuple(moves))


def entries_of(data: Mapping[str, Any]) -> dict[str, int]:
    entries = data.get("entries") or {}
    if not isinstance(entries, Mapping) or not all(type(value) is int for value in entries.values()):
        raise CoplaError("the entries are no numbers by the names of their cells")
    return {str(name): value for name, value in entries.items()}


def text_of(data: Mapping[str, Any], key: str) -> str:
    found = data.get(key)
    if not isinstance(found, str) or not found or len(found) > 200:
        raise CoplaError(f"the request has no {key}")
    return found


def number_of(data: Mapping[str, Any], key: str, otherwise: int | None = None) -> int:
    found = data.get(key, otherwise)
    if type(found) is not int:
        raise CoplaError(f"found {str(found)[:40]} as {key}, expected a whole number")
    return found


def limits_of(data: Mapping[str, Any], otherwise: float = 30.0, solutions: int = 1) -> copla.Limits:
    """The limits of a run: seconds as asked for, within reason; the memory is the studio's to say."""
    seconds = data.get("seconds", otherwise)
    if type(seconds) not in (int, float) or not 0 < seconds <= MOST_SECONDS:
        raise CoplaError(f"found {seconds!r} seconds, expected more than 0 and at most {MOST_SECONDS:g}")
    return copla.Limits(seconds=float(seconds), bytes=BYTES, solutions=solutions)


def backend_for(instance: copla.Instance) -> str:
    """The engine where it is installed: it takes every problem, and nothing need be stated to know that."""
    engine = "native" in registry.backend_names() and registry.backend("native").missing() is None
    return "native" if engine else default_backend(instance.problem()).name


def installed(backend: str) -> str:
    """The name of a backend that is installed: a page runs no program or file of this machine, as a command may."""
    names = registry.backend_names()
    if backend not in names:
        raise CoplaError(f"there is no backend {backend[:80]!r} to be asked by a page; there are: {', '.join(names)}")
    return backend


def _shipped(data: Mapping[str, Any], options: Mapping[str, Any]) -> copla.Instance:
    """A shipped instance or an inline form: never a file of this machine."""
    name, puzzle = text_of(data, "name"), registry.puzzle(text_of(data, "puzzle"))
    if isinstance(puzzle, copla.ShipsInstances) and re.fullmatch(r"[\w+-]+(\.[\w+-]+)*", name):
        file = puzzle.shipped() / f"{name}.txt"
        if file.is_file():
            return read(puzzle.name, file.read_text(encoding="utf-8"), name, options=options)
    if isinstance(puzzle, copla.HasInlineForm) and puzzle.is_inline(name):
        return read(puzzle.name, name, "the text", name, options)
    raise CoplaError(f"{name[:80]}: there is no shipped instance of {puzzle.name} of that name")
