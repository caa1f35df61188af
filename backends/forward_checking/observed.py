"""The solver with a trace: a store that tells how domains shrink, and a solver that tells what it chooses and tries.

Both only look on: every method does what it did before. docs/trace.md has the events.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from copla.answers.result import Result
from copla.backends.forward_checking.ordering import Weights
from copla.backends.forward_checking.solver import Solver
from copla.backends.forward_checking.store import Store, places
from copla.ground.limits import Watch
from copla.ground.trace import Source, Trace
from copla.language.constraint_problem import ConstraintProblem

EVENTS = ("start", "chosen", "tried", "shrunk", "conflict", "backtrack", "restored", "solution", "end")

_SOURCE = Source(Path(__file__).parent, "observed.py", "store.py", "__init__.py")


class ObservedStore(Store):
    """Tells which values leave a domain, by which constraint, and which come back."""

    def __init__(self, problem: ConstraintProblem, watch: Watch, trace: Trace) -> None:
        super().__init__(problem, watch)
        self.names = [variable.name for variable in problem.variables]
        self.trace = trace
        self.silent = False

    def tell(self, kind: str, **what: object) -> None:
        self.trace.tell(kind, **what, **_SOURCE.place())

    @contextmanager
    def silence(self) -> Iterator[None]:
        """For what is only tried out: domains change and come back."""
        before, self.silent = self.silent, True
        try:
            yield
        finally:
            self.silent = before

    def values_in(self, mask: int) -> list[int]:
        return [self.values[place] for place in places(mask)]

    def keep(self, variable: int, mask: int) -> bool:
        old = self.domains[variable]
        left = super().keep(variable, mask)
        new = self.domains[variable]
        if new != old and not self.silent:
            removed = self.values_in(old & ~new)
            by = _acting_constraint()
            self.tell("shrunk", variable=self.names[variable], removed=removed, left=self.values_in(new), by=by)
        return left

    def undo(self, mark: int) -> None:
        changed = dict.fromkeys(variable for variable, _ in self.trail[mark:])
        super().undo(mark)
        if changed and not self.silent:
            domains = {self.names[variable]: self.values_in(self.domains[variable]) for variable in changed}
            self.tell("restored", domains=domains)


class ObservedSolver(Solver):
    """Tells which variable is chosen, which value is tried, what fails and what is found."""

    store: ObservedStore

    def __init__(self, problem: ConstraintProblem, options: Mapping[str, Any], store: ObservedStore) -> None:
        super().__init__(problem, options, store)
        self.weights = self.blamed = _ObservedWeights(self.weights, store)
        values_of = self.values_of

        def observed_values(variable: int) -> list[int]:
            with store.silence():
                values = values_of(variable)
            order = [store.values[place] for place in values]
            store.tell("chosen", variable=store.names[variable], values=order)
            return values

        self.values_of = observed_values

    def solve(self) -> Result:
        problem, store = self.problem, self.store
        labels = [constraint.label or str(constraint) for constraint in problem.constraints]
        store.trace.tell(
            "start",
            backend="forward-checking",
            inference=self.inference,
            variables={name: store.values_in(domain) for name, domain in zip(store.names, store.domains, strict=True)},
            constraints=labels if self.bound is None else [*labels, "better than the best so far"],
        )
        return super().solve()

    def prepare(self) -> bool:
        consistent = super().prepare()
        if not consistent and self.limit is None and not self.blamed.told:
            self.blamed.tell_conflict(None)  # nobody is blamed before the search
        return consistent

    def assign(self, variable: int, bit: int) -> bool:
        store = self.store
        what = {"variable": store.names[variable], "value": store.values[bit.bit_length() - 1]}
        store.tell("tried", **what)
        consistent = super().assign(variable, bit)
        if not consistent and self.limit is None:
            store.tell("backtrack", **what)
        return consistent

    def check(self, variable: int) -> bool:
        with self.store.silence():  # plain backtracking takes nothing out of a domain, it only looks
            return super().check(variable)

    def record_solution(self) -> bool:
        values = {variable.name: self.store.least(variable.index) for variable in self.problem.variables}
        self.store.tell("solution", values=values)
        return super().record_solution()


class _ObservedWeights(Weights):
    """The same weights, and it is told who is blamed."""

    def __init__(self, weights: Weights, store: ObservedStore) -> None:
        self.scopes, self.of_variable = weights.scopes, weights.of_variable
        self.store = store
        self.told = False

    def blame(self, constraint: int) -> None:
        super().blame(constraint)
        self.tell_conflict(constraint)

    def tell_conflict(self, constraint: int | None) -> None:
        self.told = True
        empty = [name for name, domain in zip(self.store.names, self.store.domains, strict=True) if not domain]
        self.store.tell("conflict", by=constraint, empty=[] if self.store.silent else empty)


def _acting_constraint() -> int | None:
    """The number of the constraint that filters: its propagator is the innermost caller that has one."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        number = getattr(frame.f_locals.get("self"), "constraint", None)
        if number is not None:
            return int(number)
        frame = frame.f_back
    return None
