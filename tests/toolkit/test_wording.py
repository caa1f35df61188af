"""Answers in words, one for every way in which a run can end, and durations."""

from __future__ import annotations

import pytest

from copla import Result, Solution, Status
from copla.answers.wording import answer, common_answer, duration, why_unanswered

ONE, TWO = Solution({"x": 1}), Solution({"x": 2})
PLAN = Solution(cost=7, moves=("a", "b"))


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (Result(Status.INFEASIBLE, complete=True), "no solution"),
        (Result(Status.OPTIMAL, (PLAN,), bound=7), "optimal, cost 7 in 2 moves"),
        (Result(Status.SOLVED, (PLAN,), bound=5), "solved, cost 7 in 2 moves (at least 5)"),
        (Result(Status.SOLVED, (PLAN,), bound=9), "solved, cost 7 in 2 moves (at most 9)"),
        (Result(Status.SOLVED, (ONE,), complete=True), "one solution"),
        (Result(Status.SOLVED, (ONE, TWO), complete=True), "all 2 solutions"),
        (Result(Status.SOLVED, (ONE, TWO)), "2 solutions, there may be more"),
        (Result(Status.SOLVED, (ONE,)), "solved"),
        (Result(Status.TIMEOUT), "timeout"),
        (Result(Status.TIMEOUT, (ONE,)), "timeout, 1 solution so far"),
        (Result(Status.MEMORY, (PLAN,), bound=3), "memory, 1 solution so far, cost 7 in 2 moves (at least 3)"),
        (Result(Status.UNKNOWN, message="cut off"), "cut off"),
    ],
)
def test_every_answer_has_its_words(result: Result, words: str) -> None:
    assert answer(result) == words


@pytest.mark.parametrize(
    ("results", "words"),
    [
        ([], None),
        ([Result(Status.TIMEOUT, (ONE,))], None),
        ([Result(Status.SOLVED, (PLAN,)), Result(Status.OPTIMAL, (PLAN,))], "optimal cost 7"),
        ([Result(Status.SOLVED, (PLAN,)), Result(Status.TIMEOUT)], "cost 7, not proven optimal"),
        ([Result(Status.SOLVED, (ONE,)), Result(Status.SOLVED, (ONE,), complete=True)], "one solution"),
        ([Result(Status.SOLVED, (ONE, TWO), complete=True), Result(Status.SOLVED, (ONE,))], "exactly 2 solutions"),
        ([Result(Status.SOLVED, (ONE,))], "1 solution or more"),
    ],
)
def test_answers_that_agree_are_one_answer(results: list[Result], words: str | None) -> None:
    assert common_answer(results) == words


def test_a_limit_is_named_and_any_other_reason_is_the_backends() -> None:
    assert why_unanswered(Result(Status.MEMORY)) == "the memory limit was reached"
    assert why_unanswered(Result(Status.UNKNOWN, message="a bound was set")) == "a bound was set"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0.0 ms"),
        (0.00994, "9.9 ms"),
        (0.00996, "10 ms"),
        (0.9994, "999 ms"),
        (0.9996, "1.0 s"),
        (99.94, "99.9 s"),
        (99.96, "100 s"),
        (86399, "86399 s"),
    ],
)
def test_a_duration_has_three_digits_and_changes_its_unit_where_it_must(seconds: float, words: str) -> None:
    assert duration(seconds) == words
