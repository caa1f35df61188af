"""A nonogram: the runs of black cells in every row and column are given. This one is a heart."""

from copla import ConstraintProblem, regular

ROWS = [(1, 1), (5,), (5,), (3,), (1,)]
COLUMNS = [(2,), (4,), (4,), (4,), (2,)]


def runs(lengths):
    """The steps of an automaton that reads white cells as 0 and black ones as 1, and its last states."""
    steps, state = {(0, 0): 0}, 0
    for length in lengths:
        for _ in range(length):
            steps[state, 1] = state = state + 1
        steps[state, 0] = state = state + 1
        steps[state, 0] = state
    return steps, [state, state - 1]


problem = ConstraintProblem("nonogram")
cell = problem.grid("cell", len(ROWS), len(COLUMNS), range(2))
for line, lengths in zip((*cell.rows, *cell.columns), (*ROWS, *COLUMNS), strict=True):
    steps, last = runs(lengths)
    problem.add(regular(line, 0, steps, last))
