"""all_different and table: constraints over lists of variables, made out of what people write."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from copla.ground.errors import ModelError
from copla.ground.numbers import LARGEST, checked_number, shown
from copla.language.constraints import AllDifferent, Table
from copla.language.expressions import Expression, Variable


def all_different(variables: Iterable[Variable]) -> AllDifferent:
    """No two of these variables take the same value."""
    return AllDifferent(distinct(variables, "all_different"))


def table(variables: Iterable[Variable], rows: Iterable[Iterable[int]], *, allowed: bool = True) -> Table:
    """The variables, read in this order, form one of the rows (or, with ``allowed=False``, none)."""
    scope = distinct(variables, "table")
    return Table(scope, checked_rows(rows, len(scope)), allowed)


def distinct(variables: Iterable[Variable], kind: str) -> tuple[Variable, ...]:
    """The variables of an all-different or a table, each once; ModelError for anything else."""
    if isinstance(variables, Expression) or not isinstance(variables, Iterable):
        raise ModelError(f"{kind} takes variables in a list, found {shown(variables)}")
    scope = tuple(variables)
    for variable in scope:
        if isinstance(variable, Expression) and not isinstance(variable, Variable):
            advice = "make a variable of its own for it, and add that they are equal"
            raise ModelError(f"{kind} takes variables, found '{variable}': {advice}")
        if not isinstance(variable, Variable):
            raise ModelError(f"{kind} takes variables, found {shown(variable)}")
    if len(set(scope)) < len(scope):
        twice = next(variable for place, variable in enumerate(scope) if variable in set(scope[:place]))
        raise ModelError(f"variable {twice.name!r} stands twice in {kind}")
    return scope


def checked_rows(rows: Iterable[Iterable[int]], width: int) -> tuple[tuple[int, ...], ...]:
    """The rows of a table with ``width`` variables, each once."""
    if not width:
        raise ModelError("a table needs at least one variable")
    try:
        found = tuple(tuple(row) for row in rows)
    except TypeError:
        raise ModelError("the rows of a table are lists of whole numbers, found something else") from None
    if not found:
        return found
    # The same three questions for all rows at once, because tables can be long.
    values = list(chain.from_iterable(found))
    if (
        {*map(len, found)} != {width}
        or {*map(type, values)} != {int}
        or max(values) > LARGEST
        or -min(values) > LARGEST
    ):
        for row in found:
            if len(row) != width:
                raise ModelError(f"table row {shown(row)} has {len(row)} values, expected {width}")
            for value in row:
                checked_number(value, f"a value of the table row {shown(row)}")
    return found if len(set(found)) == len(found) else tuple(dict.fromkeys(found))
