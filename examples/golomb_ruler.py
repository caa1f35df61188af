"""The shortest ruler with five marks on which no two distances are equal."""

from itertools import combinations

from copla import ConstraintProblem, all_different, increasing

MARKS = 5
problem = ConstraintProblem("Golomb ruler")
mark = problem.array("mark", MARKS, range(MARKS**2))
problem.add(mark[0] == 0)
problem.add(increasing(mark, strictly=True))
problem.add(all_different(right - left for left, right in combinations(mark, 2)))
problem.minimize(mark[-1])
