"""Names of values: which number a name stands for among some expressions, and which name a number has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from copla.ground.errors import ModelError
from copla.ground.numbers import checked_number, shown, whole
from copla.language.expressions import Variable
from copla.language.operations import Choice, Element


def value_of(value: Any, what: str, *parts: Any) -> int:
    """A value of any of the parts as a number; ``what`` begins the sentence of the error.

    >>> from copla import ConstraintProblem
    >>> wall = ConstraintProblem().variable("wall", ["red", "green"])
    >>> value_of("green", "a colour", wall), value_of(7, "a colour", wall)
    (1, 7)
    """
    if not isinstance(value, str):
        return checked_number(whole(value), what)
    asked = list(_named(*parts))
    for variable in asked:
        if variable.words and value in variable.words:
            return variable.domain[variable.words.index(value)]
    if not asked:
        raise ModelError(f"{what} is {shown(value)}, expected a whole number: no value here has a name")
    raise ModelError(f"{asked[0].name!r} has no value {value!r}; it has {', '.join(asked[0].words or ())}")


def name_of(value: int, *parts: Any) -> str:
    """A value of any of the parts as people read it: by its name, if it has one."""
    for variable in _named(*parts):
        if value in variable.domain:
            return variable.in_words(value)
    return str(value)


def _named(*parts: Any) -> Iterator[Variable]:
    """The variables whose values have names and may be the value of one of the parts."""
    for part in parts:
        if isinstance(part, Variable):
            if part.words is not None:
                yield part
        elif isinstance(part, Element | Choice):
            yield from _named(*part.parts[1:])
