"""Which actions are applicable in a state, without looking at all of them.

The conditions form a decision tree: a node asks for the value of one variable and holds a branch for each
value, one for the actions that do not care, and the actions whose conditions are all met at this point.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from copla.planning_problem import Action

Condition = tuple[tuple[int, int], ...]


@dataclass(slots=True)
class _Node:
    met: list[int] = field(default_factory=list)
    variable: int = -1
    branches: dict[int, _Node] = field(default_factory=dict)
    otherwise: _Node | None = None


class SuccessorGenerator:
    """Call it with a state: the indices of the applicable actions, in ascending order."""

    def __init__(self, actions: Sequence[Action]) -> None:
        self.root = _build([(index, action.condition) for index, action in enumerate(actions)])

    def __call__(self, state: Sequence[int]) -> list[int]:
        found: list[int] = []
        waiting: list[_Node | None] = [self.root]
        while waiting:
            node = waiting.pop()
            while node is not None:
                found += node.met
                if node.variable < 0:
                    break
                waiting.append(node.otherwise)
                node = node.branches.get(state[node.variable])
        found.sort()
        return found


def _build(actions: list[tuple[int, Condition]]) -> _Node:
    """The tree for actions with what is left of their conditions; asks for the most common variable first."""
    node = _Node([index for index, condition in actions if not condition])
    uses = Counter(variable for _, condition in actions for variable, _ in condition)
    if not uses:
        return node
    node.variable = min(uses, key=lambda variable: (-uses[variable], variable))
    by_value: dict[int, list[tuple[int, Condition]]] = {}
    others = []
    for index, condition in actions:
        value = dict(condition).get(node.variable)
        if value is not None:
            rest = tuple(fact for fact in condition if fact[0] != node.variable)
            by_value.setdefault(value, []).append((index, rest))
        elif condition:
            others.append((index, condition))
    node.branches = {value: _build(group) for value, group in by_value.items()}
    node.otherwise = _build(others) if others else None
    return node
