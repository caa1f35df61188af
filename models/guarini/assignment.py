"""The assignment problem: everybody gets a place of their own, at the least total cost."""

from __future__ import annotations

from collections.abc import Sequence

from copla.language.heuristics import INFINITE

_FORBIDDEN = 1 << 16
"""What stands for INFINITE inside: larger than the cost of any assignment that needs none of it."""


def cheapest_assignment(costs: Sequence[Sequence[int]]) -> int:
    """The least sum of one entry a row, no two in one column, of a square matrix; INFINITE if there is none.

    >>> cheapest_assignment([[1, 2], [1, 4]])
    3

    Shortest augmenting paths with potentials (Kuhn 1955; Jonker and Volgenant 1987): rows are placed one after
    the other, and earlier rows move over where that is cheaper. In terms of n: n steps of at most n * n.
    """
    size = len(costs)
    matrix = [[min(entry, _FORBIDDEN) for entry in row] for row in costs]
    row_of: list[int] = [-1] * (size + 1)  # the last column is where a new row starts from
    row_price, column_price = [0] * size, [0] * (size + 1)
    for new in range(size):
        column = size
        row_of[column] = new
        nearest = [INFINITE] * size
        came_from = [size] * size
        done = [False] * (size + 1)
        while row_of[column] >= 0:
            done[column] = True
            row, best, following = row_of[column], INFINITE, size
            for other in range(size):
                if not done[other]:
                    slack = matrix[row][other] - row_price[row] - column_price[other]
                    if slack < nearest[other]:
                        nearest[other], came_from[other] = slack, column
                    if nearest[other] < best:
                        best, following = nearest[other], other
            for other in range(size + 1):
                if done[other]:
                    row_price[row_of[other]] += best
                    column_price[other] -= best
                elif other < size:
                    nearest[other] -= best
            column = following
        while column != size:
            row_of[column] = row_of[came_from[column]]
            column = came_from[column]
    total = sum(matrix[row_of[column]][column] for column in range(size))
    return INFINITE if total >= _FORBIDDEN else total
