"""Peg solitaire on a triangle of fifteen holes: the first hole is empty, and the last peg ends there."""

from copla import PlanningProblem

ROWS = 5
problem = PlanningProblem("peg solitaire")
holes = [(r, c) for r in range(ROWS) for c in range(r + 1)]
peg = {hole: problem.variable(f"peg {hole}", (0, 1), int(hole != (0, 0))) for hole in holes}
for r, c in holes:
    for dr, dc in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)):
        over, target = (r + dr, c + dc), (r + 2 * dr, c + 2 * dc)
        if target in peg:
            before = {peg[r, c]: 1, peg[over]: 1, peg[target]: 0}
            after = {peg[r, c]: 0, peg[over]: 0, peg[target]: 1}
            problem.action(f"{(r, c)} over {over} to {target}", before, after)
problem.set_goal({one: int(hole == (0, 0)) for hole, one in peg.items()})
