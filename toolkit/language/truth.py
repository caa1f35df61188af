"""No truth value: what makes Python's own logic an error where it would silently lose a part of a model.

Python decides ``and``, ``or``, ``not``, ``in``, ``if``, chained comparisons, ``any``, ``all``, ``max`` and the like by
asking for a truth value, and a constraint has none before there is a solution. Sets and dicts ask for identity first,
so variables and constraints live in them; they know which variable it is and nothing of its value.

What a constraint does have is a number, 1 where it holds and 0 where it does not, and the logic of ``&``, ``|``, ``^``
and ``~``.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, NoReturn

from copla.ground.errors import ModelError

ADVICE = (
    "add each part of a chain or an 'and' by itself or join them with '&', join parts with '|' instead of 'or', "
    "put '~' before a constraint instead of 'not', and ask any(v is x for v in variables) instead of 'x in variables'; "
    "max_of, min_of, any_of, all_of and if_else stand for max, min, any, all and if"
)


def _as_number(operation: Callable[..., Any]) -> Callable[..., Any]:
    """The operation on 1 or 0: whether the constraint holds."""

    def method(self: Statement, *others: Any) -> Any:
        from copla.language.expressions import as_expression

        return operation(as_expression(self), *others)

    return method


class Statement:
    """A constraint or a part of one: it can be added to a problem, joined with others and counted, but not tested."""

    __slots__ = ()

    def __bool__(self) -> NoReturn:
        raise ModelError(f"the constraint '{self}' has no truth value: {ADVICE}")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    def __deepcopy__(self, memo: object) -> Statement:
        return self  # it never changes

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __and__(self, other: Any) -> Any:
        from copla.language.logic import all_of

        return all_of([self, other])

    def __or__(self, other: Any) -> Any:
        from copla.language.logic import any_of

        return any_of([self, other])

    def __xor__(self, other: Any) -> Any:
        from copla.language.logic import xor

        return xor(self, other)

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __invert__(self) -> Any:
        from copla.language.logic import opposite

        return opposite(self)

    __hash__ = object.__hash__
    __eq__ = _as_number(operator.eq)
    __ne__ = _as_number(operator.ne)
    __lt__ = _as_number(operator.lt)
    __le__ = _as_number(operator.le)
    __gt__ = _as_number(operator.gt)
    __ge__ = _as_number(operator.ge)
    __add__ = __radd__ = _as_number(operator.add)
    __sub__ = _as_number(operator.sub)
    __rsub__ = _as_number(lambda me, other: other - me)
    __mul__ = __rmul__ = _as_number(operator.mul)
    __floordiv__ = _as_number(operator.floordiv)
    __rfloordiv__ = _as_number(lambda me, other: other // me)
    __mod__ = _as_number(operator.mod)
    __rmod__ = _as_number(lambda me, other: other % me)
    __neg__ = _as_number(operator.neg)
    __abs__ = _as_number(abs)
