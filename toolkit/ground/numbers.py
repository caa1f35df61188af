"""The one range of whole numbers: domain values, coefficients, bounds, sums, costs and estimates.

Whatever is stated as a number lies between -LARGEST and LARGEST, and so does every value that a sum can take: its
terms at their largest absolute values and its constant, added up. Costs and estimates are never negative. A number
that does not fit is refused with a ModelError when it is stated; engines rely on the range and still have room for
arithmetic of their own in 64 bits. No number of the range means "infinite".
"""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral
from typing import Any

from copla.ground.errors import ModelError

LARGEST = 2**53

_LONGEST_SHOWN = 200  # bits of a number that is worth its digits


def checked_number(value: object, what: str) -> int:
    """The value if it is a whole number of the range; ``what`` begins the sentence of the error.

    >>> checked_number(2**53, "the bound")
    9007199254740992
    >>> checked_number(2**53 + 1, "the bound")
    Traceback (most recent call last):
    copla.ModelError: the bound is 9007199254740993, expected a whole number from -2**53 to 2**53
    """
    if type(value) is not int or not -LARGEST <= value <= LARGEST:
        raise ModelError(f"{what} is {shown(value)}, expected a whole number from -2**53 to 2**53")
    return value


def whole(value: Any) -> Any:
    """A whole number of another library, such as numpy's, as one of Python's own; anything else as it is.

    True and False stay what they are: where a number is expected they are a mistake.
    """
    if type(value) is int or isinstance(value, bool) or not isinstance(value, Integral):
        return value
    return int(value)


def checked_cost(value: object, what: str) -> int:
    """The value if it is a whole number from 0 to LARGEST: a cost or an estimate of one."""
    if type(value) is not int or not 0 <= value <= LARGEST:
        raise ModelError(f"{what} is {shown(value)}, expected a whole number from 0 to 2**53")
    return value


def check_sum(products: Iterable[tuple[int, int]], constant: int, what: str) -> None:
    """Refuse a sum whose absolute value could leave the range.

    ``products`` are coefficients and the largest absolute values that they are multiplied with.
    """
    if abs(constant) + sum(abs(coefficient) * largest for coefficient, largest in products) > LARGEST:
        raise ModelError(f"{what}: the numbers are too large, its absolute value could exceed 2**53")


def shown(value: object) -> str:
    """A value for an error message, in one line of a bearable length."""
    if isinstance(value, int) and value.bit_length() > _LONGEST_SHOWN:
        return f"a whole number of {value.bit_length()} bits"
    try:
        text = " ".join(repr(value).split())
    except Exception:  # somebody else's class, or a list with a number of more digits than Python writes
        text = f"something of type {type(value).__name__}"
    return text if len(text) <= 100 else text[:97] + "..."
