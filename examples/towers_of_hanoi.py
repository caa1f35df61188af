"""Four discs go from one peg to another, one at a time, and never a larger one on a smaller one."""

from itertools import permutations

from copla import PlanningProblem

DISCS = 4
problem = PlanningProblem("towers of Hanoi")
peg = [problem.variable(f"disc {size}", "ABC", "A") for size in range(DISCS)]  # the smallest first
for disc in range(DISCS):
    for here, there in permutations("ABC", 2):
        aside = next(other for other in "ABC" if other not in (here, there))
        smaller = {peg[one]: aside for one in range(disc)}  # all of them out of the way
        problem.action(f"disc {disc} from {here} to {there}", {peg[disc]: here, **smaller}, {peg[disc]: there})
problem.set_goal(dict.fromkeys(peg, "C"))
