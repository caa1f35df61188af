"""A board as a constraint problem: the one definition of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import chain, product
from operator import itemgetter

from copla.ground.text import cell_name
from copla.language.constraint_problem import ConstraintProblem
from copla.language.constraints import Constraint
from copla.language.lists import all_different, table
from copla.models.futoshiki.board import LARGEST_SIZE, Board, Sign, cells, neighbours


def problem_of(board: Board) -> ConstraintProblem:
    """The board as a constraint problem; givens and signs are the clues, rows and columns the rules.

    All boards of a size share their variables, their rules and each clue that they have in common: constraints
    never change, and with thousands of boards to solve, stating them took longer than solving them.

    >>> [constraint.label for constraint in problem_of(Board(1, ((1,),))).constraints]
    ['row 1 all different', 'column 1 all different', 'given r1c1 = 1']
    """
    known = _statements(board.size)
    givens = map(known.givens.__getitem__, filter(itemgetter(1), enumerate(chain(*board.givens))))
    signs = known.adjacent(board) if board.adjacent else known.inequalities(board.signs)
    return known.rules.restricted([*known.rules.constraints, *givens, *signs], accepted=not board.adjacent)


class _Statements:
    """What boards of one size can say: the rules, and every clue once, made when it is first needed."""

    def __init__(self, size: int) -> None:
        self.values = range(1, size + 1)
        self.rules = ConstraintProblem(f"futoshiki {size}x{size}")
        self.grid = {cell: self.rules.variable(cell_name(cell), self.values) for cell in cells(size)}
        for i in range(size):
            row, column = ([self.grid[i, j] for j in range(size)], [self.grid[j, i] for j in range(size)])
            self.rules.add(all_different(row), label=f"row {i + 1} all different")
            self.rules.add(all_different(column), label=f"column {i + 1} all different")
        self.pairs = {pair: number for number, pair in enumerate(neighbours(size))}
        self.givens = _Givens(self)
        self.signs = _Signs(self)

    def inequalities(self, signs: Iterable[Sign]) -> Iterable[Constraint]:
        """In the order of :func:`neighbours`; what is not between neighbours says nothing."""
        return dict(sorted(filter(None, map(self.signs.__getitem__, signs)), key=itemgetter(0))).values()

    def adjacent(self, board: Board) -> Iterator[Constraint]:
        pairs = [(v, w) for v, w in product(self.values, repeat=2) if abs(v - w) == 1]
        for first, second in self.pairs:
            near = bool(board.sign(first, second))
            label = f"clue {cell_name(first)} {'next to' if near else 'not next to'} {cell_name(second)} in value"
            yield replace(table([self.grid[first], self.grid[second]], pairs, allowed=near), label=label, clue=True)


class _Givens(dict[tuple[int, int], Constraint]):
    """The given with this value at this place in reading order."""

    def __init__(self, known: _Statements) -> None:
        self.rules, self.grid = known.rules, list(known.grid.items())

    def __missing__(self, given: tuple[int, int]) -> Constraint:
        place, value = given
        cell, variable = self.grid[place]
        made: Constraint = replace(variable == value, label=f"given {cell_name(cell)} = {value}", clue=True)
        made = self[given] = self.rules.accept(made)
        return made


class _Signs(dict[Sign, tuple[int, Constraint]]):
    """The number of a pair of neighbours, and the inequality between them; None if they are no neighbours."""

    def __init__(self, known: _Statements) -> None:
        self.rules, self.grid, self.pairs = known.rules, known.grid, known.pairs

    def __missing__(self, sign: Sign) -> tuple[int, Constraint] | None:
        first, second = sorted(sign)
        number = self.pairs.get((first, second))
        if number is None:
            return None
        less = first == sign[0]
        x, y = self.grid[first], self.grid[second]
        label = f"clue {cell_name(first)} {'<' if less else '>'} {cell_name(second)}"
        made = self[sign] = number, self.rules.accept(replace(x < y if less else x > y, label=label, clue=True))
        return made


_statements = lru_cache(maxsize=LARGEST_SIZE)(_Statements)
