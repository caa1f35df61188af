"""The twelve-tone problem in small: notes that are all different, and so are the steps between neighbours."""

from copla import ConstraintProblem, all_different

N = 7
problem = ConstraintProblem("all-interval series")
note = problem.array("note", N, range(N))
problem.add(all_different(note))
problem.add(all_different(abs(note[i + 1] - note[i]) for i in range(N - 1)))
