"""The one range of numbers: what lies inside is taken, what lies outside is refused in one line."""

from __future__ import annotations

import pytest

from copla import ModelError
from copla.ground.numbers import LARGEST, check_sum, checked_cost, checked_number, shown


@pytest.mark.parametrize("value", [-LARGEST, -1, 0, 2**30, 2**31, LARGEST])
def test_numbers_of_the_range_are_taken(value: int) -> None:
    assert checked_number(value, "it") == value


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (LARGEST + 1, "9007199254740993"), (-LARGEST - 1, "-9007199254740993"), (2**63, "9223372036854775808"),
        (2**9999, "a whole number of 10000 bits"), (True, "True"), (1.0, "1.0"), (float("nan"), "nan"),
        (None, "None"), ("1", "'1'"), ("x" * 1000, "'xxx"),
    ],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_everything_else_is_refused_in_one_line(value: object, found: str) -> None:
    for check in (checked_number, checked_cost):
        with pytest.raises(ModelError, match=f"^the bound is {found}.*, expected a whole number from ") as caught:
            check(value, "the bound")
        assert len(str(caught.value)) < 200
        assert "\n" not in str(caught.value)


def test_costs_are_not_negative() -> None:
    assert checked_cost(0, "the cost") == 0
    assert checked_cost(LARGEST, "the cost") == LARGEST
    with pytest.raises(ModelError, match="the cost is -1, expected a whole number from 0"):
        checked_cost(-1, "the cost")


def test_a_sum_is_measured_at_its_largest() -> None:
    check_sum([(2, LARGEST // 2)], 0, "the sum")
    check_sum([(-1, LARGEST - 5), (3, 1)], -2, "the sum")
    with pytest.raises(ModelError, match=r"the sum: the numbers are too large, .* could exceed 2\*\*53"):
        check_sum([(-1, LARGEST - 5), (3, 1)], -3, "the sum")


def test_what_is_shown_is_one_short_line() -> None:
    assert shown(3) == "3"
    assert shown("a\nb") == repr("a\nb")
    assert len(shown([1] * 1000)) == 100
    assert shown([2**99999]) == "something of type list"
