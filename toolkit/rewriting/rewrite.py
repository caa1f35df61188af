"""The whole chain: a problem for a backend, and the way back from its answers."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from copla.answers.result import Solution
from copla.ground.errors import ModelError
from copla.language import operations as op
from copla.language.constraint_problem import ConstraintProblem, Objective
from copla.language.expressions import Expression, Variable
from copla.language.lists import Cardinality, Distinct, Equal, Increasing, Lexicographic, Rows
from copla.language.logic import Combined, Relation
from copla.language.paths import Circuit, Inverse, Regular
from copla.language.scheduling import Cumulative, NoOverlap
from copla.language.written import Written
from copla.rewriting.flattening import Flattening, RewritingError, conditions

KINDS: frozenset[type] = frozenset({
    Relation, Combined, Distinct, Equal, Rows, Cardinality, Increasing, Lexicographic, Circuit, Inverse, Regular,
    NoOverlap, Cumulative,
    op.Product, op.Quotient, op.Remainder, op.Absolute, op.Minimum, op.Maximum, op.Element, op.Count, op.Choice,
    op.Truth,
})  # fmt: skip
"""All that can be written beyond the four flat kinds."""


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A problem that a backend takes.

    ``origins`` says of each of its constraints which of the written ones it comes from, by its place; None for a rule
    that makes an auxiliary variable what it is. The written variables come first, the auxiliary ones after them.
    """

    problem: ConstraintProblem
    origins: tuple[int | None, ...]
    written: ConstraintProblem

    def solution(self, found: Solution) -> Solution:
        """A backend's solution in terms of the written variables; the cost is that of the objective that it saw."""
        values = found.values
        names = [variable.name for variable in self.written.variables]
        if not isinstance(values, dict) or not all(name in values for name in names):
            return found  # nonsense: the checker says why
        return found.changed(values={name: values[name] for name in names})


def rewritten(problem: ConstraintProblem, kinds: Collection[type], ask: Callable[[], None] = lambda: None) -> Rewritten:
    """The problem in the four flat kinds and in what else the backend takes; RewritingError says which part cannot be.

    ``ask`` is called every now and then, and may raise what ends the work.

    >>> problem = ConstraintProblem()
    >>> x, y = problem.variable("x", range(3)), problem.variable("y", range(3))
    >>> stored = problem.add(abs(x - y) == 2)
    >>> [(str(one), one.rows) for one in rewritten(problem, ()).problem.constraints]
    [('(x, y) is one of 2 rows', ((0, 2), (2, 0)))]
    """
    flat = Flattening(problem, ask, kinds)
    try:
        _rewrite(problem, set(kinds), flat)
    except ModelError as error:  # a part of what it was rewritten to leaves the range of numbers
        raise RewritingError(str(error)) from None
    return Rewritten(flat.problem, tuple(flat.origins), problem)


def _rewrite(problem: ConstraintProblem, kinds: set[type], flat: Flattening) -> None:
    for place, constraint in enumerate(problem.constraints):
        flat.origin = place
        if isinstance(constraint, Written) and not _kinds_in(constraint) <= kinds:
            flat.post(constraint)
        else:
            flat.put(constraint)
    flat.origin = None
    objective = problem.objective
    if objective is not None:
        expression = objective.expression
        if not _kinds_in(expression) <= kinds:
            for condition in conditions((expression,)):
                flat.post(condition)
            terms, constant = flat.sum(expression)
            objective = Objective(objective.sense, terms, constant)
        flat.problem.objective = objective


def _kinds_in(node: Any) -> set[type]:
    """The classes of what a constraint or an expression is made of, sums, variables and flat constraints aside."""
    found: set[type] = set()
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, op.Operation | Written):
            found.add(type(one))
            waiting.extend(one.parts)
        elif isinstance(one, Expression) and not isinstance(one, Variable):
            waiting.extend(atom for _, atom in one.terms)
    return found
