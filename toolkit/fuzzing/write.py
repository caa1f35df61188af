"""Write a failure down: a folder with the problem, a stand-alone Python file that shows it, answers and versions."""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from copla.answers.checker import faults
from copla.answers.result import Result
from copla.formats.export import FORMATS, export
from copla.fuzzing.cases import Data, PuzzleData, Truth, Twin
from copla.fuzzing.constraint_data import ConstraintData, Different, Either, Rows, Said, Sum
from copla.fuzzing.planning_data import PlanningData, TableRecord
from copla.fuzzing.planning_oracle import PlanningTruth
from copla.fuzzing.trials import Trial
from copla.fuzzing.twins import twin_of
from copla.ground.errors import ModelError
from copla.ground.files import write_text
from copla.ground.text import counted
from copla.plugins.programs.description import is_reference, short_name
from copla.plugins.puzzle import Draws

PACKAGES = ("copla", "ortools", "python-constraint2", "python-sat", "up-fast-downward", "pybind11")

SECONDS_OF_A_GUEST = 60.0
"""In the program that shows a failure: a program of somebody's is to answer on a busy machine, too."""

FAILED = "failed"
"""Under this name the answers hold the one that failed."""


def write_down(
    folder: Path, data: Data, trial: Trial, truth: Truth | None, answers: Mapping[str, Any], layer: str = "solver"
) -> None:
    """Fill the folder: the problem as data and in every format, a program that shows it, all answers, and a report."""
    folder.mkdir(parents=True, exist_ok=True)
    write_text(folder / "report.md", report(data, trial, truth, answers, layer))
    problem = data.build()
    for form in FORMATS:
        with suppress(ModelError):  # a format for the other kind of problem
            for name, text in export(problem, form).items():
                write_text(folder / name, text)
    if isinstance(data, PuzzleData):
        write_text(folder / "instance.txt", data.text)
    record = {"problem": data.to_json(), "trial": trial.to_json(), "versions": versions()}
    write_text(folder / "problem.json", json.dumps(record, indent=1) + "\n")
    write_text(folder / "show.py", program(data, trial, truth))
    write_text(folder / "answers.json", json.dumps(dict(answers), indent=1) + "\n")


def report(data: Data, trial: Trial, truth: Truth | None, answers: Mapping[str, Any], layer: str) -> str:
    """One paragraph that a maintainer can act on, the instance drawn, and what everybody says."""
    who = short_name(trial.backend)
    failed = answers.get(FAILED, {})
    findings = "; ".join(f"{kind}: {_in_words(data, failed, kind, text)}" for kind, text in failed.get("findings", ()))
    settings = ", ".join(f"{name}={value}" for name, value in trial.options.items()) or "its defaults"
    amount = "all solutions" if trial.solutions is None else counted(trial.solutions, "solution")
    twin = _twin(data, trial)
    both = "" if twin is None else f" and of {twin.words} beside it"
    lines = [
        f"# {who}: {findings.partition(': ')[0] or 'a failure'}",
        "",
        f"`{who}`, asked for {amount} with {settings} of the problem below{both}, gives: "
        f"{findings or 'see answers.json'}. "
        f"The truth, by exhaustive enumeration: {_truth_in_words(truth)}. Blamed: the {layer}. "
        f"`python show.py` shows it again; the same problem is beside this file in every format that holds it, and "
        f"`answers.json` has what the others say.",
        "",
        "```text",
        _drawn(data).rstrip("\n"),
        "```",
        "",
        *(() if twin is None else _twin_drawn(twin)),
        "| who | says |",
        "|---|---|",
        *(
            f"| {name} | {_said(answer)} |"
            for name, answer in answers.items()
            if name != FAILED or _said(answer) != _said(answers.get(who))
        ),
        "",
        "| version | |",
        "|---|---|",
        *(f"| {name} | {number} |" for name, number in versions().items()),
    ]
    return "\n".join(lines) + "\n"


def _in_words(data: Data, failed: Mapping[str, Any], kind: str, text: str) -> str:
    """What is wrong, in the words of the model where its labels say more than the oracle's data."""
    answer = failed.get("answer")
    if kind != "wrong solution" or not isinstance(answer, Mapping):
        return text
    said = faults(data.build(), Result.from_json(answer))
    return said[0] if said else text


def _truth_in_words(truth: Truth | None) -> str:
    if truth is None:
        return "not known, the problem is too large for it"
    if not truth.feasible:
        return "there is no solution"
    if isinstance(truth, PlanningTruth):
        return f"the cheapest plan costs {truth.cost}"
    best = "" if truth.optimum is None else f", the best has cost {truth.optimum}"
    return f"there {'is' if truth.solutions == 1 else 'are'} {counted(truth.solutions, 'solution')}{best}"


def _twin(data: Data, trial: Trial) -> Twin | None:
    return twin_of(data, trial.twin, trial.seed) if trial.twin else None


def _twin_drawn(twin: Twin) -> list[str]:
    parts = (f"```text\n{_drawn(part).rstrip()}\n```\n" for part in twin.parts)
    return [f"{twin.words[0].upper()}{twin.words[1:]}:", "", *parts]


def _drawn(data: Data) -> str:
    if not isinstance(data, PuzzleData):
        return "\n".join(program(data, Trial(""), None).splitlines()[4:]).partition("\n\n")[0]
    instance = data.instance()
    return instance.puzzle.draw(instance.content).plain if isinstance(instance.puzzle, Draws) else data.text


def _said(answer: Any) -> str:
    if not isinstance(answer, Mapping):
        return str(answer)
    wrong = "; ".join(f"{kind}: {text}" for kind, text in answer.get("findings", ()))
    result = answer.get("answer")
    said = str(result)
    if isinstance(result, Mapping):
        said = f"{result['status']}" + ("" if result["cost"] is None else f", cost {result['cost']}")
        said += f", {counted(len(result['solutions']), 'solution')}" if result["solutions"] else ""
    return f"{said} (**{wrong}**)" if wrong else said


def versions() -> dict[str, str]:
    found = {"python": platform.python_version(), "machine": platform.platform()}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    return found


def program(data: Data, trial: Trial, truth: Truth | None) -> str:
    """A stand-alone Python file that builds the problem with the public names and asks the question."""
    lines = ['"""A failure, made as small as possible: run it and compare."""', "", "import copla", ""]
    lines += _question_lines(data, trial)
    twin = _twin(data, trial)
    if twin is not None:
        for part in twin.parts:
            lines += ["", f"# {twin.words}", *_question_lines(part, trial)]
    return "\n".join([*lines, f"# the truth: {truth or 'not known, too large for the oracle'}", ""])


def _question_lines(data: Data, trial: Trial) -> list[str]:
    match data:
        case ConstraintData():
            lines = _constraint_lines(data)
        case PlanningData():
            lines = _planning_lines(data)
        case PuzzleData(puzzle, text):
            stated = ".problem()" if trial.question == "explain" else ""
            lines = ["from copla.plugins.loading import read", ""]
            lines += [f'problem = read({puzzle!r}, {text!r}, "text"){stated}']
    seconds = SECONDS_OF_A_GUEST if is_reference(trial.backend) else trial.seconds
    limits = f"copla.Limits(seconds={seconds}, bytes={trial.bytes}"
    if trial.question == "explain":
        asked = [f"print(copla.explain(problem, {trial.backend!r}, limits={limits})))"]
    else:
        limits += f", solutions={trial.solutions})"
        options = f"options={dict(trial.options)!r}"
        asked = [
            f"result = copla.solve(problem, {trial.backend!r}, {options}, limits={limits})",
            "print(result.status, result.cost, result.bound, result.complete, len(result.solutions))",
            "for solution in result.solutions[:5]:",
            "    print(solution.cost, solution.moves or solution.values)",
        ]
    told = ["except copla.CoplaError as error:", "    print(error)"]  # a wrong answer is refused, too
    return [*lines, "", "try:", *(f"    {line}" for line in asked), *told]


def _constraint_lines(data: ConstraintData) -> list[str]:
    lines = ["problem = copla.ConstraintProblem()"]
    lines += [f"problem.variable({name!r}, {list(domain)})" for name, domain in data.variables]
    trees = data.objective is not None and (data.objective.tree is not None or data.objective.later)
    if trees or any(isinstance(record, Said) for record in data.constraints):
        lines.insert(0, "from copla.language.trees import read_constraint, read_expression\n")
        lines.append("names = {variable.name: variable for variable in problem.variables}")
    for number, record in enumerate(data.constraints):
        clue = f', label="clue {number}", clue=True' if record.clue else ""
        match record:
            case Sum(terms, comparison, bound):
                lines.append(f"problem.add({_sum(terms)} {comparison} {bound}{clue})")
            case Different(names):
                lines.append(f"problem.add(copla.all_different({_list(names)}){clue})")
            case Rows(names, rows, allowed):
                lines.append(f"problem.add(copla.table({_list(names)}, {list(rows)}, allowed={allowed}){clue})")
            case Said(tree):
                lines.append(f"problem.add(read_constraint({tree!r}, names){clue})")
            case Either(literals):
                parts = ", ".join(f"problem[{n!r}] {'==' if equal else '!='} {v}" for n, v, equal in literals)
                lines.append(f"problem.add(copla.clause([{parts}]){clue})")
    if data.objective is not None:
        tree = f" + read_expression({data.objective.tree!r}, names)" if data.objective.tree is not None else ""
        lines.append(f"problem.{data.objective.sense}({_sum(data.objective.terms)} + {data.objective.constant}{tree})")
        lines += [f"problem.then_{sense}(read_expression({tree!r}, names))" for sense, tree in data.objective.later]
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

    def table(record: TableRecord) -> str:
        columns = tuple(places[name] for name in record.variables), tuple(sizes[name] for name in record.variables)
        entries = ", ".join("copla.INFINITE" if entry is None else str(entry) for entry in record.entries)
        return f"copla.PatternTable({columns[0]}, {columns[1]}, [{entries}])"

    for heuristic in data.heuristics:
        sums = [f"copla.Sum(({''.join(f'{table(one)}, ' for one in part)}))" for part in heuristic.sums]
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
