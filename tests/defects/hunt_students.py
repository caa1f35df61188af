"""Seeded defects in students' programs and in copies of the reference backends: one line spoiled each, to be found.

    python tests/defects/hunt_students.py [NUMBER ...] [--db FILE] [--write]

All of them, or some, as a Markdown table; --write puts it into docs/reliability.md, and with --db a hunt that was
interrupted goes on where it stopped. A program in ``students/``, or a copy of a backend's package, is spoiled, compiled
if need be, and given to the fuzzing core as a program of somebody's: random problems until the first failure, which is
shrunk and located. Each program unspoiled must pass.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import tomllib
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from copla.fuzzing.agenda import agenda
from copla.fuzzing.asking import Asker
from copla.fuzzing.cases import Data, PuzzleData, case_of
from copla.fuzzing.constraint_data import ConstraintData
from copla.fuzzing.families import generate
from copla.fuzzing.locate import locate
from copla.fuzzing.shrink import shrink
from copla.fuzzing.trials import Trial
from copla.ground.errors import ModelError

FOLDER = Path(__file__).parent / "students"
MOST_PROBLEMS = 2000
MOST_SECONDS = 120.0
PROGRAMS = {
    "futoshiki.c": ('command = "./futoshiki {file:strings}"', ("futoshiki",)),
    "planner.py": (
        'python = "planner.py:solve"\noptimal = { always = true }',
        ("routes", "costly", "free", "labels", "corners"),
    ),
    "backtracking.py": (
        'python = "backtracking.py:every"\nsolutions = "several"',
        ("mixed", "tables", "clauses", "permutations", "edges"),
    ),
    "backtracking.py best": ('python = "backtracking.py:best"\noptimal = { always = true }', ("best",)),
    "tiles.py": ('python = "tiles.py:solve"\noptimal = { always = true }', ("tiles",)),
    "tiles.c": ('command = "./tiles {file}"\noptimal = { pattern = "^[0-9]" }', ("tiles",)),
    "planner.c": (
        'command = "./planner < {sas}"\noptimal = { pattern = "^; cost" }',
        ("routes", "costly", "free", "labels", "corners"),
    ),
    "freecell.py": ('python = "freecell.py:solve"', ("freecell",)),
    "klotski.py": ('python = "klotski.py:solve"\noptimal = { always = true }', ("klotski",)),
    "guarini.py": ('python = "guarini.py:solve"\noptimal = { always = true }', ("guarini",)),
    "search ucs": ("search ucs", ("routes", "costly", "free", "labels", "corners")),
    "search astar": ("search astar", ("guided", "routes")),
    "search idastar": ("search idastar", ("guided", "routes", "free")),
    "forward-checking mac": ("forward_checking mac", ("permutations", "tables", "clauses", "mixed", "best")),
    "forward-checking forward": ("forward_checking forward", ("mixed", "permutations", "best", "edges")),
    "clauses.py": (f'command = ["{sys.executable}", "clauses.py", "{{cnf}}"]', ("clauses", "mixed", "permutations")),
}
"""How each program is described, or which backend is copied and how it is asked, and problems of which families."""

COPIED = '''
import copla
from copied import BACKEND
from copla.language.problem import Problem, kind_of
from copla.plugins.options import read_options

def solve(problem: Problem):
    """The copy, asked for all solutions, or for the best one."""
    wanted = 1 if isinstance(problem, copla.PlanningProblem) or problem.objective else 1000
    watch = copla.Watch(copla.Limits(seconds=1.5, solutions=wanted))
    watch.begin()
    try:
        options = read_options(BACKEND.options, OPTIONS, "copied", kind_of(problem))
        result = BACKEND.solve(problem, options, watch)
    except copla.ModelError:
        return "unsupported"
    if wanted == 1 or result.status in (copla.Status.INFEASIBLE, copla.Status.TIMEOUT):
        return result
    return iter(result.solutions)
'''
"""What calls a copy of a reference backend."""

BACKENDS = Path(__file__).parents[2] / "backends"
PAGE = Path(__file__).parents[2] / "docs" / "reliability.md"


@dataclass(frozen=True)
class Catch:
    """After how many problems and seconds a defect was found, what of it is left, and who is blamed."""

    problems: int
    seconds: float
    kind: str = ""
    size: str = ""
    number: int = 0
    layer: str = ""


def defects() -> list[dict[str, str]]:
    """What is spoiled, in order."""
    found: list[dict[str, str]] = tomllib.loads((FOLDER / "defects.toml").read_text(encoding="utf-8"))["defect"]
    return found


def hunt(program: str, old: str = "", new: str = "", file: str = "", most: int = MOST_PROBLEMS) -> Catch:
    """Spoil a program, or a file of a backend's copy, and look for a problem that it answers wrongly."""
    description, families = PROGRAMS[program]
    name = program.partition(" ")[0]
    with tempfile.TemporaryDirectory() as place, Asker() as asker:
        if (FOLDER / name).exists():
            _spoil(FOLDER / name, Path(place, name), old, new)
        else:
            description = _copy(description, Path(place), file, old, new)
        if name.endswith(".c"):
            built = ["cc", "-O1", "-w", "-o", str(Path(place, name[:-2])), str(Path(place, name))]
            subprocess.run(built, check=True)
        described = Path(place, "student.toml")
        described.write_text(description + "\n", encoding="utf-8")
        return _search(asker, str(described), families, most)


def _spoil(source: Path, target: Path, old: str, new: str) -> None:
    text = source.read_text(encoding="utf-8")
    assert not old or text.count(old) == 1, f"{source.name} has {old!r} {text.count(old)} times, expected once"
    target.write_text(text.replace(old, new) if old else text, encoding="utf-8")


def _copy(description: str, place: Path, file: str, old: str, new: str) -> str:
    """Copy a backend's package under another name, one of its files spoiled; the description of what calls it."""
    package, _, way = description.partition(" ")
    shutil.copytree(BACKENDS / package, place / "copied")
    if file:
        _spoil(BACKENDS / package / file, place / "copied" / file, old, new)
    for path in (place / "copied").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(f"copla.backends.{package}", "copied"), encoding="utf-8")
    options = {"algorithm": way} if package == "search" else {"inference": way}
    (place / "caller.py").write_text(f"OPTIONS = {options!r}\n{COPIED}", encoding="utf-8")
    return 'python = "caller.py:solve"\nsolutions = "several"'


def _search(asker: Asker, backend: str, families: tuple[str, ...], most: int) -> Catch:
    began = time.monotonic()
    for number in range(most):
        seconds = time.monotonic() - began
        if seconds > MOST_SECONDS:
            break
        family, seed = families[number % len(families)], 1 + number // len(families)
        data = generate(family, seed)
        try:
            chosen = agenda(case_of(data), family, seed, [backend])
        except ModelError:  # the language refuses the problem
            continue
        for trial in chosen:
            kinds = asker.ask(data, trial).kinds
            assert "missing" not in kinds, "it cannot be called at all"
            if kinds:
                took = time.monotonic() - began
                return _shrunk(asker, data, trial, min(kinds), number + 1, took)
    return Catch(most, time.monotonic() - began)


def _shrunk(asker: Asker, data: Data, chosen: Trial, kind: str, number: int, seconds: float) -> Catch:
    smaller, plainer = shrink(data, chosen, lambda d, c: asker.fails(d, c, kind), 600)
    others = {name: asker.ask(smaller, Trial(name)).kinds for name in ("native", "search")}
    size, amount = _size(smaller)
    return Catch(number, seconds, kind, size, amount, locate(smaller, plainer, kind, others))


def _size(data: Data) -> tuple[str, int]:
    if isinstance(data, PuzzleData):
        other = "# ", "size", "goal"  # a wall of Klotski is no remark
        lines = [line for line in data.text.splitlines() if line.strip() and not line.startswith(other)]
        return f"a board of {len(lines)} lines", len(lines)
    if isinstance(data, ConstraintData):
        return f"{len(data.variables)} variables", len(data.variables)
    return f"{len(data.actions)} actions", len(data.actions)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("numbers", nargs="*", type=int, metavar="NUMBER", help="some of them, from 1")
    parser.add_argument("--db", metavar="FILE", help="keep what is done here, and go on from there")
    parser.add_argument("--write", action="store_true", help="put the table into docs/reliability.md")
    arguments = parser.parse_args()
    done = _done(arguments.db)
    for number, defect in enumerate(defects(), 1):
        key = f"{defect['program']}: {defect['what']}"
        if (not arguments.numbers or number in arguments.numbers) and key not in done:
            catch = hunt(defect["program"], defect["old"], defect["new"], defect.get("file", ""))
            done[key] = asdict(catch) | {"right": catch.layer == defect.get("layer", "solver")}
            print(_row(defect, done[key]), flush=True)
            if arguments.db:
                with Path(arguments.db).open("a", encoding="utf-8") as file:
                    file.write(json.dumps([key, done[key]]) + "\n")
    found = [(defect, done[key]) for defect in defects() if (key := f"{defect['program']}: {defect['what']}") in done]
    missed, astray = sum(not catch["kind"] for _, catch in found), sum(not catch["right"] for _, catch in found)
    print(f"\n{len(found)} defects, {missed} not found, {astray} blamed on the wrong layer; {_median(found)}")
    if arguments.write:
        _write(found)
    return 1 if missed or astray else 0


def _done(path: str | None) -> dict[str, dict[str, Any]]:
    if path is None or not Path(path).exists():
        return {}
    return dict(json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines())


def _row(defect: dict[str, str], catch: dict[str, Any]) -> str:
    shown = catch["kind"] or "**not found**", catch["size"], catch["layer"]
    cells = defect["program"], defect["what"], catch["problems"], f"{catch['seconds']:.1f}", *shown
    return f"| {' | '.join(map(str, cells))} |"


def _median(found: list[tuple[dict[str, str], dict[str, Any]]]) -> str:
    numbers = {
        what: [catch["number"] for _, catch in found if what in catch["size"]]
        for what in ("variables", "actions", "lines")
    }
    return "in the median " + ", ".join(f"{statistics.median(n):g} {what}" for what, n in numbers.items() if n)


def _write(found: list[tuple[dict[str, str], dict[str, Any]]]) -> None:
    """The table in place of the one that is there."""
    text = PAGE.read_text(encoding="utf-8")
    head, marker, rest = text.partition("| program | seeded defect |")
    _, _, after = rest.partition("\n\n")
    table = [f"{marker} problems | seconds | found as | shrunk to | blamed |", "|---|---|---:|---:|---|---|---|"]
    most = max(catch["problems"] for _, catch in found), max(catch["seconds"] for _, catch in found)
    lines = [*table, *(_row(*one) for one in found), "", f"In one run of all {len(found)}: each found after at most"]
    lines[-1] += f" {most[0]} problems and {most[1]:.0f} s; {_median(found)}."
    PAGE.write_text(head + "\n".join(lines) + "\n\n" + _without_summary(after), encoding="utf-8")


def _without_summary(text: str) -> str:
    return text.partition("\n\n")[2] if text.startswith("In one run of all ") else text


if __name__ == "__main__":
    sys.exit(main())
