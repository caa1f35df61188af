"""Plans as sequences of labels: several actions may share one, and a plan costs what its cheapest reading costs."""

from __future__ import annotations

from collections.abc import Sequence

from copla.language.planning_problem import PlanningProblem, State


def labels_are_shared(problem: PlanningProblem) -> bool:
    """Whether a label alone may leave open which action is meant."""
    return len(problem.labels) < len(problem.actions)


def costs_are_open(problem: PlanningProblem) -> bool:
    """Whether a label alone may leave open what a step costs."""
    if len({action.cost for action in problem.actions}) < 2:
        return False
    return any(len({action.cost for action in named}) > 1 for named in problem.labels.values())


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
    by_label, costs = problem.labels, {problem.initial_state: 0}
    for label in moves:
        reached: dict[State, int] = {}
        for state, cost in costs.items():
            for action in by_label.get(label, ()):
                if action.applicable(state):
                    after, total = action.apply(state), cost + action.cost
                    if total < reached.get(after, total + 1):
                        reached[after] = total
        costs = reached
    return min((cost for state, cost in costs.items() if problem.is_goal(state)), default=None)
