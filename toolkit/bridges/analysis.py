"""Before steps are written down: what is worked out once for any number of them, and what all ways to write share."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import gcd

from copla.bridges.estimates import Estimate, estimates, totals_up_to
from copla.bridges.facts import Facts, stop_at_limit
from copla.bridges.reachability import Layers, backward, forward
from copla.bridges.structure import Tally, needless_successors, number_of_states, tallies
from copla.ground.limits import Watch
from copla.language.constraint_problem import ConstraintProblem
from copla.language.constraints import Constraint
from copla.language.heuristics import INFINITE
from copla.language.planning_problem import PlanningProblem

Choice = dict[tuple[str, int], int]
"""For one step: which value of which variable means which action."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What holds for every horizon. ``needless`` lists for each action those that need not follow it directly.

    ``fewest`` is the least number of steps of any plan (NEVER: the goal is out of reach), ``states`` a bound of the
    number of reachable states.
    """

    facts: Facts
    ahead: Layers
    back: Layers
    tallies: tuple[Tally, ...]
    needless: tuple[tuple[int, ...], ...]
    estimates: tuple[Estimate, ...]
    fewest: int
    states: int


def analyse(problem: PlanningProblem, watch: Watch | None = None) -> Analysis:
    """Work it out; LimitError if a limit of the watch is reached meanwhile."""
    stop_at_limit(watch)
    facts = Facts(problem)
    ahead = forward(facts, watch)
    back = backward(facts, ahead, watch)
    known = tallies(facts)
    return Analysis(
        facts,
        ahead,
        back,
        tuple(known),
        tuple(map(tuple, needless_successors(facts, watch))),
        tuple(estimates(facts)),
        max(ahead.end, back.end),
        number_of_states(facts, ahead, known),
    )


@dataclass(frozen=True, slots=True)
class Window:
    """The steps to be written down: how many, how many at least, and what they may cost."""

    analysis: Analysis
    horizon: int
    fewest: int = 0
    cost: int | None = None
    minimize: bool = False

    @property
    def uniform(self) -> int | None:
        """What every action costs, if all cost the same; then the number of steps is all there is to know."""
        costs = {change.cost for change in self.analysis.facts.changes}
        return costs.pop() if len(costs) == 1 else None

    def left(self, step: int) -> int | None:
        """What may be spent after so many steps at most, if anything says so.

        Steps that are left out come last, behind the goal.
        """
        cheapest = min((change.cost for change in self.analysis.facts.changes), default=0)
        return None if self.cost is None else max(0, self.cost - cheapest * step)

    @property
    def unit(self) -> int:
        """What every cost is a multiple of; sums are written down in this unit."""
        return gcd(*(change.cost for change in self.analysis.facts.changes)) or 1

    @property
    def units(self) -> int:
        """The units that may be spent in all, where ``cost`` says so."""
        assert self.cost is not None
        return self.cost // self.unit

    def spendable(self, step: int) -> Collection[int]:
        """What so many steps can have cost in all, in units."""
        costs = {change.cost // self.unit for change in self.analysis.facts.changes}
        sums = totals_up_to(costs, step, self.units)
        return range(self.units + 1) if sums is None else sums

    def units_of(self, cost: int) -> int:
        """A cost in whole units; what is more than may be spent is just that."""
        return min(cost // self.unit, self.units + 1)

    def facts_at(self, step: int) -> list[int]:
        """The facts that can hold after so many steps, if the goal is to be reached in time."""
        ahead, back = self.analysis.ahead.facts, self.analysis.back.facts
        if step == 0:
            return list(self.analysis.facts.start)
        until = self.horizon - step
        costly = self._costly(step)
        return [f for f in range(len(ahead)) if ahead[f] <= step and back[f] <= until and f not in costly]

    def actions_at(self, step: int, before: set[int], after: set[int]) -> list[int]:
        """The actions that can happen between these facts."""
        ahead, back = self.analysis.ahead.actions, self.analysis.back.actions
        until = self.horizon - step - 1
        return [
            k
            for k, change in enumerate(self.analysis.facts.changes)
            if ahead[k] <= step and back[k] <= until and before.issuperset(change.condition)
            and after.issuperset(change.after)
        ]  # fmt: skip

    def _costly(self, step: int) -> set[int]:
        """Facts that alone cost more than is left."""
        left = self.left(step)
        most = INFINITE - 1 if left is None else left
        amounts = (amount for estimate in self.analysis.estimates for amount in estimate)
        return {numbers[0] for numbers, amount in amounts if len(numbers) == 1 and amount > most}


class Writer:
    """A constraint problem while the steps of a window are being written into it, within the limits of a run."""

    def __init__(self, window: Window, name: str, watch: Watch | None) -> None:
        self.window = window
        self.problem = ConstraintProblem(name)
        self.watch = watch
        self.facts = window.analysis.facts
        self.changes = self.facts.changes
        self.count = 0

    def add(self, constraint: Constraint) -> None:
        self.count += 1
        stop_at_limit(self.watch, self.count)
        self.problem.add(constraint)
