"""Nine golfers play three weeks in groups of three; no two meet twice."""

from itertools import combinations

from copla import ConstraintProblem, at_most, cardinality

GROUPS, SIZE, WEEKS = 3, 3, 3
problem = ConstraintProblem("social golfers")
group = problem.grid("group", WEEKS, GROUPS * SIZE, range(GROUPS))
for week in group:
    problem.add(cardinality(week, dict.fromkeys(range(GROUPS), SIZE)))
for one, other in combinations(range(GROUPS * SIZE), 2):
    problem.add(at_most(1, (week[one] == week[other] for week in group)))
for player in range(GROUPS * SIZE):
    problem.add(group[0, player] == player // SIZE)  # all names are alike
