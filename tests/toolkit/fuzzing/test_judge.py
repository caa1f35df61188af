"""Results that claim too much: each wrong claim is found, and right ones are left alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from copla import solve
from copla.answers.result import Result, Solution, Statistics
from copla.backends.native import engine
from copla.checking.explain import Conflict
from copla.fuzzing.cases import Case, case_of
from copla.fuzzing.constraint_data import ConstraintData, Different, ObjectiveRecord, Sum
from copla.fuzzing.constraint_oracle import ConstraintTruth
from copla.fuzzing.explaining import ask_why
from copla.fuzzing.families import generate
from copla.fuzzing.judge import MOST_BYTES, ask, judge
from copla.fuzzing.planning_data import ActionRecord, PlanningData
from copla.fuzzing.trials import Trial
from copla.ground.status import Status
from copla.plugins.programs import function
from tests.audited import audited_engine

TWO = case_of(ConstraintData((("x", (1, 2)), ("y", (1, 2))), (Different(("x", "y")),)))
BEST = case_of(replace(TWO.plain, objective=ObjectiveRecord("maximize", ((1, "x"), (2, "y")))))  # type: ignore[arg-type]
NONE = case_of(ConstraintData((("x", (1,)), ("y", (1,))), (Different(("x", "y")),)))
STEP = ActionRecord("step", (("v", 0),), (("v", 1),), 3)
LEAP = ActionRecord("leap", (("v", 0),), (("v", 1),), 5)
PLAN = case_of(PlanningData((("v", (0, 1), 0),), (STEP, LEAP), (("v", 1),)))
NO_PLAN = case_of(PlanningData((("v", (0, 1), 0),), (), (("v", 1),)))

A, B = Solution({"x": 1, "y": 2}), Solution({"x": 2, "y": 1})
BOTH = Solution({"x": 1, "y": 2}, cost=5), Solution({"x": 2, "y": 1}, cost=4)
SHORT, LONG = Solution(cost=3, moves=("step",)), Solution(cost=5, moves=("leap",))

RIGHT = [
    (TWO, Result(Status.SOLVED, (A,)), 1),
    (TWO, Result(Status.SOLVED, (A, B), complete=True), None),
    (NONE, Result(Status.INFEASIBLE), None),
    (BEST, Result(Status.OPTIMAL, BOTH[:1], bound=5), 1),
    (BEST, Result(Status.TIMEOUT, BOTH[1:], bound=6, statistics=Statistics(seconds=2.0)), 1),
    (PLAN, Result(Status.OPTIMAL, (SHORT,), bound=3), 1),
    (PLAN, Result(Status.SOLVED, (LONG,)), 1),
    (PLAN, Result(Status.OPTIMAL, (SHORT, LONG)), None),
    (PLAN, Result(Status.UNKNOWN, bound=3, message="no plan costs less than 3"), 1),
    (NO_PLAN, Result(Status.INFEASIBLE), 1),
    (PLAN, Result(Status.MEMORY, statistics=Statistics(peak_bytes=MOST_BYTES // 2)), 1),  # it met the worker's wall
]

WRONG = [
    ("wrong solution", TWO, Result(Status.SOLVED, (Solution({"x": 1, "y": 1}),)), 1),
    ("same solution twice", TWO, Result(Status.SOLVED, (A, A)), 2),
    ("wrong infeasible", TWO, Result(Status.INFEASIBLE), 1),
    ("wrong count", TWO, Result(Status.SOLVED, (A,), complete=True), None),
    ("not complete", TWO, Result(Status.SOLVED, (A, B)), None),
    ("wrong number", TWO, Result(Status.SOLVED, (A,)), 2),
    ("too many solutions", TWO, Result(Status.SOLVED, (A, B)), 1),
    ("optimal without objective", TWO, Result(Status.OPTIMAL, (A,)), 1),
    ("bound without objective", TWO, Result(Status.SOLVED, (A,), bound=1), 1),
    ("status without solution", NONE, Result(Status.SOLVED), 1),
    ("infeasible with solutions", TWO, Result(Status.INFEASIBLE, (A,)), 1),
    ("interrupted", TWO, Result(Status.INTERRUPTED), 1),
    ("unknown without a reason", TWO, Result(Status.UNKNOWN), 1),
    ("timeout before its time", TWO, Result(Status.TIMEOUT, statistics=Statistics(seconds=0.1)), 1),
    ("memory without a limit", TWO, Result(Status.MEMORY, statistics=Statistics(peak_bytes=MOST_BYTES // 4)), 1),
    ("wrong optimum", BEST, Result(Status.OPTIMAL, BOTH[1:]), 1),
    ("wrong solution", BEST, Result(Status.OPTIMAL, (replace(BOTH[0], cost=6),)), 1),
    ("wrong bound", BEST, Result(Status.OPTIMAL, BOTH[:1], bound=4), 1),
    ("optimum not proven", BEST, Result(Status.SOLVED, BOTH[:1]), 1),
    ("wrong optimum", PLAN, Result(Status.OPTIMAL, (LONG,)), 1),
    ("wrong bound", PLAN, Result(Status.UNKNOWN, bound=4, message="no plan costs less than 4"), 1),
    ("wrong infeasible", PLAN, Result(Status.INFEASIBLE), 1),
    ("too few plans", PLAN, Result(Status.OPTIMAL, (SHORT,)), 2),
    ("too few plans", PLAN, Result(Status.SOLVED, (LONG,)), None),
    ("wrong solution", PLAN, Result(Status.SOLVED, (replace(SHORT, cost=4),)), 1),
    ("wrong solution", PLAN, Result(Status.SOLVED, (Solution(cost=6, moves=("step", "step")),)), 1),
]


@pytest.mark.parametrize(("case", "result", "solutions"), RIGHT)
def test_right_answers_are_left_alone(case: Case, result: Result, solutions: int | None) -> None:
    assert list(judge(case, Trial("any", solutions=solutions), result)) == []


@pytest.mark.parametrize(("kind", "case", "result", "solutions"), WRONG)
def test_wrong_claims_are_found(kind: str, case: Case, result: Result, solutions: int | None) -> None:
    assert kind in {finding.kind for finding in judge(case, Trial("any", solutions=solutions), result)}


def test_a_refusal_is_no_failure_and_an_unknown_option_is_one() -> None:
    refused = ask(TWO, Trial("search", {"algorithm": "bfs"}, solutions=2))
    assert refused.refusal
    assert not refused.findings
    assert not ask(TWO, Trial("native", solutions=None)).findings


CONTRADICTION = ConstraintData(
    (("x", (0, 1, 2)), ("y", (0, 1, 2))),
    (
        Sum(((1, "x"), (-1, "y")), "<", 0, clue=True),
        Sum((), "<=", 3, clue=True),
        Sum(((1, "x"),), ">=", 1, clue=True),
        Sum(((1, "x"), (-1, "y")), ">", 0, clue=True),
    ),
)


def test_a_right_explanation_passes() -> None:
    assert ask_why(case_of(CONTRADICTION), Trial("native", question="explain")).findings == ()


@pytest.mark.parametrize(
    ("places", "smallest", "kind"),
    [
        ([0, 1], True, "wrong conflict"),
        ([0, 1, 2], False, "conflict too large"),
        (None, True, "no conflict"),
    ],
)
def test_wrong_explanations_are_found(
    places: list[int] | None, smallest: bool, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def liar(problem: object, *_: object, **__: object) -> Conflict | None:
        constraints = problem.constraints  # type: ignore[attr-defined]
        return None if places is None else Conflict(tuple(constraints[i] for i in places), (), smallest)

    monkeypatch.setattr("copla.fuzzing.explaining.explain", liar)
    found = ask_why(case_of(CONTRADICTION), Trial("native", question="explain")).findings
    assert [finding.kind for finding in found] == [kind]


def test_a_conflict_that_is_not_smallest_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    three = (Sum(((1, "x"), (-1, "y")), "<=", 0, clue=True), Sum(((1, "y"),), "<=", 1, clue=True))
    data = ConstraintData(
        CONTRADICTION.variables, (*three, Sum(((1, "x"),), ">=", 2, clue=True), Sum(((1, "x"),), ">=", 5, clue=True))
    )
    monkeypatch.setattr(
        "copla.fuzzing.explaining.explain", lambda problem, *_, **__: Conflict(tuple(problem.constraints[:3]), (), True)
    )
    found = ask_why(case_of(data), Trial("native", question="explain")).findings
    assert [finding.kind for finding in found] == ["conflict not smallest"]


def test_parts_of_an_explanation_that_are_beyond_the_oracle_are_not_judged() -> None:
    wide = tuple((name, tuple(range(600))) for name in "xyz")
    cuts = tuple(Sum(((1, name),), "<=", 0, clue=True) for name in "xyz")
    together = Sum(((1, "x"), (1, "y"), (1, "z")), "!=", 5000)
    case = case_of(ConstraintData(wide, (together, *cuts, Sum(((1, "x"),), ">=", 1, clue=True))))
    assert case.truth is not None
    assert ask_why(case, Trial("native", question="explain")).findings == ()


def test_a_known_solution_is_planted_in_the_audit_build_for_one_run(monkeypatch: pytest.MonkeyPatch) -> None:
    audited_engine()
    monkeypatch.setattr(engine, "build", "audit")
    native = Trial("native", {"learning": "never"}, solutions=None)
    wrong = replace(TWO, truth=ConstraintTruth(2, None, {"x": 1, "y": 1}))
    (finding,) = ask(wrong, native).findings
    assert "the planted solution is excluded" in finding.text
    assert ask(replace(TWO, truth=ConstraintTruth(2, None)), native).findings == ()
    assert ask(TWO, native).findings == ()
    assert solve(NONE.problem, "native").status is Status.INFEASIBLE


def test_a_function_that_takes_too_long_is_stopped_at_its_limit_and_that_is_no_failure(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text("def solve(problem):\n    while True:\n        pass\n")
    before = function.alone
    function.alone = True
    try:
        outcome = ask(case_of(generate("sums", 1)), Trial(f"{tmp_path / 'slow.py'}:solve", seconds=0.2))
    finally:
        function.alone = before
    assert outcome.result is not None
    assert (outcome.result.status, outcome.findings) == (Status.TIMEOUT, ())
