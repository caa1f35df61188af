"""All families of cases by name, and what each of them is about: a case is made from (family, seed) alone."""

from __future__ import annotations

from functools import cache

from copla.fuzzing import constraint_families, planning_families, puzzle_families
from copla.fuzzing.cases import Data, PuzzleData
from copla.fuzzing.dice import Dice
from copla.ground.errors import ModelError
from copla.ground.files import read_text
from copla.ground.text import suggestion

FILE = "@"
"""Between a puzzle and a path: the family of the mutations of an instance, of which the first is the instance."""

SHARE_OF_LARGER = 0.1
"""How many instances of a puzzle are mostly too large for the oracle."""

CONSTRAINTS = tuple(constraint_families.FAMILIES)
PLANNING = tuple(planning_families.FAMILIES)


@cache
def groups() -> dict[str, tuple[str, ...]]:
    """Names for several families at once; ``all`` are all of them. A puzzle is a family of its own."""
    puzzles = tuple(puzzle_families.families())
    every = (*CONSTRAINTS, *PLANNING, *puzzles)
    return {"constraints": CONSTRAINTS, "planning": PLANNING, "puzzles": puzzles, "all": every}


def generate(family: str, seed: int) -> Data:
    """The problem of this family with this seed.

    >>> generate("sums", 1) == generate("sums", 1)
    True
    """
    dice = Dice(family, seed)
    if FILE in family:
        name, _, path = family.partition(FILE)
        given = PuzzleData(name, read_text(path))
        return given if seed <= 1 else puzzle_families.mutated(given, dice)
    if family in constraint_families.FAMILIES:
        return constraint_families.FAMILIES[family](dice)
    if family in planning_families.FAMILIES:
        return planning_families.FAMILIES[family](dice)
    if family in groups()["puzzles"]:
        larger = Dice(f"{family} size", seed).chance(SHARE_OF_LARGER)
        return puzzle_families.puzzle_instance(family, dice, larger=larger)
    raise ModelError(f"there is no family {family!r}{suggestion(family, groups()['all'])}")
