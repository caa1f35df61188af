"""Comparisons of any expressions, and the logic of constraints: and, or, not, implies, iff, xor, and how many hold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from typing import Literal as OneOf

from copla.ground.errors import ModelError
from copla.ground.numbers import shown
from copla.language.constraints import AllDifferent, Clause, Comparison, Linear, Table, is_literal
from copla.language.constraints import clause as clause_of
from copla.language.expressions import Expression, Operand, Variable, as_expression, total
from copla.language.global_constraints import check_order
from copla.language.operations import Part, Truth, name_of
from copla.language.truth import Statement
from copla.language.written import Written

_CONSTRAINTS = (Linear, AllDifferent, Table, Clause, Written)

Connective = OneOf["and", "or", "not", "implies", "iff", "xor"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Relation(Written):
    """A comparison of two expressions; it does not hold where one of them has no value."""

    left: Expression
    comparison: Comparison
    right: Expression

    @property
    def parts(self) -> tuple[Part, ...]:
        return self.left, self.right

    def text(self) -> str:
        right = str(self.right) if self.right.terms else name_of(self.right.constant, self.left)
        return f"{self.left} {self.comparison} {right}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Combined(Written):
    """Constraints joined by a connective: any number by ``and`` and ``or``, one by ``not``, two by the others."""

    connective: Connective
    constraints: tuple[Any, ...]

    @property
    def parts(self) -> tuple[Part, ...]:
        return self.constraints

    def text(self) -> str:
        inner = [f"({part})" for part in self.constraints]
        if self.connective == "not":
            return f"not {inner[0]}"
        if not inner:
            return "nothing to hold" if self.connective == "and" else "a contradiction"
        return f" {self.connective} ".join(inner)


def all_of(constraints: Iterable[Any]) -> Any:
    """All of the constraints hold: ``a & b & c``.

    >>> from copla import ConstraintProblem
    >>> problem = ConstraintProblem()
    >>> x, y = problem.variable("x", range(5)), problem.variable("y", range(5))
    >>> print(all_of([x < y, x > 1]))
    (x < y) and (x > 1)
    """
    return Combined("and", tuple(_joined(constraints, "and", "all_of")))


def any_of(constraints: Iterable[Any]) -> Any:
    """At least one of the constraints holds: ``a | b | c``; a clause where each is ``x == v`` or ``x != v``."""
    parts = tuple(_joined(constraints, "or", "any_of"))
    if parts and all(isinstance(part, Clause) or is_literal(part) for part in parts):
        return clause_of(parts)
    return Combined("or", parts)


def implies(condition: Any, conclusion: Any) -> Any:
    """If the condition holds, the conclusion does."""
    return Combined("implies", (as_constraint(condition), as_constraint(conclusion)))


def iff(left: Any, right: Any) -> Any:
    """Both hold or none of them."""
    return Combined("iff", (as_constraint(left), as_constraint(right)))


def xor(left: Any, right: Any) -> Any:
    """Exactly one of the two holds: ``a ^ b``."""
    return Combined("xor", (as_constraint(left), as_constraint(right)))


def opposite(constraint: Statement) -> Any:
    """What holds where the constraint does not: ``~a``."""
    return Combined("not", (as_constraint(constraint),))


def exactly(number: Operand, constraints: Iterable[Any]) -> Any:
    """So many of the constraints hold."""
    return _how_many(constraints, "exactly") == number


def at_most(number: Operand, constraints: Iterable[Any]) -> Any:
    """So many of the constraints hold, or fewer."""
    return _how_many(constraints, "at_most") <= number


def at_least(number: Operand, constraints: Iterable[Any]) -> Any:
    """So many of the constraints hold, or more."""
    return _how_many(constraints, "at_least") >= number


def as_constraint(value: Any) -> Any:
    """The value as a constraint; a variable over 0 and 1 says that it is 1."""
    if isinstance(value, _CONSTRAINTS):
        return value
    if isinstance(value, Truth):
        return value.parts[0]
    if isinstance(value, Variable) and set(value.domain) <= {0, 1}:
        return value == 1
    if isinstance(value, Expression):
        raise ModelError(f"expected a constraint, found the number '{value}': compare it, as in x != 0")
    if isinstance(value, Iterable) and not isinstance(value, str):
        found = f"a {type(value).__name__}"
        raise ModelError(f"expected one constraint, found {found}: take what is in it one by one, or all_of(...) of it")
    raise ModelError(f"expected a constraint such as x < y or all_different(row), found {shown(value)}")


def _joined(constraints: Iterable[Any], connective: Connective, kind: str) -> Iterable[Any]:
    """The parts of a chain in one list, each once: ``a & b & c`` is one of three, and ``c & c`` is as long as ``c``."""
    found: dict[int, Any] = {}
    for constraint in _listed(constraints, kind):
        chain = isinstance(constraint, Combined) and constraint.connective == connective and not constraint.label
        for part in constraint.constraints if chain else (constraint,):
            found.setdefault(id(part), part)
    return found.values()


def _how_many(constraints: Iterable[Any], kind: str) -> Expression:
    return total(as_expression(constraint) for constraint in _listed(constraints, kind))


def _listed(constraints: Iterable[Any], kind: str) -> list[Any]:
    if isinstance(constraints, Expression | Statement | str) or not isinstance(constraints, Iterable):
        raise ModelError(f"{kind} takes a list of constraints, found {shown(constraints)}")
    check_order(constraints, kind)
    return [as_constraint(constraint) for constraint in constraints]
