"""What makes two expressions or constraints the same: how they are built, whatever objects they are built of."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import fields
from typing import Any

from copla.language.constraints import Linear
from copla.language.expressions import Expression, Variable
from copla.language.logic import Combined
from copla.language.operations import Operation

_ASIDE = ("label", "clue", "accepted_by")


class Keys:
    """Numbers for expressions and constraints, the same for two that say the same of the same variables.

    Labels and clues are left aside. Each node is looked at once, and holds the numbers of its parts. ``ask`` is called
    for each, and may raise what ends the work: there may be a million of them.

    >>> from copla.language.constraint_problem import ConstraintProblem
    >>> problem = ConstraintProblem()
    >>> x, y = problem.variable("x", range(5)), problem.variable("y", range(5))
    >>> key_of = Keys()
    >>> key_of(x * y <= 3) == key_of(x * y <= 3), key_of(x * y <= 3) == key_of(y * x <= 3)
    (True, False)
    """

    def __init__(self, ask: Callable[[], None] = lambda: None) -> None:
        self._ask = ask
        self._numbers: dict[Hashable, int] = {}
        self._fields: dict[type, tuple[str, ...]] = {}
        self._seen: dict[int, tuple[Any, int]] = {}  # a node beside its number, so that its id stays its own

    def __call__(self, node: Any) -> int:
        seen = self._seen.get(id(node))
        if seen is not None:
            return seen[1]
        self._ask()
        number = self._numbers.setdefault(self._built(node), len(self._numbers))
        self._seen[id(node)] = node, number
        return number

    def _built(self, node: Any) -> Hashable:
        """How a node is built of numbers."""
        kind = type(node)
        if kind is Variable:
            return int(node.index)
        if kind is Linear:
            return kind, node.comparison, node.bound, tuple([(c, variable.index) for c, variable in node.terms])
        if issubclass(kind, Operation):
            return kind, *map(self, node.parts)
        if kind is Combined:
            return kind, node.connective, *map(self, node.constraints)
        if issubclass(kind, Expression):
            return kind, node.constant, tuple([(c, self(atom)) for c, atom in node.terms])
        return kind, *(self._field(getattr(node, name)) for name in self._fields_of(kind))

    def _fields_of(self, kind: Any) -> tuple[str, ...]:
        if kind not in self._fields:
            self._fields[kind] = tuple(field.name for field in fields(kind) if field.name not in _ASIDE)
        return self._fields[kind]

    def _field(self, value: Any) -> Hashable:
        if isinstance(value, tuple):
            return tuple(map(self._field, value))
        return value if isinstance(value, str | int | None) else ("node", self(value))
