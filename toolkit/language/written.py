"""What all constraints beyond the four flat kinds have in common: a label, a scope, and parts to walk through."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from copla.language.brevity import bounded
from copla.language.expressions import Expression, Variable
from copla.language.operations import Operation
from copla.language.truth import Statement


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Written(Statement):
    """A constraint that is kept as it was written; rewriting turns it into what a backend takes.

    ``parts`` are the expressions and constraints that it is made of.
    """

    label: str = field(default="", kw_only=True)
    clue: bool = field(default=False, kw_only=True)
    accepted_by: object = field(default=None, init=False, repr=False, kw_only=True)

    if TYPE_CHECKING:  # a field or a property of each

        @property
        def parts(self) -> tuple[Any, ...]: ...

    def text(self) -> str:
        """The constraint in words, without its label."""
        raise NotImplementedError

    @property
    def scope(self) -> tuple[Variable, ...]:
        """Its variables, each once, in order of appearance."""
        return scope_of(self)

    @bounded
    def __str__(self) -> str:
        return self.label or self.text()


def scope_of(*nodes: Any) -> tuple[Variable, ...]:
    """The variables of expressions and constraints, each once, in order of appearance."""
    return tuple(variables_in(*nodes))


def variables_in(*nodes: Any) -> Iterator[Variable]:
    """The variables of expressions and constraints, each once, in order of appearance, as far as one asks for them."""
    found: set[Variable] = set()
    waiting = list(reversed(nodes))
    while waiting:
        node = waiting.pop()
        if isinstance(node, Variable):
            if node not in found:
                found.add(node)
                yield node
        elif isinstance(node, Operation | Written):
            waiting += [part for part in reversed(node.parts) if type(part) is not Expression or part.terms]
        elif isinstance(node, Expression):
            waiting.extend(atom for _, atom in reversed(node.terms))
        else:
            waiting.extend(reversed(node.scope))


def operations_in(parts: Iterable[Any]) -> Iterator[Operation]:
    """The operations that these expressions are made of; those inside a constraint stay with that constraint."""
    for part in parts:
        if isinstance(part, Operation):
            yield part
            yield from operations_in(part.parts)
        elif isinstance(part, Expression) and not isinstance(part, Variable):
            yield from operations_in(atom for _, atom in part.terms)
