"""A Futoshiki board, and its statement as a constraint problem: the one definition of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product

from copla.constraint_problem import ConstraintProblem
from copla.constraints import Constraint, all_different, table
from copla.errors import ModelError

LARGEST_SIZE = 64

Cell = tuple[int, int]
Sign = tuple[Cell, Cell]


@dataclass(frozen=True, slots=True)
class Board:
    """An n x n board: digits 1..n, each once in every row and column.

    ``givens`` holds 0 for an empty cell. ``signs`` are pairs of neighbours, the smaller cell first; in the
    *adjacent* variant they are pairs whose values differ by one, and all other neighbours do not.
    """

    size: int
    givens: tuple[tuple[int, ...], ...]
    signs: frozenset[Sign] = frozenset()
    adjacent: bool = False

    @staticmethod
    def empty(size: int, adjacent: bool = False) -> Board:
        if not 1 <= size <= LARGEST_SIZE:
            raise ModelError(f"the size is {size}, expected 1 to {LARGEST_SIZE}")
        return Board(size, ((0,) * size,) * size, frozenset(), adjacent)

    def with_givens(self, values: Iterable[Iterable[int]]) -> Board:
        return replace(self, givens=tuple(tuple(row) for row in values))

    def sign(self, first: Cell, second: Cell) -> str:
        """What stands between two neighbours, the upper or left one first: ``<``, ``>``, ``|`` or nothing."""
        if (first, second) in self.signs:
            return "|" if self.adjacent else "<"
        if (second, first) in self.signs:
            return "|" if self.adjacent else ">"
        return ""


def name(cell: Cell) -> str:
    """What people and the model call a cell.

    >>> name((0, 2))
    'r1c3'
    """
    return f"r{cell[0] + 1}c{cell[1] + 1}"


def cells(size: int) -> Iterator[Cell]:
    """All cells in reading order."""
    return product(range(size), range(size))


def neighbours(size: int) -> Iterator[Sign]:
    """All pairs of neighbouring cells, the left or upper one first."""
    for row, column in cells(size):
        if column + 1 < size:
            yield (row, column), (row, column + 1)
        if row + 1 < size:
            yield (row, column), (row + 1, column)


def state(board: Board) -> ConstraintProblem:
    """The board as a constraint problem; givens and signs are the clues, rows and columns the rules."""
    problem = ConstraintProblem(f"futoshiki {board.size}x{board.size}")
    size = board.size
    values = range(1, size + 1)
    grid = {cell: problem.variable(name(cell), values) for cell in cells(size)}
    for i in range(size):
        problem.add(all_different(grid[i, j] for j in range(size)), label=f"row {i + 1} all different")
        problem.add(all_different(grid[j, i] for j in range(size)), label=f"column {i + 1} all different")
    for cell in grid:
        given = board.givens[cell[0]][cell[1]]
        if given:
            problem.add(grid[cell] == given, label=f"given {name(cell)} = {given}", clue=True)
    for first, second in neighbours(size):
        clue = _clue(board, first, second)
        if clue == "<":
            problem.add(grid[first] < grid[second], label=f"clue {name(first)} < {name(second)}", clue=True)
        elif clue == ">":
            problem.add(grid[first] > grid[second], label=f"clue {name(first)} > {name(second)}", clue=True)
        elif clue:
            pairs = [(v, w) for v, w in product(values, repeat=2) if abs(v - w) == 1]
            label = f"clue {name(first)} {'next to' if clue == '|' else 'not next to'} {name(second)} in value"
            problem.add(table([grid[first], grid[second]], pairs, allowed=clue == "|"), label=label, clue=True)
    return problem


def marked_places(marked: Iterable[Constraint]) -> tuple[set[str], set[frozenset[str]]]:
    """The cells and the pairs of cells that these clues of :func:`state` are about, by name."""
    scopes = [[variable.name for variable in constraint.scope] for constraint in marked if constraint.clue]
    return {scope[0] for scope in scopes if len(scope) == 1}, {frozenset(scope) for scope in scopes if len(scope) == 2}


def _clue(board: Board, first: Cell, second: Cell) -> str:
    return board.sign(first, second) or ("/" if board.adjacent else "")
