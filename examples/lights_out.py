"""Nine lights are on; a press turns a light and its neighbours. All out with the fewest presses."""

from itertools import product

from copla import PlanningProblem

N = 3
problem = PlanningProblem("lights out")
light = {cell: problem.variable(f"light {cell}", (0, 1), 1) for cell in product(range(N), repeat=2)}
for r, c in light:
    turned = [cell for cell in [(r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)] if cell in light]
    for states in product((0, 1), repeat=len(turned)):
        before = {light[cell]: state for cell, state in zip(turned, states, strict=True)}
        problem.action(f"press row {r + 1} column {c + 1}", before, {lamp: 1 - state for lamp, state in before.items()})
problem.set_goal(dict.fromkeys(light.values(), 0))
