"""A board as a planning problem: the one definition of the rules."""

from __future__ import annotations

from copla.ground.text import cell_name
from copla.language.planning_problem import PlanningProblem, Structure
from copla.models.tiles.board import DIRECTIONS, OPPOSITE, Board
from copla.models.tiles.heuristics import declare
from copla.models.tiles.patterns import snake
from copla.models.tiles.refutation import refute


def problem_of(board: Board) -> PlanningProblem:
    """Where the blank and each tile are, and a move for each tile and each pair of neighbouring cells.

    Variable 0 is the blank's cell, variable t the cell of tile t, so that Manhattan distance is a sum of
    tables of one variable. In every state the moves come in the order in which they take the blank up, left,
    right and down: counts of nodes can be compared with Korf's.

    >>> problem = problem_of(Board(2, 2, (1, 0, 2, 3)))
    >>> problem.values(problem.initial_state)
    {'blank': 'r1c2', 'tile 1': 'r1c1', 'tile 2': 'r2c1', 'tile 3': 'r2c2'}
    >>> from copla import solve
    >>> solve(problem, "search").best.moves
    ('1 right',)
    """
    problem = PlanningProblem(f"tiles {board.rows}x{board.columns}")
    cells = [cell_name((row, column)) for row in range(board.rows) for column in range(board.columns)]
    names = ["blank", *(f"tile {tile}" for tile in range(1, len(cells)))]
    places = [problem.variable(name, cells, cells[board.tiles.index(tile)]) for tile, name in enumerate(names)]
    blank = places[0]
    for direction in DIRECTIONS:
        for here in range(len(cells)):
            there = board.neighbour(here, direction)
            if there is None:
                continue
            for tile in range(1, len(cells)):
                problem.action(
                    f"{tile} {OPPOSITE[direction]}",
                    {blank: cells[here], places[tile]: cells[there]},
                    {blank: cells[there], places[tile]: cells[here]},
                )
    problem.set_goal({places[tile]: cells[cell] for cell, tile in enumerate(board.goal_tiles)})
    problem.all_different(places)
    declare(problem, board)
    problem.structure = structure(board)
    return problem


def structure(board: Board) -> Structure:
    """The board as plain data, for an engine with a kernel of its own for sliding tiles.

    ``solvable``: whether its parity is that of the goal; ``snake``: the tiles in an order in which neighbours come
    one after the other, for groups of them.
    """
    order = snake(board.rows, board.columns, board.goal)
    data = {
        "rows": board.rows,
        "columns": board.columns,
        "tiles": board.tiles,
        "goal": board.goal_tiles,
        "solvable": refute(board) is None,
        "snake": tuple(board.goal_tiles[cell] for cell in order),
    }
    return Structure("sliding-tiles", data)
