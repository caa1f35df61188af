"""Who knows one puzzle's folder knows all: docs/puzzles.md says which modules there are and what each offers."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (
    (ROOT / "docs" / "puzzles.md").read_text(encoding="utf-8").partition("## Where things are")[2].partition("\n## ")[0]
)
ROLES = {
    role: re.findall("`([A-Za-z_]+)`", offers)
    for role, offers in re.findall(r"^\| `(\w+)` \|.*\|(.*)\|$", PAGE, re.MULTILINE)
}
IN_EVERY_FOLDER = {"__init__", "board", "model", "formats", "solutions", "drawing", "generator"}
OF_PLANS = {"heuristics", "replay"}
EXTRAS = set(re.findall(r"`(\w+/\w+)`", PAGE))
PUZZLES = sorted(path.name for path in (ROOT / "models").iterdir() if (path / "__init__.py").exists())
TESTS_OF_THE_WHOLE = {"fuzzing", "instances", "known_answers"}


def modules(puzzle: str) -> set[str]:
    folder = ROOT / "models" / puzzle
    return {path.stem for path in folder.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}


def extras(puzzle: str) -> set[str]:
    return {name.partition("/")[2] for name in EXTRAS if name.startswith(f"{puzzle}/")}


def test_the_page_lists_the_roles_and_the_puzzles_are_found() -> None:
    assert ROLES.keys() > IN_EVERY_FOLDER | OF_PLANS
    assert PUZZLES == ["freecell", "futoshiki", "guarini", "klotski", "tiles"]


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_a_folder_has_the_modules_of_the_page_and_no_others(puzzle: str) -> None:
    found = modules(puzzle)
    assert found >= IN_EVERY_FOLDER
    assert puzzle == "futoshiki" or found >= OF_PLANS
    assert found - ROLES.keys() == extras(puzzle)


@pytest.mark.parametrize(("puzzle", "role"), [(p, role) for p in PUZZLES for role in ROLES if role in modules(p)])
def test_a_module_offers_what_the_page_says(puzzle: str, role: str) -> None:
    name = f"copla.models.{puzzle}" + (f".{role}" if role != "__init__" else "")
    assert [offer for offer in ROLES[role] if not hasattr(importlib.import_module(name), offer)] == []


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_tests_are_named_after_the_modules_that_they_are_about(puzzle: str) -> None:
    tested = {path.stem.removeprefix("test_") for path in (Path(__file__).parent / puzzle).glob("test_*.py")}
    assert tested <= modules(puzzle) | TESTS_OF_THE_WHOLE
    assert (Path(__file__).parent / puzzle / "rules.py").exists()
