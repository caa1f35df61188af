"""Search from both ends, by cost: forward from the start and backward from the goal, until the two meet.

For goals that are one state. Every action has an inverse (its condition names the old values), so the
backward side is a search in the task with all actions turned round. Each side in turn expands its nodes of least
cost, the side with fewer waiting nodes first; where all actions cost the same that is breadth-first search.
The best meeting is optimal once no path through the two frontiers can be cheaper.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any

from copla.backends.search.node import Account, Node
from copla.backends.search.space import Space, TaskSpace
from copla.ground.limits import Watch
from copla.language.planning_problem import Action, PlanningProblem, State


class BackwardSpace(TaskSpace):
    """The task turned round: it begins in the goal, and a step leads to a state that the action leads back from."""

    def __init__(self, problem: PlanningProblem, watch: Watch, goal: State) -> None:
        super().__init__(problem, watch, [inverse(action) for action in problem.actions])
        self.initial = goal


def inverse(action: Action) -> Action:
    """Applicable where the action can have led to; its effects are the old values.

    >>> inverse(Action("push", ((0, 1), (1, 4)), ((1, 5),), 2))
    Action(label='push', condition=((0, 1), (1, 5)), effects=((1, 4),), cost=2)
    """
    old, new = dict(action.condition), dict(action.effects)
    condition = tuple((variable, new.get(variable, value)) for variable, value in action.condition)
    return Action(action.label, condition, tuple((variable, old[variable]) for variable in new), action.cost)


def bidirectional(forward: Space, backward: Space, cheapest: int, account: Account) -> None:
    """``cheapest``: what every action costs at least."""
    sides = _Side(forward), _Side(backward)
    if forward.initial == backward.initial:
        account.solved(Node(forward.initial))
        return
    best: Node | None = None
    side, layer = sides[0], -1
    while sides[0].waits() and sides[1].waits():
        if best is not None and sides[0].least + sides[1].least + cheapest >= best.cost:
            break  # a cheaper path would have to cross both frontiers, and an action between them
        if side.least != layer:
            side = sides[0] if len(sides[0].frontier) <= len(sides[1].frontier) else sides[1]
            layer = side.least
        other = sides[1] if side is sides[0] else sides[0]
        _, _, node = heappop(side.frontier)
        for label, step_cost, state in account.expand(node, side.space.successors(node.state)):
            cost = node.cost + step_cost
            child = side.reach(state, node, label, cost) if account.follows(cost) else None
            if child is not None and state in other.known:
                met = other.known[state]
                if account.follows(cost + met.cost) and (best is None or cost + met.cost < best.cost):
                    best = _joined(*((child, met) if side is sides[0] else (met, child)))
        account.hold(len(sides[0].known) + len(sides[1].known))
    if best is not None:
        account.solved(best)


class _Side:
    """One of the two searches: uniform-cost, with a closed list."""

    def __init__(self, space: Space) -> None:
        self.space = space
        start = Node(space.initial)
        self.known: dict[Any, Node] = {start.state: start}
        self.order = 0
        self.frontier = [(0, 0, start)]

    @property
    def least(self) -> int:
        return self.frontier[0][0]

    def waits(self) -> bool:
        """Whether a node waits; those to whose state a cheaper way was found are dropped first."""
        while self.frontier and self.known[self.frontier[0][2].state] is not self.frontier[0][2]:
            heappop(self.frontier)
        return bool(self.frontier)

    def reach(self, state: Any, parent: Node, label: str, cost: int) -> Node | None:
        """A node for the state, unless a way as cheap is known."""
        known = self.known.get(state)
        if known is not None and known.cost <= cost:
            return None
        node = self.known[state] = Node(state, parent, label, cost)
        self.order += 1
        heappush(self.frontier, (cost, self.order, node))
        return node


def _joined(forward: Node, backward: Node) -> Node:
    """The whole path as one: the backward half is walked from the meeting to the goal."""
    node = forward
    while backward.parent is not None:
        step = backward.cost - backward.parent.cost
        node = Node(backward.parent.state, node, backward.label, node.cost + step)
        backward = backward.parent
    return node
