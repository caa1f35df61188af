"""A solver against itself: asked about a problem and about its twin, it must not contradict itself.

Only what it claims counts, and solutions that are right; so nothing else than the two answers is needed, and problems
may be far too large for the oracle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from copla.answers.checker import violations
from copla.answers.result import Result, Solution
from copla.fuzzing.cases import Case, Twin, stated
from copla.fuzzing.constraint_data import ConstraintData
from copla.fuzzing.constraint_oracle import wrong_with
from copla.fuzzing.judge import MOST_CHECKED, Finding, Outcome
from copla.fuzzing.planning_oracle import cost_of_labels
from copla.fuzzing.trials import Trial
from copla.fuzzing.twins import twin_of
from copla.ground.errors import CoplaError
from copla.ground.limits import Watch
from copla.ground.status import Status
from copla.ground.text import counted
from copla.language.problem import Problem, sense
from copla.plugins import registry
from copla.plugins.loading import Instance
from copla.running.solving import run

SOLVABLE, COST, NUMBER = (f"contradicts itself ({what})" for what in ("solvable", "cost", "number"))
"""Kinds of failure."""


def ask_twin(case: Case, trial: Trial) -> Outcome:
    """Ask about the problem and about its twin, in this process, and compare; what fails is the others' business."""
    twin = twin_of(case.data, trial.twin, trial.seed)
    if twin is None:
        return Outcome(None, f"there is nothing {trial.twin} to ask about", ())
    try:
        first = _told(case.problem, case.instance, trial)
        if first.result.status in (Status.TIMEOUT, Status.UNSUPPORTED):
            return Outcome(first.result, "" if first.result.status is Status.TIMEOUT else "unsupported", ())
        parts = [_told(*stated(part), trial) for part in twin.parts]
    except CoplaError as refusal:
        return Outcome(None, str(refusal) or "refused", ())
    if any(told.result.status is Status.UNSUPPORTED for told in (first, *parts)):
        return Outcome(first.result, "unsupported", ())
    return Outcome(first.result, "", tuple(contradictions(case, twin, first, parts)))


def _told(problem: Problem, instance: Instance | None, trial: Trial) -> Told:
    backend = registry.backend(trial.backend)
    return Told(problem, run(problem, backend, trial.options, Watch(trial.limits), instance))


@dataclass(frozen=True)
class Told:
    """An answer to one problem, and what of it counts."""

    problem: Problem
    result: Result

    @cached_property
    def wrong(self) -> list[str]:
        return [found[0] for found in (violations(self.problem, s) for s in self._looked_at) if found]

    @cached_property
    def right(self) -> list[Solution]:
        return [solution for solution in self._looked_at if not violations(self.problem, solution)]

    @property
    def _looked_at(self) -> Sequence[Solution]:
        return self.result.solutions[:MOST_CHECKED]

    @property
    def none(self) -> bool:
        return self.result.status is Status.INFEASIBLE

    @property
    def number(self) -> int | None:
        """How many solutions it claims that there are, if it does."""
        if self.none:
            return 0
        if sense(self.problem) is not None or not self.result.complete or self.wrong:
            return None
        return len(self.result.solutions)

    @property
    def best(self) -> int | None:
        """The cost than which it claims that there is no better one, if it does."""
        result = self.result
        return result.bound if result.bound is not None else result.cost if result.status is Status.OPTIMAL else None


def contradictions(case: Case, twin: Twin, first: Told, parts: Sequence[Told]) -> Iterator[Finding]:
    """Everything in which the answers to a problem and to its twin do not go together, in words."""
    for part in parts:
        if part.wrong:
            yield Finding("wrong solution", f"of {twin.words}: {part.wrong[0]}")
            return
    found = [solution for part in parts for solution in part.right]
    for solution in found:
        wrong = _wrong_way_back(case, twin, solution)
        if wrong is not None:
            yield Finding("wrong twin", f"a solution of {twin.words} is none of the problem: {wrong}")
            return
    none = all(part.none for part in parts)
    if first.none and found:
        yield Finding(
            SOLVABLE, f"it says that there is no solution, but {twin.words} has one: {_shown(twin, found[0])}"
        )
    elif none and first.right:
        yield Finding(
            SOLVABLE, f"it has a solution, but says that {twin.words} has none: {_shown(None, first.right[0])}"
        )
    else:
        yield from _costs(case, twin, first, parts)
        yield from _numbers(twin, first, parts, found)


def _costs(case: Case, twin: Twin, first: Told, parts: Sequence[Told]) -> Iterator[Finding]:
    """No solution may be better than what was called the best."""
    aim = sense(case.problem)
    if aim is None:
        return
    sign = 1 if aim == "minimize" else -1
    costs = [twin.cost_back(solution.cost) for part in parts for solution in part.right if solution.cost is not None]
    cheapest = min(costs, key=lambda cost: sign * cost, default=None)
    if first.best is not None and cheapest is not None and sign * cheapest < sign * first.best:
        yield Finding(
            COST, f"it says that {first.best} is the best cost, but {twin.words} has a solution of {cheapest}"
        )
        return
    bounds = [None if part.best is None else twin.cost_back(part.best) for part in parts if not part.none]
    known = [bound for bound in bounds if bound is not None]
    own = min((s.cost for s in first.right if s.cost is not None), key=lambda cost: sign * cost, default=None)
    if own is None or not known or len(known) < len(bounds):
        return
    best = min(known, key=lambda bound: sign * bound)
    if sign * own < sign * best:
        yield Finding(COST, f"it has a solution of cost {own}, but says that {best} is the best for {twin.words}")


def _numbers(twin: Twin, first: Told, parts: Sequence[Told], found: Sequence[Solution]) -> Iterator[Finding]:
    """As many solutions as follow, and none that was not among them."""
    numbers = [part.number for part in parts]
    there = sum(number for number in numbers if number is not None)
    if first.number is None:
        return
    if None not in numbers and there != first.number * twin.times:
        says = counted(first.number, "solution")
        yield Finding(NUMBER, f"it says that there are {says}, and that {twin.words} has {there}")
        return
    known = {solution.key for solution in first.result.solutions}
    for solution in found:
        if sense(first.problem) is None and twin.back(solution).key not in known:
            yield Finding(NUMBER, f"{twin.words} has a solution that is none of all: {_shown(twin, solution)}")
            return


def _wrong_way_back(case: Case, twin: Twin, solution: Solution) -> str | None:
    """What is wrong with a solution of the twin, brought back, by the oracle's measure."""
    back = twin.back(solution)
    cost = None if solution.cost is None else twin.cost_back(solution.cost)
    if isinstance(case.plain, ConstraintData):
        return wrong_with(case.plain, back.values, cost)
    true_cost = cost_of_labels(case.plain, back.moves or ())
    if true_cost is None:
        return f"{back.moves} is no plan"
    return f"{back.moves} costs {true_cost}, not {cost}" if cost is not None and true_cost > cost else None


def _shown(twin: Twin | None, solution: Solution) -> str:
    own = solution if twin is None else twin.back(solution)
    return ", ".join(own.moves) if own.moves is not None else " ".join(f"{n}={v}" for n, v in own.values.items())
