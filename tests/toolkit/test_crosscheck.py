"""Cross-checking: liars of every kind are caught, named, and proven wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

import copla
from copla import (
    BackendError,
    Configuration,
    ConstraintProblem,
    Failure,
    FailureKind,
    Limits,
    Option,
    Outcome,
    PlanningProblem,
    Result,
    Solution,
    Statistics,
    Status,
    Verdict,
    Watch,
    all_different,
    cross_check,
    violations,
)
from copla.checking.rounds import LONG_PLAN, Case, Rounds
from copla.language.problem import Problem

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


def is_complete_out_of_time(result: Result) -> Result:
    return replace(result, status=Status.TIMEOUT, complete=True)


def doubts_its_optimum(result: Result) -> Result:
    return replace(result, bound=3)


def bounds_beyond_its_own_solution(result: Result) -> Result:
    return replace(result, status=Status.TIMEOUT, bound=5)


def counts_in_floats(result: Result) -> Result:
    return replace(result, bound=4.0)  # type: ignore[arg-type]


def gives_up_with_an_optimum(result: Result) -> Result:
    return replace(result, status=Status.OPTIMAL, solutions=())


def bounds_what_has_no_cost(result: Result) -> Result:
    return replace(result, bound=0)


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
    (one_solution, 2, is_complete_out_of_time, "answers 'timeout', but the status is 'timeout', but the solutions are"),
    (with_objective, 1, doubts_its_optimum, "answers 'optimal', but the cost 4 is said to be optimal, but the proven"),
    (
        with_objective,
        1,
        bounds_beyond_its_own_solution,
        "answers 'timeout', but the bound is 5, but a solution costs 4",
    ),
    (with_objective, 1, counts_in_floats, "answers 'optimal', but the bound is 4.0, expected a whole number"),
    (with_objective, 1, gives_up_with_an_optimum, "answers 'optimal', but the status is 'optimal', but there is no"),
    (several_solutions, 2, bounds_what_has_no_cost, "answers 'solved', but the bound is 0, but the problem has no"),
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
    assert outcome.failures == {"liar": "broke down: ZeroDivisionError: oh dear (test_crosscheck.py, line 243)"}
    assert outcome.failures["liar"].kind is FailureKind.BROKEN


def test_a_solver_that_gives_fewer_solutions_than_asked_for_is_not_wrong_and_confirms_nothing() -> None:
    def one_of_them(result: Result) -> Result:
        return replace(result, solutions=result.solutions[:1], complete=False)

    for limits in (Limits(solutions=2), Limits(solutions=None)):
        modest = copla.solve(several_solutions(), Liar(one_of_them), limits=limits)
        assert len(modest.solutions) == 1
        assert cross_check(several_solutions(), [Liar(one_of_them), *HONEST], limits=limits).verdict is Verdict.AGREE
        alone = cross_check(several_solutions(), [Liar(one_of_them), "cp-sat"], limits=limits)
        assert alone.verdict is Verdict.UNDECIDED
        assert alone.reason == "only cp-sat finished (liar: 1 solution without a word on whether there are more)"


def test_two_failures_agree_on_nothing() -> None:
    def explode(result: Result) -> Result:
        raise ZeroDivisionError("oh dear")

    outcome = cross_check(one_solution(), [Liar(explode), replace(Liar(explode), name="other"), "cp-sat"])
    assert outcome.verdict is Verdict.UNDECIDED
    assert outcome.reason == "only cp-sat finished (liar: failed; other: failed)"


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


@dataclass(frozen=True)
class Planner:
    """A backend for plans that gives the answer it was made with, and, if it checks claims, another one to those."""

    name: str
    answer: Result
    about_claims: Result | None = None
    asked: list[dict[str, Any]] = field(default_factory=list)
    summary: str = "answers as it was told to"

    @property
    def options(self) -> tuple[Option, ...]:
        return () if self.about_claims is None else (Option("below", None, "only cheaper plans", kind=int),)

    @property
    def claim_option(self) -> str:
        if self.about_claims is None:
            raise AttributeError("it checks no claims")
        return "below"

    def missing(self) -> str | None:
        return None

    def refuses(self, problem: Problem) -> str | None:
        return None

    def solve(self, problem: Problem, options: Mapping[str, Any], watch: Watch) -> Result:
        self.asked.append(dict(options))
        return self.about_claims if self.about_claims and options["below"] is not None else self.answer


def stairs(steps: int = 3) -> PlanningProblem:
    """One way up, a step at a time, or by a lift that costs twice as much."""
    problem = PlanningProblem("stairs")
    floor = problem.variable("floor", range(steps + 1), 0)
    for i in range(steps):
        problem.action("up", {floor: i}, {floor: i + 1})
    problem.action("lift", {floor: 0}, {floor: steps}, cost=2 * steps)
    problem.set_goal({floor: steps})
    return problem


WALK = Solution(cost=3, moves=("up", "up", "up"))
LIFT = Solution(cost=6, moves=("lift",))
WALKS = Planner("walker", Result(Status.OPTIMAL, (WALK,), bound=3))
RIDES = Planner("rider", Result(Status.SOLVED, (LIFT,)))
NOTHING_CHEAPER = Result(Status.UNKNOWN, bound=3, message="no plan costs less than 3")
GAVE_UP = Result(Status.TIMEOUT, bound=2)


def test_a_proven_bound_confirms_a_plan_that_somebody_else_found() -> None:
    outcome = cross_check(stairs(), [WALKS, Planner("prover", NOTHING_CHEAPER)])
    assert outcome.verdict is Verdict.AGREE
    assert outcome.reason == "2 backends agree: cost 3, found by walker, nothing cheaper proven by walker and prover"


def test_the_reason_says_what_the_others_proved() -> None:
    outcome = cross_check(stairs(), [WALKS, RIDES, Planner("slow", GAVE_UP)])
    assert outcome.verdict is Verdict.AGREE
    assert outcome.reason == (
        "2 backends agree: cost 3, found by walker, nothing cheaper proven by walker "
        "(slow: timeout, proved that there is nothing below 2)"
    )
    both_ride = cross_check(stairs(), [RIDES, replace(RIDES, name="second rider")])
    assert both_ride.reason == (
        "2 backends agree: cost 6, found by rider and second rider, not proven that nothing is cheaper"
    )
    alone = cross_check(stairs(), [WALKS, Planner("slow", GAVE_UP)])
    assert alone.verdict is Verdict.UNDECIDED
    assert alone.reason == "only walker finished (slow: timeout, proved that there is nothing below 2)"


@pytest.mark.parametrize(
    ("lie", "reason"),
    [
        (Result(Status.UNKNOWN, bound=4), "it claims the bound 4, but walker found 3"),
        (Result(Status.TIMEOUT, (LIFT,), bound=5), "it claims the bound 5, but walker found 3"),
        (Result(Status.OPTIMAL, (LIFT,), bound=6), "it claims that 6 is optimal, but walker found 3"),
        (Result(Status.INFEASIBLE), "it says that there is no solution, but walker found a valid one"),
        (
            Result(Status.OPTIMAL, (Solution(cost=2, moves=("up", "up")),), bound=2),
            "it answers 'optimal', but solution 1: after 2 steps the goal is not reached: floor is 2, expected 3",
        ),
        (
            Result(Status.OPTIMAL, (replace(WALK, cost=2),), bound=2),
            "it answers 'optimal', but solution 1: the cost is given as 2, it is 3",
        ),
    ],
)
def test_planners_that_lie_are_accused_with_the_plan_as_the_witness(lie: Result, reason: str) -> None:
    outcome = cross_check(stairs(), [Planner("liar", lie), WALKS])
    assert (outcome.verdict, outcome.reason) == (Verdict.DISAGREE, f"liar is wrong: {reason}")
    assert {witness.accused for witness in outcome.witnesses} == {"liar"}
    by_plan = [witness for witness in outcome.witnesses if witness.found_by]
    assert all((witness.solution, witness.found_by) == (WALK, "walker") for witness in by_plan)


def test_who_does_not_finish_is_asked_about_the_claim_and_both_answers_become_one() -> None:
    checker = Planner("checker", replace(GAVE_UP, statistics=Statistics(expanded=5, max_nodes=7)), NOTHING_CHEAPER)
    outcome = cross_check(stairs(), [checker, WALKS])
    assert checker.asked == [{"below": None}, {"below": 3}]
    assert list(outcome.results) == ["checker", "walker"]
    result = outcome.results["checker"]
    assert (result.status, result.bound, result.message) == (Status.TIMEOUT, 3, "no plan costs less than 3")
    assert (result.statistics.expanded, result.statistics.max_nodes) == (5, 7)
    assert outcome.reason == "2 backends agree: cost 3, found by walker, nothing cheaper proven by checker and walker"


def test_a_cheaper_plan_found_by_the_check_of_a_claim_is_the_witness() -> None:
    checker = Planner("checker", Result(Status.TIMEOUT, (LIFT,)), Result(Status.SOLVED, (WALK,)))
    liar = Planner("liar", Result(Status.OPTIMAL, (LIFT,), bound=6))
    outcome = cross_check(stairs(), [liar, checker])
    assert outcome.reason == "liar is wrong: it claims that 6 is optimal, but checker found 3"
    assert outcome.results["checker"].best == WALK


def test_a_wrong_refutation_of_a_claim_is_found_out() -> None:
    checker = Planner("checker", GAVE_UP, Result(Status.UNKNOWN, bound=6, message="no plan costs less than 6"))
    outcome = cross_check(stairs(), [RIDES, checker, replace(WALKS, name="walker")])
    assert checker.asked[1] == {"below": 3}
    assert outcome.reason == "checker is wrong: it claims the bound 6, but walker found 3"


def test_claims_alone_or_never() -> None:
    def asked(claims: bool | None, steps: int = 3) -> list[dict[str, Any]]:
        walk = Solution(cost=steps, moves=("up",) * steps)
        checker = Planner("checker", GAVE_UP, Result(Status.UNKNOWN, bound=steps))
        walker = Planner("walker", Result(Status.OPTIMAL, (walk,), bound=steps))
        cross_check(stairs(steps), [checker, walker], claims=claims)
        return checker.asked

    assert asked(True) == [{"below": 3}]
    assert asked(False) == [{"below": None}]
    assert asked(None) == [{"below": None}, {"below": 3}]
    assert asked(None, LONG_PLAN + 1) == [{"below": LONG_PLAN + 1}]
    nobody = Planner("checker", GAVE_UP, NOTHING_CHEAPER)
    cross_check(stairs(), [nobody], claims=True)  # no claim, so the whole question
    assert nobody.asked == [{"below": None}]


def test_who_is_asked_again_and_who_is_not() -> None:
    walker = Outcome(WALKS.answer)

    def again(answer: Result, *others: Outcome, problem: Problem | None = None) -> list[dict[str, object]]:
        labels = ["checker", *(f"other {i}" for i in range(len(others)))]
        asked = tuple(Configuration(label, label=label) for label in labels)
        rounds = Rounds(Case(problem or stairs(), Limits(), asked, {"checker": "below"}))
        first = rounds.start()
        if others:  # who can check a claim waits for one
            assert first == list(asked[1:])
        for configuration, outcome in zip(asked[1:], others, strict=True):
            first = rounds.feed(configuration.label, outcome)
        assert [configuration.label for configuration in first] == ["checker"]
        return [configuration.options for configuration in rounds.feed("checker", Outcome(answer))]

    assert again(GAVE_UP, walker, Outcome(RIDES.answer)) == [{"below": 3}]
    assert again(Result(Status.UNKNOWN), walker) == [{"below": 3}]
    assert again(GAVE_UP) == []  # nobody claims anything
    wrong = Result(Status.SOLVED, (replace(WALK, cost=1),))
    assert again(GAVE_UP, Outcome(None, Failure.of(FailureKind.WRONG), wrong)) == []  # only a wrong plan
    for enough in (NOTHING_CHEAPER, WALKS.answer, Result(Status.INFEASIBLE), Result(Status.UNSUPPORTED)):
        assert again(enough, walker) == []
    assert again(replace(GAVE_UP, options={"below": 5}), walker) == []  # it was told what to ask
    assert again(GAVE_UP, problem=with_objective()) == []


def test_cp_sat_checks_the_claims_of_search() -> None:
    outcome = cross_check(stairs(), ["cp-sat", "search"], claims=True)
    assert outcome.verdict is Verdict.AGREE
    assert outcome.results["cp-sat"].options["below"] == 3
    assert outcome.reason == "2 backends agree: cost 3, found by search, nothing cheaper proven by cp-sat and search"
