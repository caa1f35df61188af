"""The next forced step on a board, by the easiest technique that gives one, and its reason in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from copla.answers.result import Result, Solution
from copla.ground.limits import Watch
from copla.ground.text import cell_name
from copla.models.futoshiki.board import Board, Cell
from copla.models.futoshiki.deduction import (
    Candidates,
    Dead,
    Removal,
    Technique,
    ancestors,
    conclude,
    digits_in_words,
    fill_in,
    follow_signs,
    lines_of,
    marks_of,
    match,
    refute,
)
from copla.models.futoshiki.judging import filled_in, judge
from copla.models.futoshiki.model import problem_of
from copla.models.futoshiki.solving import shared_digits, solve_within
from copla.plugins.puzzle import Hint

MOST_GUESSES = 200
"""Digits that are tried for a contradiction before the hint is left to a search."""


def hint(board: Board, watch: Watch, so_far: Solution | None = None) -> Hint:
    """The next step after the digits that were filled in; without one the hint says why there is none.

    >>> found = hint(Board(2, ((1, 0), (0, 0))), Watch())
    >>> found.values, found.reasons
    ({'r1c2': 2}, ('r1c2 is not 1: 1 is in row 1 already, at r1c1', 'r1c2 can only be 2'))
    """
    watch.begin()
    if so_far is not None and so_far.values:
        wrong = judge(board, so_far.values, watch)
        if not wrong.right_so_far:
            return Hint({}, "", wrong.lines(), solvable=wrong.solvable, marks=wrong.marks)
        board = filled_in(board, so_far.values)
    return next_step(board, watch)


def next_step(board: Board, watch: Watch) -> Hint:
    """The next step on a board, within a watch that is running."""
    candidates = Candidates(board)
    found = solve_within(watch, problem_of(board), "no hint", solutions=2)
    if not found.solutions:
        dead = conclude(candidates) or Dead("a search finds no solution", ())
        return Hint({}, "", (*lines_of(dead.because), dead.why), solvable=False, marks=marks_of(dead.because))
    fill_in(candidates)
    givens = {(i, j) for i, row in enumerate(board.givens) for j, value in enumerate(row) if value}
    untried: list[tuple[Cell, int]] | None = None
    while True:
        if len(givens) == board.size**2:
            return Hint({}, "", ("every cell is filled, and nothing is wrong",))
        steps = [*_naked_singles(candidates, givens), *_hidden_singles(candidates, givens)]
        if steps:
            return min(steps, key=lambda step: (step.technique, len(step.lines()), step.cell)).hint()
        if follow_signs(candidates) or match(candidates):
            continue
        if untried is None:
            untried = _guesses(candidates)
        if refute(candidates, untried, watch):
            continue
        return _by_search(board, candidates, found, watch)


def _guesses(candidates: Candidates) -> list[tuple[Cell, int]]:
    """What to try, from the end of the list: cells with few digits first. A person's patience ends some time."""
    guesses = [(cell, digit) for cell in _open_cells(candidates) for digit in sorted(candidates.left[cell])]
    return guesses[:MOST_GUESSES][::-1]


def _open_cells(candidates: Candidates) -> list[Cell]:
    open_cells = [cell for cell, digits in candidates.left.items() if len(digits) > 1]
    return sorted(open_cells, key=lambda cell: (len(candidates.left[cell]), cell))


@dataclass(frozen=True, slots=True)
class _Step:
    """A cell whose digit is forced by removals."""

    cell: Cell
    digit: int
    conclusion: str
    removals: tuple[Removal, ...]
    single: Technique

    @property
    def technique(self) -> Technique:
        """The hardest that the proof needs."""
        return max([self.single, *(removal.technique for removal in ancestors(self.removals))])

    def lines(self) -> tuple[str, ...]:
        return (*lines_of(self.removals), self.conclusion)

    def hint(self) -> Hint:
        marks = marks_of(self.removals, self.cell)
        return Hint({cell_name(self.cell): self.digit}, str(self.technique), self.lines(), marks=marks)


def _naked_singles(candidates: Candidates, givens: set[Cell]) -> Iterator[_Step]:
    for cell, digits in candidates.left.items():
        if len(digits) == 1 and cell not in givens:
            [digit] = digits
            conclusion = f"{cell_name(cell)} can only be {digit}"
            yield _Step(cell, digit, conclusion, candidates.only(cell), Technique.NAKED_SINGLE)


def _hidden_singles(candidates: Candidates, givens: set[Cell]) -> Iterator[_Step]:
    for line in candidates.lines:
        for digit in range(1, candidates.size + 1):
            places = [cell for cell in line.cells if digit in candidates.left[cell]]
            if len(places) == 1 and places[0] not in givens and len(candidates.left[places[0]]) > 1:
                others = [cell for cell in line.cells if cell != places[0]]
                removals = tuple(candidates.removals[cell, digit] for cell in others)
                conclusion = f"in {line.name} only {cell_name(places[0])} can be {digit}"
                yield _Step(places[0], digit, conclusion, removals, Technique.HIDDEN_SINGLE)


def _by_search(board: Board, candidates: Candidates, found: Result, watch: Watch) -> Hint:
    """What no technique shows: a digit that all solutions share. ``found``: two of them, if there are two."""
    open_cells = {cell_name(cell): cell for cell in _open_cells(candidates)}
    for name, digit in shared_digits(watch, board, found, open_cells, "no hint"):
        others = digits_in_words(candidates.left[open_cells[name]] - {digit})
        reason = f"a search finds no solution with {others} at {name}"
        return Hint({name: digit}, str(Technique.SEARCH), (reason,), marks=(name,))
    return Hint({}, "", ("no cell is forced: the board has several solutions, and they differ in every open cell",))
