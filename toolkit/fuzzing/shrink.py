"""Make a failing case smaller while it still fails: small named passes, repeated until none of them helps.

The result is the same every time for the same failure: candidates come in a fixed order, the boldest first, and the
first that still fails is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from copla.fuzzing.cases import Data, PuzzleData
from copla.fuzzing.configurations import SECONDS, Configuration
from copla.fuzzing.constraint_data import ConstraintData
from copla.fuzzing.planning_data import PlanningData
from copla.fuzzing.shrink_constraints import PASSES as CONSTRAINT_PASSES
from copla.fuzzing.shrink_planning import PASSES as PLANNING_PASSES
from copla.language.constraint_problem import ConstraintProblem

Fails = Callable[[Data, Configuration], bool]
Pass = Callable[[Data, Configuration], Iterator[tuple[Data, Configuration]]]
MOST_QUESTIONS = 3000


def shrink(
    data: Data, configuration: Configuration, fails: Fails, most_questions: int = MOST_QUESTIONS
) -> tuple[Data, Configuration]:
    """The smallest case and the plainest configuration that the passes find; both still fail."""
    return _Shrinking(fails, most_questions).run(data, configuration)


class _Shrinking:
    def __init__(self, fails: Fails, most_questions: int) -> None:
        self.fails = fails
        self.left = most_questions
        self.refused: set[str] = set()

    def run(self, data: Data, configuration: Configuration) -> tuple[Data, Configuration]:
        while True:
            before = (data, configuration)
            for candidates in _PASSES:
                data, configuration = self.improve(data, configuration, candidates)
            if (data, configuration) == before or self.left <= 0:
                return data, configuration

    def improve(self, data: Data, configuration: Configuration, candidates: Pass) -> tuple[Data, Configuration]:
        """Take the first candidate of one pass that still fails, again and again."""
        improved = True
        while improved and self.left > 0:
            improved = False
            for candidate in candidates(data, configuration):
                if candidate != (data, configuration) and self.still_fails(*candidate):
                    (data, configuration), improved = candidate, True
                    break
        return data, configuration

    def still_fails(self, data: Data, configuration: Configuration) -> bool:
        key = repr((data, configuration))
        if key in self.refused or self.left <= 0:
            return False
        self.left -= 1
        if self.fails(data, configuration):
            return True
        self.refused.add(key)
        return False


def plainer(data: Data, configuration: Configuration) -> Iterator[tuple[Data, Configuration]]:
    """Without options, without one of them, with ordinary limits."""
    options = configuration.options
    if options:
        yield data, replace(configuration, options={})
    for name in options:
        left = {other: value for other, value in options.items() if other != name}
        yield data, replace(configuration, options=left)
    if configuration.bytes is not None:
        yield data, replace(configuration, bytes=None)
    if configuration.seconds != SECONDS:
        yield data, replace(configuration, seconds=SECONDS)
    if configuration.solutions != 1:
        yield data, replace(configuration, solutions=1)


def as_problem(data: Data, configuration: Configuration) -> Iterator[tuple[Data, Configuration]]:
    """A puzzle's instance as the problem that it states: then it can be taken apart."""
    if isinstance(data, PuzzleData):
        problem = data.build()
        if isinstance(problem, ConstraintProblem):
            yield ConstraintData.from_problem(problem), configuration
        else:
            yield PlanningData.from_problem(problem), configuration


def _of_constraints(smaller: Callable[[ConstraintData], Iterator[ConstraintData]]) -> Pass:
    def candidates(data: Data, configuration: Configuration) -> Iterator[tuple[Data, Configuration]]:
        if isinstance(data, ConstraintData):
            for candidate in smaller(data):
                yield candidate, configuration

    return candidates


def _of_planning(smaller: Callable[[PlanningData], Iterator[PlanningData]]) -> Pass:
    def candidates(data: Data, configuration: Configuration) -> Iterator[tuple[Data, Configuration]]:
        if isinstance(data, PlanningData):
            for candidate in smaller(data):
                yield candidate, configuration

    return candidates


_PASSES: tuple[Pass, ...] = (
    plainer,
    as_problem,
    *map(_of_constraints, CONSTRAINT_PASSES),
    *map(_of_planning, PLANNING_PASSES),
)
