"""Who may know whom: the import rule of the design, and what must not be imported before it is needed."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAY_IMPORT = {
    "toolkit": set(),
    "backends": {"toolkit"},
    "models": {"toolkit"},
    "cli": {"toolkit", "models", "backends", "studio"},
    "studio": {"toolkit", "models", "backends"},
}


def imported_parts(path: Path) -> set[str]:
    """Which of our parts a file imports, wherever in the file it does."""
    parts = set()
    for node in ast.walk(ast.parse(path.read_text())):
        modules = []
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} uses a relative import"
            modules = [node.module or ""]
        for module in modules:
            if module == "copla" or module.startswith("copla."):
                second = [*module.split("."), ""][1]
                parts.add(second if second in ("backends", "models", "cli", "studio") else "toolkit")
    return parts


@pytest.mark.parametrize("part", MAY_IMPORT)
def test_imports_follow_the_design(part: str) -> None:
    files = sorted((ROOT / part).rglob("*.py"))
    assert files
    for path in files:
        assert imported_parts(path) <= MAY_IMPORT[part] | {part}, path


STOREYS = (
    "ground", "language", "answers", "rewriting", "bridges", "formats", "plugins", "running", "checking", "comparing",
    "fuzzing",
)  # fmt: skip
LOWEST = {"backends": "plugins", "models": "running"}
"""The last storey that a part may use."""


def storeys_of(path: Path) -> set[str]:
    """Which storeys of the toolkit a file imports; the root counts as one that nobody may use."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            modules = [f"{node.module}.{alias.name}" for alias in node.names] if node.module == "copla" else []
            modules += [node.module or ""] if node.module != "copla" else []
        else:
            continue
        names = [module.split(".") for module in modules if module.split(".")[0] == "copla"]
        found |= {name[1] if len(name) > 1 else "copla" for name in names}
    return found - {"backends", "models", "cli", "studio"}


def test_a_storey_imports_only_what_stands_above_it() -> None:
    folders = {path.name for path in (ROOT / "toolkit").iterdir() if (path / "__init__.py").exists()}
    assert folders <= set(STOREYS)
    for number, storey in enumerate(STOREYS):
        for path in (ROOT / "toolkit" / storey).rglob("*.py"):
            assert storeys_of(path) <= set(STOREYS[: number + 1]), path
            if path.name == "__init__.py":
                assert len(ast.parse(path.read_text()).body) == 1, f"{path} holds more than its docstring"


@pytest.mark.parametrize(("part", "lowest"), LOWEST.items())
def test_backends_and_models_stay_above_their_storey(part: str, lowest: str) -> None:
    for path in (ROOT / part).rglob("*.py"):
        assert storeys_of(path) <= set(STOREYS[: STOREYS.index(lowest) + 1]), path


def test_no_backend_and_no_rewriting_shares_code_with_the_checker() -> None:
    parts = [ROOT / "backends", *(ROOT / "toolkit" / storey for storey in ("rewriting", "bridges", "formats"))]
    for path in (path for part in parts for path in part.rglob("*.py")):
        assert "copla.answers.checker" not in path.read_text(), path


def test_one_puzzle_or_backend_does_not_import_another() -> None:
    for part in ("backends", "models"):
        for path in (ROOT / part).rglob("*.py"):
            own = path.relative_to(ROOT / part).parts[0].removesuffix(".py")
            for other in re.findall(rf"copla\.{part}\.(\w+)", path.read_text()):
                assert other == own, path


def test_starting_the_program_imports_no_solver_and_little_else() -> None:
    code = "import sys, copla.cli; print(*sorted(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    for heavy in (
        "ortools",
        "constraint",
        "numpy",
        "pandas",
        "importlib.metadata",
        "copla.running.solving",
        "rich.console",
    ):
        assert heavy not in loaded


def test_importing_copla_imports_nothing_of_it_before_it_is_used() -> None:
    code = "import sys, copla; print(*[m for m in sys.modules if m.startswith('copla')])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["copla"]


def test_every_public_name_has_one_home() -> None:
    source = (ROOT / "toolkit" / "__init__.py").read_text()
    for_types = dict(reversed(pair) for pair in re.findall(r"from copla\.([\w.]+) import (\w+) as \2", source))
    import copla

    assert for_types == copla._HOME


def test_all_packages_are_installed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    declared = set(project["tool"]["setuptools"]["packages"])
    folders = {"toolkit": "copla", "instances": "copla.instances"} | {
        part: f"copla.{part}" for part in ("backends", "models", "cli", "studio")
    }
    found = set()
    for folder, package in folders.items():
        for init in (ROOT / folder).rglob("__init__.py"):
            inner = init.parent.relative_to(ROOT / folder).parts
            found.add(".".join([package, *inner]))
    assert declared == found


def test_lower_bounds_of_dependencies_are_the_tested_ones() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    stated = dict(text.split(">=") for text in project["dependencies"])
    tested = dict(line.split("==") for line in (ROOT / "tests" / "lowest.txt").read_text().split() if "==" in line)
    assert {name: version for name, version in tested.items() if name in stated} == stated


def test_every_module_says_what_it_is_for() -> None:
    for part in (*MAY_IMPORT, "tests", "benchmarks"):
        for path in (ROOT / part).rglob("*.py"):
            assert ast.get_docstring(ast.parse(path.read_text())), path
