"""IDA*: depth-first search within a bound on cost plus estimate; the bound grows until there is a plan.

Needs memory for one path only (Korf, 1985). A state is refused if it is on the path already, or with
``prune="parent"`` only if it undoes the last step; refused states are not counted as generated then, as in
Korf's experiments.
"""

from __future__ import annotations

from copla.backends.search.node import Account, Node
from copla.backends.search.space import Estimate, Space
from copla.heuristics import INFINITE


def idastar(space: Space, estimate: Estimate, account: Account, *, prune: str = "path") -> None:
    last, bound = -1, estimate(space.initial)
    while bound < INFINITE:
        account.watch.note = f"bound {bound}"
        next_bound = _within(space, estimate, account, last, bound, prune)
        if next_bound is None:
            return
        last, bound = bound, next_bound


def _within(space: Space, estimate: Estimate, account: Account, last: int, bound: int, prune: str) -> int | None:
    """Depth-first search below the bound: the next bound to try, or None if enough plans were found.

    Plans up to the ``last`` bound were found under it; only those above it are new.
    """
    next_bound = INFINITE
    stack = [(Node(space.initial), 0)]
    while stack:
        node, depth = stack.pop()
        if space.is_goal(node.state):
            if node.cost > last and account.solved(node):
                return None
            continue
        successors = space.successors(node.state)
        if prune == "parent" and node.parent is not None:
            undone = node.parent.state
            successors = [step for step in successors if step[2] != undone]
        account.expand(len(successors))
        children = []
        for label, cost, state in successors:
            if prune == "path" and node.on_path(state):
                continue
            total = node.cost + cost + estimate(state)
            if total > bound:
                next_bound = min(next_bound, total)
            else:
                children.append((Node(state, node, label, node.cost + cost), depth + 1))
        stack.extend(reversed(children))
        account.hold(len(stack) + depth + 1)
    return next_bound
