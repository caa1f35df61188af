"""A balanced incomplete block design (7, 3, 1): the Fano plane. Two points share exactly one block."""

from itertools import combinations, pairwise

from copla import ConstraintProblem, lexicographic, total

V, B, R, K, LAMBDA = 7, 7, 3, 3, 1
problem = ConstraintProblem("BIBD")
holds = problem.grid("holds", V, B, range(2))
for row in holds.rows:
    problem.add(total(row) == R)
for column in holds.columns:
    problem.add(total(column) == K)
for one, other in combinations(holds.rows, 2):
    problem.add(total(a * b for a, b in zip(one, other, strict=True)) == LAMBDA)
for lines in (holds.rows, holds.columns):  # all names are alike
    for one, other in pairwise(lines):
        problem.add(lexicographic(other, one))
