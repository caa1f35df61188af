"""The lists of variables and the rows that all-different and table take, checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from itertools import chain
from typing import Any

from copla.ground.errors import ModelError
from copla.ground.numbers import LARGEST, checked_number, shown
from copla.language.expressions import Expression, Variable
from copla.language.truth import Statement

_NO_LISTS = (Expression, Statement, str)
_IN_ORDER = frozenset((
    "element", "Array", "table", "satisfies", "increasing", "lexicographic", "circuit", "inverse", "regular",
    "cumulative",
))  # fmt: skip


def check_truth(value: object, name: str) -> bool:
    """An argument that is True or False; ModelError for anything else, such as "no", which Python takes for true."""
    if not isinstance(value, bool):
        raise ModelError(f"{name} is True or False, found {shown(value)}")
    return value


def listed_variables(parts: Iterable[Any], kind: str) -> tuple[Any, ...]:
    """What stands in a list; ModelError for anything but a list."""
    if type(parts) is tuple:
        return parts
    if isinstance(parts, _NO_LISTS) or not isinstance(parts, Iterable):
        raise ModelError(f"{kind} takes variables in a list, found {shown(parts)}")
    check_order(parts, kind)
    return tuple(parts)


def check_order(parts: Iterable[Any], kind: str) -> None:
    """Refuse what is no list to Python: a dict would lose its values, a set has an order that nobody wrote."""
    if isinstance(parts, Mapping):
        raise ModelError(f"{kind} takes a list, found a dict, of which only the keys would be read")
    if isinstance(parts, Set) and kind in _IN_ORDER:
        raise ModelError(f"{kind} takes a list, found a set, which has no order")


def distinct(variables: Iterable[Variable], kind: str) -> tuple[Variable, ...]:
    """The variables of an all-different or a table, each once; ModelError for anything else."""
    scope = listed_variables(variables, kind)
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


def checked_rows(rows: Iterable[Iterable[Any]], width: int, *, wildcards: bool = False) -> tuple[tuple[Any, ...], ...]:
    """The rows of a table with ``width`` variables, each once; with ``wildcards`` an entry may be None."""
    if not width:
        raise ModelError("a table needs at least one variable")
    try:
        found = tuple(map(tuple, rows))
    except TypeError:
        raise ModelError("the rows of a table are lists of whole numbers, found something else") from None
    # The same three questions for all rows at once, because tables can be long.
    values = list(chain.from_iterable(found))
    if found and (
        {*map(len, found)} != {width}
        or {*map(type, values)} != {int}
        or max(values) > LARGEST
        or -min(values) > LARGEST
    ):
        for row in found:
            if len(row) != width:
                raise ModelError(f"table row {shown(row)} has {len(row)} values, expected {width}")
            for value in row:
                if value is not None or not wildcards:
                    checked_number(value, f"a value of the table row {shown(row)}")
    return found if len(set(found)) == len(found) else tuple(dict.fromkeys(found))
