"""The shortest round trip through six towns."""

from copla import ConstraintProblem, circuit, element, total

ROADS = [
    [0, 10, 15, 20, 9, 14],
    [10, 0, 35, 25, 12, 8],
    [15, 35, 0, 30, 11, 21],
    [20, 25, 30, 0, 17, 13],
    [9, 12, 11, 17, 0, 16],
    [14, 8, 21, 13, 16, 0],
]
problem = ConstraintProblem("travelling salesman")
following = problem.array("next", len(ROADS), range(len(ROADS)))
problem.add(circuit(following))
problem.minimize(total(element(road, town) for road, town in zip(ROADS, following, strict=True)))
