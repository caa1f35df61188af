"""Skyscrapers: how many of them one sees from the edge; a taller one hides those behind it."""

from copla import Array, ConstraintProblem, all_different, max_of, total

TOP, BOTTOM, LEFT, RIGHT = (3, 4, 1, 2), (2, 1, 2, 2), (2, 2, 1, 2), (2, 1, 4, 3)
problem = ConstraintProblem("skyscrapers")
tower = problem.grid("tower", 4, 4, range(1, 5))


def visible(line):
    return total([1, *(line[i] > max_of(line[:i]) for i in range(1, len(line)))])


for lines, near, far in ((tower.columns, TOP, BOTTOM), (tower.rows, LEFT, RIGHT)):
    for line, first, last in zip(lines, near, far, strict=True):
        problem.add(all_different(line))
        problem.add(visible(line) == first)
        problem.add(visible(Array(reversed(line))) == last)
