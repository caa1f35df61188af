"""What a twin is: problems that have together the solutions of another one, and how the answer follows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from copla.answers.result import Solution
from copla.fuzzing.cases import Data


def as_it_is(solution: Solution) -> Solution:
    return solution


@dataclass(frozen=True, slots=True)
class Twin:
    """The twin in words such as ``the mirrored board``; its ``parts`` are one problem, or several that share out the
    solutions between them.

    ``back`` makes a solution of the problem itself of one of a part, but for its cost. A cost of the problem is
    ``factor * cost + constant`` in the twin, where a negative factor turns minimising into maximising. For each
    solution of the problem the parts together have ``times`` ones.
    """

    words: str
    parts: tuple[Data, ...]
    back: Callable[[Solution], Solution] = as_it_is
    factor: int = 1
    constant: int = 0
    times: int = 1

    def cost_in_twin(self, cost: int) -> int:
        return self.factor * cost + self.constant

    def cost_back(self, cost: int) -> int:
        """The inverse; what is no cost of the problem is rounded down."""
        return (cost - self.constant) // self.factor
