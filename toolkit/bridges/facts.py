"""A planning problem in numbers: every fact has one, actions are tuples of them, and sets of facts are bit masks."""

from __future__ import annotations

from dataclasses import dataclass

from copla.ground.limits import Watch
from copla.language.invariants import different_places
from copla.language.planning_problem import Action, Fact, PlanningProblem

_BETWEEN_LOOKS = 256


@dataclass(frozen=True, slots=True)
class Change:
    """An action in numbers. ``condition`` and ``after`` speak of the same variables: those before, these after it.

    ``old`` and ``new`` are the facts that it ends and begins, ``changed`` and ``asked`` masks of *variables*: the
    ones that it changes, and all that it asks for.
    """

    condition: tuple[int, ...]
    after: tuple[int, ...]
    old: tuple[int, ...]
    new: tuple[int, ...]
    changed: int
    asked: int
    cost: int


class Facts:
    """Facts numbered variable by variable."""

    def __init__(self, problem: PlanningProblem) -> None:
        self.problem = problem
        self.first: list[int] = []
        self.variable_of: list[int] = []
        for variable in problem.variables:
            self.first.append(len(self.variable_of))
            self.variable_of += [variable.index] * len(variable.domain)
        self.count = len(self.variable_of)
        self.start = [first + v.initial for v, first in zip(problem.variables, self.first, strict=True)]
        self.goal = [self.number(fact) for fact in problem.goal]
        self.changes = [self._change(action) for action in problem.actions]
        self.different = different_places(problem)
        """Variables that never have the same value, proven, and so never the same place in their one domain."""

    def number(self, fact: Fact) -> int:
        return self.first[fact[0]] + fact[1]

    def of(self, variable: int) -> range:
        return range(self.first[variable], self.first[variable] + len(self.problem.variables[variable].domain))

    def of_variables(self, variables: int) -> int:
        """The mask of all facts of a mask of variables."""
        return sum(((1 << len(facts)) - 1) << facts.start for facts in map(self.of, members(variables)))

    def _change(self, action: Action) -> Change:
        effects = dict(action.effects)
        return Change(
            condition=tuple(map(self.number, action.condition)),
            after=tuple(self.number((v, effects.get(v, value))) for v, value in action.condition),
            old=tuple(self.number(fact) for fact in action.condition if fact[0] in effects),
            new=tuple(map(self.number, action.effects)),
            changed=sum(1 << variable for variable in effects),
            asked=sum(1 << variable for variable, _ in action.condition),
            cost=action.cost,
        )


def stop_at_limit(watch: Watch | None, count: int = 0) -> None:
    """Long preparations obey the limits of a run: LimitError at one. With a counter it looks once in a while."""
    if watch is not None and count % _BETWEEN_LOOKS == 0:
        watch.check("the steps were not all written down")


def mask_of(numbers: tuple[int, ...] | list[int]) -> int:
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def members(mask: int) -> list[int]:
    """The numbers in a mask, the smallest first."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found
