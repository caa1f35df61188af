"""What docs/architecture.md says of the files to touch: a fact stands where it is declared, and the others go by it."""

from __future__ import annotations

import re
import sys
from dataclasses import fields
from pathlib import Path
from types import ModuleType

import pytest

import copla
from copla import ConstraintProblem, Result, Solution, Statistics, Status
from copla.answers.wording import answer
from copla.cli.output import Exit, exit_status
from copla.formats import export
from copla.ground.limits import Progress
from copla.plugins.algorithms import ALGORITHMS

ROOT = Path(__file__).parent.parent
PRODUCT = ("toolkit", "backends", "cli", "models")


def files_with(pattern: str, *folders: str) -> set[str]:
    """The product files in which a pattern occurs, comments of C++ aside."""
    found = set()
    for path in (path for folder in folders for path in (ROOT / folder).rglob("*")):
        if path.suffix in (".py", ".cpp", ".hpp"):
            text = re.sub(r"//.*", "", path.read_text()) if path.suffix != ".py" else path.read_text()
            if re.search(pattern, text):
                found.add(str(path.relative_to(ROOT)))
    return found


@pytest.mark.parametrize("status", Status)
def test_every_status_has_words_an_exit_status_and_a_way_through_json(status: Status) -> None:
    result = Result(status, (Solution({"x": 1}, cost=1),), message="why")
    assert answer(result)
    assert exit_status(status) in Exit
    assert Result.from_json(result.to_json()).status is status


def test_nobody_between_a_backend_and_the_terminal_names_a_progress_field() -> None:
    of_others = {"note", "peak_bytes", "bound"}  # others have something of their own by these names
    names = "|".join(field.name for field in fields(Progress) if field.name not in of_others)
    between = ("toolkit/running", "toolkit/checking", "toolkit/comparing/execute.py")
    assert not files_with(rf"\.({names})\b|[\"']({names})[\"']", *between)


def test_a_statistic_is_declared_once_and_goes_everywhere() -> None:
    for name in ("prunings", "backtracks"):
        outside = files_with(rf"\b{name}\b", "toolkit", "cli") - {"toolkit/answers/wording.py"}
        assert outside == {"toolkit/answers/result.py"}, name
    told = Result(Status.UNKNOWN, statistics=Statistics(prunings=7)).to_json()
    assert {field.name for field in fields(Statistics)} <= set(told)
    older = {name: value for name, value in told.items() if name != "guesses"}
    assert Result.from_json(older).statistics == Statistics(prunings=7)


def test_an_option_is_named_by_its_backend_alone() -> None:
    for name in ("pdb_total", "restarts", "orders"):
        named = files_with(rf"[\"']{name}[\"']", *PRODUCT) - {"toolkit/fuzzing/agenda.py"}  # how often it is tried
        assert {path.split("/")[1] for path in named} == {"native"}, name


def test_an_algorithm_is_named_in_the_table_and_once_in_each_engine() -> None:
    engines = {"backends/search/__init__.py", "backends/native/src/planning/search.cpp"}
    for name in ("iddfs", "beam"):
        assert name in ALGORITHMS
        assert files_with(rf"[\"']{name}[\"']", *PRODUCT) == {"toolkit/plugins/algorithms.py", *engines}, name


def test_a_format_is_a_module_and_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("copla.formats.haiku")
    module.write = lambda problem: f"{len(problem.variables)} variables wait"  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "copla.formats.haiku", module)
    monkeypatch.setitem(export.FORMATS, "haiku", ("constraint", "problem.txt"))
    assert copla.export(ConstraintProblem("a pond"), "haiku") == {"problem.txt": "0 variables wait"}
    for name in ("minizinc", "xcsp3"):
        named = files_with(rf"[\"']{name}[\"']", *PRODUCT)
        answers = {f"toolkit/plugins/programs/{module}.py" for module in ("answers", "description")}  # forms of answers
        answers.add("toolkit/fuzzing/locate.py")
        assert named - answers == {"toolkit/formats/export.py"}, name


def test_generic_code_names_no_puzzle_and_no_backend() -> None:
    """Docstrings and examples of the help aside, and what the table of the demo takes."""
    puzzles, backends = copla.puzzle_names(), copla.backend_names()
    own = {"cli/klotski.py", "cli/freecell.py", "cli/deals.py", "cli/pdb.py"}
    for path in (path for folder in ("toolkit", "cli") for path in (ROOT / folder).rglob("*.py")):
        name = str(path.relative_to(ROOT))
        if name in own or name.startswith("toolkit/fuzzing"):
            continue
        code = re.sub(r'""".*?"""', "", path.read_text(), flags=re.S)
        named = re.findall(rf"[\"']({'|'.join([*puzzles, *backends])})[\"']", code)
        assert not [word for word in named if word != "search"], name
