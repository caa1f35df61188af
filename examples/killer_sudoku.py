"""A killer sudoku of four digits: no givens, but cages of different digits with their sums."""

from copla import ConstraintProblem, all_different, total

CAGES = {"a": 8, "b": 6, "c": 3, "d": 6, "e": 6, "f": 7, "g": 4}
SHAPE = ["abbc", "aadc", "eddf", "eggf"]
problem = ConstraintProblem("killer sudoku")
grid = problem.grid("grid", 4, 4, range(1, 5))
boxes = [grid[r : r + 2, c : c + 2].cells for r in (0, 2) for c in (0, 2)]
for line in (*grid.rows, *grid.columns, *boxes):
    problem.add(all_different(line))
for name, value in CAGES.items():
    problem.add(total(grid[r, c] for r in range(4) for c in range(4) if SHAPE[r][c] == name) == value)
