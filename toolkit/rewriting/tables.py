"""What has few combinations of values becomes a table of them; and lists of rows, which are tables already."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from copla.language.constraints import AllDifferent, Clause, Literal, Table
from copla.language.expressions import Variable
from copla.language.lists import Cardinality, Distinct, Rows
from copla.language.operations import Operation
from copla.language.written import scope_of
from copla.rewriting.predicates import NoValueError, function, predicate
from copla.rewriting.propagated import Occurrences

if TYPE_CHECKING:
    from copla.rewriting.flattening import Flattening, Lit, Terms

_FEW_SUMS = 4_096
_MOST_ROWS = 20_000


def post(flat: Flattening, constraint: Any) -> None:
    """The rows in which the constraint holds."""
    scope, tried = _tried(flat, constraint)
    rows = tuple(row for row, holds in tried if holds)
    if not rows:
        flat.put(Clause(()))
    elif len(rows) < len(tried):
        flat.put(Table(scope, rows))


def literal(flat: Flattening, constraint: Any) -> Lit:
    """A literal by a table of all rows with whether the constraint holds there."""
    return literal_of_rows(flat, *_tried(flat, constraint))


def _tried(flat: Flattening, constraint: Any) -> tuple[tuple[Variable, ...], list[tuple[tuple[int, ...], int]]]:
    """Its variables, and all rows of their values with whether it holds there."""
    scope = scope_of(constraint)
    flat.ask()
    test = predicate(constraint, scope)
    return scope, [(row, int(test(row))) for row in product(*(variable.domain for variable in scope))]


def literal_of_rows(flat: Flattening, scope: tuple[Variable, ...], rows: list[tuple[tuple[int, ...], int]]) -> Lit:
    """A literal for a truth that is known in every row."""
    truths = {truth for _, truth in rows}
    if len(truths) == 1:
        return bool(truths.pop())
    if len(scope) == 1:
        for truth in (1, 0):
            values = [row[0] for row, found in rows if found == truth]
            if len(values) == 1:
                return Literal(scope[0], values[0], truth == 1)
    switch = flat.new(range(2), "a condition")
    flat.define(Table((*scope, switch), tuple((*row, truth) for row, truth in rows)))
    return Literal(switch, 1)


def operation(flat: Flattening, stated: Operation) -> tuple[Terms, int]:
    """A variable by a table of all rows with the value there; where there is none, the least of them."""
    scope = scope_of(stated)
    flat.ask()
    value = function(stated, scope)
    rows: dict[tuple[int, ...], int | None] = {}
    for row in product(*(variable.domain for variable in scope)):
        try:
            rows[row] = value(row)
        except NoValueError:
            rows[row] = None
    values = {found for found in rows.values() if found is not None} or {0}
    least = min(values)
    if len(values) == 1:
        return (), least
    variable = flat.new(tuple(sorted(values)), stated)
    completed = ((*row, least if found is None else found) for row, found in rows.items())
    flat.define(Table((*scope, variable), tuple(completed)))
    return ((1, variable),), 0


def post_list(flat: Flattening, constraint: Any) -> bool:
    """All-different, counts and rows over expressions: over variables with their values."""
    if isinstance(constraint, Distinct):
        variables = tuple(map(flat.variable, constraint.parts))
        if len(set(variables)) < len(variables):
            flat.put(Clause(()))
        elif len(variables) > 1:
            flat.put(AllDifferent(variables))
        return True
    if isinstance(constraint, Cardinality) and Occurrences in flat.kinds:
        members, totals = (tuple(map(flat.variable, some)) for some in (constraint.members, constraint.numbers))
        flat.put(Occurrences(members, constraint.values, totals, constraint.closed))
        return True
    if not isinstance(constraint, Rows):
        return False
    variables = tuple(map(flat.variable, constraint.parts))
    if not constraint.allowed:
        for row in constraint.rows:
            pairs = zip(variables, row, strict=True)
            flat.put_clause(Literal(v, entry, False) for v, entry in pairs if entry is not None)
        return True
    rows = _without_wildcards(variables, constraint.rows)
    if rows is None:
        return False
    scope = tuple(dict.fromkeys(variables))
    kept: dict[tuple[int, ...], None] = {}
    for row in rows:
        entries: dict[Variable, int] = {}
        if all(entries.setdefault(v, entry) == entry for v, entry in zip(variables, row, strict=True)):
            kept.setdefault(tuple(entries[v] for v in scope))
    flat.put(Table(scope, tuple(kept)))
    return True


def values_of_sum(terms: Terms, constant: int) -> tuple[int, ...] | range:
    """The values that a sum of variables can take: exactly where they are few, else all between its bounds."""
    if prod(len(variable.domain) for _, variable in terms) <= _FEW_SUMS:
        values = {constant}
        for coefficient, variable in terms:
            values = {value + coefficient * more for value in values for more in variable.domain}
        return tuple(sorted(values))
    low, high = ends(terms)
    return range(constant + low, constant + high + 1)


def ends(terms: Terms) -> tuple[int, int]:
    """The least and the greatest value of a sum."""
    pairs = [sorted((c * v.domain[0], c * v.domain[-1])) for c, v in terms]
    return sum(low for low, _ in pairs), sum(high for _, high in pairs)


def _without_wildcards(
    variables: tuple[Variable, ...], rows: tuple[tuple[int | None, ...], ...]
) -> list[tuple[int, ...]] | None:
    """Each row with every value in place of a wildcard; None if they become too many."""
    found: list[tuple[int, ...]] = []
    for row in rows:
        choices = [v.domain if entry is None else (entry,) for v, entry in zip(variables, row, strict=True)]
        if len(found) + prod(map(len, choices)) > _MOST_ROWS:
            return None
        found.extend(product(*choices))
    return found
