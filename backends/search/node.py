"""Search nodes, and the account that every algorithm keeps of them.

*generated*: successor states that were computed, the same state again included, the start not.
*expanded*: nodes whose successors were computed. *held*: nodes in memory at one time, waiting or closed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from copla.answers.result import Solution
from copla.backends.search.space import Space, Step
from copla.ground.limits import Watch
from copla.ground.numbers import LARGEST
from copla.plugins.algorithms import Cut


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


@dataclass(slots=True)
class Account:
    """What a run has done and found so far; ``node`` makes its nodes, and may look at them."""

    space: Space
    watch: Watch
    expanded: int = 0
    generated: int = 0
    held: int = 0
    solutions: list[Solution] = field(default_factory=list)
    cuts: set[Cut] = field(default_factory=set)
    node: Callable[..., Node] = Node
    bounds: bool = False
    """Whether no plan costs less than the priority of what is looked at next."""
    _looked_at: float = -1
    _plans: set[tuple[str, ...]] = field(default_factory=set)

    @property
    def enough(self) -> bool:
        """Whether as many solutions were found as were asked for."""
        return len(self.solutions) == self.watch.limits.solutions

    def begin_round(self, what: str, bound: int) -> None:
        """A search that begins again and again does so with this bound."""
        self.watch.note = f"{what} {bound}"
        self.look_at(bound)

    def look_at(self, priority: float) -> None:
        """What is looked at next has this priority, and what waits has no smaller one."""
        if priority > self._looked_at and self.bounds and not self.solutions:
            self._looked_at = priority
            self.watch.prove(max(self.watch.bound or 0, int(priority)))

    def cut(self, why: Cut, node: Node | None = None) -> None:
        """Something is not looked at, such as what lies below a node: no plan proves nothing then."""
        self.cuts.add(why)

    def follows(self, cost: int) -> bool:
        """Whether a path of this cost is followed: not if it passes the largest number."""
        if cost <= LARGEST:
            return True
        self.cut(Cut.COST)
        return False

    def expand(self, node: Node, steps: list[Step]) -> Iterable[Step]:
        """A node is expanded, and these steps are to be looked at; ends the search if a limit is reached."""
        self.expanded += 1
        self.generated += len(steps)
        self.watch.expanded, self.watch.generated = self.expanded, self.generated
        self.watch.check()
        return steps

    def hold(self, nodes: int) -> None:
        """So many nodes are in memory now."""
        if nodes > self.held:
            self.held = nodes

    def solved(self, node: Node, *, new: bool = True) -> bool:
        """Keep the solution that this node is, unless an earlier round met it; True if no more are wanted.

        Where actions share labels two ways may be one plan: it is kept once.
        """
        plan = node.plan()
        if new and plan not in self._plans:
            self._plans.add(plan)
            found = self.space.solution(node.state, plan, node.cost, self.watch.seconds)
            self.solutions.append(replace(found, generated=self.generated, max_nodes=self.held))
        return self.enough
