"""What to take along: the greatest value that is not too heavy."""

from copla import ConstraintProblem, total

THINGS = {"tent": (11, 20), "map": (7, 10), "rope": (5, 8), "lamp": (4, 6), "pan": (3, 3), "book": (6, 9)}
problem = ConstraintProblem("knapsack")
take = {name: problem.boolean(name) for name in THINGS}
problem.add(total(weight * take[name] for name, (_, weight) in THINGS.items()) <= 26)
problem.maximize(total(value * take[name] for name, (value, _) in THINGS.items()))
