"""Cross-checking: liars of every kind are caught, named, and proven wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

import copla
from copla import (
    BackendError,
    ConstraintProblem,
    Limits,
    Option,
    Result,
    Solution,
    Status,
    Verdict,
    Watch,
    all_different,
    cross_check,
    violations,
)
from copla.backend_protocol import Problem

HONEST = ("forward-checking", "cp-sat")


@dataclass(frozen=True)
class Liar:
    """A backend that solves honestly and then changes the answer."""

    lie: Callable[[Result], Result]
    name: str = "liar"
    summary: str = "tells lies"
    options: tuple[Option, ...] = field(default=())

    def missing(self) -> str | None:
        return None

    def refuses(self, problem: Problem) -> str | None:
        return None

    def solve(self, problem: Problem, options: Mapping[str, Any], watch: Watch) -> Result:
        return self.lie(copla.solve(problem, "python-constraint", limits=watch.limits))


def several_solutions() -> ConstraintProblem:
    problem = ConstraintProblem("three values")
    x, y, z = (problem.variable(name, range(1, 4)) for name in "xyz")
    problem.add(all_different([x, y, z]), label="all differ")
    problem.add(x < y, label="clue x < y")
    return problem


def one_solution() -> ConstraintProblem:
    problem = several_solutions()
    problem.add(problem["y"] < problem["z"])
    return problem


def no_solution() -> ConstraintProblem:
    problem = one_solution()
    problem.add(problem["z"] < problem["x"])
    return problem


def with_objective() -> ConstraintProblem:
    problem = several_solutions()
    problem.minimize(2 * problem["x"] + problem["y"])  # best: x = 1, y = 2, cost 4
    return problem


WRONG = Solution({"x": 3, "y": 1, "z": 2})


def wrong_values(result: Result) -> Result:
    return replace(result, solutions=(WRONG, *result.solutions[1:]))


def denies(result: Result) -> Result:
    return Result(Status.INFEASIBLE, complete=True)


def claims_unique(result: Result) -> Result:
    return replace(result, solutions=result.solutions[:1], complete=True)


def invents(result: Result) -> Result:
    return Result(Status.SOLVED, (WRONG,), complete=True)


def repeats(result: Result) -> Result:
    return replace(result, solutions=result.solutions[:1] * 2)


def calls_the_worse_optimal(result: Result) -> Result:
    return replace(result, solutions=(Solution({"x": 2, "y": 3, "z": 1}, 7),), bound=7)


def flatters_its_cost(result: Result) -> Result:
    return replace(result, solutions=(replace(result.best, cost=1),))


def exaggerates_its_bound(result: Result) -> Result:
    return replace(result, status=Status.TIMEOUT, solutions=(), bound=6)


def says_solved_without_a_solution(result: Result) -> Result:
    return Result(Status.SOLVED)


def hides_a_solution(result: Result) -> Result:
    return replace(result, solutions=result.solutions[:-1], complete=True)


def stops_early_without_saying_so(result: Result) -> Result:
    return replace(result, solutions=result.solutions[:1], complete=False)


ONLY_A_SECOND_OPINION_REVEALS = (
    denies,
    claims_unique,
    calls_the_worse_optimal,
    exaggerates_its_bound,
    hides_a_solution,
)
LIES = [
    (several_solutions, 2, wrong_values, "answers 'solved', but solution 1: clue x < y: violated by x = 3, y = 1"),
    (several_solutions, 2, denies, "says that there is no solution, but forward-checking found a valid one"),
    (one_solution, 2, denies, "says that there is no solution, but forward-checking found a valid one"),
    (several_solutions, 2, claims_unique, "claims to list the only solution, but forward-checking found another"),
    (no_solution, 2, invents, "answers 'solved', but solution 1: clue x < y: violated by x = 3, y = 1"),
    (several_solutions, 2, repeats, "answers 'solved', but the same solution is listed twice"),
    (with_objective, 1, calls_the_worse_optimal, "claims that 7 is optimal, but forward-checking found 4"),
    (with_objective, 1, flatters_its_cost, "answers 'optimal', but solution 1: the cost is given as 1, it is 4"),
    (with_objective, 1, exaggerates_its_bound, "claims the bound 6, but forward-checking found 4"),
    (several_solutions, 2, says_solved_without_a_solution, "answers 'solved', but the status is 'solved', but there"),
    (several_solutions, None, hides_a_solution, "claims to list the 2 only solutions, but forward-checking found"),
    (several_solutions, 2, stops_early_without_saying_so, "answers 'solved', but 2 solutions were asked for, 1 given"),
]


@pytest.mark.parametrize(("make", "solutions", "lie", "reason"), LIES, ids=lambda p: getattr(p, "__name__", None))
def test_every_kind_of_lie_is_caught_and_named(
    make: Callable[[], ConstraintProblem], solutions: int | None, lie: Callable[[Result], Result], reason: str
) -> None:
    problem = make()
    outcome = cross_check(problem, [Liar(lie), *HONEST], limits=Limits(solutions=solutions))
    assert outcome.verdict is Verdict.DISAGREE
    assert {witness.accused for witness in outcome.witnesses} == {"liar"}
    assert outcome.reason.startswith(f"liar is wrong: it {reason}")
    for witness in outcome.witnesses:
        if witness.solution is not None:
            assert violations(problem, witness.solution) == []
            assert witness.found_by in HONEST


@pytest.mark.parametrize(("make", "solutions", "lie", "reason"), LIES, ids=lambda p: getattr(p, "__name__", None))
def test_what_is_wrong_on_its_own_never_leaves_solve(
    make: Callable[[], ConstraintProblem], solutions: int | None, lie: Callable[[Result], Result], reason: str
) -> None:
    limits = Limits(solutions=solutions)
    if lie in ONLY_A_SECOND_OPINION_REVEALS:
        assert copla.solve(make(), Liar(lie), limits=limits).backend == "liar"
        return
    with pytest.raises(BackendError, match="backend liar gave a wrong answer"):
        copla.solve(make(), Liar(lie), limits=limits)


@pytest.mark.parametrize("make", [several_solutions, one_solution, no_solution, with_objective])
def test_honest_backends_agree(make: Callable[[], ConstraintProblem]) -> None:
    outcome = cross_check(make())
    assert outcome.verdict is Verdict.AGREE
    assert outcome.witnesses == ()
    assert set(outcome.results) == {backend.name for backend in copla.suitable_backends(make())}
    assert len(outcome.results) >= 3


def test_the_reason_says_what_they_agree_on() -> None:
    def reason(problem: ConstraintProblem, limits: Limits | None = None) -> str:
        return cross_check(problem, HONEST, limits=limits).reason

    assert reason(no_solution()) == "2 backends agree: no solution"
    assert reason(one_solution()) == "2 backends agree: one solution"
    assert reason(with_objective()) == (
        "2 backends agree: cost 4, found by forward-checking and cp-sat, "
        "nothing cheaper proven by forward-checking and cp-sat"
    )
    assert reason(several_solutions()) == "2 backends agree: at least 2 solutions"
    assert reason(several_solutions(), Limits(solutions=None)) == "2 backends agree: exactly 3 solutions"


def test_one_opinion_is_not_enough() -> None:
    outcome = cross_check(one_solution(), ["cp-sat"])
    assert (outcome.verdict, outcome.reason) == (Verdict.UNDECIDED, "only cp-sat finished")
    outcome = cross_check(one_solution(), HONEST, limits=Limits(seconds=0))
    assert outcome.verdict is Verdict.UNDECIDED
    assert outcome.reason == "no backend finished (forward-checking: timeout; cp-sat: timeout)"


def test_a_backend_that_breaks_down_is_reported_and_the_others_are_compared() -> None:
    def explode(result: Result) -> Result:
        raise ZeroDivisionError("oh dear")

    outcome = cross_check(one_solution(), [Liar(explode), *HONEST])
    assert outcome.verdict is Verdict.AGREE
    assert outcome.reason == "2 backends agree: one solution (liar: failed)"
    assert outcome.failures == {"liar": "backend liar broke down: ZeroDivisionError: oh dear"}


def test_two_liars_can_refute_each_other() -> None:
    def other_unique(result: Result) -> Result:
        return replace(result, solutions=result.solutions[1:2], complete=True)

    outcome = cross_check(several_solutions(), [Liar(claims_unique), replace(Liar(other_unique), name="second liar")])
    assert {witness.accused for witness in outcome.witnesses} == {"liar", "second liar"}


def test_the_outcome_is_ready_for_json() -> None:
    data = cross_check(several_solutions(), [Liar(denies), *HONEST]).to_json()
    assert data["verdict"] == "disagree"
    assert data["witness"][0]["accused"] == "liar"
    assert data["witness"][0]["found_by"] == "forward-checking"
    assert [Result.from_json(result).backend for result in data["results"]] == ["liar", *HONEST]
