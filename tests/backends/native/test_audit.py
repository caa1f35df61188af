"""Every inference of the constraint engine, checked by its audit build (``make audit``) on random problems.

The audit checks each reason, each pruning and each learned clause against what the constraints mean, and that a planted
solution is never excluded. Here it looks at thousands of problems, and is itself shown what it must refuse.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from copla import BackendError, ConstraintProblem, Limits, Status, Watch, solve
from copla.backends.native import BACKEND, constraints, engine
from copla.fuzzing.cases import case_of
from copla.fuzzing.constraint_oracle import ConstraintTruth
from copla.fuzzing.families import generate
from copla.rewriting.propagated import PROPAGATED
from copla.rewriting.rewrite import rewritten
from tests.audited import audited_engine
from tests.backends.native.varied import solutions_of, varied_problem, with_hard_part
from tests.problems import random_problem

pytestmark = pytest.mark.slow

ALL = Limits(solutions=None)
WAYS: list[dict[str, Any]] = [
    {"learning": learning, "inference": inference, "variables": variables, "values": values}
    for learning, inference, variables, values in product(
        constraints.LEARNING, ("auto", *constraints.INFERENCES), ("auto", "input", "dom/wdeg"), constraints.VALUE_ORDERS
    )
]


@pytest.fixture(autouse=True)
def audit(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    audited_engine()
    monkeypatch.setattr(engine, "build", "audit")
    yield
    plant(None)


def plant(values: tuple[int, ...] | None) -> None:
    from copla.backends.native.engine import _engine

    _engine.plant(values)  # type: ignore[attr-defined]


def answer(problem: ConstraintProblem, way: dict[str, Any], chance: random.Random) -> None:
    """All solutions, or the optimum, with one of the solutions planted."""
    expected = solutions_of(problem)
    plant(chance.choice(sorted(expected)) if expected else None)
    if problem.objective is None:
        result = solve(problem, "native", limits=ALL, options=way)
        assert result.complete
        assert len(result.solutions) == len(expected), (problem.name, way)
        return
    result = solve(problem, "native", options=way)
    if not expected:
        assert result.status is Status.INFEASIBLE, (problem.name, way)
        return
    names = [v.name for v in problem.variables]
    costs = [problem.objective.value(dict(zip(names, values, strict=True))) for values in expected]
    best = min(costs) if problem.objective.sense == "minimize" else max(costs)
    assert (result.status, result.cost, result.bound) == (Status.OPTIMAL, best, best), (problem.name, way)


@pytest.mark.parametrize("part", range(6))
def test_no_inference_on_varied_problems_is_refused(part: int) -> None:
    chance = random.Random(part)
    for seed in range(100_000 + 1200 * part, 100_000 + 1200 * (part + 1)):
        answer(varied_problem(seed, objective=seed % 3 == 0, most=200), WAYS[seed % len(WAYS)], chance)


@pytest.mark.parametrize("part", range(4))
def test_no_inference_on_small_problems_of_all_kinds_is_refused(part: int) -> None:
    chance = random.Random(part)
    for seed in range(800 * part, 800 * (part + 1)):
        answer(random_problem(seed, objective=seed % 2 == 0), WAYS[seed % len(WAYS)], chance)


def test_no_inference_is_refused_where_a_hard_part_makes_the_engine_learn() -> None:
    for seed in range(100):
        easy = varied_problem(seed, most=40)
        expected = solutions_of(easy)
        result = solve(with_hard_part(easy, seed), "native", limits=ALL)
        assert len(result.solutions) == len(expected)


def test_no_reason_of_a_propagator_is_refused_and_every_kind_of_them_is_met_where_the_engine_learns() -> None:
    met: Counter[type] = Counter()
    for seed in range(3000, 3300):
        case = case_of(generate("operations", seed))
        assert isinstance(case.problem, ConstraintProblem)
        assert isinstance(case.truth, ConstraintTruth)
        most = Limits(solutions=400 if case.problem.objective is None else 1)
        result = solve(case.problem, "native", limits=most, options={"learning": "always"})
        if case.problem.objective is None:
            assert len(result.solutions) == min(case.truth.solutions, 400), seed
        elif case.truth.feasible:
            assert (result.status, result.cost) == (Status.OPTIMAL, case.truth.optimum), seed
        else:
            assert result.status is Status.INFEASIBLE, seed
        if result.options["learning"] == "always":
            taken = rewritten(case.problem, PROPAGATED).problem.constraints
            met.update(PROPAGATED.intersection(map(type, taken)))
    assert min(met[kind] for kind in PROPAGATED) >= 10, met


def test_no_core_is_refused() -> None:
    for seed in range(200):
        problem = random_problem(seed)
        clues = [i for i, c in enumerate(problem.constraints) if len(c.scope) <= 2]
        core = BACKEND.core(problem, clues, Watch())
        if core is not None:
            kept = [c for i, c in enumerate(problem.constraints) if i in core or i not in clues]
            assert not solutions_of(problem.restricted(kept)), seed


@pytest.mark.parametrize("learning", ["never", "always"])
def test_what_is_no_solution_cannot_be_planted_without_being_excluded(learning: str) -> None:
    refused = 0
    for seed in range(60):
        problem = varied_problem(seed, most=60)
        expected = solutions_of(problem)
        wrong = [v for v in product(*(x.domain for x in problem.variables)) if v not in expected]
        if not wrong:
            continue
        plant(random.Random(seed).choice(wrong))
        with pytest.raises((BackendError, RuntimeError), match="audit: "):
            solve(problem, "native", limits=ALL, options={"learning": learning})
        refused += 1
    assert refused > 40
