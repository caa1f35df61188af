"""Sudoku: every digit once in each row, column and box."""

from copla import ConstraintProblem, all_different

GIVEN = """
53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. ...419..5 ....8..79
"""
problem = ConstraintProblem("sudoku")
grid = problem.grid("grid", 9, 9, range(1, 10))
boxes = [grid[r : r + 3, c : c + 3].cells for r in (0, 3, 6) for c in (0, 3, 6)]
for line in (*grid.rows, *grid.columns, *boxes):
    problem.add(all_different(line))
for cell, sign in zip(grid.cells, "".join(GIVEN.split()), strict=True):
    if sign != ".":
        problem.add(cell == int(sign), clue=True)
