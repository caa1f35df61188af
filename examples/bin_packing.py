"""Eleven things of different weight in as few bins of 20 as possible."""

from copla import ConstraintProblem, max_of, total

WEIGHTS, SIZE = [9, 8, 8, 7, 7, 6, 5, 4, 3, 2, 1], 20
problem = ConstraintProblem("bin packing")
place = problem.array("bin", len(WEIGHTS), range(4))
for one in range(4):
    problem.add(total(w * (thing == one) for w, thing in zip(WEIGHTS, place, strict=True)) <= SIZE)
problem.minimize(max_of(place) + 1)
