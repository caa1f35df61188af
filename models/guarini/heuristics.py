"""The heuristics: how many moves a position needs at least, or about.

Distances are those of a knight alone on the board at hand. A position whose goal is out of reach because a
knight can never come to a goal square of its colour has an infinite estimate.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache, partial

from copla.language.heuristics import INFINITE, Function, Heuristic, PatternTable, Sum
from copla.language.planning_problem import PlanningProblem
from copla.models.guarini.assignment import cheapest_assignment
from copla.models.guarini.board import BLACK, WHITE, Board, Cell, distances, knights

CACHED_SETS_OF_SQUARES = 1 << 18

# The places of the values in the domain of a square, ("_", "W", "B").
_PLACES = {WHITE: 1, BLACK: 2}


def declare(problem: PlanningProblem, board: Board) -> None:
    """Declare the heuristics of a problem that states this board; the first one is the default."""
    straight = "each knight's distance to the goal square of its colour in its own column"
    mean = "each knight's average distance to the open goal squares of its colour, less 1 for a knight on one"
    known: tuple[tuple[str, Callable[[Board], Heuristic], bool, str], ...] = (
        ("matching", matching, True, "cheapest assignment of the knights to goal squares of their colour"),
        ("distance", distance, True, "each knight's distance to the nearest goal square of its colour"),
        ("easy", easy, True, "the number of knights that are not on a goal square of their colour"),
        ("same-column", same_column, False, straight),
        ("average", average, False, mean),
    )
    for name, make, consistent, summary in known:
        problem.heuristic(name, partial(make, board), admissible=consistent, consistent=consistent, summary=summary)


def matching(board: Board) -> Function:
    """The cheapest way to give each knight a goal square of its colour of its own.

    Admissible since knights of a colour are interchangeable and each must walk to some goal square; consistent
    since a move changes one knight's distances by 1.

    >>> matching(Board(("W__", "___"), ("___", "__W")))([1, 0, 0, 0, 0, 0])
    1
    """
    cells = list(board.graph)
    costs = {
        _PLACES[colour]: [[walk.get(cell, INFINITE) for walk in walks] for cell in cells]
        for colour in (WHITE, BLACK)
        for walks in [[distances(board.graph, [goal]) for goal in knights(board.goal, colour)]]
    }

    def cost(place: int, squares: tuple[int, ...]) -> int:
        return cheapest_assignment([costs[place][square] for square in squares])

    return _by_colour(cost)


def distance(board: Board) -> Sum:
    """For each knight the distance to the nearest goal square of its colour: less than ``matching``, but a table."""
    nearest = _nearest(board)
    return _sum_over_squares(board, lambda cell, colour: nearest[colour].get(cell, INFINITE))


def easy(board: Board) -> Sum:
    """The knights that are not on a goal square: a move brings at most one of them there."""
    return _sum_over_squares(board, lambda cell, colour: int(board.goal[cell[0]][cell[1]] != colour))


def same_column(board: Board) -> Sum:
    """For each knight the distance to the nearest goal square of its colour in the knight's own column.

    Where the column has no such square within reach, it is the nearest one anywhere. Not admissible: knights
    may well change columns, and mostly should.
    """
    nearest = _nearest(board)
    in_column = {
        (colour, column): distances(board.graph, [goal for goal in knights(board.goal, colour) if goal[1] == column])
        for colour in (WHITE, BLACK)
        for column in range(board.columns)
    }

    def entry(cell: Cell, colour: str) -> int:
        return in_column[colour, cell[1]].get(cell, nearest[colour].get(cell, INFINITE))

    return _sum_over_squares(board, entry)


def average(board: Board) -> Function:
    """For each knight that is not on a goal square the average distance to those that its colour does not hold.

    A knight on a goal square lowers the estimate by 1, though never below 0. The averages of a colour are added
    before they are rounded down. Not admissible: the average is larger than the nearest.
    """
    cells = list(board.graph)
    goals = {_PLACES[colour]: [cells.index(goal) for goal in knights(board.goal, colour)] for colour in (WHITE, BLACK)}
    walks = {goal: distances(board.graph, [cells[goal]]) for squares in goals.values() for goal in squares}

    def cost(place: int, squares: tuple[int, ...]) -> int:
        open_goals = [goal for goal in goals[place] if goal not in squares]
        averages = Fraction(0)
        for square in set(squares) - set(goals[place]):
            ways = [walks[goal][cells[square]] for goal in open_goals if cells[square] in walks[goal]]
            if not ways:
                return INFINITE
            averages += Fraction(sum(ways), len(ways))
        at_home = len(goals[place]) - len(open_goals)
        return math.floor(averages) - at_home

    return _by_colour(cost)


def _by_colour(cost: Callable[[int, tuple[int, ...]], int]) -> Function:
    """The sum over both colours of a cost that depends only on which squares a colour holds, but not below 0.

    There are few such sets (the 900,900 positions of the 4x4 board have 1,820 for each colour), so their
    costs are remembered.
    """
    remembered = lru_cache(maxsize=CACHED_SETS_OF_SQUARES)(cost)

    def estimate(state: Sequence[int]) -> int:
        white = remembered(1, tuple([square for square, place in enumerate(state) if place == 1]))
        black = remembered(2, tuple([square for square, place in enumerate(state) if place == 2]))
        return INFINITE if max(white, black) >= INFINITE else max(0, white + black)

    return Function(estimate)


def _nearest(board: Board) -> dict[str, dict[Cell, int]]:
    return {colour: distances(board.graph, knights(board.goal, colour)) for colour in (WHITE, BLACK)}


def _sum_over_squares(board: Board, entry: Callable[[Cell, str], int]) -> Sum:
    """A table for each square: nothing if it is empty, else the entry for the colour of its knight."""
    return Sum(
        tuple(
            PatternTable((index,), (3,), (0, entry(cell, WHITE), entry(cell, BLACK)))
            for index, cell in enumerate(board.graph)
        )
    )
