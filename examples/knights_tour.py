"""A knight visits every square of a 6 x 6 board once and comes back (5 x 5 has no such tour)."""

from copla import ConstraintProblem, circuit

N = 6
JUMPS = [(dr, dc) for dr in (-2, -1, 1, 2) for dc in (-2, -1, 1, 2) if abs(dr) != abs(dc)]
problem = ConstraintProblem("knight's tour")
following = []
for r in range(N):
    for c in range(N):
        reached = [(r + dr) * N + c + dc for dr, dc in JUMPS if 0 <= r + dr < N and 0 <= c + dc < N]
        following.append(problem.variable(f"after[{r},{c}]", reached))
problem.add(circuit(following))
