"""Loading: an instance is found by its name, read by its puzzle, and changed by the puzzle's options."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from os import PathLike, fspath
from pathlib import Path
from typing import Any, TypeVar

from copla.answers.result import Result, Solution
from copla.ground.errors import CoplaError, ModelError
from copla.ground.files import decode, read_text
from copla.ground.html import html_lines
from copla.ground.numbers import shown
from copla.ground.status import Status
from copla.ground.text import in_words, printable, shortened, suggestion
from copla.language.constraint_problem import ConstraintProblem
from copla.language.constraints import Constraint
from copla.language.problem import Problem
from copla.language.truth import Statement
from copla.plugins import registry
from copla.plugins.options import read_options
from copla.plugins.puzzle import Draws, HasInlineForm, Puzzle, Refutes, ShipsInstances, TakesOptions

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Picture:
    """An SVG document, which a notebook shows."""

    svg: str

    def __post_init__(self) -> None:
        if not isinstance(self.svg, str):
            raise ModelError(f"a picture is the text of an SVG document, found {shown(self.svg)}")

    def __repr__(self) -> str:
        return f"<Picture: {len(self.svg)} characters of SVG>"

    def _repr_html_(self) -> str:
        return self.svg


@dataclass(frozen=True, repr=False)
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
        """The instance as a problem, stated once; a plug-in's puzzle that fails while stating it gives one line."""
        return self._problem

    @cached_property
    def _problem(self) -> Problem:
        return _kept_in(self.puzzle, lambda: self.puzzle.problem(self.content))

    def refutation(self) -> Result | None:
        """The answer of a puzzle that can tell without a search that there is no solution."""
        puzzle = self.puzzle
        if not isinstance(puzzle, Refutes):
            return None
        reason = _kept_in(puzzle, lambda: puzzle.refute(self.content))
        return None if reason is None else Result(Status.INFEASIBLE, backend="argument", message=reason)

    @property
    def bare(self) -> bool:
        """Whether it is a problem in a file of its own: then that is all that backends and other processes see."""
        return self.puzzle.name == registry.FILE

    def picture(self, solution: Result | Solution | None = None, marked: Collection[Constraint] = ()) -> Picture:
        """The board as a drawing, empty or with a solution, for a notebook or a file; ``marked`` clues stand out.

        >>> instance = load("futoshiki", "tiny-2")
        >>> from copla import solve
        >>> instance.picture(solve(instance)).svg.startswith("<svg ")
        True
        """
        puzzle = self.puzzle
        if not isinstance(puzzle, Draws):
            raise CoplaError(f"{puzzle.name} draws no pictures")
        chosen = solution.best if isinstance(solution, Result) else solution
        if not isinstance(chosen, Solution | None):
            raise CoplaError(f"expected a solution or a result, found {shown(solution)}")
        if chosen is not None and (chosen.moves is None) is not isinstance(self.problem(), ConstraintProblem):
            expected = "values" if chosen.moves is not None else "moves"
            raise CoplaError(f"expected a solution of {self.puzzle.name}, which has {expected}, found {shown(chosen)}")
        if isinstance(marked, str) or not isinstance(marked, Collection) or any(map(_is_no_constraint, marked)):
            raise CoplaError(f"expected marked constraints in a list, such as conflict.clues, found {shown(marked)}")
        return Picture(_kept_in(puzzle, lambda: puzzle.svg(self.content, chosen, marked)))

    def __repr__(self) -> str:
        return f"<Instance {self.name!r} of {self.puzzle.name}>"

    def _repr_html_(self) -> str:
        if isinstance(self.puzzle, Draws):
            return self.picture()._repr_html_()
        return self.problem()._repr_html_() if self.bare else html_lines(self.text)

    def to_json(self) -> dict[str, Any]:
        """JSON-ready data; :func:`read` makes the instance again."""
        return {"puzzle": self.puzzle.name} | {key: getattr(self, key) for key in ("text", "source", "name", "options")}


def load(puzzle: str, argument: str | PathLike[str], options: Mapping[str, object] | None = None) -> Instance:
    """The one instance that an argument names: a file, ``-``, a shipped instance, or the puzzle's inline form.

    >>> instance = load("tiles", "two-by-two", {"goal": "last"})
    >>> instance.name, instance.options
    ('two-by-two', {'goal': 'last'})
    >>> instance.refutation().status.value
    'infeasible'
    """
    chosen = registry.puzzle(puzzle)
    if isinstance(argument, PathLike):
        argument = fspath(argument)
    if not isinstance(argument, str):
        raise ModelError(f"an instance is named by a text, found {shown(argument)}")
    if argument == "-":
        return read(puzzle, read_text("-"), "standard input", options=options)
    if not argument:
        raise CoplaError("found an empty name, expected a file, a shipped instance or the puzzle's inline form")
    if _is_folder(argument):
        raise CoplaError(f"{argument}: found a folder, expected one instance ('copla check' takes folders)")
    if _exists(argument):
        return read(puzzle, read_text(argument), printable(argument), options=options)
    if isinstance(chosen, ShipsInstances) and re.fullmatch(r"[\w.+-]{1,200}", argument):
        file = chosen.shipped() / f"{argument}.txt"
        if file.is_file():
            return read(puzzle, decode(file.read_bytes(), argument), argument, options=options)
    if isinstance(chosen, HasInlineForm) and chosen.is_inline(argument):
        return read(puzzle, argument, "argument", argument, options)
    if puzzle == registry.FILE:
        raise CoplaError(f"{shortened(argument, 80)}: there is no such file")
    raise CoplaError(
        f"{shortened(argument, 80)}: there is no such file and no shipped instance of {puzzle} of that name"
        + suggestion(argument, shipped_names(chosen))
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
            shipped = shipped_names(registry.puzzle(puzzle))
            names = fnmatch.filter(shipped, argument)
            if not names:
                found = f"{argument}: no shipped instance of {puzzle} matches this pattern"
                raise CoplaError(found + suggestion(argument, shipped))
            yield from (load(puzzle, name, options) for name in names)
        else:
            yield load(puzzle, argument, options)


def read(
    puzzle: str, text: str, source: str, name: str | None = None, options: Mapping[str, object] | None = None
) -> Instance:
    """The instance that a text describes; ``source`` is what errors call the text."""
    chosen = registry.puzzle(puzzle)
    try:
        given = dict(options or {})
    except (TypeError, ValueError):
        raise ModelError(f"{puzzle}: expected options by their names, found {shown(options)}") from None
    content = _kept_in(chosen, lambda: chosen.parse(text, source))
    if puzzle == registry.FILE:
        from copla.plugins.problem_file import PROBLEM_FILE

        text = PROBLEM_FILE.data(content, text)
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


def _is_no_constraint(what: object) -> bool:
    return not isinstance(what, Statement)


def _exists(argument: str) -> bool:
    try:
        return Path(argument).exists()
    except (OSError, ValueError):  # a game ID can be longer than any file name
        return False


def _is_folder(argument: str) -> bool:
    return _exists(argument) and Path(argument).is_dir()
