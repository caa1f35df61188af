"""Write a failure down: a folder with the problem, a stand-alone Python file that shows it, answers and versions."""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from copla.fuzzing.cases import Data, PuzzleData, Truth
from copla.fuzzing.configurations import Configuration
from copla.fuzzing.constraint_data import ConstraintData, Different, Either, Rows, Sum
from copla.fuzzing.planning_data import PlanningData
from copla.ground.files import write_text

PACKAGES = ("copla", "ortools", "python-constraint2", "up-fast-downward", "pybind11")


def write_down(
    folder: Path, data: Data, configuration: Configuration, truth: Truth | None, answers: Mapping[str, Any]
) -> None:
    """Fill the folder: ``problem.json``, ``show.py`` and ``answers.json``."""
    folder.mkdir(parents=True, exist_ok=True)
    record = {"problem": data.to_json(), "configuration": configuration.to_json(), "versions": versions()}
    write_text(folder / "problem.json", json.dumps(record, indent=1) + "\n")
    write_text(folder / "show.py", program(data, configuration, truth))
    write_text(folder / "answers.json", json.dumps(dict(answers), indent=1) + "\n")


def versions() -> dict[str, str]:
    found = {"python": platform.python_version(), "machine": platform.platform()}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    return found


def program(data: Data, configuration: Configuration, truth: Truth | None) -> str:
    """A stand-alone Python file that builds the problem with the public names and asks the question."""
    lines = ['"""A failure, made as small as possible: run it and compare."""', "", "import copla", ""]
    match data:
        case ConstraintData():
            lines += _constraint_lines(data)
        case PlanningData():
            lines += _planning_lines(data)
        case PuzzleData(puzzle, text):
            lines += [f"puzzle = copla.puzzle({puzzle!r})", f'problem = puzzle.problem(puzzle.parse({text!r}, "text"))']
    limits = f"copla.Limits(seconds={configuration.seconds}, bytes={configuration.bytes}"
    if configuration.question == "explain":
        lines += ["", f"print(copla.explain(problem, {configuration.backend!r}, limits={limits})))"]
    else:
        limits += f", solutions={configuration.solutions})"
        options = f"options={dict(configuration.options)!r}"
        lines += ["", f"result = copla.solve(problem, {configuration.backend!r}, {options}, limits={limits})"]
        lines += ["print(result.status, result.cost, result.bound, result.complete, len(result.solutions))"]
        lines += [
            "for solution in result.solutions[:5]:",
            "    print(solution.cost, solution.moves or solution.values)",
        ]
    return "\n".join([*lines, f"# the truth: {truth or 'not known, too large for the oracle'}", ""])


def _constraint_lines(data: ConstraintData) -> list[str]:
    lines = ["problem = copla.ConstraintProblem()"]
    lines += [f"problem.variable({name!r}, {list(domain)})" for name, domain in data.variables]
    for number, record in enumerate(data.constraints):
        clue = f', label="clue {number}", clue=True' if record.clue else ""
        match record:
            case Sum(terms, comparison, bound):
                lines.append(f"problem.add({_sum(terms)} {comparison} {bound}{clue})")
            case Different(names):
                lines.append(f"problem.add(copla.all_different({_list(names)}){clue})")
            case Rows(names, rows, allowed):
                lines.append(f"problem.add(copla.table({_list(names)}, {list(rows)}, allowed={allowed}){clue})")
            case Either(literals):
                parts = ", ".join(f"problem[{n!r}] {'==' if equal else '!='} {v}" for n, v, equal in literals)
                lines.append(f"problem.add(copla.clause([{parts}]){clue})")
    if data.objective is not None:
        lines.append(f"problem.{data.objective.sense}({_sum(data.objective.terms)} + {data.objective.constant})")
    return lines


def _planning_lines(data: PlanningData) -> list[str]:
    lines = ["problem = copla.PlanningProblem()"]
    lines += [f"problem.variable({name!r}, {list(domain)}, {start!r})" for name, domain, start in data.variables]
    for action in data.actions:
        facts = f"{_facts(action.condition)}, {_facts(action.effects)}"
        lines.append(f"problem.action({action.label!r}, {facts}, cost={action.cost})")
    lines.append(f"problem.set_goal({_facts(data.goal)})")
    lines += [f"problem.all_different({_list(names)})" for names in data.invariants]
    places = {name: number for number, (name, _, _) in enumerate(data.variables)}
    sizes = {name: len(domain) for name, domain, _ in data.variables}
    for heuristic in data.heuristics:
        sums = []
        for part in heuristic.sums:
            tables = []
            for table in part:
                columns = tuple(places[name] for name in table.variables), tuple(sizes[n] for n in table.variables)
                entries = ", ".join("copla.INFINITE" if entry is None else str(entry) for entry in table.entries)
                tables.append(f"copla.PatternTable({columns[0]}, {columns[1]}, [{entries}]), ")
            sums.append(f"copla.Sum(({''.join(tables)}))")
        built = sums[0] if len(sums) == 1 else f"copla.Maximum(({', '.join(sums)}))"
        built = f"copla.Function({built})" if heuristic.function else built
        promises = f"admissible={heuristic.admissible}, consistent={heuristic.consistent}"
        lines.append(f'problem.heuristic({heuristic.name!r}, lambda: {built}, {promises}, summary="")')
    return lines


def _sum(terms: tuple[tuple[int, str], ...]) -> str:
    return "copla.total([" + ", ".join(f"{coefficient} * problem[{name!r}]" for coefficient, name in terms) + "])"


def _list(names: tuple[str, ...]) -> str:
    return "[" + ", ".join(f"problem[{name!r}]" for name in names) + "]"


def _facts(facts: tuple[tuple[str, str | int], ...]) -> str:
    return "{" + ", ".join(f"problem[{name!r}]: {value!r}" for name, value in facts) + "}"
