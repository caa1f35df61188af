"""An account that tells a trace what it sees of a search; the loops know nothing of it.

They make nodes with it, tell it what is expanded, cut and solved, and go through the steps that it hands back. So it
knows, when the next step is asked for, what became of the last one: a node, or nothing. docs/trace.md has the events.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

from copla.backends.search.best_first import Priority
from copla.backends.search.node import Account, Node
from copla.backends.search.space import Estimate, Space, State, Step
from copla.ground.limits import Watch
from copla.ground.trace import Source, Trace
from copla.plugins.algorithms import Cut

EVENTS = ("start", "round", "generated", "expanded", "duplicate", "pruned", "reopened", "replaced", "goal", "end")

_SOURCE = Source(Path(__file__).parent, "observed.py", "node.py", "__init__.py")


@dataclass(slots=True, eq=False)
class NumberedNode(Node):
    """A node with the number that events call it by."""

    number: int = 0
    expanded: bool = False


class ObservedAccount(Account):
    """``closed``: whether a state has one node at a time; ``priority``: what goes by cost and estimate."""

    def __init__(self, space: Space, watch: Watch, trace: Trace, closed: bool, priority: Priority) -> None:
        super().__init__(space, watch, node=self.make)
        self.trace = trace
        self.closed = closed
        self.priority = priority
        self.nodes = 0
        self.waiting: set[int] = set()
        self.known: dict[State, NumberedNode] = {}
        self.made = True
        """Whether the step that is looked at became a node."""
        self.why: Cut | None = None
        """Why it did not, where the loop said so."""
        self.guesses: dict[State, int | None] = {}
        """The estimates that were asked for since the last step began."""
        self.start: int | None = None
        """That of the start, which is asked for once, whatever the number of rounds."""
        self.lines = _Lines(trace)

    def observed(self, estimate: Estimate) -> Estimate:
        """The heuristic, with its answers written down."""

        def asked(state: State) -> int | None:
            guess = self.guesses[state] = estimate(state)
            if not self.nodes:
                self.start = guess
            return guess

        return asked

    @contextmanager
    def following(self) -> Iterator[None]:
        """Know which line of a loop was executed last."""
        before = sys.gettrace()
        sys.settrace(self.lines.enter)
        try:
            yield
        finally:
            sys.settrace(before)

    def tell(self, kind: str, **what: object) -> None:
        self.trace.tell(kind, **what, frontier=len(self.waiting), **_SOURCE.place())

    def make(self, state: State, parent: Node | None = None, label: str = "", cost: int = 0) -> Node:
        if parent is None:  # the start; in every round again
            self.waiting.clear()
            self.known.clear()
        node = NumberedNode(state, parent, label, cost, self.nodes)
        self.nodes += 1
        self.made = True
        self.waiting.add(node.number)
        where = {} if parent is None else {"parent": _number(parent), "label": label}
        values = list(self.space.values(state).values())
        valued = self.valued(state, cost, self.start if parent is None else None)
        self.tell("generated", node=node.number, **where, cost=cost, state=values, **valued)
        if self.closed:
            before = self.known.get(state)
            self.known[state] = node
            if before is not None:
                self.waiting.discard(before.number)
                kind = "reopened" if before.expanded else "replaced"
                self.tell(kind, node=before.number, by=node.number, cost=cost, was=before.cost)
        return node

    def valued(self, state: State, cost: int, guess: int | None = None) -> dict[str, Any]:
        """The estimate and the priority of a state, where there are any."""
        guess = self.guesses.get(state, guess)
        if guess is None:
            return {}
        return {"estimate": guess, "priority": self.priority(cost, guess)}

    def expand(self, node: Node, steps: list[Step]) -> Iterator[Step]:
        assert isinstance(node, NumberedNode)
        node.expanded = True
        self.waiting.discard(node.number)
        self.tell("expanded", node=node.number, successors=len(steps))
        super().expand(node, steps)
        return self.looked_at(node, steps)

    def looked_at(self, node: Node, steps: list[Step]) -> Iterator[Step]:
        """The steps one by one; what became of each is known when the next one is asked for."""
        for step in steps:
            self.made, self.why = False, None
            self.guesses.clear()
            yield step
            if not self.made:
                self.refused(node, step)
        self.made = True

    def refused(self, node: Node, step: Step) -> None:
        label, step_cost, state = step
        cost = node.cost + step_cost
        values = list(self.space.values(state).values())
        what = {"parent": _number(node), "label": label, "cost": cost, "state": values}
        line = self.lines.last
        if self.why is None and state not in self.guesses:
            self.trace.tell("duplicate", **what, of=self.twin(node, state), frontier=len(self.waiting), **line)
        else:
            why = str(self.why or "bound")
            self.trace.tell("pruned", **what, **self.valued(state, cost), why=why, frontier=len(self.waiting), **line)

    def twin(self, node: Node | None, state: State) -> int | None:
        """The node that has the state already: on the path, or anywhere if there is a closed list."""
        if self.closed:
            return self.known[state].number if state in self.known else None
        while node is not None and node.state != state:
            node = node.parent
        return None if node is None else _number(node)

    def begin_round(self, what: str, bound: int) -> None:
        super().begin_round(what, bound)
        self.tell("round", what=what, bound=bound)

    def cut(self, why: Cut, node: Node | None = None) -> None:
        super().cut(why, node)
        self.why = why
        if node is not None:
            self.waiting.discard(_number(node))
            self.tell("pruned", node=_number(node), why=str(why))
        elif self.made:  # not a step, but the start or the goal
            self.tell("pruned", why=str(why))

    def solved(self, node: Node, *, new: bool = True) -> bool:
        self.waiting.discard(_number(node))
        self.tell("goal", node=_number(node), cost=node.cost, plan=list(node.plan()), new=new)
        return super().solved(node, new=new)


def _number(node: Node) -> int:
    assert isinstance(node, NumberedNode)
    return node.number


class _Lines:
    """The line before the one that a loop is at: what refuses a step calls nobody, so that nobody can ask it."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.last: dict[str, str | int] = {}
        self.now: dict[str, str | int] = {}

    def enter(self, frame: FrameType, event: str, argument: object) -> Any:
        """For ``sys.settrace``: follow the loops, and nothing else."""
        if self.trace.full:
            sys.settrace(None)
            return None
        return None if _SOURCE.name(frame) is None else self.step

    def step(self, frame: FrameType, event: str, argument: object) -> Any:
        if event == "line":
            self.last, self.now = self.now, _SOURCE.place()
        return None if self.trace.full else self.step
