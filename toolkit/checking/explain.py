"""Why is there no solution? The smallest set of clues that cannot hold together.

First, where the backend learns, what its proof used. Then a *minimal* set by deletion: drop one clue
after the other and keep what is needed. Then the
*smallest* one by hitting sets (Ignatiev et al., "Smallest MUS Extraction with Minimal Hitting Set
Dualization", CP 2015): dropping the clues that some model violates repairs the problem, so every conflict
has one of them. A smallest set that hits all repairs seen so far either is a conflict, and then a smallest
one, or has a model that shows a new repair.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, overload

from copla.answers.checker import holds
from copla.checking.reach import OutOfReach, out_of_reach
from copla.ground.errors import BackendError, LimitError, ModelError
from copla.ground.html import html_table
from copla.ground.limits import Limits, Watch, limits_of
from copla.ground.status import Status
from copla.language.constraint_problem import ConstraintProblem
from copla.language.expressions import total
from copla.language.planning_problem import PlanningProblem
from copla.language.problem import Problem
from copla.plugins import registry
from copla.plugins.backend import Backend, HasCores
from copla.plugins.loading import Instance
from copla.rewriting.flattening import conditions
from copla.running.solving import backend_of, check, default_backend, solve, suitable_backends, watch_of
from copla.running.written import core as core_of


@dataclass(frozen=True, slots=True)
class Conflict:
    """Clues that cannot hold together under the rules, and the rules that they break.

    No clue can be left out. ``smallest`` says that no conflict with fewer clues exists; otherwise the
    limits ran out before that was proven.
    """

    clues: tuple[Any, ...]
    rules: tuple[Any, ...]
    smallest: bool

    def __str__(self) -> str:
        clues = "; ".join(map(str, self.clues)) or "no clue at all"
        rules = f" (with {'; '.join(map(str, self.rules))})" if self.rules else ""
        return f"{clues}{rules}"

    def _repr_html_(self) -> str:
        rows = [["clue", str(clue)] for clue in self.clues] + [["rule", str(rule)] for rule in self.rules]
        return html_table(["", "these cannot hold together"], rows)


@overload
def explain(
    problem: ConstraintProblem,
    backend: str | Backend | None = None,
    *,
    limits: Limits | None = None,
    watch: Watch | None = None,
    timeout: float | None = None,
    memory: str | int | None = None,
) -> Conflict | None: ...


@overload
def explain(
    problem: Instance,
    backend: str | Backend | None = None,
    *,
    limits: Limits | None = None,
    watch: Watch | None = None,
    timeout: float | None = None,
    memory: str | int | None = None,
) -> Conflict | OutOfReach | None: ...


@overload
def explain(
    problem: PlanningProblem,
    backend: str | Backend | None = None,
    *,
    limits: Limits | None = None,
    watch: Watch | None = None,
    timeout: float | None = None,
    memory: str | int | None = None,
) -> OutOfReach | None: ...


def explain(
    problem: Problem | Instance,
    backend: str | Backend | None = None,
    *,
    limits: Limits | None = None,
    watch: Watch | None = None,
    timeout: float | None = None,
    memory: str | int | None = None,
) -> Conflict | OutOfReach | None:
    """A smallest conflict among the constraints added with ``clue=True``, or None if there is a solution.

    Of a planning problem: which goals cannot be met, and what blocks them.

    Constraints that are no clues are rules: they always hold. Where the problem has no clues at all,
    every constraint counts as one. That an objective has a value is a rule, too. LimitError if the limits
    end before any conflict is known.

    >>> from copla import ConstraintProblem
    >>> problem = ConstraintProblem()
    >>> x, y = problem.variable("x", range(9)), problem.variable("y", range(9))
    >>> for clue in (x < y, x > 2, y > 3, x > y):
    ...     _ = problem.add(clue, label=str(clue), clue=True)
    >>> print(explain(problem))
    x < y; x > y
    """
    if isinstance(problem, Instance):
        problem = problem.problem()
    check(problem)
    chosen = None if backend is None else backend_of(backend)
    watch = watch_of(watch, limits_of(limits, timeout, memory))
    if isinstance(problem, PlanningProblem):
        return out_of_reach(problem, chosen, watch)
    return _Search(problem, chosen, watch).conflict()


class _Search:
    """One explanation: the problem, split into clues and rules, and a time budget over all solver calls."""

    def __init__(self, problem: ConstraintProblem, backend: str | Backend | None, watch: Watch) -> None:
        self.problem = problem
        self.backend = backend
        self.watch = watch
        self.clues = [c for c in problem.constraints if c.clue] or list(problem.constraints)
        chosen = set(map(id, self.clues))
        self.rules = [c for c in problem.constraints if id(c) not in chosen]
        self.rules += conditions(objective.expression for objective in problem.objectives)
        self.repairs: dict[frozenset[int], dict[str, int]] = {}
        suitable_backends(problem)  # loads the solver libraries, which is not part of the work
        watch.begin()

    def conflict(self) -> Conflict | None:
        everything = list(range(len(self.clues)))
        if self.model(everything) is not None:
            return None
        minimal = self.shrink(self.core(everything))
        try:
            best, smallest = self.smallest(minimal), True
        except LimitError:
            best, smallest = minimal, False
        clues = [self.clues[i] for i in best]
        return Conflict(tuple(clues), tuple(self.needed_rules(clues)), smallest)

    def core(self, conflict: list[int]) -> list[int]:
        """What a backend that learns used of it in its own proof, confirmed by solving: a quick first step."""
        backend = self.backend if self.backend is not None else default_backend(self.problem)
        chosen = registry.backend(backend) if isinstance(backend, str) else backend
        if not isinstance(chosen, HasCores):
            return conflict
        problem = self.problem.restricted([*self.rules, *(self.clues[i] for i in conflict)])
        first = len(self.rules)
        places = core_of(problem, chosen, range(first, first + len(conflict)), self.watch.again(self.limits))
        if places is None or 2 * len(places) > len(conflict):
            return conflict  # deletion in halves finds a smaller one from the whole than from a scattered core
        core = [conflict[place - first] for place in places]
        if self.model(core) is not None:
            raise BackendError(f"backend {chosen.name} gave a wrong answer: its conflict has a solution")
        return core

    def shrink(self, conflict: list[int]) -> list[int]:
        """Deletion, in chunks that get smaller: what is unsatisfiable without a chunk does not need it."""
        needed, chunk = conflict, max(1, len(conflict) // 2)
        while chunk:
            start = 0
            while start < len(needed):
                without = needed[:start] + needed[start + chunk :]
                if self.model(without) is None:
                    needed = without
                else:
                    start += chunk
            chunk //= 2
        return needed

    def smallest(self, known: list[int]) -> list[int]:
        """The known conflict, or one with fewer clues."""
        while True:
            candidate = self.hitting_set()
            if len(candidate) >= len(known):
                return known
            model = self.model(candidate)
            if model is None:
                return candidate
            self.enlarge(model)

    def hitting_set(self) -> list[int]:
        """A smallest set of clues with at least one from each repair seen so far."""
        task = ConstraintProblem("hitting set")
        chosen = {i: task.variable(f"clue {i}", range(2)) for i in sorted({i for r in self.repairs for i in r})}
        for repair in self.repairs:
            task.add(total(chosen[i] for i in repair) >= 1)
        task.minimize(total(chosen.values()))
        result = self.solve(task, None) or {}
        return [i for i in chosen if result[f"clue {i}"] == 1]

    def enlarge(self, model: dict[str, int]) -> None:
        """Find models that violate fewer and fewer clues: smaller repairs say more."""
        satisfied, violated = self.split(model)
        while violated:
            clue = violated.pop()
            better = self.model([*satisfied, clue])
            if better is not None:
                satisfied, still = self.split(better)
                violated = [i for i in violated if i in still]

    def needed_rules(self, clues: list[Any]) -> list[Any]:
        """The rules that the conflict uses, again by deletion; all of them if the limits run out.

        Rules that share few variables with the clues go first: what remains is what people would name.
        """
        involved = {variable.index for clue in clues for variable in clue.scope}
        needed = list(self.rules)
        try:
            for rule in sorted(self.rules, key=lambda rule: sum(v.index in involved for v in rule.scope)):
                without = [r for r in needed if r is not rule]
                if self.solve(self.problem.restricted([*without, *clues]), self.backend) is None:
                    needed = without
        except LimitError:
            pass
        return needed

    def model(self, clues: Sequence[int]) -> dict[str, int] | None:
        """A solution under the rules and these clues, or None. What it violates is remembered as a repair."""
        for repair, known in self.repairs.items():
            if repair.isdisjoint(clues):
                return known
        model = self.solve(self.problem.restricted([*self.rules, *(self.clues[i] for i in clues)]), self.backend)
        if model is not None:
            self.repairs[frozenset(self.split(model)[1])] = model
        return model

    def split(self, model: dict[str, int]) -> tuple[list[int], list[int]]:
        """The clues that a model satisfies, and those that it violates."""
        satisfied = [i for i, clue in enumerate(self.clues) if holds(clue, model)]
        return satisfied, [i for i in range(len(self.clues)) if i not in set(satisfied)]

    @property
    def limits(self) -> Limits:
        """Of the next run: what is left of those of the explanation."""
        return Limits(seconds=self.watch.seconds_left, bytes=self.watch.limits.bytes)

    def solve(self, problem: ConstraintProblem, backend: str | Backend | None) -> dict[str, int] | None:
        result = solve(problem, backend, watch=self.watch.again(self.limits))
        if result.status is Status.UNSUPPORTED:
            raise ModelError(f"{result.backend} cannot take this problem: {result.message}")
        if not result.status.finished:
            raise LimitError(f"no explanation: {result.status} after {self.watch.seconds:.1f} s", result.status)
        return result.best.values if result.solutions else None
