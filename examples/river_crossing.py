"""A farmer takes a wolf, a goat and a cabbage across a river, one at a time; without him one eats another."""

from itertools import product

from copla import PlanningProblem

CARGO = ("wolf", "goat", "cabbage")
problem = PlanningProblem("river crossing")
farmer = problem.variable("farmer", ("left", "right"), "left")
at = {name: problem.variable(name, ("left", "right"), "left") for name in CARGO}
for here, there in (("left", "right"), ("right", "left")):
    for taken in (*CARGO, None):
        others = [name for name in CARGO if name != taken]
        for banks in product(("left", "right"), repeat=len(others)):
            alone = {name for name, bank in zip(others, banks, strict=True) if bank == here}
            if not ({"wolf", "goat"} <= alone or {"goat", "cabbage"} <= alone):
                where = {at[name]: bank for name, bank in zip(others, banks, strict=True)}
                boat = {} if taken is None else {at[taken]: here}
                arrives = {farmer: there} | ({} if taken is None else {at[taken]: there})
                problem.action(f"take {taken or 'nothing'} to the {there}", {farmer: here} | boat | where, arrives)
problem.set_goal(dict.fromkeys((farmer, *at.values()), "right"))
