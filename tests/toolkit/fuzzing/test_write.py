"""What is written down: a program that runs by itself and shows the failure, and the problem as data."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from copla.fuzzing.cases import case_of, data_from_json
from copla.fuzzing.families import generate
from copla.fuzzing.trials import Trial
from copla.fuzzing.write import write_down
from copla.language.constraint_problem import ConstraintProblem

CASES = ["mixed", "tables", "clauses", "permutations", "best", "guided", "labels", "exchanges", "futoshiki", "tiles"]


@pytest.mark.parametrize("family", CASES)
def test_the_program_builds_the_same_problem_and_asks_the_same_question(family: str, tmp_path: Path) -> None:
    case = case_of(generate(family, 4))
    constraints = isinstance(case.problem, ConstraintProblem)
    trial = Trial("native", {"learning": "never"} if constraints else {"threads": 2})
    write_down(tmp_path, case.data, trial, case.truth, {"native": "whatever"})
    run = subprocess.run([sys.executable, tmp_path / "show.py"], capture_output=True, text=True, check=True)
    assert case.truth is not None
    status, cost, *_ = run.stdout.split()
    assert status in (["solved", "optimal"] if case.truth.feasible else ["infeasible"])
    expected = getattr(case.truth, "optimum", None) if hasattr(case.truth, "optimum") else case.truth.cost
    assert cost == str(expected if case.truth.feasible else None)
    written = json.loads((tmp_path / "problem.json").read_text())
    assert data_from_json(written["problem"]) == case.data
    assert Trial.from_json(written["trial"]) == trial
    assert written["versions"]["copla"] != "not installed"
    assert json.loads((tmp_path / "answers.json").read_text()) == {"native": "whatever"}


def test_an_explanation_is_asked_for_again(tmp_path: Path) -> None:
    data = next(d for d in (generate("clues", seed) for seed in range(50)) if not case_of(d).truth.feasible)  # type: ignore[union-attr]
    write_down(tmp_path, data, Trial("native", question="explain"), case_of(data).truth, {})
    run = subprocess.run([sys.executable, tmp_path / "show.py"], capture_output=True, text=True, check=True)
    assert "clue" in run.stdout
