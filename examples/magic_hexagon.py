"""The magic hexagon: 1 to 19, and every straight line of cells, in three directions, has the sum 38."""

from copla import ConstraintProblem, all_different, total

problem = ConstraintProblem("magic hexagon")
cells = [(x, y) for x in range(-2, 3) for y in range(-2, 3) if abs(x + y) <= 2]
value = {cell: problem.variable(f"cell{cell}", range(1, 20)) for cell in cells}
problem.add(all_different(value.values()))
for direction in (lambda x, y: x, lambda x, y: y, lambda x, y: x + y):
    for line in range(-2, 3):
        problem.add(total(value[cell] for cell in cells if direction(*cell) == line) == 38)
corners = [value[cell] for cell in [(-2, 0), (0, -2), (2, -2), (2, 0), (0, 2), (-2, 2)]]
for other in corners[1:]:  # turned and mirrored it is the same
    problem.add(corners[0] < other)
problem.add(corners[1] < corners[5])
