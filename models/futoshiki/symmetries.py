"""Boards with the same answer: transposed, mirrored, upside down, complemented, and with other numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from copla.answers.result import Solution
from copla.ground.text import cell_name
from copla.models.futoshiki.board import Board, Cell, cells
from copla.plugins.puzzle import Symmetry


def symmetries(board: Board) -> list[Symmetry]:
    """What can be done to a board without changing how many solutions it has.

    >>> from copla.models.futoshiki.formats import read
    >>> board = read("1 < .\\n\\n.   .\\n", "example")
    >>> [(one.words, one.instance.givens) for one in symmetries(board)[:2]]
    [('the transposed board', ((1, 0), (0, 0))), ('the mirrored board', ((0, 1), (0, 0)))]
    """
    last = board.size - 1
    found = [
        _moved("the transposed board", board, lambda cell: (cell[1], cell[0])),
        _moved("the mirrored board", board, lambda cell: (cell[0], last - cell[1])),
        _moved("the board upside down", board, lambda cell: (last - cell[0], cell[1])),
        _renumbered("the board with n + 1 - v for each v", board, lambda value: board.size + 1 - value, turned=True),
    ]
    if not board.signs and not board.adjacent:
        found.append(_renumbered("the board with each number one higher", board, lambda value: value % board.size + 1))
    return found


def _moved(words: str, board: Board, place: Callable[[Cell], Cell]) -> Symmetry:
    """Each cell somewhere else; the same way leads back."""
    givens = [[0] * board.size for _ in range(board.size)]
    for row, column in cells(board.size):
        to_row, to_column = place((row, column))
        givens[to_row][to_column] = board.givens[row][column]
    signs = [(place(low), place(high)) for low, high in board.signs]
    signs = [tuple(sorted(sign)) for sign in signs] if board.adjacent else signs  # type: ignore[misc]
    changed = replace(board, givens=tuple(map(tuple, givens)), signs=frozenset(signs))

    def back(solution: Solution) -> Solution:
        values = solution.values
        names = {cell_name(cell): cell_name(place(cell)) for cell in cells(board.size)}
        return replace(solution, values={name: values[there] for name, there in names.items() if there in values})

    return Symmetry(words, changed, back)


def _renumbered(words: str, board: Board, number: Callable[[int], int], turned: bool = False) -> Symmetry:
    """Other numbers in the cells; ``turned``: what was smaller is larger then."""
    givens = tuple(tuple(number(value) if value else 0 for value in row) for row in board.givens)
    signs = frozenset((b, a) for a, b in board.signs) if turned and not board.adjacent else board.signs
    was = {number(value): value for value in range(1, board.size + 1)}

    def back(solution: Solution) -> Solution:
        return replace(solution, values={name: was.get(value, value) for name, value in solution.values.items()})

    return Symmetry(words, replace(board, givens=givens, signs=signs), back)
