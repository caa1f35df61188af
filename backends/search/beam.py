"""Beam search: breadth-first search that keeps only the most promising nodes of each level.

Needs little time and memory, and proves nothing, unless the beam was wide enough for every level: then no plan
means that there is none. A node is tested for the goal when it is generated, as in breadth-first search.
"""

from __future__ import annotations

from copla.backends.search.node import Account, Node
from copla.backends.search.space import Estimate, Space
from copla.plugins.algorithms import Cut


def beam(space: Space, estimate: Estimate, account: Account, *, width: int) -> None:
    """A level keeps the ``width`` nodes with the smallest estimates; ties: what was generated first.

    A state that was kept once is not looked at again.
    """
    start = account.node(space.initial)
    if space.is_goal(start.state):
        account.solved(start)
        return
    if estimate(start.state) is None:
        account.cut(Cut.DEAD_END)
        return
    level = [start]
    kept = {start.state}
    while level:
        found: dict[object, tuple[int, int, Node]] = {}
        for node in level:
            goal: Node | None = None
            for label, step_cost, state in account.expand(node, space.successors(node.state)):
                cost = node.cost + step_cost
                if state in kept or state in found or not account.follows(cost):
                    continue
                child = account.node(state, node, label, cost)
                if goal is None and space.is_goal(state):
                    goal = child
                guess = estimate(state)
                if guess is None:
                    account.cut(Cut.DEAD_END)
                else:
                    found[state] = guess, len(found), child
            account.hold(len(kept) + len(found))
            if goal is not None:
                account.solved(goal)
                return
        best = sorted(found.values(), key=lambda entry: entry[:2])
        if len(best) > width:
            account.cut(Cut.WIDTH)
        level = [node for _, _, node in best[:width]]
        kept.update(node.state for node in level)
