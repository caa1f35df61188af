"""What a backend takes of the language, and a problem rewritten for it."""

from __future__ import annotations

from collections.abc import Callable

from copla.language.constraint_problem import ConstraintProblem
from copla.plugins.backend import Backend, HasKinds
from copla.rewriting.rewrite import KINDS, Rewritten, rewritten

_last: list[tuple[frozenset[type], ConstraintProblem, list[object], object, Rewritten]] = []
"""The last rewriting: whoever chooses a backend asks it about the problem first, and then gives it the same one."""


def kinds_of(backend: Backend) -> frozenset[type]:
    """What it takes beyond the four flat kinds."""
    return backend.kinds if isinstance(backend, HasKinds) else frozenset()


def as_taken(problem: ConstraintProblem, backend: Backend, ask: Callable[[], None] = lambda: None) -> Rewritten:
    """The problem as the backend takes it; RewritingError where a part of it cannot be rewritten.

    What is flat, or is taken as it was written, stays the same object.
    """
    kinds = kinds_of(backend)
    if problem.flat or kinds >= KINDS:
        return Rewritten(problem, tuple(range(len(problem.constraints))), problem)
    stated: list[object] = [*problem.variables, *problem.constraints]
    for known, before, parts, objective, made in _last:
        same = known == kinds and before is problem and objective is problem.objective and len(parts) == len(stated)
        if same and all(one is other for one, other in zip(parts, stated, strict=True)):
            return made
    made = rewritten(problem, kinds, ask)
    _last[:] = [(kinds, problem, stated, problem.objective, made)]
    return made
