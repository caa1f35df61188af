"""Langford's problem: two of each number from 1 to n in a row, with k others between the two k's."""

from copla import ConstraintProblem, all_different

N = 4
problem = ConstraintProblem("Langford")
first = problem.array("first", N, range(2 * N))
second = problem.array("second", N, range(2 * N))
for k in range(N):
    problem.add(second[k] == first[k] + k + 2)
problem.add(all_different([*first, *second]))
