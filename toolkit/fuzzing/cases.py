"""A case: what a family makes of a seed, and its twins. Problems of both kinds and puzzles look alike here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from copla.answers.result import Solution
from copla.fuzzing.constraint_data import ConstraintData
from copla.fuzzing.constraint_oracle import ConstraintTruth, TooLargeError, constraint_truth
from copla.fuzzing.planning_data import PlanningData
from copla.fuzzing.planning_oracle import PlanningTruth, planning_truth
from copla.language.constraint_problem import ConstraintProblem
from copla.language.problem import Problem
from copla.plugins.loading import Instance, read

Truth = ConstraintTruth | PlanningTruth


@dataclass(frozen=True, slots=True)
class PuzzleData:
    """An instance of a puzzle, as text in the puzzle's own form."""

    puzzle: str
    text: str

    def build(self) -> Problem:
        return self.instance().problem()

    def instance(self) -> Instance:
        return read(self.puzzle, self.text, "fuzzed")

    def to_json(self) -> dict[str, Any]:
        return {"kind": "puzzle", "puzzle": self.puzzle, "text": self.text}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> PuzzleData:
        return PuzzleData(data["puzzle"], data["text"])


Data = ConstraintData | PlanningData | PuzzleData

_KINDS: dict[str, Callable[[Mapping[str, Any]], Data]] = {
    "constraints": ConstraintData.from_json,
    "planning": PlanningData.from_json,
    "puzzle": PuzzleData.from_json,
}


@dataclass(frozen=True, slots=True)
class Case:
    """A problem as it was generated, as backends get it, as the oracle reads it, and the truth (None: too large).

    ``instance`` is the puzzle's, for those who read instances.
    """

    data: Data
    problem: Problem
    plain: ConstraintData | PlanningData
    truth: Truth | None
    instance: Instance | None = None


def case_of(data: Data) -> Case:
    """Build the problem and ask the oracle; ModelError where the language refuses the problem."""
    problem, instance = stated(data)
    plain = plain_of(problem) if isinstance(data, PuzzleData) else data
    return Case(data, problem, plain, truth_of(plain), instance)


def stated(data: Data) -> tuple[Problem, Instance | None]:
    """The problem, and the puzzle's instance that states it if there is one."""
    if not isinstance(data, PuzzleData):
        return data.build(), None
    instance = data.instance()
    return instance.problem(), instance


def plain_of(problem: Problem) -> ConstraintData | PlanningData:
    if isinstance(problem, ConstraintProblem):
        return ConstraintData.from_problem(problem)
    return PlanningData.from_problem(problem)


def truth_of(plain: ConstraintData | PlanningData) -> Truth | None:
    try:
        return constraint_truth(plain) if isinstance(plain, ConstraintData) else planning_truth(plain)
    except TooLargeError:
        return None


def data_from_json(data: Mapping[str, Any]) -> Data:
    return _KINDS[data["kind"]](data)


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

    def cost_back(self, cost: int) -> int:
        """The cost in the problem of one in the twin; what is no cost of the problem is rounded down."""
        return (cost - self.constant) // self.factor
