"""Description of a program as a backend: plain data, from a TOML file, a command or the name of a Python function.

A *reference* is a text from which any process can make the description again: the absolute path of a TOML file,
``/path/file.py:function``, or the description itself as JSON. Words of a command are read where the file lies, or
where the command was given, and not where some worker happens to run.
"""

from __future__ import annotations

import ast
import json
import re
import shlex
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from copla.formats.export import FORMATS
from copla.ground.errors import BackendError, CoplaError, FormatError
from copla.ground.files import decode, read_text
from copla.ground.numbers import shown

READS = {
    "file": "the puzzle's own text",  # {file:FORM} in one of its forms
    "domain": "the domain file of PDDL",
    **{name: file for name, (_, file) in FORMATS.items()},
}
"""Placeholders of a command that stand for a file with the question."""

TELLS = {
    "answer": "a file that the program may write its answer to",
    "seconds": "the time limit, rounded up",
    "megabytes": "the memory limit",
    "solutions": "how many solutions are asked for (0: all)",
}
"""Other placeholders."""

ANSWERS = ("any", "solution", "plan", "minizinc", "competition", "values")
STATES = ("infeasible", "optimal", "complete", "unknown", "timeout", "memory", "unsupported")
"""What an exit status or a pattern may say."""

_FUNCTION = re.compile(r"(.+\.py):([A-Za-z_]\w*)")
PLACEHOLDER = re.compile(r"\{(\w+)(?::([\w-]+))?\}")


@dataclass(frozen=True, slots=True)
class Sign:
    """By what something is recognised: an exit status, a pattern in what the program prints, or always."""

    statuses: tuple[int, ...] = ()
    pattern: str | None = None
    always: bool = False

    def seen(self, status: int, output: str) -> bool:
        found = self.pattern is not None and re.search(self.pattern, output, re.MULTILINE) is not None
        return self.always or found or status in self.statuses


@dataclass(frozen=True, slots=True)
class Description:
    """What is known of a program; docs/your-solver.md describes each key. ``folder`` is where its command is read."""

    name: str
    reference: str
    folder: str
    command: tuple[str, ...] = ()
    python: str = ""
    summary: str = ""
    puzzles: tuple[str, ...] = ()
    answer: str = "any"
    solutions: int | None = 1
    proves: bool = True
    scratch: bool = False
    solution: str = ""
    signs: Mapping[str, Sign] = field(default_factory=dict)

    @property
    def reads(self) -> tuple[str, ...]:
        """The placeholders for questions that occur in the command."""
        asked = {name for name, _ in PLACEHOLDER.findall(" ".join(self.command))}
        return tuple(name for name in READS if name in asked)

    @property
    def form(self) -> str:
        """The form of the puzzle's text that the command asks for, as in ``{file:unequal}``."""
        return next((form for name, form in PLACEHOLDER.findall(" ".join(self.command)) if name == "file"), "")

    def refuses_puzzle(self, puzzle: str) -> str | None:
        if not self.puzzles or puzzle in self.puzzles:
            return None
        return f"it is for {', '.join(self.puzzles)}, and this is {puzzle}"


def is_reference(name: str) -> bool:
    """Whether a backend's name is meant as a description, right or wrong.

    >>> [is_reference(name) for name in ("native", "./mine.toml", "mine.py:solve", '{"command": "./mine {file}"}')]
    [False, True, True, True]
    """
    return name.endswith(".toml") or name.startswith("{") or _FUNCTION.fullmatch(name) is not None


def describe(reference: str) -> Description:
    """The description that a reference names; relative paths start here, in this process."""
    if reference.startswith("{"):
        try:
            data = json.loads(reference)
        except ValueError:
            raise BackendError(f"found the backend {shown(reference)}, expected a description as JSON") from None
        return _from_data(data, reference, str(data.get("folder") or Path.cwd()), "the description")
    function = _FUNCTION.fullmatch(reference)
    if function is None:
        return _from_file(reference)
    path = Path(function[1]).absolute()
    if not path.is_file():
        raise BackendError(f"{path}: there is no such file, expected FILE.py:FUNCTION")
    reference = f"{path}:{function[2]}"
    data = {"python": reference, "name": f"{path.stem}:{function[2]}"}
    return _from_data(data, reference, str(path.parent), str(path))


def short_name(backend: str) -> str:
    """What people call a backend: its name, or the name of what a reference describes, here or elsewhere.

    >>> short_name("native"), short_name("/somewhere/else/mine.toml")
    ('native', 'mine')
    """
    if not is_reference(backend):
        return backend
    try:
        return describe(backend).name
    except CoplaError:  # a file of another machine
        return Path(backend).stem


def of_program(command: str) -> Description:
    """A command line as it is typed.

    >>> described = of_program("./mine --fast < {file}")
    >>> described.name, described.command, described.reads
    ('mine', ('./mine', '--fast', '<', '{file}'), ('file',))
    """
    folder = str(Path.cwd())
    return describe(json.dumps({"command": command, "folder": folder}))


def ready() -> dict[str, Traversable]:
    """The descriptions that come with copla, by the names of their files.

    >>> "minisat.toml" in ready()
    True
    """
    found = files("copla.plugins.programs") / "ready"
    return {file.name: file for file in sorted(found.iterdir(), key=lambda file: file.name) if file.is_file()}


def _from_file(name: str) -> Description:
    path = Path(name)
    if not path.exists() and name in ready():
        path = Path(str(ready()[name]))
        text = decode(path.read_bytes(), name)
    else:
        try:
            text = read_text(str(path))
        except CoplaError as error:
            raise BackendError(f"{error}; ready descriptions: {', '.join(ready())}") from None
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        line, column = (int(place[1]), int(place[2])) if place else (len(text.splitlines()) or 1, 1)
        what = re.sub(r" \(at .*\)", "", str(error))
        raise FormatError(f"this is no TOML: {what}", source=name, line=line, column=column) from None
    path = path.absolute()
    return _from_data({"name": path.stem, **data}, str(path), str(path.parent), name)


_TEXTS = ("name", "summary", "answer", "folder", "python", "solution")
_KEYS = ("command", *_TEXTS, "puzzles", "solutions", "proves", "scratch", *STATES)


def _from_data(data: Mapping[str, Any], reference: str, folder: str, source: str) -> Description:
    def wrong(what: str) -> BackendError:
        return BackendError(f"{source}: {what}")

    def require(fits: bool, key: str, expected: str) -> None:
        if key in data and not fits:
            raise wrong(f"{key} is {shown(data[key])}, expected {expected}")

    for key in data:
        if key not in _KEYS:
            raise wrong(f"found the key {shown(key)}, expected one of {', '.join(_KEYS)}")
    for key in _TEXTS:
        require(isinstance(data.get(key), str) and bool(data[key].strip()), key, "text")
    for key in ("proves", "scratch"):
        require(type(data.get(key)) is bool, key, "true or false")
    puzzles, answer, python = data.get("puzzles", []), data.get("answer", "any"), data.get("python", "")
    names = isinstance(puzzles, list) and all(isinstance(name, str) for name in puzzles)
    require(names, "puzzles", "a list of names")
    require(answer in ANSWERS, "answer", " or ".join(ANSWERS))
    parts = _FUNCTION.fullmatch(python)
    require(parts is not None, "python", "FILE.py:FUNCTION")
    file = "" if parts is None else str(Path(folder, parts[1]))
    solutions = data.get("solutions", "several" if parts is not None and _yields(file, parts[2]) else 1)
    require(solutions in (1, "several") and type(solutions) is not bool, "solutions", '1 or "several"')
    if ("command" in data) == ("python" in data):
        raise wrong("expected either a command or python, a function in a file")
    words = _command(data["command"], wrong) if "command" in data else ()
    signs = {state: _sign(state, data[state], wrong) for state in STATES if state in data}
    return Description(
        name=data.get("name") or _short_name(words, folder),
        reference=reference,
        folder=folder,
        command=words,
        python="" if parts is None else f"{file}:{parts[2]}",
        summary=data.get("summary", ""),
        puzzles=tuple(puzzles),
        answer=answer,
        solutions=1 if solutions == 1 else None,
        proves=data.get("proves", True),
        scratch=data.get("scratch", False),
        solution=_pattern("solution", data.get("solution"), wrong) or "",
        signs=signs,
    )


def _yields(file: str, function: str) -> bool:
    """Whether a function is a generator, by its text alone: nobody's file is imported here."""
    try:
        tree = ast.parse(Path(file).read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):  # whoever calls it says what is wrong
        return False
    found = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == function]
    inside: list[ast.AST] = [part for node in found[-1:] for part in node.body]
    while inside:
        node = inside.pop()
        if isinstance(node, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            inside += ast.iter_child_nodes(node)
    return False


def _command(given: object, wrong: Any) -> tuple[str, ...]:
    if isinstance(given, list) and all(isinstance(word, str) for word in given):
        words = list(given)
    elif isinstance(given, str):
        try:
            words = shlex.split(given)
        except ValueError as error:
            raise wrong(f"the command {shown(given)} cannot be read: {str(error).lower()}") from None
    else:
        raise wrong(f"command is {shown(given)}, expected text or a list of words")
    if not words:
        raise wrong("the command is empty, expected a program and its arguments")
    known = (*READS, *TELLS)
    for word in words:
        for name, form in PLACEHOLDER.findall(word):
            if name not in known or (form and name != "file"):
                places = ", ".join(f"{{{other}}}" for other in known)
                found = f"{name}:{form}" if form else name
                raise wrong(f"found {{{found}}} in the command, expected one of {places}")
    if not any(name in READS for word in words for name, _ in PLACEHOLDER.findall(word)):
        raise wrong(f"the command {shown(shlex.join(words))} reads no question, expected {{file}} or another format")
    if "<" in words and words.index("<") != len(words) - 2:
        raise wrong("found < in the middle of the command, expected '< {file}' at its end")
    return tuple(words)


def _sign(state: str, given: object, wrong: Any) -> Sign:
    if not isinstance(given, Mapping) or not given or not set(given) <= {"status", "pattern", "always"}:
        raise wrong(f"{state} is {shown(given)}, expected a table with status, pattern or always")
    statuses = given.get("status", [])
    statuses = statuses if isinstance(statuses, list) else [statuses]
    if not all(type(status) is int and 0 <= status <= 255 for status in statuses):
        raise wrong(f"{state}.status is {shown(given['status'])}, expected an exit status from 0 to 255, or several")
    pattern, always = given.get("pattern"), given.get("always", False)
    if type(always) is not bool:
        raise wrong(f"{state}.always is {shown(always)}, expected true or false")
    return Sign(tuple(statuses), _pattern(f"{state}.pattern", pattern, wrong), always)


def _pattern(key: str, given: Any, wrong: Any) -> str | None:
    if given is None:
        return None
    try:
        re.compile(given)
    except (re.error, TypeError) as error:
        raise wrong(f"{key} is {shown(given)}, expected a regular expression: {error}") from None
    return str(given)


def _short_name(words: tuple[str, ...], folder: str) -> str:
    """What people call a command: the first of its words that is a file of theirs, else its first word."""
    words_of_mine = [word for word in words if not PLACEHOLDER.search(word) and not word.startswith("/")]
    own = [word for word in words_of_mine if Path(folder, word).is_file()]
    return Path((own or words)[0]).stem or words[0]
