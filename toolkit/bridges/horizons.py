"""Planning with a constraint solver: one bounded question after the other until one is answered by a plan.

A question is "is there a plan that costs at most C?". Before the first one stands a lower bound, so each "no" is a
proof that raises it, and the first "yes" is a cheapest plan. A question needs a number of steps within which every
plan of that cost fits: cost over the cheapest action. Actions that cost nothing have no such number but the size of
the state space, since a cheapest plan need not meet a state twice.
"""

from __future__ import annotations

from collections.abc import Callable
from math import gcd, prod

from copla.answers.result import Result, Solution, Statistics
from copla.bridges.analysis import analyse
from copla.bridges.estimates import lower_bound, next_total, totals_up_to
from copla.bridges.facts import members
from copla.bridges.reachability import NEVER
from copla.bridges.unrolling import Encoding, unroll
from copla.ground.errors import LimitError, ModelError
from copla.ground.limits import Watch
from copla.ground.numbers import LARGEST
from copla.ground.status import Status
from copla.ground.text import counted
from copla.language.constraint_problem import ConstraintProblem
from copla.language.planning_problem import PlanningProblem

Ask = Callable[[ConstraintProblem], Result]
"""Looks for one solution of a constraint problem within the limits of the run."""

LONGEST = 400
"""Steps of the longest question that is asked only because actions cost nothing."""

TOO_COSTLY = "no plan that costs 2**53 or less: costlier ones were not looked at"
TOO_MANY = "there are too many sums of costs to be written down"
NO_PLAN = "the goal is out of reach even if nothing were ever undone"

LARGEST_WHOLE = 30_000
"""Facts and actions times steps of a question over a whole state space; such a question takes about a second."""

PATIENCE = 3
"""Horizons without a plan before the question is asked whether there is one of any length."""


def solve_by_horizons(
    problem: PlanningProblem, ask: Ask, watch: Watch, *, encoding: Encoding, below: int | None = None
) -> Result:
    """A cheapest plan and the proof that it is one, the proof that there is none, or how far it got.

    With ``below`` there is one question only: is there a plan that costs less? A solver that learns clauses
    (``literals``) settles with one question whether there is a plan at all, where that question is not too large.
    """
    if watch.limits.solutions != 1:
        raise ModelError("a planning problem has one answer here, a cheapest plan: ask for one solution")
    run = _Run(problem, ask, watch, encoding)
    try:
        run.prepare()
        if run.hopeless:
            return run.result(Status.INFEASIBLE, NO_PLAN)
        return run.climb() if below is None else run.below(below)
    except LimitError as reached:
        return run.result(reached.status)
    except _OpenError as stayed:
        return run.result(*stayed.args)


class _OpenError(Exception):
    """A question without an answer: the status of the run, and why."""


class _Run:
    """The questions asked so far, and what they proved: no plan costs less than ``bound``."""

    def __init__(self, problem: PlanningProblem, ask: Ask, watch: Watch, encoding: Encoding) -> None:
        self.problem = problem
        self.ask = ask
        self.watch = watch
        self.encoding: Encoding = encoding
        self.costs = sorted({action.cost for action in problem.actions}) or [0]
        self.stride = gcd(*self.costs) or 1
        self.bound = 0
        self.best: Solution | None = None
        self.statistics = Statistics()

    def prepare(self) -> None:
        self.watch.note = "analysis"
        estimate = lower_bound(self.problem)
        self.raise_bound(estimate or 0)
        self.analysis = analyse(self.problem, self.watch)
        self.longest = self.analysis.states - 1
        self.hopeless = estimate is None or self.analysis.fewest == NEVER
        """Relaxed reachability or an admissible heuristic shows that there is no plan."""
        if not self.hopeless:
            self.raise_bound(self.analysis.fewest * self.costs[0])

    def raise_bound(self, estimate: int) -> None:
        """No plan costs less than this; every cost is a multiple of the stride."""
        self.bound = max(self.bound, -(-estimate // self.stride) * self.stride)

    def climb(self) -> Result:
        """Ask for plans that cost as much as the bound; each "no" raises it."""
        size = self.longest * (self.analysis.facts.count + len(self.problem.actions))
        learns_enough = self.encoding == "literals" and size <= LARGEST_WHOLE
        refuted = 0
        while self.best is None or self.bound < self.cost_of_best:
            if self.bound > LARGEST:
                return self.result(Status.UNKNOWN, TOO_COSTLY)
            steps = self.steps_within(self.bound)
            if steps > LONGEST and self.costs[0] == 0:
                return self.shortest()
            if not self.question(steps, self.bound):
                refuted += 1
                if steps >= self.longest and self.bound >= self.longest * self.costs[-1]:
                    return self.result(Status.INFEASIBLE, f"none of the {self.analysis.states} states is a goal")
                following = next_total(self.costs, self.longest, self.bound)
                if following is None:
                    return self.result(Status.UNKNOWN, f"plans that cost more than {self.bound}: {TOO_MANY}")
                self.bound = following
            settles = self.best is None and refuted == PATIENCE and learns_enough
            if settles and not self.question(self.longest, None):
                return self.result(Status.INFEASIBLE, f"no plan within the {self.longest} steps that could matter")
        return self.result(Status.OPTIMAL)

    def shortest(self) -> Result:
        """Where free actions leave open how many steps to look at: the cheapest among the shortest plans."""
        for steps in range(self.analysis.fewest, LONGEST + 1):
            answer = self.question(steps, None)
            while answer and self.cost_of_best > self.bound:
                answer = self.question(steps, self.cost_of_best - 1)
            if self.best is not None:
                if self.cost_of_best == self.bound:
                    return self.result(Status.OPTIMAL)
                why = f"free actions: a plan of more than {steps} steps may be cheaper"
                return self.result(Status.SOLVED, why)
        why = f"no plan of at most {LONGEST} steps; free actions leave open how many to try"
        return self.result(Status.UNKNOWN, why)

    def below(self, cost: int) -> Result:
        """One question: does anything cost less?"""
        proven = True
        if self.bound < cost:
            most = (cost - 1) // self.stride * self.stride
            steps = self.steps_within(most)
            if steps > LONGEST and self.costs[0] == 0:
                steps, proven = LONGEST, False
            if self.question(steps, most):
                return self.result(Status.OPTIMAL if self.cost_of_best == self.bound else Status.SOLVED)
            if not proven:
                return self.result(Status.UNKNOWN, f"no plan of at most {steps} steps costs less than {cost}")
        self.bound = cost
        return self.result(Status.UNKNOWN, f"no plan costs less than {cost}")

    def steps_within(self, cost: int) -> int:
        """So many steps are enough for some cheapest plan, if it costs at most this."""
        paying = next((amount for amount in self.costs if amount), None)
        paid = 0 if paying is None else cost // paying
        free = self.free_run() if self.costs[0] == 0 else 0
        return min(self.longest, paid * (free + 1) + free)

    def free_run(self) -> int:
        """The longest run of free actions without a state twice: they change some variables only."""
        changed = 0
        for change in self.analysis.facts.changes:
            if not change.cost:
                changed |= change.changed
        first = self.analysis.ahead.facts
        return prod(sum(first[f] < NEVER for f in self.analysis.facts.of(v)) for v in members(changed)) - 1

    def question(self, steps: int, cost: int | None) -> bool:
        """Whether there is such a plan (it is kept if it is the best so far)."""
        self.watch.prove(self.bound)
        costly = "" if len(self.costs) == 1 or cost is None else f", cost {cost}"
        self.watch.note = f"horizon {steps}{costly}"
        if cost is not None and not self.can_be_written(steps, cost):
            raise _OpenError(Status.UNKNOWN, f"plans that cost up to {cost}: {TOO_MANY}")
        fewest = max(self.analysis.fewest, -(-self.bound // self.costs[-1]) if self.costs[-1] else 0)
        if fewest > steps:
            return False
        bounded = unroll(
            self.problem,
            steps,
            fewest=fewest,
            cost=cost,
            encoding=self.encoding,
            analysis=self.analysis,
            watch=self.watch,
        )
        answer = self.ask(bounded.problem)
        self.statistics = self.statistics.plus(answer.statistics)
        if answer.status is Status.INFEASIBLE:
            return False
        if answer.status is not Status.SOLVED:
            raise _OpenError(answer.status, answer.message)
        found = bounded.solution(answer.best.values, self.watch.seconds)
        if (found.cost or 0) > LARGEST:
            raise _OpenError(Status.UNKNOWN, TOO_COSTLY)
        if self.best is None or (found.cost or 0) < self.cost_of_best:
            self.best = found
        return True

    def can_be_written(self, steps: int, cost: int) -> bool:
        """Whether the costs of the steps so far have few enough values, and their sums are in the range of numbers."""
        if len(self.costs) == 1:
            return True
        in_range = (cost // self.stride + 1) * (len(self.problem.actions) + 2) <= LARGEST
        return in_range and totals_up_to(self.costs, steps, cost) is not None

    @property
    def cost_of_best(self) -> int:
        assert self.best is not None
        assert self.best.cost is not None
        return self.best.cost

    def result(self, status: Status, message: str = "") -> Result:
        solutions = () if self.best is None else (self.best,)
        bound = None if status is Status.INFEASIBLE else min(self.bound, LARGEST)
        if status is Status.UNKNOWN and solutions:
            status = Status.SOLVED
        return Result(status, solutions, bound=bound, statistics=self.statistics, message=message)


def too_large(problem: PlanningProblem, most: int) -> str | None:
    """The refusal of a backend that gets nowhere beyond so many choices, or None. For :meth:`Backend.refuses`.

    A choice is an action at a step; a plan has at least as many steps as its lower bound over the costliest action.
    """
    actions = len(problem.actions)
    steps = 1
    if actions <= most:
        costliest = max((action.cost for action in problem.actions), default=0)
        bound = lower_bound(problem)
        steps = max(1, -(-bound // costliest)) if costliest and bound is not None else 1
    if actions * steps <= most:
        return None
    return (
        f"it takes small plans: {counted(actions, 'action')} and at least {counted(steps, 'step')} "
        f"make {actions * steps:,} choices, expected {most:,} at most"
    )
