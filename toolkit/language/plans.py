"""Plans as sequences of labels: several actions may share one, and a plan costs what its cheapest reading costs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from copla.language.planning_problem import Action, PlanningProblem, State


def labels_are_shared(problem: PlanningProblem) -> bool:
    """Whether a label alone may leave open which action is meant."""
    return len({action.label for action in problem.actions}) < len(problem.actions)


def costs_are_open(problem: PlanningProblem) -> bool:
    """Whether a label alone may leave open what a step costs."""
    costs: dict[str, int] = {}
    return any(costs.setdefault(action.label, action.cost) != action.cost for action in problem.actions)


def least_cost(problem: PlanningProblem, moves: Sequence[str]) -> int | None:
    """What the labels cost at least, over all choices of actions that lead to the goal; None if none does.

    >>> problem = PlanningProblem("a door")
    >>> door = problem.variable("door", ["open", "closed"], "closed")
    >>> problem.action("open", {door: "closed"}, {door: "open"}, cost=3)
    >>> problem.action("open", {door: "closed"}, {door: "open"}, cost=2)
    >>> problem.set_goal({door: "open"})
    >>> least_cost(problem, ["open"])
    2
    """
    by_label: defaultdict[str, list[Action]] = defaultdict(list)
    for action in problem.actions:
        by_label[action.label].append(action)
    costs: dict[State, int] = {problem.initial_state: 0}
    for label in moves:
        reached: dict[State, int] = {}
        for state, cost in costs.items():
            for action in by_label[label]:
                if action.applicable(state):
                    after, total = action.apply(state), cost + action.cost
                    if total < reached.get(after, total + 1):
                        reached[after] = total
        costs = reached
    return min((cost for state, cost in costs.items() if problem.is_goal(state)), default=None)
