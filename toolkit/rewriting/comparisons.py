"""Whether a sum of variables compares to a number, as a literal; and sums that hold under a condition.

A backend that takes reified sums gets them. For others, few values make a table. Otherwise a switch ``b`` for
``sum <= k`` stands in two sums: with the greatest value ``high`` and the least value ``low`` of the sum,
``sum + (high - k) b <= high`` forces the sum down where ``b`` is 1, and ``sum + (k + 1 - low) b >= k + 1`` forces it up
where ``b`` is 0.
"""

from __future__ import annotations

from itertools import product
from math import gcd, prod
from typing import TYPE_CHECKING
from typing import Literal as OneOf

from copla.ground.errors import ModelError
from copla.ground.numbers import LARGEST
from copla.language.constraints import Comparison, Linear, Literal, compare
from copla.language.expressions import merged
from copla.rewriting.propagated import Reified
from copla.rewriting.tables import ends, literal_of_rows

if TYPE_CHECKING:
    from copla.rewriting.flattening import Flattening, Lit, Terms

_FEW = 2_500
_FEW_VALUES = 64


def negation(literal: Lit) -> Lit:
    if isinstance(literal, bool):
        return not literal
    return Literal(literal.variable, literal.value, not literal.positive)


def checked(linear: Linear, what: object) -> Linear:
    """The sum, if its numbers stay in the range."""
    size = sum(abs(c) * max(-v.domain[0], v.domain[-1]) for c, v in linear.terms) + abs(linear.bound)
    if size > LARGEST or any(abs(c) > LARGEST for c, _ in linear.terms):
        raise ModelError(f"'{what}': the numbers are too large to be rewritten as sums, which could exceed 2**53")
    return linear


def compared(flat: Flattening, terms: Terms, comparison: Comparison, bound: int) -> Lit:
    """A literal that is true exactly where the comparison holds."""
    if not terms:
        return compare(0, comparison, bound)
    if comparison in ("==", "!="):
        found = _equal(flat, terms, bound)
    else:
        found = _at_most(flat, terms, bound - 1 if comparison in ("<", ">=") else bound)
    return negation(found) if comparison in ("!=", ">", ">=") else found


def when(flat: Flattening, condition: Lit, terms: Terms, bound: int) -> None:
    """Define: where the condition holds, the sum is the bound."""
    if condition is False:
        return
    match terms:
        case ():
            flat.define_clause([negation(condition), bound == 0])
            return
        case ((1 | -1 as sign, variable),):
            flat.define_clause([negation(condition), Literal(variable, sign * bound)])
            return
        case ((1, left), (-1, right)) | ((-1, right), (1, left)) if (
            len(left.domain) <= _FEW_VALUES and len(right.domain) <= _FEW_VALUES
        ):
            for value in right.domain:
                literal: Lit = Literal(left, value + bound) if value + bound in left.domain else False
                flat.define_clause([negation(condition), Literal(right, value, False), literal])
            for value in left.domain:
                if value - bound not in right.domain:
                    flat.define_clause([negation(condition), Literal(left, value, False)])
            return
    low, high = ends(terms)
    switch, constant = flat.switch(condition)  # 1 where it holds
    for limit, comparison in ((high, "<="), (low, ">=")):
        # sum + (limit - bound) * on  <=  limit, and the same from below
        slack = limit - bound
        scaled = tuple((slack * factor, variable) for factor, variable in switch)
        found = Linear(merged((*terms, *scaled)), comparison, limit - slack * constant)  # type: ignore[arg-type]
        flat.define(checked(found, "a sum under a condition"))


def _at_most(flat: Flattening, terms: Terms, bound: int) -> Lit:
    low, high = ends(terms)
    if high <= bound:
        return True
    return False if low > bound else _known(flat, terms, "<=", bound)


def _equal(flat: Flattening, terms: Terms, bound: int) -> Lit:
    low, high = ends(terms)
    if not low <= bound <= high or bound % gcd(*(coefficient for coefficient, _ in terms)):
        return False
    if len(terms) == 1:
        ((coefficient, variable),) = terms
        if bound // coefficient not in variable.domain:
            return False
        return len(variable.domain) == 1 or Literal(variable, bound // coefficient)
    if terms[0][0] < 0:
        terms, bound = tuple((-coefficient, variable) for coefficient, variable in terms), -bound
    return _known(flat, terms, "==", bound)


def _known(flat: Flattening, terms: Terms, comparison: OneOf["<=", "=="], bound: int) -> Lit:
    """The literal of a comparison that can hold and can fail; made once."""
    key = (comparison, tuple(sorted((variable.index, coefficient) for coefficient, variable in terms)), bound)
    if key not in flat.known:
        if Reified in flat.kinds and len(terms) > 1:  # of one variable, a table says all
            checked(Linear(terms, comparison, bound), "a comparison as a condition")
            switch = flat.new(range(2), "a comparison")
            flat.define(Reified(switch, terms, comparison, bound))
            flat.known[key] = Literal(switch, 1)
        elif prod(len(variable.domain) for _, variable in terms) <= _FEW:
            flat.known[key] = _tabulated(flat, terms, comparison, bound)
        elif comparison == "==":
            flat.known[key] = flat.both([_at_most(flat, terms, bound), negation(_at_most(flat, terms, bound - 1))])
        else:
            low, high = ends(terms)
            switch = flat.new(range(2), "a comparison")
            above = Linear((*terms, (high - bound, switch)), "<=", high)
            below = Linear((*terms, (bound + 1 - low, switch)), ">=", bound + 1)
            flat.define(checked(above, "a comparison as a condition"), checked(below, "a comparison as a condition"))
            flat.known[key] = Literal(switch, 1)
    return flat.known[key]  # type: ignore[no-any-return]


def _tabulated(flat: Flattening, terms: Terms, comparison: Comparison, bound: int) -> Lit:
    flat.ask()
    coefficients = [coefficient for coefficient, _ in terms]
    rows = []
    for row in product(*(variable.domain for _, variable in terms)):
        left = sum([c * value for c, value in zip(coefficients, row, strict=True)])
        rows.append((row, int(compare(left, comparison, bound))))
    return literal_of_rows(flat, tuple(variable for _, variable in terms), rows)
