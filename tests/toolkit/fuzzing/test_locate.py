"""Blaming the right layer: each of them is spoiled in turn, and the failure that follows is put down to it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import copla.bridges.unrolling
import copla.formats.cnf
import copla.formats.sas
import copla.fuzzing.constraint_data
import copla.plugins.kinds
from copla.answers.result import Solution
from copla.fuzzing.cases import Data, PuzzleData, case_of
from copla.fuzzing.constraint_data import ConstraintData, Either, Said, Sum
from copla.fuzzing.families import generate
from copla.fuzzing.judge import ask
from copla.fuzzing.locate import locate
from copla.fuzzing.planning_data import ActionRecord, PlanningData
from copla.fuzzing.planning_oracle import cheapest_plan, cost_of_labels, fewest_steps, planning_truth
from copla.fuzzing.trials import Trial
from copla.ground.errors import ModelError
from copla.language.constraint_problem import ConstraintProblem
from copla.models.futoshiki import Futoshiki
from copla.rewriting.rewrite import rewritten

WRITTEN = ConstraintData(
    (("x", (0, 1, 2)), ("y", (0, 1, 2))),
    (Said(("<", ("abs", ("sum", 0, ((1, "x"), (-1, "y")))), ("product", "x", "y"))),),
)
CLAUSES = ConstraintData(
    (("x", (0, 1, 2)), ("y", (0, 1))), (Either((("x", 0, False),)), Either((("x", 1, True), ("y", 0, True))))
)
DOOR = PlanningData(
    (("door", ("open", "closed"), "closed"), ("place", ("in", "out"), "in")),
    (
        ActionRecord("open", (("door", "closed"),), (("door", "open"),), 2),
        ActionRecord("leave", (("place", "in"), ("door", "open")), (("place", "out"),)),
    ),
    (("place", "out"),),
)
SATISFIER = """
import sys
from itertools import product
lines = [line.split() for line in open(sys.argv[1]) if line[0] not in "c"]
count = int(lines[0][2])
clauses = [[int(word) for word in words[:-1]] for words in lines[1:]]
for signs in product((False, True), repeat=count):
    if all(any((x > 0) == signs[abs(x) - 1] for x in clause) for clause in clauses):
        print("s SATISFIABLE")
        print("v", *(i if sign else -i for i, sign in enumerate(signs, 1)), 0)
        break
else:
    print("s UNSATISFIABLE")
"""


@pytest.fixture
def satisfier(tmp_path: Path) -> str:
    (tmp_path / "sat.py").write_text(SATISFIER)
    (tmp_path / "mine.toml").write_text(f'command = ["{sys.executable}", "sat.py", "{{cnf}}"]\n')
    return str(tmp_path / "mine.toml")


def failure(data: Data, backend: str, solutions: int | None = None) -> tuple[str, str]:
    """What fails, and the layer that is blamed."""
    trial = Trial(backend, solutions=solutions)
    outcome = ask(case_of(data), trial)
    assert outcome.findings, outcome
    kind = outcome.findings[0].kind
    return kind, locate(data, trial, kind, {})


def spoiled(function: Callable[..., Any], change: Callable[[Any], Any]) -> Callable[..., Any]:
    return lambda *arguments, **options: change(function(*arguments, **options))


def without_last(problem: ConstraintProblem) -> ConstraintProblem:
    return problem.restricted(problem.constraints[:-1])


@pytest.mark.parametrize("backend", ["native", "forward-checking", "sat"])
def test_a_rewriting_that_loses_a_constraint(backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fewer = lambda made: replace(made, problem=without_last(made.problem))  # noqa: E731
    monkeypatch.setattr(copla.plugins.kinds, "rewritten", spoiled(rewritten, fewer))
    monkeypatch.setattr(copla.plugins.kinds, "_last", [])
    assert failure(WRITTEN, backend)[1] == "rewriting"


def test_a_way_back_that_exchanges_values(monkeypatch: pytest.MonkeyPatch) -> None:
    lopsided = replace(WRITTEN, constraints=(Said(("<", ("product", "x", "x"), "y")),))

    def exchanged(self: Any, found: Solution) -> Solution:
        return replace(found, values={"x": found.values["y"], "y": found.values["x"]})

    monkeypatch.setattr("copla.rewriting.rewrite.Rewritten.solution", exchanged)
    assert failure(lopsided, "native") == ("wrong solution", "rewriting")


@pytest.mark.parametrize("backend", ["cp-sat", "sat", "forward-checking"])
def test_a_bridge_that_loses_a_constraint(backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, write in copla.bridges.unrolling.WRITERS.items():
        loose = lambda made: (_without_goal(made[0]), made[1])  # noqa: E731
        monkeypatch.setitem(copla.bridges.unrolling.WRITERS, name, spoiled(write, loose))
    assert failure(DOOR, backend, 1)[1] == "bridge"


def _without_goal(problem: ConstraintProblem) -> ConstraintProblem:
    """Nothing has to be reached: the plan without a step is the cheapest."""
    return problem.restricted([])


def test_an_export_that_loses_a_clause(satisfier: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fewer = lambda text: "\n".join(text.splitlines()[:-1]) + "\n"  # noqa: E731
    monkeypatch.setattr(copla.formats.cnf, "write", spoiled(copla.formats.cnf.write, fewer))
    assert failure(CLAUSES, satisfier, 1)[1] == "export"


def test_a_reader_that_turns_a_literal_round(satisfier: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def turned(problem: Any, text: str, source: str = "") -> Solution:
        return Solution({"x": 0, "y": 1})

    monkeypatch.setattr(copla.formats.cnf, "read_solution", turned)
    assert failure(CLAUSES, satisfier, 1) == ("wrong solution", "reader")


def test_a_model_that_forgets_a_sign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver reads the board and is right; the model says one thing of it, and another of its mirror image."""

    def forgetful(problem: ConstraintProblem) -> ConstraintProblem:
        return problem.restricted([one for one in problem.constraints if one.label != "clue r1c1 < r1c2"])

    monkeypatch.setattr(Futoshiki, "problem", staticmethod(spoiled(Futoshiki.problem, forgetful)))
    (tmp_path / "none.py").write_text("def solve(board):\n    return None\n")
    board = PuzzleData("futoshiki", "2 < .\n\n.   .\n")
    assert failure(board, f"{tmp_path / 'none.py'}:solve", 1) == ("wrong infeasible", "model")


def test_a_language_that_builds_something_else(monkeypatch: pytest.MonkeyPatch) -> None:
    data = ConstraintData((("x", (0, 1, 2)),), (Sum(((1, "x"),), "<", 2),))
    build = copla.fuzzing.constraint_data._build
    looser = lambda constraint: replace(constraint, bound=constraint.bound + 1)  # noqa: E731
    monkeypatch.setattr(copla.fuzzing.constraint_data, "_build", spoiled(build, looser))
    assert failure(data, "native")[1] == "model"


def test_a_solver_that_is_wrong_about_each_kind_of_problem(tmp_path: Path) -> None:
    (tmp_path / "none.py").write_text("def solve(problem):\n    return None\n")
    for data in (WRITTEN, CLAUSES, DOOR, generate("futoshiki", 1), generate("tiles", 3)):
        assert failure(data, f"{tmp_path / 'none.py'}:solve", 1) == ("wrong infeasible", "solver")
    (tmp_path / "liar.sh").write_text("echo 's UNSATISFIABLE'\n")
    (tmp_path / "liar.toml").write_text('command = ["sh", "liar.sh", "{cnf}"]\n')
    assert failure(CLAUSES, str(tmp_path / "liar.toml"), 1) == ("wrong infeasible", "solver")
    (tmp_path / "planner.toml").write_text('command = ["sh", "liar.sh", "{sas}"]\n')
    assert failure(DOOR, str(tmp_path / "planner.toml"), 1) == ("wrong infeasible", "solver")


def test_what_all_say_and_what_the_checker_says_needs_no_layer() -> None:
    wrong = {"native": {"wrong optimum"}, "search": {"wrong optimum"}}
    assert locate(DOOR, Trial("native"), "wrong optimum", wrong) == "model"
    assert locate(DOOR, Trial("native"), "checker", {}) == "checker"
    assert locate(DOOR, Trial("native"), "wrong twin", {}) == "model"


@pytest.mark.parametrize(
    "family", ["language", "mixed", "routes", "labels", "corners", "clauses", "futoshiki", "tiles"]
)
@pytest.mark.parametrize("backend", ["native", "cp-sat", "sat", "forward-checking"])
def test_where_nothing_is_spoiled_the_solver_is_blamed(family: str, backend: str) -> None:
    for seed in range(1, 7):
        with suppress(ModelError):  # the language refuses the problem
            assert locate(generate(family, seed), Trial(backend), "any kind", {}) == "solver"


def test_programs_that_read_and_write_every_form_are_blamed_themselves(satisfier: str, tmp_path: Path) -> None:
    (tmp_path / "reads.toml").write_text('command = ["true", "{file:strings}"]\n')
    (tmp_path / "plans.toml").write_text('command = ["true", "{sas}"]\n')
    for backend, families in (
        (satisfier, ("clauses", "tables", "futoshiki")),
        (str(tmp_path / "reads.toml"), ("futoshiki",)),
        (str(tmp_path / "plans.toml"), ("routes", "free", "tiles", "guarini", "klotski", "freecell")),
    ):
        for family in families:
            for seed in range(1, 6):
                assert locate(generate(family, seed), Trial(backend), "any kind", {}) == "solver"


def test_the_plans_of_the_oracle_are_cheapest_and_shortest() -> None:
    assert (cheapest_plan(DOOR), fewest_steps(DOOR)) == (("open", "leave"), 2)
    for seed in range(1, 40):
        data = generate("routes", seed)
        assert isinstance(data, PlanningData)
        plan, cost = cheapest_plan(data), planning_truth(data).cost
        assert (cost is None) == (plan is None) == (fewest_steps(data) is None)
        if plan is not None:
            assert cost_of_labels(data, plan) == cost
            steps = fewest_steps(data)
            assert steps is not None
            assert steps <= len(plan)
