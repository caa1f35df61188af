"""Twins of a problem: problems whose answer follows from its answer, so that a solver can be judged alone.

A transformation makes a twin of a problem's data, by dice alone. A puzzle's twins are its own symmetries; those of
constraint and planning problems are in modules beside this one. The twin says how the answer follows: what becomes
of a cost, how many solutions there are, and how a solution of the twin becomes one of the problem.
"""

from __future__ import annotations

from copla.fuzzing.cases import Data, PuzzleData, Twin
from copla.fuzzing.constraint_data import ConstraintData
from copla.fuzzing.constraint_twins import TRANSFORMATIONS as OF_CONSTRAINTS
from copla.fuzzing.dice import Dice
from copla.fuzzing.planning_twins import TRANSFORMATIONS as OF_PLANNING
from copla.plugins.puzzle import HasSymmetries, WritesText

SYMMETRIC = "symmetric"
"""The transformation of a puzzle's instances: one of its symmetries, whichever the dice say."""


def transformations(data: Data) -> tuple[str, ...]:
    """The names of what can be done to such data; a puzzle without symmetries has none."""
    match data:
        case ConstraintData():
            return tuple(OF_CONSTRAINTS)
        case PuzzleData():
            puzzle = data.instance().puzzle
            return (SYMMETRIC,) if isinstance(puzzle, HasSymmetries) and isinstance(puzzle, WritesText) else ()
        case _:
            return tuple(OF_PLANNING)


def twin_of(data: Data, transformation: str, seed: int) -> Twin | None:
    """The twin that a transformation makes of a problem; None if there is nothing that it could change.

    >>> from copla.fuzzing.families import generate
    >>> twin_of(generate("tiles", 3), "symmetric", 1).words
    'the transposed board'
    """
    if transformation not in transformations(data):  # the shrinker made a problem of a puzzle's instance
        return None
    dice = Dice(transformation, seed)
    match data:
        case ConstraintData():
            return OF_CONSTRAINTS[transformation](data, dice)
        case PuzzleData():
            return _symmetric(data, dice)
        case _:
            return OF_PLANNING[transformation](data, dice)


def _symmetric(data: PuzzleData, dice: Dice) -> Twin | None:
    instance = data.instance()
    puzzle = instance.puzzle
    assert isinstance(puzzle, HasSymmetries)
    assert isinstance(puzzle, WritesText)
    found = puzzle.symmetries(instance.content)
    if not found:
        return None
    chosen = dice.pick(found)
    text = puzzle.write(chosen.instance, puzzle.forms[0])
    return Twin(chosen.words, (PuzzleData(data.puzzle, text),), chosen.back)
