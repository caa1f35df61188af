"""What a constraint problem takes: checked to the last number, and brought into the one form that backends rely on.

After :func:`accepted` a constraint is kept as it was written, every expression in it within the one range of numbers,
or it is one of the four flat kinds: then its variables are variables, its tuples are tuples, its
numbers are whole numbers of the one range (and so is every value of its sum); no variable stands twice in a sum, an
all-different or a table, and no coefficient is zero; the rows of a table are as wide as its scope, which is not empty;
no row and no literal stands twice. Whose variables they are is for the problem to check.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import get_args

from copla.ground.errors import ModelError
from copla.ground.numbers import LARGEST, check_sum, checked_number, shown
from copla.language.bounds import check_parts
from copla.language.constraints import (
    COMPARE,
    AllDifferent,
    Clause,
    Constraint,
    Linear,
    Literal,
    Table,
    compare,
    different_literals,
)
from copla.language.expressions import Variable, merged
from copla.language.global_constraints import checked_rows, distinct
from copla.language.logic import as_constraint
from copla.language.written import Written

Terms = tuple[tuple[int, Variable], ...]

KINDS = get_args(Constraint)
_ANY = (*KINDS, Written)


def accepted(constraint: object) -> Constraint | Written | None:
    """The constraint in its one form; None if it always holds and says nothing; ModelError if it makes no sense."""
    if isinstance(constraint, bool):
        raise ModelError(
            f"expected a constraint, found {constraint}, which Python has decided before the problem could see it: "
            "write 'total(...)' instead of sum([]), a plain number; 'not', 'in', 'any' and 'all' build no constraints"
        )
    if type(constraint) not in KINDS:
        constraint = as_constraint(constraint)
    assert isinstance(constraint, _ANY)
    if not isinstance(constraint.label, str) or not isinstance(constraint.clue, bool):
        raise ModelError(
            f"a label is a text and clue is True or False, found {shown((constraint.label, constraint.clue))}"
        )
    match constraint:
        case Linear():
            return _linear(constraint)
        case AllDifferent():
            scope = distinct(constraint.variables, "all_different")
            if not scope:
                return None
            return constraint if scope is constraint.variables else replace(constraint, variables=scope)
        case Table():
            return _table(constraint)
        case Clause():
            return _clause(constraint)
    try:
        check_parts(constraint)
    except (AttributeError, TypeError, ValueError, IndexError, RecursionError):
        what = "expected a constraint such as x < y or all_different(row)"
        raise ModelError(f"{what}, found {shown(constraint)}") from None
    return constraint  # type: ignore[no-any-return]


def checked_terms(terms: Terms, constant: int, what: str) -> Terms:
    """The terms of a sum, each variable once; the sum with its constant (or bound) stays in the range."""
    products = []
    seen = set()
    in_form = type(terms) is tuple
    try:
        for term in terms:
            coefficient, variable = term
            in_form = in_form and type(term) is tuple
            if not isinstance(variable, Variable):
                raise ModelError(f"{what}: expected terms such as (2, x), found {shown((coefficient, variable))}")
            if type(coefficient) is not int or not -LARGEST <= coefficient <= LARGEST:
                checked_number(coefficient, f"{what}: the coefficient of {variable.name!r}")
            if coefficient:
                seen.add(variable)
                domain = variable.domain
                products.append((coefficient, max(-domain[0], domain[-1])))
    except (TypeError, ValueError):
        raise ModelError(f"{what}: expected terms such as ((2, x), (-1, y)), found {shown(terms)}") from None
    if not in_form or len(seen) < len(terms):
        return checked_terms(merged(terms), constant, what)
    checked_number(constant, f"{what}: the number beside the sum")
    check_sum(products, constant, what)
    return terms


def _linear(constraint: Linear) -> Constraint | None:
    if not isinstance(constraint.comparison, str) or constraint.comparison not in COMPARE:
        raise ModelError(f"a comparison is one of {' '.join(COMPARE)}, found {shown(constraint.comparison)}")
    terms = checked_terms(constraint.terms, constraint.bound, "a sum")
    if not terms:
        holds = compare(0, constraint.comparison, constraint.bound)
        return None if holds else Clause((), constraint.label, constraint.clue)
    return constraint if terms is constraint.terms else replace(constraint, terms=terms)


def _table(constraint: Table) -> Table:
    scope = distinct(constraint.variables, "table")
    if not isinstance(constraint.allowed, bool):
        raise ModelError(f"the rows of a table are allowed (True) or not (False), found {shown(constraint.allowed)}")
    rows = checked_rows(constraint.rows, len(scope))
    if scope is constraint.variables and rows == constraint.rows:
        return constraint
    return replace(constraint, variables=scope, rows=rows)


def _clause(constraint: Clause) -> Clause:
    literals = constraint.literals
    if not isinstance(literals, Iterable):
        raise ModelError(f"a clause is made of literals, found {shown(literals)}")
    literals = tuple(literals)
    seen = set()
    for literal in literals:
        if type(literal) is not Literal or not isinstance(literal.variable, Variable):
            raise ModelError(f"a clause is made of literals, found {shown(literal)}")
        if type(literal.value) is not int or not -LARGEST <= literal.value <= LARGEST:
            checked_number(literal.value, f"the value of {literal.variable.name!r} in a clause")
        if not isinstance(literal.positive, bool):
            raise ModelError(f"a literal is positive (True) or not (False), found {shown(literal.positive)}")
        seen.add((literal.variable, literal.value, literal.positive))
    if literals is constraint.literals and len(seen) == len(literals):
        return constraint
    return replace(constraint, literals=different_literals(literals))
