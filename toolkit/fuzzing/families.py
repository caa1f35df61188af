"""All families of cases by name: a case is made from (family, seed) alone. Puzzles are families of their own.

Nothing here knows a puzzle's rules: a puzzle is found in the registry, generates and writes its instances itself, and
reads what a mutation makes of their text. What it cannot read any more is no instance, and the text stays as it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from copla.fuzzing import constraint_families, planning_families
from copla.fuzzing.cases import Data, PuzzleData
from copla.fuzzing.dice import Dice
from copla.fuzzing.trials import values_of
from copla.ground.errors import CoplaError, ModelError
from copla.ground.files import read_text
from copla.ground.limits import Watch
from copla.ground.text import suggestion
from copla.plugins.options import read_options
from copla.plugins.puzzle import Generates, GeneratesLarger, GeneratesSmall, Puzzle, WritesText
from copla.plugins.registry import puzzle, puzzle_names

FILE = "@"
"""Between a puzzle and a path: the family of the mutations of an instance, of which the first is the instance."""

SHARE_OF_LARGER = 0.1
"""How many instances of a puzzle are mostly too large for the oracle."""

_ATTEMPTS = 20

CONSTRAINTS = tuple(constraint_families.FAMILIES)
PLANNING = tuple(planning_families.FAMILIES)


@cache
def groups() -> dict[str, tuple[str, ...]]:
    """Names for several families at once; ``all`` are all of them. A puzzle is a family of its own."""
    suitable = ((name, puzzle(name)) for name in puzzle_names())
    puzzles = tuple(name for name, one in suitable if isinstance(one, Generates) and isinstance(one, WritesText))
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
        return given if seed <= 1 else mutated(given, dice)
    if family in constraint_families.FAMILIES:
        return constraint_families.FAMILIES[family](dice)
    if family in planning_families.FAMILIES:
        return planning_families.FAMILIES[family](dice)
    if family in groups()["puzzles"]:
        larger = Dice(f"{family} size", seed).chance(SHARE_OF_LARGER)
        return puzzle_instance(family, dice, larger=larger)
    raise ModelError(f"there is no family {family!r}{suggestion(family, groups()['all'])}")


def puzzle_instance(name: str, dice: Dice, *, larger: bool = False) -> PuzzleData:
    """A small instance, or a larger one, as generated or mutated."""
    chosen = puzzle(name)
    for _ in range(_ATTEMPTS):
        try:
            data = _generated(name, chosen, dice, larger=larger)
        except ModelError:  # these options do not go together
            continue
        return mutated(data, dice) if dice.chance(0.5) else data
    raise LookupError(f"no instance of {name} in {_ATTEMPTS} attempts")


def mutated(data: PuzzleData, dice: Dice) -> PuzzleData:
    """The instance after a few random changes of its text, each of which the puzzle can still read."""
    chosen = puzzle(data.puzzle)
    text = data.text
    changes = dice.number(1, 6)
    for _ in range(_ATTEMPTS):
        candidate = _changed(text, dice)
        try:
            chosen.problem(chosen.parse(candidate, "mutation"))
        except CoplaError:
            continue
        text = candidate
        changes -= 1
        if not changes:
            break
    return PuzzleData(data.puzzle, text)


def _generated(name: str, chosen: Puzzle[Any], dice: Dice, *, larger: bool) -> PuzzleData:
    assert isinstance(chosen, Generates)
    assert isinstance(chosen, WritesText)
    sizes: Mapping[str, Sequence[Any]] = chosen.small_options if isinstance(chosen, GeneratesSmall) else {}
    if larger and isinstance(chosen, GeneratesLarger):
        sizes = chosen.larger_options
    options = {o.name: dice.pick(sizes.get(o.name) or values_of(o)) for o in chosen.generator_options}
    watch = Watch()
    watch.begin()
    checked = read_options(chosen.generator_options, options, name)
    instance = chosen.generate(dice.number(0, 2**31), checked, watch).instance
    text = chosen.write(instance, chosen.forms[0])
    chosen.parse(text, "generated")
    return PuzzleData(name, text)


def _changed(text: str, dice: Dice) -> str:
    """Two characters or lines exchanged, a character replaced by another of the text, left out or doubled."""
    if not text:
        return text
    a, b = dice.number(0, len(text) - 1), dice.number(0, len(text) - 1)
    match dice.pick(("swap", "swap", "replace", "replace", "drop", "double", "lines")):
        case "swap":
            return _exchanged(list(text), a, b)
        case "replace":
            return text[:a] + text[b] + text[a + 1 :]
        case "drop":
            return text[:a] + text[a + 1 :]
        case "double":
            return text[: a + 1] + text[a:]
        case _:
            lines = text.splitlines(keepends=True)
            return _exchanged(lines, dice.number(0, len(lines) - 1), dice.number(0, len(lines) - 1))


def _exchanged(parts: list[str], one: int, other: int) -> str:
    parts[one], parts[other] = parts[other], parts[one]
    return "".join(parts)
