"""Answers in words, one for every way in which a run can end, and tables."""

from __future__ import annotations

import pytest

from copla import Result, Solution, Status
from copla.answers.wording import Column, Table, answer, common_answer, why_unanswered

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


def test_rows_printed_as_they_come_look_like_rows_printed_together() -> None:
    rows = [["tiny", "3.1 ms", "agree"], ["a longer one", "timeout", "-"]]
    columns = [Column("instance"), Column("search", number=True), Column("verdict")]
    wide = [Column("instance", width=12), Column("search", number=True, width=7), Column("verdict", width=7)]
    streamed = Table(wide)
    assert [streamed.heading(), *map(streamed.line, rows)] == Table(columns, rows).text().splitlines()


def test_columns_without_content_are_left_out_unless_there_are_no_rows() -> None:
    columns = [Column("a"), Column("b"), Column("c", number=True)]
    assert Table(columns, [["x", "-", "1"], ["y", "-", "-"]]).without_empty_columns().names == ["a", "c"]
    assert Table(columns).without_empty_columns().names == ["a", "b", "c"]


def test_a_bar_in_a_cell_does_not_end_a_column_of_markdown() -> None:
    table = Table([Column("name"), Column("count", number=True)], [["a|b", "1"]])
    assert table.markdown().splitlines() == ["| name | count |", "| --- | ---: |", "| a\\|b | 1 |"]
