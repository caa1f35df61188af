"""Breadth-first search: nodes nearest to the start first. Optimal where all actions cost the same.

A node is tested for the goal when it is generated; the expansion that finds the goal is completed, so that
the counts do not depend on the order of the actions within it. Costs are looked at only when there is a plan: one
that costs more than the largest number is none.
"""

from __future__ import annotations

from collections import deque

from copla.backends.search.node import Account, Node
from copla.backends.search.space import Space
from copla.plugins.algorithms import Cut


def breadth_first(space: Space, account: Account, *, deepest: int | None = None) -> None:
    start = account.node(space.initial)
    if space.is_goal(start.state):
        account.solved(start)
        return
    frontier = deque([(start, 0)])
    seen = {start.state}
    while frontier:
        node, depth = frontier.popleft()
        if depth == deepest:
            account.cut(Cut.DEPTH, node)
            return
        goal: Node | None = None
        for label, cost, state in account.expand(node, space.successors(node.state)):
            if state not in seen:
                seen.add(state)
                child = account.node(state, node, label, node.cost + cost)
                frontier.append((child, depth + 1))
                if goal is None and space.is_goal(state):
                    goal = child
        account.hold(len(seen))
        if goal is not None:
            if account.follows(goal.cost):
                account.solved(goal)
            return
