"""Blocks on a table: Sussman's anomaly, which no order of its two goals solves one by one."""

from itertools import permutations

from copla import PlanningProblem

START = {"A": "table", "B": "table", "C": "A"}
problem = PlanningProblem("blocks world")
below = {
    block: problem.variable(f"under {block}", ["table", *(x for x in START if x != block)], START[block])
    for block in START
}
clear = {
    block: problem.variable(f"{block} is clear", ["no", "yes"], "no" if block in START.values() else "yes")
    for block in START
}
for block in START:
    for here, there in permutations(below[block].domain, 2):
        condition = {below[block]: here, clear[block]: "yes"}
        effects = {below[block]: there}
        if there != "table":
            condition[clear[there]] = "yes"
            effects[clear[there]] = "no"
        if here != "table":
            condition[clear[here]] = "no"
            effects[clear[here]] = "yes"
        problem.action(f"{block} from {here} onto {there}", condition, effects)
problem.set_goal({below["A"]: "B", below["B"]: "C"})
