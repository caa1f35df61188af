"""Twins of problems: by brute force the answer follows as each transformation says; a defect contradicts it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from copla.answers.result import Result, Solution
from copla.fuzzing.cases import Case, Data, PuzzleData, Truth, Twin, case_of
from copla.fuzzing.constraint_data import ConstraintData, ObjectiveRecord, Sum
from copla.fuzzing.constraint_oracle import ConstraintTruth
from copla.fuzzing.families import CONSTRAINTS, PLANNING, generate, groups
from copla.fuzzing.following import COST, NUMBER, SOLVABLE, Told, ask_twin, contradictions
from copla.fuzzing.planning_oracle import PlanningTruth
from copla.fuzzing.trials import Trial
from copla.fuzzing.twins import transformations, twin_of
from copla.ground.errors import ModelError
from copla.ground.status import Status
from copla.plugins.programs import function

NOT_LARGE = [name for name in groups()["all"] if name not in ("large", "counters")]


@pytest.mark.slow
@pytest.mark.parametrize("family", NOT_LARGE)
def test_by_brute_force_the_answer_follows(family: str) -> None:
    seen: Counter[str] = Counter()
    slow = ("spacious", "conditions", "operations")  # their problems take the oracle longest
    for seed in range(1, 9 if family in slow else 21):
        data = generate(family, seed)
        try:
            case = case_of(data)
        except ModelError:
            continue
        for name in transformations(data):
            twin = twin_of(data, name, seed)
            try:
                parts = None if twin is None else [case_of(part).truth for part in twin.parts]
            except ModelError:  # beyond the range of numbers
                continue
            if twin is not None and parts is not None and case.truth is not None and None not in parts:
                assert _follows(case, twin, [truth for truth in parts if truth is not None]), (seed, name)
                seen[name] += 1
    few = 1 if family in ("edges", "corners", "many", *slow) else 5
    assert all(seen[name] >= few for name in transformations(generate(family, 1)) if name not in ("scaled", "split"))


def _follows(case: Case, twin: Twin, parts: list[Truth]) -> bool:
    assert case.truth is not None
    if any(truth.feasible for truth in parts) != case.truth.feasible:
        return False
    if isinstance(case.truth, PlanningTruth):
        [other] = parts
        assert isinstance(other, PlanningTruth)
        return case.truth.cost is None or other.cost == twin.factor * case.truth.cost + twin.constant
    found = [truth for truth in parts if isinstance(truth, ConstraintTruth)]
    if sum(truth.solutions for truth in found) != twin.times * case.truth.solutions:
        return False
    costs = [truth.optimum for truth in found if truth.optimum is not None]
    best = case.truth.optimum
    if best is None:
        return not costs
    assert isinstance(case.plain, ConstraintData)
    assert case.plain.objective is not None
    choose = min if case.plain.objective.sense == "minimize" else max
    return choose(map(twin.cost_back, costs)) == best and twin.factor * best + twin.constant in costs


@pytest.mark.slow
@pytest.mark.parametrize("family", [*CONSTRAINTS, *PLANNING, *groups()["puzzles"]])
def test_a_right_solver_never_contradicts_itself(family: str) -> None:
    asked = 0
    for seed in range(1, 9):
        data = generate(family, seed)
        try:
            case = case_of(data)
        except ModelError:
            continue
        for name in transformations(data):
            outcome = ask_twin(case, Trial("native", question="twin", twin=name, seed=seed))
            assert outcome.findings == (), (seed, name)
            asked += not outcome.refusal
    assert asked >= 4


TWO = ConstraintData((("x", (0, 1, 2)), ("y", (0, 1, 2))), (Sum(((1, "x"), (1, "y")), "==", 2),))
BEST = ConstraintData(TWO.variables, TWO.constraints, ObjectiveRecord("minimize", ((3, "x"), (1, "y"))))


def told(data: Data, *solutions: dict[str, int], status: Status = Status.SOLVED, complete: bool = False) -> Told:
    problem = data.build()
    costs = [problem.objective.value(s) if getattr(problem, "objective", None) else None for s in solutions]  # type: ignore[union-attr]
    found = tuple(Solution(values, cost) for values, cost in zip(solutions, costs, strict=True))
    return Told(problem, Result(status, found, complete=complete))


def kinds(data: ConstraintData, transformation: str, first: Told, *parts: Told) -> list[str]:
    twin = twin_of(data, transformation, 1)
    assert twin is not None
    assert len(twin.parts) == len(parts)
    return [finding.kind for finding in contradictions(case_of(data), twin, first, parts)]


def test_each_kind_of_contradiction_is_seen_and_nothing_else() -> None:
    none = Status.INFEASIBLE
    twin = twin_of(TWO, "reflected", 1)
    assert twin is not None
    [other] = twin.parts
    solved = told(TWO, {"x": 0, "y": 2})
    turned = told(other, {"x": 0, "y": -2})
    assert kinds(TWO, "reflected", solved, turned) == []
    assert kinds(TWO, "reflected", told(TWO, status=none), turned) == [SOLVABLE]
    assert kinds(TWO, "reflected", solved, told(other, status=none)) == [SOLVABLE]
    every = [{"x": x, "y": 2 - x} for x in range(3)]
    all_turned = [{name: -value for name, value in values.items()} for values in every]
    complete = told(TWO, *every, complete=True)
    assert kinds(TWO, "reflected", complete, told(other, *all_turned, complete=True)) == []
    assert kinds(TWO, "reflected", complete, told(other, *all_turned[1:], complete=True)) == [NUMBER]
    assert kinds(TWO, "reflected", told(TWO, *every[1:], complete=True), turned) == [NUMBER]
    assert kinds(TWO, "reflected", complete, told(other, {"x": 0, "y": 0})) == ["wrong solution"]


def test_a_cost_that_is_called_best_must_be_best_for_the_twin_too() -> None:
    low = replace(BEST, variables=(("x", (0,)), ("y", (0, 1, 2))))
    high = replace(BEST, variables=(("x", (1, 2)), ("y", (0, 1, 2))))
    twin = Twin("both halves", (low, high))
    best, worse, optimal = {"x": 0, "y": 2}, {"x": 1, "y": 1}, Status.OPTIMAL

    def kinds(first: Told, *parts: Told) -> list[str]:
        return [finding.kind for finding in contradictions(case_of(BEST), twin, first, parts)]

    right = told(low, best, status=optimal), told(high, worse, status=optimal)
    assert kinds(told(BEST, best, status=optimal), *right) == []
    assert kinds(told(BEST, worse, status=optimal), *right) == [COST]
    assert kinds(told(BEST, worse), *right) == [], "it did not say that there is no better one"
    assert kinds(told(BEST, best), told(low, status=Status.INFEASIBLE), right[1]) == [COST]
    assert kinds(told(BEST, best), told(low, status=Status.TIMEOUT), right[1]) == []


def test_a_twin_that_is_none_is_no_fault_of_the_solver() -> None:
    other = replace(TWO, constraints=(Sum(((1, "x"), (1, "y")), "==", 3),))
    twin = Twin("another problem", (other,))
    found = list(
        contradictions(case_of(TWO), twin, told(TWO, status=Status.INFEASIBLE), [told(other, {"x": 1, "y": 2})])
    )
    assert [finding.kind for finding in found] == ["wrong twin"]


DEFECTS = {
    "tiles": '''
from copla import Solution, Result, Status
from copla.models.tiles import Board
from copla import solve as ask

def solve(board: Board):
    """Boards of nine cells are solved greedily, and the way that was found is called the shortest."""
    from copla.models.tiles.model import problem_of
    from copla.models.tiles.refutation import refute
    if refute(board) is not None:
        return None
    problem = problem_of(board)
    if len(board.tiles) < 9:
        return ask(problem, "native")
    found = ask(problem, "native", options={"algorithm": "greedy"})
    return Result(Status.OPTIMAL, found.solutions, bound=found.cost) if found.solutions else found
''',
    "futoshiki": '''
from copla import Result, Status
from copla.models.futoshiki import Board
from copla import solve as ask

def solve(board: Board):
    """Of boards of five rows whose first row has more givens than the last it says that there is no solution."""
    from copla.models.futoshiki.model import problem_of
    if board.size > 4 and sum(map(bool, board.givens[0])) > sum(map(bool, board.givens[-1])):
        return None
    return ask(problem_of(board), "native")
''',
}


@pytest.mark.slow
@pytest.mark.parametrize("family", DEFECTS)
def test_a_defect_beyond_the_oracle_is_seen_by_a_twin_alone(
    family: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(function, "alone", True)  # called here, as a campaign's worker does
    (tmp_path / "mine.py").write_text(DEFECTS[family])
    backend = f"{tmp_path / 'mine.py'}:solve"
    found: Counter[str] = Counter()
    from copla.fuzzing.agenda import agenda
    from copla.fuzzing.judge import ask

    for seed in range(1, 150):
        data = generate(family, seed)
        case = case_of(data)
        if case.truth is not None:
            continue
        for trial in agenda(case, family, seed, [backend]):
            assert trial.question in ("solve", "twin")
            outcome = (ask if trial.question == "solve" else ask_twin)(case, trial)
            found.update(f"{trial.question}: {finding.kind}" for finding in outcome.findings)
            for finding in outcome.findings:
                assert "board" in finding.text
    assert found.keys() <= {f"twin: {SOLVABLE}", f"twin: {COST}"}
    assert sum(found.values()) >= 2


def test_a_puzzle_without_symmetries_has_no_twins() -> None:
    data = generate("tiles", 1)
    assert isinstance(data, PuzzleData)
    assert transformations(data) == ("symmetric",)
    assert twin_of(data, "renamed", 1) is None
