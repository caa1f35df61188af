"""Eight queens on a chessboard, none of which attacks another."""

from copla import ConstraintProblem, all_different

N = 8
problem = ConstraintProblem("n-queens")
q = problem.array("q", N, range(N))  # the row of the queen in each column
problem.add(all_different(q))
problem.add(all_different(q[i] + i for i in range(N)))
problem.add(all_different(q[i] - i for i in range(N)))
