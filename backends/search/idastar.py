"""IDA*: depth-first search within a bound on cost plus estimate; the bound grows until there is a plan.

Needs memory for one path only (Korf, 1985). A state is refused if it is on the path already, or with
``prune="parent"`` only if it undoes the last step; refused states are not counted as generated then, as in
Korf's experiments. Longer circles are followed then, so that it may never end where there is no plan or where actions
are free.

Each iteration walks the whole tree below its bound again, and so meets the plans of earlier iterations. A plan was
met before exactly if all nodes on its way were within the last bound. Its cost does not tell: with a heuristic that
overestimates, a plan that costs less than the last bound may lie behind a node that was above it.
"""

from __future__ import annotations

from copla.backends.search.node import Account
from copla.backends.search.space import Estimate, Space
from copla.plugins.algorithms import Cut


def idastar(space: Space, estimate: Estimate, account: Account, *, prune: str = "path") -> None:
    bound = estimate(space.initial)
    if bound is None:
        account.cut(Cut.DEAD_END)
    last: int | None = None
    while bound is not None and not account.enough:
        account.begin_round("bound", bound)
        last, bound = bound, _within(space, estimate, account, last, bound, prune)


def _within(space: Space, estimate: Estimate, account: Account, last: int | None, bound: int, prune: str) -> int | None:
    """Depth-first search below the bound: the next bound to try; None if nothing was above this one.

    ``highest`` is the largest cost plus estimate on the way to a node: a plan is new if that is above the last bound.
    """
    next_bound: int | None = None
    stack = [(account.node(space.initial), 0, 0)]
    while stack:
        node, depth, highest = stack.pop()
        if space.is_goal(node.state):
            if account.solved(node, new=last is None or highest > last):
                return None
            continue
        successors = space.successors(node.state)
        if prune == "parent" and node.parent is not None:
            undone = node.parent.state
            successors = [step for step in successors if step[2] != undone]
        children = []
        for label, step_cost, state in account.expand(node, successors):
            if prune == "path" and node.on_path(state):
                continue
            cost = node.cost + step_cost
            if not account.follows(cost):
                continue
            guess = estimate(state)
            if guess is None:
                account.cut(Cut.DEAD_END)
            elif cost + guess <= bound:
                child = account.node(state, node, label, cost)
                children.append((child, depth + 1, max(highest, cost + guess)))
            elif next_bound is None or cost + guess < next_bound:
                next_bound = cost + guess
        stack.extend(reversed(children))
        account.hold(len(stack) + depth + 1)
    return next_bound
