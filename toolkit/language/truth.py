"""No truth value: what makes Python's own logic an error where it would silently lose a part of a model.

Python decides ``and``, ``or``, ``not``, ``in``, ``if``, chained comparisons, ``any``, ``all``, ``max`` and the like by
asking for a truth value, and a constraint has none before there is a solution. Sets and dicts ask for identity first,
so variables and constraints live in them; they know which variable it is and nothing of its value.
"""

from __future__ import annotations

from typing import Any, NoReturn

from copla.ground.errors import ModelError

ADVICE = (
    "add each part of a chain or an 'and' by itself, join parts with '|' instead of 'or', put '~' before a comparison "
    "instead of 'not', and ask any(v is x for v in variables) instead of 'x in variables'"
)


class Statement:
    """A constraint or a part of one: it can be added to a problem, but neither tested nor compared nor counted."""

    __slots__ = ()

    def __bool__(self) -> NoReturn:
        raise ModelError(f"the constraint '{self}' has no truth value: {ADVICE}")

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        raise ModelError(f"the constraint '{self}' cannot be compared: ask whether two are one with 'is'")

    __hash__ = object.__hash__

    def _no_operand(self, other: object) -> NoReturn:
        raise ModelError(f"the constraint '{self}' is no number and takes no part in arithmetic or logic: {ADVICE}")

    def __invert__(self) -> Statement:
        raise ModelError(f"the constraint '{self}' has no opposite: '~' takes a comparison such as x < y")

    __lt__ = __le__ = __gt__ = __ge__ = _no_operand
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _no_operand
    __and__ = __rand__ = __xor__ = __rxor__ = __ror__ = _no_operand

    def __or__(self, other: Any) -> Statement:
        self._no_operand(other)
