"""Operations with many combinations of values, as sums over auxiliary variables, or as what the backend takes itself.

Each variable has one value whatever the written variables are, also where the operation has none: what uses it says
in a condition of its own that there is a value. Its domain is that of the rewritten parts, which have such values, too.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import TYPE_CHECKING, Any

from copla.language import operations as op
from copla.language.bounds import bounds
from copla.language.constraints import Linear, Literal, Table
from copla.language.expressions import Expression, Variable, as_expression, merged, total
from copla.language.logic import all_of, implies
from copla.rewriting.comparisons import negation, when
from copla.rewriting.propagated import Entry, Extreme, Occurrences, Times
from copla.rewriting.tables import values_of_sum

if TYPE_CHECKING:
    from copla.rewriting.flattening import Flattening, Terms

_FEW_PRODUCTS = 10_000
_FEW_VALUES = 10_000
_MOST_PRODUCTS = 100_000


def operation(flat: Flattening, stated: op.Operation) -> tuple[Terms, int]:
    """The operation as a sum of variables."""
    parts: tuple[Any, ...] = stated.parts
    match stated:
        case op.Truth():
            return flat.switch(flat.literal(parts[0]))
        case op.Count() if Occurrences in flat.kinds and not parts[0].terms:
            return _count(flat, parts[0].constant, parts[1:])
        case op.Count():
            return flat.sum(total(op.Truth(part == parts[0]) for part in parts[1:]))
        case op.Choice():
            return _choice(flat, stated)
        case op.Product():
            return _product(flat, parts[0], parts[1])
        case op.Quotient():
            return ((1, _quotient(flat, parts[0], parts[1])),), 0
        case op.Remainder():
            quotient = _quotient(flat, parts[0], parts[1])
            return flat.sum(parts[0] - parts[1] * quotient)
        case op.Absolute():
            return _greatest(flat, (parts[0], -parts[0]), stated)
        case op.Maximum() | op.Minimum() if Extreme in flat.kinds and all(map(_is_plain, parts)):
            return _extreme(flat, stated)
        case op.Maximum():
            return _greatest(flat, parts, stated)
        case op.Minimum():
            terms, constant = _greatest(flat, tuple(-part for part in parts), -stated)
            return tuple((-coefficient, variable) for coefficient, variable in terms), -constant
        case op.Element():
            return _element(flat, stated)
    raise TypeError(f"there is no operation {type(stated).__name__}")


def _count(flat: Flattening, value: int, parts: tuple[Expression, ...]) -> tuple[Terms, int]:
    members = tuple(map(flat.variable, parts))
    often = flat.new(range(len(members) + 1), "a count")
    flat.define(Occurrences(members, (value,), (often,)))
    return ((1, often),), 0


def _extreme(flat: Flattening, stated: op.Maximum | op.Minimum) -> tuple[Terms, int]:
    members = tuple(map(flat.variable, stated.parts))
    greatest = isinstance(stated, op.Maximum)
    ends = [(member.domain[0], member.domain[-1]) for member in members]
    low, high = map(max if greatest else min, zip(*ends, strict=True))
    values = {value for domain in {member.domain for member in members} for value in domain if low <= value <= high}
    result = flat.new(tuple(sorted(values)), stated)
    flat.define(Extreme(result, members, greatest))
    return ((1, result),), 0


def _is_plain(part: Expression) -> bool:
    """A variable or a number; a sum would need a variable more, which costs what the propagator saves."""
    return isinstance(part, Variable) or not part.terms


def _choice(flat: Flattening, stated: op.Choice) -> tuple[Terms, int]:
    condition, then, otherwise = stated.parts
    literal = flat.literal(condition)
    if isinstance(literal, bool):
        return flat.sum(then if literal else otherwise)
    if not then.terms and not otherwise.terms:
        switch, constant = flat.switch(literal)
        step = then.constant - otherwise.constant
        return tuple((step * c, variable) for c, variable in switch), otherwise.constant + step * constant
    sums = [flat.sum(then), flat.sum(otherwise)]
    chosen = flat.new(_values(sums), stated)
    for holds, (terms, constant) in zip((literal, negation(literal)), sums, strict=True):
        when(flat, holds, merged(((1, chosen), *((-c, v) for c, v in terms))), constant)
    return ((1, chosen),), 0


def _greatest(flat: Flattening, parts: tuple[Expression, ...], stated: Expression) -> tuple[Terms, int]:
    """A variable that no part exceeds and that one of them reaches."""
    sums = list(map(flat.sum, parts))
    low, high = (max(ends) for ends in zip(*(bounds(Expression(*one)) for one in sums), strict=True))
    low = max(low, 0) if isinstance(stated, op.Absolute) else low
    greatest = flat.new(range(low, high + 1), stated)
    reached = []
    for one in sums:
        terms, constant = flat.sum(greatest - Expression(*one))
        flat.define(Linear(terms, ">=", -constant))
        reached.append(flat.literal(Linear(terms, "<=", -constant)))
    flat.define_clause(reached)
    return ((1, greatest),), 0


def _element(flat: Flattening, stated: op.Element) -> tuple[Terms, int]:
    index, entries = flat.variable(stated.parts[0]), stated.parts[1:]
    inside = [place for place in index.domain if 0 <= place < len(entries)]
    if not inside:
        return (), 0
    sums = {place: flat.sum(entries[place]) for place in inside}
    if all(not terms for terms, _ in sums.values()):
        default = sums[inside[0]][1]
        values = {place: sums[place][1] if place in sums else default for place in index.domain}
        found = flat.new(tuple(sorted(set(values.values()))), stated)
        flat.define(Table((index, found), tuple(values.items())))
        return ((1, found),), 0
    found = flat.new(_values(sums.values()), stated)
    if Entry in flat.kinds:
        reached = range(inside[-1] + 1)  # a place before that cannot be reached may hold anything
        held = tuple(flat.variable(entries[place if place in sums else inside[0]]) for place in reached)
        flat.define(Entry(found, index, held, found.domain[0]))
        return ((1, found),), 0
    for place in index.domain:
        if place in sums:
            terms, constant = sums[place]
            here = len(index.domain) == 1 or Literal(index, place)
            when(flat, here, merged(((1, found), *((-c, v) for c, v in terms))), constant)
        else:
            flat.define_clause([Literal(index, place, False), Literal(found, found.domain[0])])
    return ((1, found),), 0


def _values(sums: Iterable[tuple[Terms, int]]) -> tuple[int, ...] | range:
    """The values of some sums: each of them where they are few, else all between the least and the greatest."""
    found = [values_of_sum(*one) for one in sums]
    if sum(map(len, found)) <= _FEW_VALUES:
        return tuple(sorted(set().union(*found)))
    return range(min(one[0] for one in found), max(one[-1] for one in found) + 1)


def _product(flat: Flattening, one: Expression, other: Expression) -> tuple[Terms, int]:
    """By a table where it is small, else by the binary digits of the side with fewer values."""
    left, right = sorted((flat.variable(one), flat.variable(other)), key=lambda v: len(v.domain))
    if len(left.domain) * (1 if left is right else len(right.domain)) <= _FEW_PRODUCTS:
        return _tabulated_product(flat, left, right)
    if Times in flat.kinds and len(left.domain) * len(right.domain) <= _MOST_PRODUCTS:
        found = flat.new(tuple(sorted({x * y for x in left.domain for y in right.domain})), "a product")
        flat.define(Times(found, left, right))
        return ((1, found),), 0
    low, high = left.domain[0], left.domain[-1]
    digits = [flat.new(range(2), "a digit") for _ in range((high - low).bit_length())]
    flat.define(left == low + total(digit * 2**place for place, digit in enumerate(digits)))
    terms: list[tuple[int, Variable]] = [(low, right)]
    for place, digit in enumerate(digits):
        part = flat.new(tuple(sorted({*right.domain, 0})), "a product")
        when(flat, Literal(digit, 1), ((1, part), (-1, right)), 0)
        when(flat, Literal(digit, 0), ((1, part),), 0)
        terms.append((2**place, part))
    return merged(terms), 0


def _tabulated_product(flat: Flattening, left: Variable, right: Variable) -> tuple[Terms, int]:
    scope = (left,) if left is right else (left, right)
    rows = tuple((*row, row[0] * row[-1]) for row in product(*(variable.domain for variable in scope)))
    found = flat.new(tuple(sorted({row[-1] for row in rows})), "a product")
    flat.define(Table((*scope, found), rows))
    return ((1, found),), 0


def _quotient(flat: Flattening, number: Expression, divisor: Expression) -> Variable:
    """``q`` with ``number == q * divisor + rest``, where the rest has the sign of the divisor; 0 for a divisor of 0."""
    key = ("quotient", flat.key_of(number), flat.key_of(divisor))
    if key in flat.known:
        return flat.known[key]  # type: ignore[no-any-return]
    by = as_expression(divisor.constant) if not divisor.terms else flat.variable(divisor)
    divided = flat.variable(number)
    low, high = bounds(op.Quotient(divided, by))
    quotient = flat.new(range(min(low, 0), max(high, 0) + 1), op.Quotient(number, divisor))
    rest = divided - by * quotient
    if not by.terms:
        sign = by.constant
        flat.define(
            quotient == 0 if sign == 0 else all_of([rest >= 0, rest < sign] if sign > 0 else [rest <= 0, rest > sign])
        )
    else:
        flat.define(
            implies(by > 0, all_of([rest >= 0, rest < by])),
            implies(by < 0, all_of([rest <= 0, rest > by])),
            implies(by == 0, quotient == 0),
        )
    flat.known[key] = quotient
    return quotient
