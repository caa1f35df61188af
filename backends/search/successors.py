"""Which actions are applicable in a state, without looking at all of them.

The conditions form a decision tree: a node holds the actions whose conditions are all met at this point, and a row
of switches. A switch asks for the value of one variable and has a branch for each value that an action wants.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush

from copla.ground.limits import Watch
from copla.language.planning_problem import Action

_Open = tuple[int, tuple[tuple[int, int], ...]]
"""An action's index, and what is left of its condition."""

_PATIENCE = 2000
"""Actions that are gone through between two looks at the clock."""


@dataclass(slots=True)
class _Node:
    met: list[int] = field(default_factory=list)
    switches: list[tuple[int, dict[int, _Node]]] = field(default_factory=list)


class SuccessorGenerator:
    """Call it with a state: the indices of the applicable actions, in ascending order."""

    def __init__(self, actions: Sequence[Action], watch: Watch) -> None:
        self.root = _Node()
        patience = _PATIENCE
        waiting: list[tuple[_Node, list[_Open]]] = [(self.root, [(k, a.condition) for k, a in enumerate(actions)])]
        while waiting:
            node, some = waiting.pop()
            patience -= len(some)
            if patience < 0:
                patience = _PATIENCE
                watch.check()
            waiting += _fill(node, some)

    def __call__(self, state: Sequence[int]) -> list[int]:
        found: list[int] = []
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            found += node.met
            for variable, branches in node.switches:
                branch = branches.get(state[variable])
                if branch is not None:
                    waiting.append(branch)
        found.sort()
        return found


def _fill(node: _Node, actions: list[_Open]) -> list[tuple[_Node, list[_Open]]]:
    """Write down a node for actions with what is left of their conditions: its branches and their actions.

    The most common variable is asked first. Every action goes below one switch, the first whose variable its
    condition names: no action is looked at again at this node, whatever the actions have in common.
    """
    uses = Counter[int]()
    users = defaultdict[int, list[_Open]](list)
    for action in actions:
        if not action[1]:
            node.met.append(action[0])
        for variable, _ in action[1]:
            uses[variable] += 1
            users[variable].append(action)
    order = [(-count, variable) for variable, count in uses.items()]
    heapify(order)
    placed: set[int] = set()
    found = []
    while order:
        count, variable = heappop(order)
        if uses[variable] != -count:  # some of its actions were placed meanwhile
            if uses[variable]:
                heappush(order, (-uses[variable], variable))
            continue
        by_value = defaultdict[int, list[_Open]](list)
        for index, condition in users[variable]:
            if index not in placed:
                placed.add(index)
                for other, value in condition:
                    uses[other] -= 1
                    if other == variable:
                        wanted = value
                by_value[wanted].append((index, tuple(fact for fact in condition if fact[0] != variable)))
        branches = {value: _Node() for value in by_value}
        node.switches.append((variable, branches))
        found += [(branches[value], group) for value, group in by_value.items()]
    return found
