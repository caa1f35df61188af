"""A board as a planning problem: the one definition of the rules."""

from __future__ import annotations

from copla.ground.text import cell_name
from copla.language.planning_problem import PlanningProblem
from copla.models.guarini.board import BLACK, COLOURS, EMPTY, WHITE, Board, Cell
from copla.models.guarini.heuristics import declare

DOMAIN = (EMPTY, WHITE, BLACK)


def problem_of(board: Board) -> PlanningProblem:
    """One variable a square; a knight of either colour goes from its square to an empty one; a move costs 1.

    Knights of one colour are interchangeable and have no names. White's and black's move between the same
    squares share a label: only one of them can be possible.

    >>> problem = problem_of(Board.standard(4, 3))
    >>> len(problem.variables), problem.actions[0].label
    (12, '((0, 0), (1, 2))')
    """
    problem = PlanningProblem(f"guarini {board.rows}x{board.columns}")
    squares = {cell: problem.variable(cell_name(cell), DOMAIN, board.start[cell[0]][cell[1]]) for cell in board.graph}
    for source, targets in board.graph.items():
        for target in targets:
            for colour in COLOURS:
                problem.action(
                    operator(source, target),
                    {squares[source]: colour, squares[target]: EMPTY},
                    {squares[source]: EMPTY, squares[target]: colour},
                )
    problem.set_goal({squares[r, c]: board.goal[r][c] for r, c in squares})
    declare(problem, board)
    return problem


def operator(source: Cell, target: Cell) -> str:
    """The label of a move: ((x, y), (dx, dy)), where x is the row and y the column, both counted from 0.

    >>> operator((1, 0), (3, 1))
    '((1, 0), (2, 1))'
    """
    (x, y), (to_x, to_y) = source, target
    return f"(({x}, {y}), ({to_x - x}, {to_y - y}))"
