"""A quasigroup of order 4 with (a * b) * (b * a) = a and a * a = a: a Latin square that looks into itself (QG3)."""

from copla import ConstraintProblem, all_different

N = 4
problem = ConstraintProblem("quasigroup existence")
times = problem.grid("times", N, N, range(N))
for line in (*times.rows, *times.columns):
    problem.add(all_different(line))
for a in range(N):
    problem.add(times[a, a] == a)
    for b in range(N):
        problem.add(times[times[a, b], times[b, a]] == a)
