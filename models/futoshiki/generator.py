"""New boards with one solution, of a given size and difficulty, without a clue that could be dropped."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from copla.ground.errors import ModelError
from copla.ground.limits import Watch
from copla.ground.text import cell_name
from copla.models.futoshiki.board import Board, Cell, cells, neighbours
from copla.models.futoshiki.grading import NAKED_SINGLE, SEARCH, Grade, grade, needs_no_guess
from copla.models.futoshiki.model import problem_of
from copla.models.futoshiki.solving import solve_within

_ATTEMPTS = 40

Clue = tuple[Cell, Cell]
"""A sign, or a given: its cell twice."""


def generate(size: int, difficulty: str, seed: int, watch: Watch) -> tuple[Board, Grade]:
    """A board that needs exactly the inference that the difficulty names.

    >>> board, grade = generate(4, "arc-consistency", seed=1, watch=Watch())
    >>> board.size, str(grade)
    (4, 'hard (arc-consistency)')
    """
    watch.begin()
    chance = random.Random(seed)
    for _ in range(_ATTEMPTS):
        board = _attempt(size, difficulty, chance, watch)
        found = grade(board, watch)
        if found.name == difficulty:
            return board, found
    raise ModelError(
        f"no Futoshiki of size {size} and difficulty {difficulty} in {_ATTEMPTS} attempts: "
        "try a larger size, another difficulty or another seed"
    )


def _attempt(size: int, difficulty: str, chance: random.Random, watch: Watch) -> Board:
    solution = latin_square(size, chance, watch)
    signs: list[Clue] = [(a, b) if solution[a[0]][a[1]] < solution[b[0]][b[1]] else (b, a) for a, b in neighbours(size)]
    givens: list[Clue] = [(cell, cell) for cell in cells(size)]
    chance.shuffle(signs)
    chance.shuffle(givens)
    # Signs come first, so that givens are added only as needed and dropped first: that makes a Futoshiki
    # rather than a Latin square to complete. At the lowest grade signs help nothing; a few stay all the same.
    kept, clues = (signs[:size], givens) if difficulty == NAKED_SINGLE else ([], signs[: len(signs) * 2 // 3] + givens)

    def enough(chosen: list[Clue]) -> bool:
        board = _board(size, solution, kept + chosen)
        return _is_unique(board, watch) if difficulty == SEARCH else needs_no_guess(board, difficulty, watch)

    def redundant(clue: Clue, others: list[Clue]) -> bool:
        board = _board(size, solution, kept + others)
        return _follows(clue, board, solution, watch) if difficulty == SEARCH else enough(others)

    return _board(size, solution, kept + _smallest_enough(clues, enough, redundant))


def _smallest_enough(
    clues: list[Clue], enough: Callable[[list[Clue]], bool], redundant: Callable[[Clue, list[Clue]], bool]
) -> list[Clue]:
    """A part of the clues that is enough, but not without any one of them; all of them must be enough.

    ``redundant`` asks whether a clue may go from a part that is enough, given the others.
    """
    too_few, many = -1, len(clues)
    while many - too_few > 1:
        middle = (too_few + many) // 2
        if enough(clues[:middle]):
            many = middle
        else:
            too_few = middle
    needed = clues[:many]
    for clue in reversed(clues[: many - 1]):  # the last one is needed, or fewer would have been enough
        without = [other for other in needed if other != clue]
        if redundant(clue, without):
            needed = without
    return needed


def _follows(clue: Clue, board: Board, solution: list[list[int]], watch: Watch) -> bool:
    """Whether the board with the opposite of the clue has no solution: one question, where uniqueness is two."""
    problem = problem_of(board)
    first, second = clue
    x, y = problem[cell_name(first)], problem[cell_name(second)]
    problem.add(x != solution[first[0]][first[1]] if first == second else x > y)
    return not solve_within(watch, problem, "no board").solutions


def _is_unique(board: Board, watch: Watch) -> bool:
    return bool(solve_within(watch, problem_of(board), "no board", solutions=2).unique)


def _board(size: int, solution: list[list[int]], clues: list[Clue]) -> Board:
    givens = [[0] * size for _ in range(size)]
    for (row, column), second in clues:
        if (row, column) == second:
            givens[row][column] = solution[row][column]
    signs = frozenset((first, second) for first, second in clues if first != second)
    return replace(Board.empty(size).with_givens(givens), signs=signs)


def latin_square(size: int, chance: random.Random, watch: Watch) -> list[list[int]]:
    """A random Latin square by the walk of Jacobson and Matthews (1996), which reaches all of them evenly.

    The square is a cube of 0 and 1 in which every line sums to 1. A step adds and subtracts 1 on the
    corners of a sub-cube; it may leave one entry -1, an improper cube, which the next step starts from.
    """
    if size == 1:
        return [[1]]
    cube = [[[int((i + j) % size == k) for k in range(size)] for j in range(size)] for i in range(size)]
    improper: tuple[int, int, int] | None = None
    steps = 0
    while steps < size**3 or improper is not None:
        steps += 1
        watch.check("no board")
        if improper is None:
            x, y, z = (chance.randrange(size) for _ in range(3))
            while cube[x][y][z]:
                x, y, z = (chance.randrange(size) for _ in range(3))
        else:
            x, y, z = improper
        a = chance.choice([i for i in range(size) if cube[i][y][z] == 1])
        b = chance.choice([j for j in range(size) if cube[x][j][z] == 1])
        c = chance.choice([k for k in range(size) if cube[x][y][k] == 1])
        for i, j, k in ((x, y, z), (x, b, c), (a, y, c), (a, b, z)):
            cube[i][j][k] += 1
        for i, j, k in ((a, y, z), (x, b, z), (x, y, c), (a, b, c)):
            cube[i][j][k] -= 1
        improper = (a, b, c) if cube[a][b][c] < 0 else None
    return [[row.index(1) + 1 for row in plane] for plane in cube]
