"""Variables and sums of them: the arithmetic that makes constraints read like mathematics."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn

from copla.ground.errors import ModelError
from copla.ground.numbers import shown
from copla.language.constraints import Comparison, Linear, in_words
from copla.language.truth import ADVICE


class Expression:
    """A linear expression ``c1*x1 + c2*x2 + ... + constant``. Comparing two gives a constraint.

    >>> from copla import ConstraintProblem
    >>> problem = ConstraintProblem()
    >>> x, y = problem.variable("x", range(5)), problem.variable("y", range(5))
    >>> str(2 * x + y - 1 <= 7)
    '2*x + y <= 8'
    """

    __slots__ = ("constant", "terms")

    def __init__(self, terms: tuple[tuple[int, Variable], ...], constant: int = 0) -> None:
        self.terms = terms
        self.constant = constant

    def __add__(self, other: Expression | int) -> Expression:
        right = as_expression(other)
        return Expression(self.terms + right.terms, self.constant + right.constant)

    def __radd__(self, other: int) -> Expression:
        return self + other

    def __sub__(self, other: Expression | int) -> Expression:
        return self + -as_expression(other)

    def __rsub__(self, other: int) -> Expression:
        return as_expression(other) + -self

    def __neg__(self) -> Expression:
        return self * -1

    def __mul__(self, factor: int) -> Expression:
        if type(factor) is not int:
            raise ModelError(f"an expression can be multiplied by an integer only, found {shown(factor)}")
        terms = tuple((coefficient * factor, variable) for coefficient, variable in self.terms)
        return Expression(terms, self.constant * factor)

    def __rmul__(self, factor: int) -> Expression:
        return self * factor

    def __lt__(self, other: Expression | int) -> Linear:
        return _compare(self, "<", other)

    def __le__(self, other: Expression | int) -> Linear:
        return _compare(self, "<=", other)

    def __gt__(self, other: Expression | int) -> Linear:
        return _compare(self, ">", other)

    def __ge__(self, other: Expression | int) -> Linear:
        return _compare(self, ">=", other)

    def __eq__(self, other: Expression | int) -> Linear:  # type: ignore[override]
        return _compare(self, "==", other)

    def __ne__(self, other: Expression | int) -> Linear:  # type: ignore[override]
        return _compare(self, "!=", other)

    __hash__ = object.__hash__

    def __bool__(self) -> NoReturn:
        raise ModelError(f"'{self}' has no truth value: compare it, as in x != 0, and add that to a problem; {ADVICE}")

    def __str__(self) -> str:
        sign = "-" if self.constant < 0 else "+"
        if not self.terms:
            return str(self.constant)
        return in_words(self.terms) + (f" {sign} {abs(self.constant)}" if self.constant else "")


class Variable(Expression):
    """A named unknown over a finite set of integers; made by ``ConstraintProblem.variable``.

    ``index`` is its place in the problem; a solution maps its ``name`` to a value. A variable never changes.
    """

    __slots__ = ("domain", "index", "name")

    name: str
    domain: tuple[int, ...]
    index: int

    def __init__(self, name: str, domain: tuple[int, ...], index: int) -> None:
        self._set(name, domain, index, ((1, self),), 0)

    def __setattr__(self, name: str, value: object) -> None:
        raise ModelError(f"variable {self.name!r} cannot be changed: make another one with problem.variable")

    def __getstate__(self) -> tuple[Any, ...]:
        return self.name, self.domain, self.index, self.terms, self.constant

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self._set(*state)

    def _set(self, *state: Any) -> None:
        for name, value in zip(("name", "domain", "index", "terms", "constant"), state, strict=True):
            object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        return f"Variable({self.name!r})"


def total(parts: Iterable[Expression | int]) -> Expression:
    """The sum of expressions and numbers; like ``sum``, but quick for many and never a plain number.

    >>> from copla import ConstraintProblem
    >>> problem = ConstraintProblem()
    >>> str(total(problem.variable(name, range(2)) for name in "abc") >= 1)
    'a + b + c >= 1'
    """
    if isinstance(parts, Expression) or not isinstance(parts, Iterable):
        raise ModelError(f"total takes a list of expressions and numbers, found {shown(parts)}")
    terms: list[tuple[int, Variable]] = []
    constant = 0
    for part in map(as_expression, parts):
        terms.extend(part.terms)
        constant += part.constant
    return Expression(tuple(terms), constant)


def merged(terms: Iterable[tuple[int, Variable]]) -> tuple[tuple[int, Variable], ...]:
    """The terms with each variable once and no zero coefficient, in order of first appearance."""
    totals: dict[Variable, int] = {}
    for coefficient, variable in terms:
        totals[variable] = totals.get(variable, 0) + coefficient
    return tuple((coefficient, variable) for variable, coefficient in totals.items() if coefficient)


def as_expression(value: Expression | int) -> Expression:
    """The value as an expression; ModelError for anything but expressions and integers."""
    if isinstance(value, Expression):
        return value
    if type(value) is int:
        return Expression((), value)
    raise ModelError(f"expected a variable, an expression or an integer, found {shown(value)}")


def _compare(left: Expression, comparison: Comparison, right: Expression | int) -> Linear:
    if type(right) is int:
        return Linear(merged(left.terms), comparison, right - left.constant)
    difference = left - right
    return Linear(merged(difference.terms), comparison, -difference.constant)
