"""What is wrong with digits that somebody filled in, and why; a digit is wrong if no solution of the board has it.

Clues and entries are told apart: the clues are never blamed for an entry.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from copla.ground.errors import ModelError
from copla.ground.limits import Watch
from copla.ground.text import cell_name, listed
from copla.language.constraints import Constraint
from copla.models.futoshiki.board import Board, Cell, cells
from copla.models.futoshiki.deduction import Candidates, Removal, Technique, ancestors, conclude, lines_of, marks_of
from copla.models.futoshiki.model import problem_of
from copla.models.futoshiki.solving import solve_within
from copla.plugins.puzzle import Judgement, WrongEntry

T = TypeVar("T")

Values = Mapping[str, int]
"""Digits by the names of their cells."""


def judge(board: Board, entries: Values, watch: Watch) -> Judgement:
    """Judge the digits in these cells, those of givens included; LimitError if the limits come first.

    >>> board = Board(2, ((1, 0), (0, 0)))
    >>> judge(board, {"r1c2": 2}, Watch()).lines()
    ('right so far',)
    >>> judge(board, {"r1c2": 1}, Watch()).lines()
    ('r1c2 cannot be 1, because 1 is in row 1 already, at r1c1',)
    """
    return _Judge(board, watch).judge(_checked(board, entries))


def filled_in(board: Board, entries: Values) -> Board:
    """The board with the entries as givens."""
    rows = [list(row) for row in board.givens]
    for (row, column), digit in _checked(board, entries).items():
        rows[row][column] = digit
    return board.with_givens(rows)


def _checked(board: Board, entries: Values) -> dict[Cell, int]:
    found = {}
    last = cell_name((board.size - 1, board.size - 1))
    for name, digit in entries.items():
        place = re.fullmatch(r"r([1-9][0-9]?)c([1-9][0-9]?)", name)
        if place is None or max(int(place[1]), int(place[2])) > board.size:
            raise ModelError(f"found an entry in {name!r}, expected a cell from r1c1 to {last}")
        if not 1 <= digit <= board.size:
            raise ModelError(f"found {digit} in {name}, expected a digit from 1 to {board.size}")
        found[int(place[1]) - 1, int(place[2]) - 1] = digit
    return found


class _Judge:
    """The board as a problem, what a person can conclude from its clues, and questions to a solver."""

    def __init__(self, board: Board, watch: Watch) -> None:
        self.board, self.watch = board, watch
        self.problem = problem_of(board)
        self.rules = [constraint for constraint in self.problem.constraints if not constraint.clue]
        self.clues = [constraint for constraint in self.problem.constraints if constraint.clue]
        self.clue_between = {frozenset(v.name for v in clue.scope): clue.label for clue in self.clues}
        self.known = Candidates(board)

    def judge(self, entries: dict[Cell, int]) -> Judgement:
        given = {(r, c) for r, c in cells(self.board.size) if self.board.givens[r][c]}
        complete = len(given | entries.keys()) == self.board.size**2
        if not self.has_solution(self.clues, {}):
            return Judgement(complete=complete, solvable=False)
        conclude(self.known)
        wrong = [
            self.why_wrong(cell, digit)
            for cell, digit in sorted(entries.items())
            if not self.has_solution(self.clues, {cell: digit})
        ]
        if wrong or self.has_solution(self.clues, entries):
            return Judgement(tuple(wrong), complete=complete)

        def clash(some: Sequence[Cell]) -> bool:
            return not self.has_solution(self.clues, {cell: entries[cell] for cell in some})

        together = smallest(sorted(entries), clash)
        return Judgement(together=tuple(map(cell_name, together)), complete=complete)

    def has_solution(self, clues: Sequence[Constraint], entries: Mapping[Cell, int]) -> bool:
        chosen = [self.problem[cell_name(cell)] == digit for cell, digit in entries.items()]
        problem = self.problem.restricted([*self.rules, *clues, *chosen])
        return bool(solve_within(self.watch, problem, "no judgement").solutions)

    def why_wrong(self, cell: Cell, digit: int) -> WrongEntry:
        """By what a person concludes from the clues, with the digit tried if need be; at last by a search."""
        name = cell_name(cell)
        given = self.board.givens[cell[0]][cell[1]]
        if given:
            return WrongEntry(name, digit, (f"{given} is given there",), (name,), (f"given {name} = {given}",))
        if digit not in self.known.left[cell]:
            removal = self.known.removals[cell, digit]
            reasons = (*lines_of(removal.because), removal.why)
            return WrongEntry(name, digit, reasons, marks_of([removal]), self.clues_of([removal]))
        trial = self.known.copy()
        trial.fix(cell, digit, "it is tried")
        dead = conclude(trial)
        if dead is not None:
            reasons = (*lines_of(dead.because), f"then {dead.why}")
            return WrongEntry(name, digit, reasons, marks_of(dead.because, cell), self.clues_of(dead.because))
        needed = smallest(self.clues, lambda some: not self.has_solution(some, {cell: digit}))
        cells_of = {variable.name for clue in needed for variable in clue.scope} | {name}
        reason = f"no solution has it under these clues: {listed([clue.label for clue in needed])}"
        return WrongEntry(name, digit, (reason,), tuple(sorted(cells_of)), tuple(clue.label for clue in needed))

    def clues_of(self, removals: Iterable[Removal]) -> tuple[str, ...]:
        """The clues that a proof rests on, in the words of the model."""
        labels: dict[str | None, None] = {}
        for removal in ancestors(removals):
            if removal.technique is Technique.GIVEN:
                labels[self.clue_between.get(frozenset([cell_name(removal.cell)]))] = None
            if removal.sign is not None:
                labels[self.clue_between.get(frozenset(map(cell_name, removal.sign)))] = None
        return tuple(label for label in labels if label is not None)


def smallest(things: Sequence[T], enough: Callable[[Sequence[T]], bool]) -> list[T]:
    """A part that is enough, but not without any one of them, where all of them are.

    >>> smallest([1, 2, 3, 4], lambda some: sum(some) >= 7)
    [3, 4]
    """
    needed = list(things)
    for thing in things:
        without = [other for other in needed if other is not thing]
        if enough(without):
            needed = without
    return needed
