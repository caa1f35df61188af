"""Rush Hour: cars move along their lane only; the red car X must reach the exit on the right in the fewest moves."""

from itertools import permutations

from copla import PlanningProblem

BOARD = ["AA...O", "P..Q.O", "PXXQ.O", "P..Q..", "B...CC", "B.RRR."]
problem = PlanningProblem("rush hour")
cell = {
    (r, c): problem.variable(f"cell {(r, c)}", ["free", *"ABCOPQRX"], sign if sign != "." else "free")
    for r, line in enumerate(BOARD)
    for c, sign in enumerate(line)
}
for car in "ABCOPQRX":
    own = [(r, c) for r in range(6) for c in range(6) if BOARD[r][c] == car]
    (row, column), across = own[0], own[0][0] == own[1][0]
    lane = [(row, k) if across else (k, column) for k in range(6)]
    for here, there in permutations(range(7 - len(own)), 2):
        swept = range(min(here, there), max(here, there) + len(own))
        before = {k: car if here <= k < here + len(own) else "free" for k in swept}
        after = {k: car if there <= k < there + len(own) else "free" for k in swept}
        changed = {cell[lane[k]]: after[k] for k in swept if after[k] != before[k]}
        problem.action(f"{car} to {lane[there]}", {cell[lane[k]]: before[k] for k in swept}, changed)
problem.set_goal({cell[2, 5]: "X"})
