"""Sums in binary: exact for numbers of any size, with a few dozen clauses a term, and weak at concluding anything.

A number is a list of literals, its bits from the lowest one on; a bit that is a constant is TRUE or FALSE. All of them
are defined both ways, so that a total can be compared in any way.
"""

from __future__ import annotations

from collections.abc import Sequence

from copla.backends.sat.clauses import FALSE, TRUE, Clauses
from copla.language.constraints import Comparison

Number = list[int]
Values = Sequence[tuple[int, int]]
"""What a term can be, each with the literal "exactly this"; one of them holds."""


def compare_total(clauses: Clauses, terms: Sequence[Values], comparison: Comparison, bound: int) -> None:
    """The terms, added up, are ``<=``, ``==`` or ``!=`` the bound."""
    total, offset = add_up(clauses, terms)
    compare(clauses, total, comparison, bound - offset)


def add_up(clauses: Clauses, terms: Sequence[Values]) -> tuple[Number, int]:
    """The total as a number from 0 on, and what is to be added to it."""
    offset = 0
    waiting: list[Number] = []
    for values in terms:
        clauses.look()
        low = min(amount for amount, _ in values)
        offset += low
        waiting.append(_number(clauses, [(amount - low, literal) for amount, literal in values]))
    while len(waiting) > 1:  # short ones first
        waiting.sort(key=len, reverse=True)
        waiting.append(_add(clauses, waiting.pop(), waiting.pop()))
        clauses.look()
    return (waiting[0] if waiting else []), offset


def compare(
    clauses: Clauses, number: Number, comparison: Comparison, bound: int, *, unless: Sequence[int] = ()
) -> None:
    """The number is ``<=``, ``==`` or ``!=`` the bound, unless one of these literals holds."""
    possible = 0 <= bound < 2 ** len(number)
    if comparison == "<=":
        if bound < 0:
            clauses.require(unless)
        elif possible:
            larger: list[int] = []  # bits that are 0 here and 1 in the bound make it smaller
            for bit in range(len(number) - 1, -1, -1):
                if bound >> bit & 1:
                    larger.append(-number[bit])
                else:
                    clauses.require((*unless, -number[bit], *larger))
        return
    bits = [literal if bound >> bit & 1 else -literal for bit, literal in enumerate(number)]
    if comparison == "!=":
        if possible:
            clauses.require((*unless, *(-literal for literal in bits)))
    elif not possible:
        clauses.require(unless)
    else:
        for literal in bits:
            clauses.require((*unless, literal))


def _number(clauses: Clauses, values: Values) -> Number:
    """The amount of one term in binary."""
    width = max(amount for amount, _ in values).bit_length()
    if len(values) == 2:  # the higher one is there or not
        (_, _), (high, literal) = sorted(values)
        return [literal if high >> bit & 1 else FALSE for bit in range(width)]
    bits = []
    for bit in range(width):
        clauses.look()  # there may be a hundred thousand values
        ones = {amount >> bit & 1 for amount, _ in values}
        if len(ones) == 1:
            bits.append(TRUE if ones.pop() else FALSE)
            continue
        literal = clauses.new()
        for amount, exactly in values:
            clauses.define((-exactly, literal if amount >> bit & 1 else -literal))
        bits.append(literal)
    return bits


def _add(clauses: Clauses, left: Number, right: Number) -> Number:
    """The sum of two numbers, bit by bit, with a carry."""
    total: Number = []
    carry = FALSE
    for bit in range(max(len(left), len(right))):
        a = left[bit] if bit < len(left) else FALSE
        b = right[bit] if bit < len(right) else FALSE
        total.append(_odd(clauses, a, b, carry))
        carry = _majority(clauses, a, b, carry)
    return total if carry == FALSE else [*total, carry]


def _odd(clauses: Clauses, a: int, b: int, c: int) -> int:
    """Whether an odd number of the three holds."""
    literals = [literal for literal in (a, b, c) if abs(literal) != TRUE]
    sign = -1 if (a, b, c).count(TRUE) % 2 else 1
    if not literals:
        return TRUE * -sign
    while len(literals) > 1:
        x, y = literals.pop(), literals.pop()
        z = clauses.new()
        for clause in ((-x, -y, -z), (x, y, -z), (x, -y, z), (-x, y, z)):
            clauses.define(clause)
        literals.append(z)
    return sign * literals[0]


def _majority(clauses: Clauses, a: int, b: int, c: int) -> int:
    """Whether two of the three hold."""
    three = (a, b, c)
    trues, falses = three.count(TRUE), three.count(FALSE)
    if trues >= 2 or falses >= 2:
        return TRUE if trues >= 2 else FALSE
    if trues and falses:
        return next(literal for literal in three if abs(literal) != TRUE)
    result = clauses.new()
    for first, second in ((a, b), (a, c), (b, c)):
        clauses.define((-first, -second, result))
        clauses.define((first, second, -result))
    return result
