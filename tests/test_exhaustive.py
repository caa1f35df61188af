"""All 4 x 4 boards with up to two clues, up to symmetry: every backend counts as many solutions as brute force.

A clue is one of 64 givens or 48 signs, so there are 1 + 112 + 6216 such boards. Turning, mirroring and
reversing the digits maps boards onto each other; one of each class is solved, and the class sizes must add up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations, product
from typing import Any

import pytest

import copla
from copla import Limits
from copla.ground.text import cell_name
from copla.models.futoshiki.board import Board, cells, neighbours
from copla.models.futoshiki.model import problem_of

pytestmark = pytest.mark.slow

SIZE = 4
Cell = tuple[int, int]
Clue = tuple[str, Any]  # ("given", (cell, value)) or ("sign", (smaller cell, greater cell))
Clues = frozenset[Clue]


def all_clues() -> list[Clue]:
    givens: list[Clue] = [("given", (cell, value)) for cell in cells(SIZE) for value in range(1, SIZE + 1)]
    signs: list[Clue] = [("sign", pair) for a, b in neighbours(SIZE) for pair in ((a, b), (b, a))]
    return givens + signs


def images(clues: Clues) -> set[Clues]:
    """The sixteen images of a set of clues under the symmetries of the board and of the digits."""
    found = set()
    for swap, flip_rows, flip_columns, reverse in product((False, True), repeat=4):

        def move(cell: Cell) -> Cell:
            r, c = reversed(cell) if swap else cell  # noqa: B023 - used at once
            return (SIZE - 1 - r if flip_rows else r, SIZE - 1 - c if flip_columns else c)  # noqa: B023

        def change(clue: Clue) -> Clue:
            kind, (first, second) = clue
            if kind == "given":
                return kind, (move(first), SIZE + 1 - second if reverse else second)  # noqa: B023
            pair = (move(first), move(second))
            return kind, pair[::-1] if reverse else pair  # noqa: B023

        found.add(frozenset(map(change, clues)))
    return found


@cache
def classes() -> list[tuple[Clues, int]]:
    """One board of each class, with the size of the class."""
    every: list[Clues] = [frozenset(chosen) for count in range(3) for chosen in combinations(all_clues(), count)]
    seen: set[Clues] = set()
    found = []
    for clues in every:
        if clues not in seen:
            alike = images(clues)
            seen |= alike
            found.append((clues, len(alike)))
    assert sum(size for _, size in found) == len(every) == 1 + 112 + 6216
    return found


@cache
def latin_squares() -> list[dict[Cell, int]]:
    rows = list(permutations(range(1, SIZE + 1)))
    squares = [
        dict(zip(cells(SIZE), [v for row in grid for v in row], strict=True))
        for grid in product(rows, repeat=SIZE)
        if all(len(set(column)) == SIZE for column in zip(*grid, strict=True))
    ]
    assert len(squares) == 576
    return squares


def count_by_brute_force(clues: Clues) -> int:
    def holds(clue: Clue, square: dict[Cell, int]) -> bool:
        kind, (first, second) = clue
        if kind == "given":
            return bool(square[first] == second)
        return bool(square[first] < square[second])

    return sum(all(holds(clue, square) for clue in clues) for square in latin_squares())


def board_with(clues: Iterable[Clue]) -> Board | None:
    """The board, or None if two clues are about the same place, which a board cannot hold."""
    places = Counter(clue[0] if kind == "given" else frozenset(clue) for kind, clue in clues)
    if any(count > 1 for count in places.values()):
        return None
    values = dict(clue for kind, clue in clues if kind == "given")
    rows = [[values.get((r, c), 0) for c in range(SIZE)] for r in range(SIZE)]
    signs = frozenset(clue for kind, clue in clues if kind == "sign")
    return replace(Board.empty(SIZE).with_givens(rows), signs=signs)


def test_solution_counts_equal_brute_force_on_all_small_boards(backend: str) -> None:
    checked = 0
    for clues, _ in classes():
        board = board_with(clues)
        if board is None:
            continue
        result = copla.solve(problem_of(board), backend, limits=Limits(solutions=None))
        assert result.complete
        assert len(result.solutions) == count_by_brute_force(clues), sorted(clues)
        checked += 1
    assert checked > 400


def test_names_of_cells_are_what_people_count() -> None:
    assert [cell_name(cell) for cell in cells(2)] == ["r1c1", "r1c2", "r2c1", "r2c2"]
