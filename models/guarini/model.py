"""The statement of a board as a planning problem: the one definition of the rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from copla.language.heuristics import Heuristic
from copla.language.planning_problem import PlanningProblem
from copla.models.guarini import heuristics
from copla.models.guarini.board import BLACK, COLOURS, EMPTY, WHITE, Board, Cell, name

DOMAIN = (EMPTY, WHITE, BLACK)


def state(board: Board) -> PlanningProblem:
    """One variable a square; a knight of either colour goes from its square to an empty one; a move costs 1.

    Knights of one colour are interchangeable and have no names. White's and black's move between the same
    squares share a label: only one of them can be possible.
    """
    problem = PlanningProblem(f"guarini {board.rows}x{board.columns}")
    squares = {cell: problem.variable(name(cell), DOMAIN, board.start[cell[0]][cell[1]]) for cell in board.graph}
    for source, targets in board.graph.items():
        for target in targets:
            for colour in COLOURS:
                problem.action(
                    operator(source, target),
                    {squares[source]: colour, squares[target]: EMPTY},
                    {squares[source]: EMPTY, squares[target]: colour},
                )
    problem.set_goal({squares[r, c]: board.goal[r][c] for r, c in squares})
    _declare_heuristics(problem, board)
    return problem


def operator(source: Cell, target: Cell) -> str:
    """The label of a move: ((x, y), (dx, dy)), where x is the row and y the column, both counted from 0.

    >>> operator((1, 0), (3, 1))
    '((1, 0), (2, 1))'
    """
    (x, y), (to_x, to_y) = source, target
    return f"(({x}, {y}), ({to_x - x}, {to_y - y}))"


def _declare_heuristics(problem: PlanningProblem, board: Board) -> None:
    def declare(name: str, build: Callable[[Board], Heuristic], safe: bool, summary: str) -> None:
        problem.heuristic(name, partial(build, board), admissible=safe, consistent=safe, summary=summary)

    declare("matching", heuristics.matching, True, "cheapest assignment of the knights to goal squares of their colour")
    declare("distance", heuristics.distance, True, "each knight's distance to the nearest goal square of its colour")
    declare("easy", heuristics.easy, True, "the number of knights that are not on a goal square of their colour")
    declare(
        "same-column",
        heuristics.same_column,
        False,
        "each knight's distance to the goal square of its colour in its own column",
    )
    declare(
        "average",
        heuristics.average,
        False,
        "each knight's average distance to the open goal squares of its colour, less 1 for a knight on one",
    )
