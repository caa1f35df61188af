"""Ten cars on a line: of any q in a row, at most p get the option (Dincbas, Simonis and van Hentenryck)."""

from copla import ConstraintProblem, cardinality, element, total

DEMAND = [1, 1, 2, 2, 2, 2]
OPTIONS = {  # (p, q): which kinds of car have it
    (1, 2): [1, 0, 0, 0, 1, 1],
    (2, 3): [0, 0, 1, 1, 0, 1],
    (1, 3): [1, 0, 0, 0, 1, 0],
    (2, 5): [1, 1, 0, 1, 0, 0],
    (1, 5): [0, 0, 1, 0, 0, 0],
}
problem = ConstraintProblem("car sequencing")
car = problem.array("car", sum(DEMAND), range(len(DEMAND)))
problem.add(cardinality(car, dict(enumerate(DEMAND))))
for (p, q), has in OPTIONS.items():
    for start in range(len(car) - q + 1):
        problem.add(total(element(has, one) for one in car[start : start + q]) <= p)
