"""Search nodes, and the account that every algorithm keeps of them.

*generated*: successor states that were computed, the same state again included, the start not.
*expanded*: nodes whose successors were computed. *held*: nodes in memory at one time, waiting or closed.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from copla.backends.search.space import Space
from copla.limits import Watch
from copla.result import Solution, Status


@dataclass(slots=True, eq=False)
class Node:
    """A state, and how it was reached."""

    state: Any
    parent: Node | None = None
    label: str = ""
    cost: int = 0

    def plan(self) -> tuple[str, ...]:
        labels: list[str] = []
        node = self
        while node.parent is not None:
            labels.append(node.label)
            node = node.parent
        return tuple(reversed(labels))

    def on_path(self, state: Any) -> bool:
        """Whether the state occurs on the way from the start to this node."""
        node: Node | None = self
        while node is not None:
            if node.state == state:
                return True
            node = node.parent
        return False


class LimitReachedError(Exception):
    """Ends a search from any depth; the account holds what was found."""

    def __init__(self, status: Status) -> None:
        self.status = status


@dataclass(slots=True)
class Account:
    """What a run has done and found so far."""

    space: Space
    watch: Watch
    expanded: int = 0
    generated: int = 0
    held: int = 0
    solutions: list[Solution] = field(default_factory=list)

    def expand(self, successors: int) -> None:
        """A node is expanded; ends the search if a limit is reached."""
        self.expanded += 1
        self.generated += successors
        self.watch.expanded, self.watch.generated = self.expanded, self.generated
        reached = self.watch.reached()
        if reached is not None:
            raise LimitReachedError(reached)

    def hold(self, nodes: int) -> None:
        """So many nodes are in memory now."""
        if nodes > self.held:
            self.held = nodes

    def solved(self, node: Node) -> bool:
        """Keep the solution that this node is; True if no more are wanted."""
        found = self.space.solution(node.state, node.plan(), node.cost, self.watch.seconds)
        self.solutions.append(replace(found, generated=self.generated, max_nodes=self.held))
        return len(self.solutions) == self.watch.limits.solutions
