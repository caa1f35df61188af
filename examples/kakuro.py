"""Kakuro: a crossword of sums, with different digits in every run."""

from copla import ConstraintProblem, all_different, total

RUNS = [(16, "ab"), (23, "cde"), (4, "fg"), (17, "ac"), (16, "bdf"), (10, "eg")]
problem = ConstraintProblem("kakuro")
cell = {name: problem.variable(name, range(1, 10)) for name in "abcdefg"}
for value, run in RUNS:
    problem.add(total(cell[name] for name in run) == value)
    problem.add(all_different(cell[name] for name in run))
