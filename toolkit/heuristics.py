"""Heuristics as tables over patterns of state variables, combined by sum and maximum.

A table runs at full speed in every engine. A heuristic that is no table is a Python function of the state;
engines call it, slower.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod

from copla.errors import ModelError

INFINITE = 2**30
"""The estimate of a state from which the goal cannot be reached."""


@dataclass(frozen=True, slots=True)
class PatternTable:
    """Estimates for all values of a pattern of variables.

    The entry of values ``a, b, c`` is at ``(a * size(b) + b) * size(c) + c``: the last variable runs fastest.
    """

    variables: tuple[int, ...]
    sizes: tuple[int, ...]
    entries: Sequence[int]

    def __post_init__(self) -> None:
        if len(self.variables) != len(self.sizes):
            raise ModelError(f"a table over {len(self.variables)} variables has {len(self.sizes)} sizes")
        if len(self.entries) != prod(self.sizes):
            raise ModelError(f"a table of {prod(self.sizes)} combinations has {len(self.entries)} entries")

    def __call__(self, state: Sequence[int]) -> int:
        index = 0
        for variable, size in zip(self.variables, self.sizes):  # noqa: B905 - checked once, above
            index = index * size + state[variable]
        return self.entries[index]


@dataclass(frozen=True, slots=True)
class Sum:
    """The sum of tables: Manhattan distance is one of one-variable tables."""

    tables: tuple[PatternTable, ...]

    def __call__(self, state: Sequence[int]) -> int:
        return min(INFINITE, sum(table(state) for table in self.tables))


@dataclass(frozen=True, slots=True)
class Maximum:
    """The largest of several sums."""

    sums: tuple[Sum, ...]

    def __call__(self, state: Sequence[int]) -> int:
        return max(part(state) for part in self.sums)


@dataclass(frozen=True, slots=True)
class Function:
    """Any function of the state, for what no table can say."""

    function: Callable[[Sequence[int]], int]

    def __call__(self, state: Sequence[int]) -> int:
        return self.function(state)


Heuristic = Sum | Maximum | Function
