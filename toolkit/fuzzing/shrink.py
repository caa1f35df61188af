"""Make a failing case smaller while it still fails: small named passes, repeated until none of them helps.

The result is the same every time for the same failure: candidates come in a fixed order, the boldest first, and the
first that still fails is taken.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import TypeVar

from copla.fuzzing.cases import Data, PuzzleData, plain_of
from copla.fuzzing.constraint_data import ConstraintData
from copla.fuzzing.dice import Dice
from copla.fuzzing.families import groups, puzzle_instance
from copla.fuzzing.planning_data import PlanningData
from copla.fuzzing.shrink_constraints import PASSES as CONSTRAINT_PASSES
from copla.fuzzing.shrink_planning import PASSES as PLANNING_PASSES
from copla.fuzzing.trials import SECONDS, Trial
from copla.ground.errors import CoplaError

Fails = Callable[[Data, Trial], bool]
Pass = Callable[[Data, Trial], Iterator[tuple[Data, Trial]]]
One = TypeVar("One", ConstraintData, PlanningData, PuzzleData)
MOST_QUESTIONS = 3000
TRIED = 150
_BLANKS = ".", " ", "0"


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
        yield plain_of(data.build()), trial


def _of(kind: type[One], smaller: Callable[[One], Iterator[One]]) -> Pass:
    """A pass for one kind of data as one for all."""

    def candidates(data: Data, trial: Trial) -> Iterator[tuple[Data, Trial]]:
        if isinstance(data, kind):
            for candidate in smaller(data):
                yield candidate, trial

    return candidates


# Smaller instances of a puzzle, for a solver that reads the puzzle's own text: nothing here knows the rules. First
# those from the generator that fail, too; then less of the text. What the puzzle cannot read is no candidate.


def another(data: PuzzleData) -> Iterator[PuzzleData]:
    """A smaller instance of the same puzzle that fails in the same way."""
    yield from (small for small in _small(data.puzzle) if _size(small.text) < _size(data.text))


@cache
def _small(puzzle: str) -> tuple[PuzzleData, ...]:
    if puzzle not in groups()["puzzles"]:
        return ()
    found = {puzzle_instance(puzzle, Dice(f"{puzzle} small", seed)).text for seed in range(TRIED)}
    return tuple(PuzzleData(puzzle, text) for text in sorted(found, key=_size))


def cut_off(data: PuzzleData) -> Iterator[PuzzleData]:
    """Without the last lines, without the last columns of text, without both."""
    lines = data.text.rstrip("\n").split("\n")
    for rows in (2, 1, 0):
        for columns in range(8, -1, -1):
            if rows < len(lines) and (rows or columns):
                kept = [line[: max(0, len(line) - columns)].rstrip() for line in lines[: len(lines) - rows]]
                yield from _readable(data, "\n".join(kept) + "\n")


def blanked(data: PuzzleData) -> Iterator[PuzzleData]:
    """One character less that means something."""
    for at, letter in enumerate(data.text):
        if letter not in (*_BLANKS, "\n", "#"):
            for blank in _BLANKS:
                yield from _readable(data, data.text[:at] + blank + data.text[at + 1 :])


def _readable(data: PuzzleData, text: str) -> Iterator[PuzzleData]:
    candidate = PuzzleData(data.puzzle, text)
    if _size(text) >= _size(data.text):
        return
    try:
        candidate.build()
    except CoplaError:
        return
    yield candidate


def _size(text: str) -> tuple[int, int, str]:
    """What is smaller: fewer lines and columns, then fewer characters that mean something."""
    lines = [line.rstrip() for line in text.rstrip("\n").split("\n") if not line.startswith("#")]
    return len(lines) * max(map(len, lines), default=0), len(re.sub(r"[.\s0]", "", text)), text


_PASSES: tuple[Pass, ...] = (
    plainer,
    *(_of(PuzzleData, smaller) for smaller in (another, cut_off, blanked)),
    as_problem,
    *(_of(ConstraintData, smaller) for smaller in CONSTRAINT_PASSES),
    *(_of(PlanningData, smaller) for smaller in PLANNING_PASSES),
)
