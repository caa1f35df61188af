"""What a sum cannot say: products, quotients, elements, counts and the like, each an atom of sums; and names of values.

An operation never changes; ``parts`` are what it is made of, expressions or constraints, in the order of its class.
A quotient or a remainder by zero and an element outside its list have no value, and what is made of them has none
either; the smallest comparison or constraint of a list around it does not hold then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from copla.ground.errors import ModelError
from copla.ground.numbers import checked_number, shown, whole
from copla.language.brevity import bounded
from copla.language.expressions import Expression, Operand, Variable, as_expression
from copla.language.global_constraints import check_order
from copla.language.truth import Statement

Part = Expression | Statement


class Operation(Expression):
    """An expression that is no sum; it is written with a ``sign`` between its parts, or with something ``around``."""

    __slots__ = ("parts",)

    parts: tuple[Any, ...]
    sign: ClassVar[str] = ""
    around: ClassVar[tuple[str, str]] = "(", ")"

    def __init__(self, *parts: Part) -> None:
        object.__setattr__(self, "parts", parts)

    @property
    def terms(self) -> tuple[tuple[int, Any], ...]:  # type: ignore[override]
        return ((1, self),)

    @property
    def constant(self) -> int:  # type: ignore[override]
        return 0

    def __setattr__(self, name: str, value: object) -> None:
        raise ModelError(f"'{self}' cannot be changed: write another one")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self.parts

    @bounded
    def __str__(self) -> str:
        before, after = self.around
        return self.sign.join(map(bracketed, self.parts)) if self.sign else f"{before}{listed(self.parts)}{after}"


class Product(Operation):
    """``left * right``."""

    __slots__ = ()
    sign = " * "


class Quotient(Operation):
    """``left // right``, rounded down as Python does; no value where the divisor is 0."""

    __slots__ = ()
    sign = " // "


class Remainder(Operation):
    """``left % right``, with the sign of the divisor as in Python; no value where the divisor is 0."""

    __slots__ = ()
    sign = " % "


class Absolute(Operation):
    """``abs(part)``."""

    __slots__ = ()
    around = "abs(", ")"


class Minimum(Operation):
    """The least of the parts."""

    __slots__ = ()
    around = "min_of([", "])"


class Maximum(Operation):
    """The greatest of the parts."""

    __slots__ = ()
    around = "max_of([", "])"


class Element(Operation):
    """The part at the place ``parts[0]`` among those that follow it, counted from 0; no value outside of them."""

    __slots__ = ()

    @bounded
    def __str__(self) -> str:
        return f"element([{listed(self.parts[1:])}], {self.parts[0]})"


class Count(Operation):
    """How many of the parts after the first are equal to the first."""

    __slots__ = ()

    @bounded
    def __str__(self) -> str:
        value, *members = self.parts
        return f"count([{listed(members)}], {value if value.terms else name_of(value.constant, *members)})"


class Choice(Operation):
    """``parts[1]`` where the condition ``parts[0]`` holds, else ``parts[2]``; both must have a value."""

    __slots__ = ()
    around = "if_else(", ")"


class Truth(Operation):
    """1 where the constraint ``parts[0]`` holds, else 0."""

    __slots__ = ()


def product(left: Expression, right: Expression) -> Expression:
    """The product; a sum as before where one side is a number."""
    if not right.terms:
        return left * right.constant
    return right * left.constant if not left.terms else Product(left, right)


def min_of(*parts: Operand | Iterable[Operand]) -> Expression:
    """The least of some expressions: ``min_of(x, y)`` or ``min_of(list)``.

    >>> from copla import ConstraintProblem
    >>> problem = ConstraintProblem()
    >>> print(min_of(problem.variable(name, range(5)) for name in "abc") >= 2)
    min_of([a, b, c]) >= 2
    """
    return Minimum(*_some(parts, "min_of"))


def max_of(*parts: Operand | Iterable[Operand]) -> Expression:
    """The greatest of some expressions: ``max_of(x, y)`` or ``max_of(list)``."""
    return Maximum(*_some(parts, "max_of"))


def element(parts: Iterable[Operand], index: Operand) -> Expression:
    """The entry of a list at a place that is an expression, counted from 0.

    >>> from copla import ConstraintProblem
    >>> place = ConstraintProblem().variable("place", range(3))
    >>> print(element([5, 3, 8], place) >= 4)
    element([5, 3, 8], place) >= 4
    """
    return Element(as_expression(index), *expressions(parts, "element"))


def count(parts: Iterable[Operand], value: Operand | str) -> Expression:
    """How many entries of a list are equal to the value: a number, a name of a value, or an expression."""
    found = expressions(parts, "count")
    if isinstance(value, str):
        value = value_of(value, "what count counts", *found)
    return Count(as_expression(value), *found)


def if_else(condition: Any, then: Operand, otherwise: Operand) -> Expression:
    """One expression where the condition holds, and another where it does not."""
    from copla.language.logic import as_constraint

    return Choice(as_constraint(condition), as_expression(then), as_expression(otherwise))


def expressions(parts: Iterable[Operand], kind: str) -> tuple[Expression, ...]:
    """The entries of a list as expressions; ``kind`` is what takes them, for the error."""
    if isinstance(parts, Expression | Statement | str) or not isinstance(parts, Iterable):
        raise ModelError(f"{kind} takes a list of expressions and numbers, found {shown(parts)}")
    check_order(parts, kind)
    return tuple(map(as_expression, parts))


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


def bracketed(part: Part) -> str:
    """A part as it stands beside ``*`` or ``//``."""
    plain = isinstance(part, Variable | Operation) and not isinstance(part, Product | Quotient | Remainder)
    return str(part) if plain or (isinstance(part, Expression) and not part.terms) else f"({part})"


def listed(parts: Iterable[Part]) -> str:
    return ", ".join(map(str, parts))


def _some(parts: tuple[Any, ...], kind: str) -> tuple[Expression, ...]:
    alone = len(parts) == 1 and type(whole(parts[0])) is not int and not isinstance(parts[0], Expression | Statement)
    found = expressions(parts[0] if alone else parts, kind)
    if not found:
        raise ModelError(f"{kind} takes at least one expression, found none")
    return found
