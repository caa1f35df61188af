"""Families of puzzle instances: small boards from each puzzle's own generator, and mutations of their texts.

Nothing here knows a puzzle's rules: a puzzle is found in the registry, generates and writes its instances itself, and
reads what a mutation makes of their text. What it cannot read any more is no instance, and the text stays as it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from copla.fuzzing.cases import PuzzleData
from copla.fuzzing.dice import Dice
from copla.fuzzing.trials import values_of
from copla.ground.errors import CoplaError, ModelError
from copla.ground.limits import Watch
from copla.plugins.options import read_options
from copla.plugins.puzzle import Generates, GeneratesLarger, GeneratesSmall, Puzzle, WritesText
from copla.plugins.registry import puzzle, puzzle_names

_ATTEMPTS = 20


def families() -> list[str]:
    """The puzzles that can generate and write instances, by name."""
    return [name for name in puzzle_names() if _is_suitable(puzzle(name))]


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
    options = {}
    for option in chosen.generator_options:
        options[option.name] = dice.pick(sizes.get(option.name) or values_of(option))
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
            characters = list(text)
            characters[a], characters[b] = characters[b], characters[a]
            return "".join(characters)
        case "replace":
            return text[:a] + text[b] + text[a + 1 :]
        case "drop":
            return text[:a] + text[a + 1 :]
        case "double":
            return text[: a + 1] + text[a:]
        case _:
            lines = text.splitlines(keepends=True)
            c, d = dice.number(0, len(lines) - 1), dice.number(0, len(lines) - 1)
            lines[c], lines[d] = lines[d], lines[c]
            return "".join(lines)


def _is_suitable(chosen: Puzzle[Any]) -> bool:
    return isinstance(chosen, Generates) and isinstance(chosen, WritesText)
