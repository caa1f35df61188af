"""Smaller instances of a puzzle, for a solver that reads the puzzle's own text: nothing here knows the rules.

First smaller instances from the generator that fail, too; then less of the text: rows and columns cut off at the end,
signs and numbers blanked. What the puzzle cannot read is no candidate.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from copla.fuzzing.cases import PuzzleData
from copla.fuzzing.dice import Dice
from copla.fuzzing.puzzle_families import families, puzzle_instance
from copla.ground.errors import CoplaError

TRIED = 150
_BLANKS = ".", " ", "0"

PuzzlePass = Callable[[PuzzleData], Iterator[PuzzleData]]


def another(data: PuzzleData) -> Iterator[PuzzleData]:
    """A smaller instance of the same puzzle that fails in the same way."""
    yield from (small for small in _small(data.puzzle) if _size(small.text) < _size(data.text))


@cache
def _small(puzzle: str) -> tuple[PuzzleData, ...]:
    if puzzle not in families():
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


PASSES: tuple[PuzzlePass, ...] = (another, cut_off, blanked)
