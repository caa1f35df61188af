"""Random boards, brute force over all Latin squares as the slow, obvious oracle, and a watch that runs."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import permutations

from hypothesis import strategies as st

from copla import Limits, Watch
from copla.models.futoshiki import Board
from copla.models.futoshiki.board import Sign, neighbours

Square = tuple[tuple[int, ...], ...]


def random_board(size: int, adjacent: bool, chance: random.Random) -> Board:
    """Any clues at all, often contradictory ones."""
    density = chance.random()
    givens = [
        [chance.randint(1, size) if chance.random() < density / 2 else 0 for _ in range(size)] for _ in range(size)
    ]
    signs: set[Sign] = set()
    for first, second in neighbours(size):
        if chance.random() < density:
            signs.add((second, first) if not adjacent and chance.random() < 0.5 else (first, second))
    return replace(Board.empty(size, adjacent).with_givens(givens), signs=frozenset(signs))


def true_board(square: Square, adjacent: bool, chance: random.Random) -> Board:
    """Some of the clues that a Latin square gives, so that it is a solution."""
    size, density = len(square), chance.random()
    givens = [[value if chance.random() < density / 2 else 0 for value in row] for row in square]
    signs: set[Sign] = set()
    for first, second in neighbours(size):
        a, b = square[first[0]][first[1]], square[second[0]][second[1]]
        if adjacent and abs(a - b) == 1:
            signs.add((first, second))
        elif not adjacent and chance.random() < density:
            signs.add((first, second) if a < b else (second, first))
    return replace(Board.empty(size, adjacent).with_givens(givens), signs=frozenset(signs))


@st.composite
def boards(draw: st.DrawFn, least: int, most: int, variants: tuple[bool, ...] = (False, True)) -> Board:
    """Boards of every size in the range, of both variants, from a seed that Hypothesis chooses."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    return random_board(draw(st.integers(least, most)), draw(st.sampled_from(variants)), chance)


@cache
def latin_squares(size: int) -> tuple[Square, ...]:
    """All Latin squares, row by row: 1, 2, 12 and 576 of them for the sizes 1 to 4."""
    found: list[Square] = [()]
    for _ in range(size):
        found = [
            (*square, row)
            for square in found
            for row in permutations(range(1, size + 1))
            if all(row[c] != above[c] for above in square for c in range(size))
        ]
    return tuple(found)


def fits(square: Square, board: Board) -> bool:
    """Whether a Latin square is a solution of the board: the rules once more, in other words."""
    for given_row, row in zip(board.givens, square, strict=True):
        if any(given not in (0, value) for given, value in zip(given_row, row, strict=True)):
            return False
    for first, second in neighbours(board.size):
        difference = square[second[0]][second[1]] - square[first[0]][first[1]]
        marked = (first, second) in board.signs or (second, first) in board.signs
        if board.adjacent:
            if marked != (abs(difference) == 1):
                return False
        elif ((first, second) in board.signs and difference < 0) or ((second, first) in board.signs and difference > 0):
            return False
    return True


def started(limits: Limits | None = None) -> Watch:
    """A watch that runs."""
    watch = Watch(limits or Limits())
    watch.begin()
    return watch
