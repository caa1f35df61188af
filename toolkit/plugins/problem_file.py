"""A file that is a problem by itself, whatever it is about: a Python model, or a task in SAS+.

It takes the place of a puzzle: ``copla solve model.py`` is ``copla solve file model.py``. A Python file is run, once,
and the one problem that it makes is taken. What other processes are given is that problem as plain data, never the
file, so that all backends answer the same problem.
"""

from __future__ import annotations

import contextlib
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from copla.answers.result import Solution
from copla.formats.names import one_line
from copla.ground.errors import CoplaError, FormatError, ModelError
from copla.ground.text import in_words, listed
from copla.language import plain
from copla.language.constraint_problem import ConstraintProblem
from copla.language.problem import Problem
from copla.plugins.registry import FILE, FILE_SUFFIXES

_MODULE = "copla_model"
"""What a Python file is called while it runs: not ``__main__``, so that it is not run as a program."""

_DATA = "the problem as data: "

_CALLED = "problem"
"""The name by which a file with several problems says which one is meant."""


class ProblemFile:
    """The puzzle that every such file is an instance of; it is in no list of puzzles."""

    name = FILE
    summary = "a problem in a file of its own: a Python model (.py), or SAS+ (.sas)"
    forms = ("values",)

    def parse(self, text: str, source: str) -> Problem:
        """The problem; FormatError where the file breaks down, or makes no problem or several."""
        if text.startswith(_DATA):
            return plain.read(text.removeprefix(_DATA))
        suffix = Path(source).suffix
        if suffix == ".sas":
            from copla.formats import sas

            return sas.read(text, source)
        if suffix == ".py":
            return _problem_of(_run(text, source), source)
        raise CoplaError(f"{source}: expected a file that ends in {' or '.join(FILE_SUFFIXES)}")

    def problem(self, instance: Problem) -> Problem:
        return instance

    def data(self, instance: Problem, text: str) -> str:
        """A text of the same problem that is no program; the file itself where a heuristic is a function."""
        try:
            return _DATA + plain.write(instance)
        except ModelError:
            return text

    def write(self, instance: Problem, form: str, solution: Solution | None = None) -> str:
        """The problem like mathematics, or a solution: lines ``name = value``, or the steps of a plan."""
        if solution is None:
            return f"{instance}\n"
        if solution.moves is not None:
            return "".join(f"{one_line(move)}\n" for move in solution.moves)
        return "".join(f"{one_line(name)} = {solution.in_words(name)}\n" for name in solution.values)

    def read_solution(self, instance: Problem, text: str, source: str) -> Solution:
        from copla.plugins.programs.answers import read_steps, read_values

        if isinstance(instance, ConstraintProblem):
            return read_values(instance, _numbered(instance, text), source)
        return read_steps(instance, text, source)


PROBLEM_FILE = ProblemFile()


def _numbered(problem: ConstraintProblem, text: str) -> str:
    """Lines ``name = value`` with numbers in the place of named values."""
    numbers = {
        f"{one_line(variable.name)} = {word}": f"{one_line(variable.name)} = {value}"
        for variable in problem.variables
        for value, word in zip(variable.domain, variable.words or (), strict=False)
    }
    return "\n".join(numbers.get(line.strip(), line) for line in text.split("\n"))


def _run(text: str, source: str) -> dict[str, Any]:
    """What a Python file defines. What it prints goes to standard error: standard output is for the answer."""
    module = sys.modules[_MODULE] = ModuleType(_MODULE)  # where dataclasses, for one, look it up
    module.__file__ = source
    try:
        code = compile(text, source, "exec")
    except SyntaxError as error:
        raise FormatError(
            f"this is no Python: {error.msg}", source=source, line=error.lineno or 1, column=error.offset or 1
        ) from None
    except ValueError as error:  # a zero byte
        raise FormatError(f"this is no Python: {error}", source=source) from None
    with contextlib.redirect_stdout(sys.stderr), _importing_from(Path(source).parent):
        try:
            exec(code, module.__dict__)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # somebody's file can do anything, even exit
            lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == source]
            said = str(error) if isinstance(error, CoplaError) else in_words(error)
            raise FormatError(said, source=source, line=(lines or [1])[-1] or 1) from error
    return module.__dict__


@contextlib.contextmanager
def _importing_from(folder: Path) -> Iterator[None]:
    """So that a model can be made of several files, as when Python itself runs it."""
    before = list(sys.path)
    sys.path.insert(0, str(folder.resolve()))
    try:
        yield
    finally:
        sys.path[:] = before


def _problem_of(defined: dict[str, Any], source: str) -> Problem:
    found = {name: value for name, value in defined.items() if isinstance(value, Problem)}
    if len({id(value) for value in found.values()}) > 1 and _CALLED not in found:
        named = listed(list(found))
        raise FormatError(f"found the problems {named}, expected one, or one that is called {_CALLED!r}", source=source)
    if not found:
        raise FormatError("found no problem, expected a ConstraintProblem or a PlanningProblem", source=source)
    return found[_CALLED] if _CALLED in found else next(iter(found.values()))
