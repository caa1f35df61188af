"""The least and the greatest value of an expression, and the check that no part of a constraint leaves the range."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from copla.ground.errors import ModelError
from copla.ground.numbers import LARGEST, check_sum, checked_number, shown
from copla.language import operations as op
from copla.language.constraints import AllDifferent, Clause, Linear, Table
from copla.language.expressions import Expression, Variable
from copla.language.logic import Combined

MOST_NESTED = 200
"""How deep expressions and constraints may stand in each other."""

MOST_REPEATED = 50_000
"""How many operations and conditions may stand there again, each counted once for each place beyond its first.

More may be where there are many different ones, too: one condition in each of 100,000 terms is no explosion.
"""

_TIMES_REPEATED = 10

Bounds = tuple[int, int]

_FLAT = (Linear, AllDifferent, Table, Clause)


class _Walk:
    """One way through a tree whose parts may be shared: ``x = x * x``, thirty times, has a billion leaves."""

    def __init__(self) -> None:
        self.seen: set[int] = set()
        self.repeated = 0

    def visit(self, part: op.Operation | Combined) -> None:
        if id(part) in self.seen:
            self.repeated += 1
            if self.repeated > max(MOST_REPEATED, _TIMES_REPEATED * len(self.seen)):
                again = f"the same parts are used again in other parts, written out more than {MOST_REPEATED:,} times"
                raise ModelError(f"{again}: give them a variable of their own")
        self.seen.add(id(part))


def bounds(expression: Expression, depth: int = 0, walk: _Walk | None = None) -> Bounds:
    """The least and the greatest value that it could take, not always sharp; ModelError where one leaves the range.

    >>> from copla import ConstraintProblem
    >>> x = ConstraintProblem().variable("x", range(-3, 5))
    >>> bounds(x * x - 1), bounds(x % 3)
    ((-13, 15), (0, 2))
    """
    if depth > MOST_NESTED:
        raise ModelError(f"an expression stands more than {MOST_NESTED} deep in others: split it")
    if isinstance(expression, Variable):
        return expression.domain[0], expression.domain[-1]
    walk = walk or _Walk()
    if isinstance(expression, op.Operation):
        walk.visit(expression)
        for part in expression.parts:
            if not isinstance(part, Expression):
                check_parts(part, depth + 1, walk)
        found = _operation(expression, depth + 1, walk)
    else:
        inner = [(coefficient, bounds(atom, depth + 1, walk)) for coefficient, atom in expression.terms]
        largest = [(coefficient, max(-low, high)) for coefficient, (low, high) in inner]
        if type(expression.constant) is not int or any(type(coefficient) is not int for coefficient, _ in inner):
            raise ModelError(f"expected a sum of whole numbers, found {shown(expression)}")
        for coefficient, _ in largest:  # of what is always 0, too
            checked_number(coefficient, "a coefficient")
        check_sum(largest, expression.constant, "a sum")
        low = high = expression.constant
        for coefficient, (least, greatest) in inner:
            low += min(coefficient * least, coefficient * greatest)
            high += max(coefficient * least, coefficient * greatest)
        found = low, high
    if found[0] < -LARGEST or found[1] > LARGEST:
        raise ModelError(f"'{expression}': the numbers are too large, its absolute value could exceed 2**53")
    return found


def check_parts(constraint: Any, depth: int = 0, walk: _Walk | None = None) -> None:
    """Check the range of every expression in a constraint; the flat kinds are checked by those who accept them."""
    walk = walk or _Walk()
    if depth > MOST_NESTED:
        raise ModelError(f"a constraint stands more than {MOST_NESTED} deep in others: split it")
    if isinstance(constraint, Combined):
        walk.visit(constraint)
        for part in constraint.constraints:
            check_parts(part, depth + 1, walk)
    elif isinstance(constraint, _FLAT):
        from copla.language.accepting import accepted

        if accepted(constraint) is not constraint and constraint.scope:
            raise ModelError(
                f"'{constraint}' was built by hand and stands inside of another one: make it with a comparison, "
                "all_different, table or clause"
            )
    else:
        for part in constraint.parts:
            bounds(part, depth + 1, walk)
        from copla.language.shapes import check_shape

        check_shape(constraint)


def _operation(operation: op.Operation, depth: int, walk: _Walk) -> Bounds:
    inner = [bounds(part, depth, walk) for part in operation.parts if isinstance(part, Expression)]
    match operation:
        case op.Product():
            (a, b), (c, d) = inner
            return _around((a * c, a * d, b * c, b * d))
        case op.Quotient():
            (a, b), (c, d) = inner
            divisors = [y for y in (c, d, -1, 1) if c <= y <= d and y]
            return _around([x // y for x in (a, b) for y in divisors] or (0,))
        case op.Remainder():
            (a, b), (c, d) = inner
            low, high = min(0, c + 1), max(0, d - 1)
            return (0, min(b, high)) if a >= 0 and c >= 0 else (low, high)
        case op.Absolute():
            ((a, b),) = inner
            return (0 if a <= 0 <= b else min(abs(a), abs(b))), max(-a, b)
        case op.Minimum():
            return min(a for a, _ in inner), min(b for _, b in inner)
        case op.Maximum():
            return max(a for a, _ in inner), max(b for _, b in inner)
        case op.Element():
            return _around([value for pair in inner[1:] for value in pair] or (0,))
        case op.Count():
            return 0, len(inner) - 1
        case op.Choice():
            return _around(inner[0] + inner[1])
        case op.Truth():
            return 0, 1
        case _:
            raise ModelError(f"there is no operation {type(operation).__name__}")


def _around(values: Iterable[int]) -> Bounds:
    found = list(values)
    return min(found), max(found)
