"""The numbers from 1 to 9 in a square: every row, column and diagonal has the same sum."""

from copla import ConstraintProblem, all_different, total

N = 3
problem = ConstraintProblem("magic square")
square = problem.grid("square", N, N, range(1, N * N + 1))
problem.add(all_different(square.cells))
for line in (*square.rows, *square.columns, *square.diagonals):
    problem.add(total(line) == N * (N * N + 1) // 2)
