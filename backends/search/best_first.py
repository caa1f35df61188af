"""Best-first search: uniform-cost, greedy, A* and weighted A* are one loop with different priorities.

Ties: the smaller estimate first, then the node that was generated first.

With a closed list a state is expanded again only if a cheaper way to it is found later, which happens when the
heuristic is inconsistent. Without one (the tree form of textbooks) a state is refused only on its own path, and
the first K plans come in the order of their cost.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush

from copla.backends.search.node import Account, Node
from copla.backends.search.space import Estimate, Space
from copla.plugins.algorithms import Cut

Priority = Callable[[int, int], float]
"""The priority of a node by the cost of its path and its estimate; the smallest is expanded first."""

_Waiting = tuple[float, int, int, Node]
"""Priority, estimate, order of generation, node: heaps compare them in this order."""


def priority_of(algorithm: str, weight: float) -> Priority:
    """What a frontier in order is ordered by."""
    match algorithm:
        case "ucs":
            return lambda cost, estimate: cost
        case "greedy":
            return lambda cost, estimate: estimate
        case "wastar":
            return lambda cost, estimate: cost + weight * estimate
    return lambda cost, estimate: cost + estimate


def graph_search(space: Space, estimate: Estimate, priority: Priority, account: Account, *, reopen: bool) -> None:
    """With a closed list; one plan. ``reopen``: whether a cheaper way to a known state is worth a node."""
    frontier = _begin(space, estimate, priority, account)
    best_cost = {space.initial: 0}
    expanded: set[object] = set()
    order = 0
    while frontier:
        first, _, _, node = heappop(frontier)
        account.look_at(first)
        if node.cost > best_cost[node.state] or (not reopen and node.state in expanded):
            continue  # a cheaper way to this state was found meanwhile
        if space.is_goal(node.state):
            account.solved(node)
            return
        expanded.add(node.state)
        for label, step_cost, state in account.expand(node, space.successors(node.state)):
            cost = node.cost + step_cost
            known = best_cost.get(state)
            if known is not None and (not reopen or known <= cost):
                continue
            if not account.follows(cost):
                continue
            guess = estimate(state)
            if guess is None:
                account.cut(Cut.DEAD_END)
                continue
            best_cost[state] = cost
            order += 1
            heappush(frontier, (priority(cost, guess), guess, order, account.node(state, node, label, cost)))
        account.hold(len(best_cost))


def tree_search(space: Space, estimate: Estimate, priority: Priority, account: Account) -> None:
    """Without a closed list: the first K plans, each in its turn."""
    frontier = _begin(space, estimate, priority, account)
    order = 0
    while frontier:
        first, _, _, node = heappop(frontier)
        account.look_at(first)
        if space.is_goal(node.state):
            if account.solved(node):
                return
            continue
        for label, step_cost, state in account.expand(node, space.successors(node.state)):
            cost = node.cost + step_cost
            if node.on_path(state) or not account.follows(cost):
                continue
            guess = estimate(state)
            if guess is None:
                account.cut(Cut.DEAD_END)
                continue
            order += 1
            heappush(frontier, (priority(cost, guess), guess, order, account.node(state, node, label, cost)))
        account.hold(len(frontier) + 1)


def _begin(space: Space, estimate: Estimate, priority: Priority, account: Account) -> list[_Waiting]:
    """The start as the only node that waits; nothing waits if it is a dead end."""
    guess = estimate(space.initial)
    if guess is None:
        account.cut(Cut.DEAD_END)
        return []
    return [(priority(0, guess), guess, 0, account.node(space.initial))]
