"""Variables and sums: the arithmetic that makes constraints read like mathematics.

Every expression is a sum of *atoms*, each with a coefficient, and a constant. An atom is a variable or an operation
(``copla.language.operations``: a product, a quotient, an element, ...). A comparison of sums of variables is linear,
one of the four kinds that every backend takes; any other comparison is kept as it was written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

from copla.ground.errors import ModelError
from copla.ground.numbers import LARGEST, shown, whole
from copla.language.constraints import Comparison, Linear, in_words
from copla.language.truth import ADVICE, Statement


class Expression:
    """A sum ``c1*x1 + c2*x2 + ... + constant``. Comparing two gives a constraint.

    >>> from copla import ConstraintProblem
    >>> problem = ConstraintProblem()
    >>> x, y = problem.variable("x", range(5)), problem.variable("y", range(5))
    >>> str(2 * x + y - 1 <= 7)
    '2*x + y <= 8'
    >>> str(abs(x - y) != x // 3)
    'abs(x - y) != x // 3'
    """

    __slots__ = ("constant", "terms")

    def __init__(self, terms: tuple[tuple[int, Expression], ...], constant: int = 0) -> None:
        self.terms: tuple[tuple[int, Any], ...] = terms
        self.constant = constant

    def __add__(self, other: Operand) -> Expression:
        right = as_expression(other)
        return Expression(self.terms + right.terms, self.constant + right.constant)

    def __radd__(self, other: Operand) -> Expression:
        return as_expression(other) + self

    def __sub__(self, other: Operand) -> Expression:
        return self + -as_expression(other)

    def __rsub__(self, other: Operand) -> Expression:
        return as_expression(other) + -self

    def __neg__(self) -> Expression:
        return self * -1

    def __pos__(self) -> Expression:
        return self

    def __mul__(self, other: Operand) -> Expression:
        if type(other) is not int:
            from copla.language.operations import product

            return product(self, as_expression(other))
        terms = tuple((coefficient * other, atom) for coefficient, atom in self.terms)
        return Expression(terms, self.constant * other)

    def __rmul__(self, other: Operand) -> Expression:
        return self * other

    def __floordiv__(self, other: Operand) -> Expression:
        from copla.language.operations import Quotient

        return Quotient(self, as_expression(other))

    def __rfloordiv__(self, other: Operand) -> Expression:
        return as_expression(other) // self

    def __mod__(self, other: Operand) -> Expression:
        from copla.language.operations import Remainder

        return Remainder(self, as_expression(other))

    def __rmod__(self, other: Operand) -> Expression:
        return as_expression(other) % self

    def __pow__(self, exponent: int) -> Expression:
        times = whole(exponent)
        if type(times) is not int or times < 0:
            raise ModelError(f"the exponent of '{self}' is a whole number from 0, found {shown(exponent)}")
        if times > LARGEST:
            raise ModelError(f"the exponent of '{self}' is at most 2**53, found {shown(times)}")
        if times < 2:
            plain = all(type(atom) is Variable for _, atom in self.terms)  # else it may have no value, and no power
            return self if times else Expression((), 1) if plain else self * 0 + 1
        half = self ** (times // 2)
        return half * half * self if times % 2 else half * half

    def __rpow__(self, base: object) -> NoReturn:
        powers = f"write element(powers, x) with a list of the powers of {shown(base)}"
        raise ModelError(f"'{self}' is no number before there is a solution, and so no exponent: {powers}")

    def __truediv__(self, other: object) -> NoReturn:
        raise ModelError("'/' makes fractions, and all numbers here are whole: write '//', which rounds down")

    __rtruediv__ = __truediv__

    def __abs__(self) -> Expression:
        from copla.language.operations import Absolute

        return Absolute(self)

    def __lt__(self, other: Operand) -> Any:
        return _compare(self, "<", other)

    def __le__(self, other: Operand) -> Any:
        return _compare(self, "<=", other)

    def __gt__(self, other: Operand) -> Any:
        return _compare(self, ">", other)

    def __ge__(self, other: Operand) -> Any:
        return _compare(self, ">=", other)

    def __eq__(self, other: Operand | str) -> Any:  # type: ignore[override]
        return _compare(self, "==", other)

    def __ne__(self, other: Operand | str) -> Any:  # type: ignore[override]
        return _compare(self, "!=", other)

    __hash__ = object.__hash__

    def __and__(self, other: Any) -> Any:
        return _condition(self) & other

    def __or__(self, other: Any) -> Any:
        return _condition(self) | other

    def __xor__(self, other: Any) -> Any:
        return _condition(self) ^ other

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __invert__(self) -> Any:
        return ~_condition(self)

    def __bool__(self) -> NoReturn:
        raise ModelError(f"'{self}' has no truth value: compare it, as in x != 0, and add that to a problem; {ADVICE}")

    def __index__(self) -> NoReturn:
        advice = "for the entry of a list at this place write element(list, place) or Array(list)[place]"
        raise ModelError(f"'{self}' is no number before there is a solution: {advice}")

    def __deepcopy__(self, memo: object) -> Expression:
        return self  # it never changes

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    def __str__(self) -> str:
        sign = "-" if self.constant < 0 else "+"
        if not self.terms:
            return str(self.constant)
        return in_words(self.terms) + (f" {sign} {abs(self.constant)}" if self.constant else "")


Operand = Expression | Statement | int
"""What arithmetic takes: an expression, a number, or a constraint, which counts 1 where it holds and 0 where not."""


class Variable(Expression):
    """A named unknown over a finite set of integers; made by ``ConstraintProblem.variable``.

    ``index`` is its place in the problem; a solution maps its ``name`` to a value. ``words`` are the names of its
    values where they have some. A variable never changes.
    """

    __slots__ = ("domain", "index", "name", "words")

    name: str
    domain: tuple[int, ...]
    index: int
    words: tuple[str, ...] | None

    def __init__(self, name: str, domain: tuple[int, ...], index: int, words: tuple[str, ...] | None = None) -> None:
        self._set(name, domain, index, words, ((1, self),), 0)

    def in_words(self, value: int) -> str:
        """A value as people read it: by its name, if it has one."""
        if self.words is None or value not in self.domain:
            return str(value)
        return self.words[self.domain.index(value)]

    def __setattr__(self, name: str, value: object) -> None:
        raise ModelError(f"variable {self.name!r} cannot be changed: make another one with problem.variable")

    def __getstate__(self) -> tuple[Any, ...]:
        return self.name, self.domain, self.index, self.words, self.terms, self.constant

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self._set(*state)

    def _set(self, *state: Any) -> None:
        for name, value in zip(("name", "domain", "index", "words", "terms", "constant"), state, strict=True):
            object.__setattr__(self, name, value)

    def __str__(self) -> str:
        return self.name


def total(parts: Iterable[Operand]) -> Expression:
    """The sum of expressions, numbers and constraints; like ``sum``, but quick for many and never a plain number.

    >>> from copla import ConstraintProblem
    >>> problem = ConstraintProblem()
    >>> str(total(problem.variable(name, range(2)) for name in "abc") >= 1)
    'a + b + c >= 1'
    """
    if isinstance(parts, Expression | Statement) or not isinstance(parts, Iterable):
        raise ModelError(f"total takes a list of expressions and numbers, found {shown(parts)}")
    if isinstance(parts, Mapping):
        raise ModelError("total takes a list, found a dict, of which only the keys would be read")
    terms: list[tuple[int, Expression]] = []
    constant = 0
    for part in map(as_expression, parts):
        terms.extend(part.terms)
        constant += part.constant
    return Expression(tuple(terms), constant)


def merged(terms: Iterable[tuple[int, Variable]]) -> tuple[tuple[int, Variable], ...]:
    """The terms with each variable once and no zero coefficient, in order of first appearance."""
    if type(terms) is tuple and len(terms) == 1 and terms[0][0]:
        return terms
    totals: dict[Variable, int] = {}
    for coefficient, variable in terms:
        totals[variable] = totals.get(variable, 0) + coefficient
    return tuple((coefficient, variable) for variable, coefficient in totals.items() if coefficient)


def as_expression(value: Operand) -> Expression:
    """The value as an expression; ModelError for anything but expressions, integers and constraints."""
    if isinstance(value, Expression):
        return value
    if type(value) is int:
        return Expression((), value)
    if isinstance(value, Statement):
        from copla.language.logic import as_constraint
        from copla.language.operations import Truth

        return Truth(as_constraint(value))
    if type(number := whole(value)) is int:
        return Expression((), number)
    raise ModelError(f"expected a variable, an expression or an integer, found {shown(value)}")


def _compare(left: Expression, comparison: Comparison, right: Operand | str) -> Any:
    if type(right) is int:
        terms, bound = left.terms, right - left.constant
    else:
        if isinstance(right, str):
            from copla.language.operations import value_of

            right = value_of(right, f"what '{left}' is compared with", left)
        right = as_expression(right)
        difference = left - right
        terms, bound = difference.terms, -difference.constant
    for _, atom in terms:
        if type(atom) is not Variable:
            from copla.language.logic import Relation

            return Relation(left, comparison, as_expression(right))
    return Linear(merged(terms), comparison, bound)


def _condition(expression: Expression) -> Any:
    from copla.language.logic import as_constraint

    return as_constraint(expression)
