"""Depth-first search: the newest node first. Finds some plan, rarely a short one.

By default a state is refused only if it is on the path already, which needs little memory; with a closed
list it is refused if it was ever seen, which saves much time. With a limit of depth, too, that can lose a plan (a
state is seen first where it is too deep); then something was cut at that depth, and no plan proves nothing.
"""

from __future__ import annotations

from copla.backends.search.node import Account
from copla.backends.search.space import Space
from copla.plugins.algorithms import Cut


def depth_first(space: Space, account: Account, *, closed: bool, deepest: int | None = None, shortest: int = 0) -> None:
    """Nodes at depth ``deepest`` are not expanded; plans of fewer steps than ``shortest`` are passed over."""
    frontier = [(account.node(space.initial), 0)]
    seen = {space.initial}
    while frontier:
        node, depth = frontier.pop()
        if space.is_goal(node.state):
            if account.solved(node, new=depth >= shortest):
                return
            continue
        if depth == deepest:
            account.cut(Cut.DEPTH, node)
            continue
        children = []
        for label, step_cost, state in account.expand(node, space.successors(node.state)):
            cost = node.cost + step_cost
            if (state in seen if closed else node.on_path(state)) or not account.follows(cost):
                continue
            if closed:
                seen.add(state)
            children.append((account.node(state, node, label, cost), depth + 1))
        frontier.extend(reversed(children))  # the first action is tried first
        account.hold(len(seen) if closed else len(frontier) + depth + 1)
