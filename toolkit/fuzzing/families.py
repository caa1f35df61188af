"""All families of cases by name, and what each of them is about: a case is made from (family, seed) alone."""

from __future__ import annotations

from copla.errors import ModelError
from copla.fuzzing import constraint_families, planning_families
from copla.fuzzing.cases import Data
from copla.fuzzing.dice import Dice

CONSTRAINTS = tuple(constraint_families.FAMILIES)
PLANNING = tuple(planning_families.FAMILIES)
FAMILIES = (*CONSTRAINTS, *PLANNING)
GROUPS: dict[str, tuple[str, ...]] = {"constraints": CONSTRAINTS, "planning": PLANNING, "all": FAMILIES}
"""Names for several families at once."""


def generate(family: str, seed: int) -> Data:
    """The problem of this family with this seed.

    >>> generate("sums", 1) == generate("sums", 1)
    True
    """
    dice = Dice(family, seed)
    if family in constraint_families.FAMILIES:
        return constraint_families.FAMILIES[family](dice)
    if family in planning_families.FAMILIES:
        return planning_families.FAMILIES[family](dice)
    raise ModelError(f"there is no family {family!r}; there are: {', '.join(FAMILIES)}")
