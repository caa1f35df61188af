"""The mainland of Australia in three colours, neighbours in different ones."""

from copla import ConstraintProblem

BORDERS = ["WA NT", "WA SA", "NT SA", "NT Q", "SA Q", "SA NSW", "SA V", "Q NSW", "NSW V"]
problem = ConstraintProblem("map of Australia")
colour = {state: problem.variable(state, ["red", "green", "blue"]) for state in ("WA", "NT", "SA", "Q", "NSW", "V")}
for border in BORDERS:
    one, other = border.split()
    problem.add(colour[one] != colour[other])
