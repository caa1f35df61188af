"""Make a failing case smaller while it still fails: small named passes, repeated until none of them helps.

The result is the same every time for the same failure: candidates come in a fixed order, the boldest first, and the
first that still fails is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from copla.fuzzing.cases import Data, PuzzleData
from copla.fuzzing.constraint_data import ConstraintData
from copla.fuzzing.planning_data import PlanningData
from copla.fuzzing.shrink_constraints import PASSES as CONSTRAINT_PASSES
from copla.fuzzing.shrink_planning import PASSES as PLANNING_PASSES
from copla.fuzzing.shrink_puzzles import PASSES as PUZZLE_PASSES
from copla.fuzzing.trials import SECONDS, Trial
from copla.language.constraint_problem import ConstraintProblem

Fails = Callable[[Data, Trial], bool]
Pass = Callable[[Data, Trial], Iterator[tuple[Data, Trial]]]
MOST_QUESTIONS = 3000


def shrink(data: Data, trial: Trial, fails: Fails, most_questions: int = MOST_QUESTIONS) -> tuple[Data, Trial]:
    """The smallest case and the plainest trial that the passes find; both still fail."""
    return _Shrinking(fails, most_questions).run(data, trial)


class _Shrinking:
    def __init__(self, fails: Fails, most_questions: int) -> None:
        self.fails = fails
        self.left = most_questions
        self.refused: set[str] = set()

    def run(self, data: Data, trial: Trial) -> tuple[Data, Trial]:
        while True:
            before = (data, trial)
            for candidates in _PASSES:
                data, trial = self.improve(data, trial, candidates)
            if (data, trial) == before or self.left <= 0:
                return data, trial

    def improve(self, data: Data, trial: Trial, candidates: Pass) -> tuple[Data, Trial]:
        """Take the first candidate of one pass that still fails, again and again."""
        improved = True
        while improved and self.left > 0:
            improved = False
            for candidate in candidates(data, trial):
                if candidate != (data, trial) and self.still_fails(*candidate):
                    (data, trial), improved = candidate, True
                    break
        return data, trial

    def still_fails(self, data: Data, trial: Trial) -> bool:
        key = repr((data, trial))
        if key in self.refused or self.left <= 0:
            return False
        self.left -= 1
        if self.fails(data, trial):
            return True
        self.refused.add(key)
        return False


def plainer(data: Data, trial: Trial) -> Iterator[tuple[Data, Trial]]:
    """Without options, without one of them, with ordinary limits."""
    options = trial.options
    if options:
        yield data, replace(trial, options={})
    for name in options:
        left = {other: value for other, value in options.items() if other != name}
        yield data, replace(trial, options=left)
    if trial.bytes is not None:
        yield data, replace(trial, bytes=None)
    if trial.seconds != SECONDS:
        yield data, replace(trial, seconds=SECONDS)
    if trial.solutions != 1:
        yield data, replace(trial, solutions=1)


def as_problem(data: Data, trial: Trial) -> Iterator[tuple[Data, Trial]]:
    """A puzzle's instance as the problem that it states: then it can be taken apart."""
    if isinstance(data, PuzzleData):
        problem = data.build()
        if isinstance(problem, ConstraintProblem):
            yield ConstraintData.from_problem(problem), trial
        else:
            yield PlanningData.from_problem(problem), trial


def _of_constraints(smaller: Callable[[ConstraintData], Iterator[ConstraintData]]) -> Pass:
    def candidates(data: Data, trial: Trial) -> Iterator[tuple[Data, Trial]]:
        if isinstance(data, ConstraintData):
            for candidate in smaller(data):
                yield candidate, trial

    return candidates


def _of_planning(smaller: Callable[[PlanningData], Iterator[PlanningData]]) -> Pass:
    def candidates(data: Data, trial: Trial) -> Iterator[tuple[Data, Trial]]:
        if isinstance(data, PlanningData):
            for candidate in smaller(data):
                yield candidate, trial

    return candidates


def _of_puzzles(smaller: Callable[[PuzzleData], Iterator[PuzzleData]]) -> Pass:
    def candidates(data: Data, trial: Trial) -> Iterator[tuple[Data, Trial]]:
        if isinstance(data, PuzzleData):
            for candidate in smaller(data):
                yield candidate, trial

    return candidates


_PASSES: tuple[Pass, ...] = (
    plainer,
    *map(_of_puzzles, PUZZLE_PASSES),
    as_problem,
    *map(_of_constraints, CONSTRAINT_PASSES),
    *map(_of_planning, PLANNING_PASSES),
)
