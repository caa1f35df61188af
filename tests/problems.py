"""Random constraint problems over the whole language, and brute force as the slow, obvious oracle."""

from __future__ import annotations

import random
from itertools import product

from copla import ConstraintProblem, Solution, all_different, clause, table, total, violations

Key = tuple[tuple[str, int], ...]


def key(values: dict[str, int]) -> Key:
    return tuple(sorted(values.items()))


def brute_force(problem: ConstraintProblem) -> set[Key]:
    """All solutions, by trying all combinations and asking the checker."""
    names = [v.name for v in problem.variables]
    found = set()
    for values in product(*(v.domain for v in problem.variables)):
        assignment = dict(zip(names, values, strict=True))
        cost = problem.objective.value(assignment) if problem.objective else None
        if not violations(problem, Solution(assignment, cost)):
            found.add(key(assignment))
    return found


def random_problem(seed: int, *, objective: bool = False) -> ConstraintProblem:
    """A small problem with every kind of constraint, odd domains, holes and negative numbers."""
    chance = random.Random(seed)
    problem = ConstraintProblem(f"random {seed}")
    pool = chance.choice([list(range(4)), [-3, -1, 0, 2, 7], [1, 2, 3], list(range(-2, 3))])
    count = chance.randint(2, 5)
    variables = []
    for i in range(count):
        domain = chance.sample(pool, chance.randint(1, len(pool)))
        variables.append(problem.variable(f"x{i}", domain))
    for _ in range(chance.randint(1, 5)):
        scope = chance.sample(variables, chance.randint(1, count))
        kind = chance.choice(["different", "linear", "linear", "table", "clause", "pair"])
        if kind == "different":
            problem.add(all_different(scope))
        elif kind == "pair" and count > 1:
            x, y = chance.sample(variables, 2)
            problem.add(chance.choice([x < y, x <= y, x == y, x != y, x > y, x >= y]))
        elif kind == "table":
            rows = [tuple(chance.choice(pool) for _ in scope) for _ in range(chance.randint(0, 8))]
            problem.add(table(scope, rows, allowed=chance.random() < 0.5))
        elif kind == "clause":
            parts = [v == chance.choice(pool) if chance.random() < 0.5 else v != chance.choice(pool) for v in scope]
            problem.add(clause(parts))
        else:
            left = total(chance.choice([-3, -2, -1, 1, 2, 3]) * v for v in scope)
            bound = chance.randint(-6, 8)
            problem.add(
                chance.choice([left < bound, left <= bound, left == bound, left != bound, left > bound, left >= bound])
            )
    if objective:
        expression = total(chance.choice([-2, -1, 0, 1, 3]) * v for v in variables) + chance.randint(-3, 3)
        (problem.minimize if chance.random() < 0.5 else problem.maximize)(expression)
    return problem
