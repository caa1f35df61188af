"""A case: what a family makes of a seed. Constraint problems, planning problems and puzzles look alike here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

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
    instance = data.instance() if isinstance(data, PuzzleData) else None
    problem = data.build() if instance is None else instance.problem()
    plain: ConstraintData | PlanningData
    if not isinstance(data, PuzzleData):
        plain = data
    elif isinstance(problem, ConstraintProblem):
        plain = ConstraintData.from_problem(problem)
    else:
        plain = PlanningData.from_problem(problem)
    return Case(data, problem, plain, truth_of(plain), instance)


def truth_of(plain: ConstraintData | PlanningData) -> Truth | None:
    try:
        return constraint_truth(plain) if isinstance(plain, ConstraintData) else planning_truth(plain)
    except TooLargeError:
        return None


def data_from_json(data: Mapping[str, Any]) -> Data:
    """The inverse of ``to_json`` of each kind of data."""
    match data["kind"]:
        case "constraints":
            return ConstraintData.from_json(data)
        case "planning":
            return PlanningData.from_json(data)
        case _:
            return PuzzleData.from_json(data)
