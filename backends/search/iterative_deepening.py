"""Iterative deepening: depth-first search down to depth 0, then 1, then 2, until there is a plan.

It needs memory for one path only, like depth-first search, and its first plan has as few steps as any, like that of
breadth-first search: optimal where all actions cost the same. Each round does the work of all earlier ones again. That
costs little where the tree grows fast, for then most nodes lie in the last round.

A round that was cut nowhere by its depth has seen every path without a state twice: no plan then means that there is
none.
"""

from __future__ import annotations

from itertools import count

from copla.backends.search.depth_first import depth_first
from copla.backends.search.node import Account
from copla.backends.search.space import Space
from copla.plugins.algorithms import Cut


def iterative_deepening(space: Space, account: Account, *, deepest: int | None = None) -> None:
    """``deepest``: the last round; what lies below it stays unknown. Plans come in the order of their steps."""
    for depth in count():
        account.begin_round("depth", depth)
        account.cuts.discard(Cut.DEPTH)  # what the last round cut off is looked at now
        depth_first(space, account, closed=False, deepest=depth, shortest=depth)
        if account.enough or Cut.DEPTH not in account.cuts or depth == deepest:
            return
