"""Random constraint problems that the puzzles do not make, with an oracle that is nothing but the definitions.

Long sums, gapped, negative and wide domains, numbers at the edge of the range, tables with many columns, objectives,
and a hard part beside an easy one, so that the learning search is entered with default options.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

from copla import ConstraintProblem, all_different, clause, table, total
from copla.language.constraints import COMPARE, AllDifferent, Clause, Constraint, Linear

Values = Sequence[int]


def test_of(constraint: Constraint) -> Callable[[Values], bool]:
    """What the constraint means, for the values of all variables in order."""
    if isinstance(constraint, Linear):
        terms = [(c, v.index) for c, v in constraint.terms]
        compare, bound = COMPARE[constraint.comparison], constraint.bound
        return lambda values: compare(sum(c * values[i] for c, i in terms), bound)
    if isinstance(constraint, AllDifferent):
        scope = [v.index for v in constraint.variables]
        return lambda values: len({values[i] for i in scope}) == len(scope)
    if isinstance(constraint, Clause):
        literals = [(x.variable.index, x.value, x.positive) for x in constraint.literals]
        return lambda values: any((values[i] == value) == positive for i, value, positive in literals)
    columns, rows, allowed = [v.index for v in constraint.variables], set(constraint.rows), constraint.allowed
    return lambda values: (tuple(values[i] for i in columns) in rows) == allowed


def solutions_of(problem: ConstraintProblem) -> set[tuple[int, ...]]:
    """All of them, by trying every combination."""
    tests = [test_of(constraint) for constraint in problem.constraints]
    domains = [v.domain for v in problem.variables]
    return {values for values in product(*domains) if all(test(values) for test in tests)}


def optimum_of(problem: ConstraintProblem) -> int | None:
    """The best cost, or None if there is no solution."""
    objective = problem.objective
    assert objective is not None
    names = [v.name for v in problem.variables]
    costs = [objective.value(dict(zip(names, values, strict=True))) for values in solutions_of(problem)]
    return None if not costs else min(costs) if objective.sense == "minimize" else max(costs)


POOLS: tuple[tuple[int, ...], ...] = (
    tuple(range(7)),
    (-3, -1, 0, 2, 7, 11),
    (1000, 1001, 1002, 1003, 1004, 1005),
    tuple(range(0, 400, 3)),
    tuple(k * k * k for k in range(-40, 60)),
    (-(2**40), -1, 0, 1, 2**40, 2**40 + 1),
    (0, 1),
)


def varied_problem(seed: int, *, objective: bool = False, most: int = 600) -> ConstraintProblem:
    """A problem of at most so many combinations, mostly of sums."""
    chance = random.Random(seed)
    problem = ConstraintProblem(f"varied {seed}")
    pool = chance.choice(POOLS)
    room = most
    while room > 1 and len(problem.variables) < 9:
        size = min(room, chance.choice((1, 1, 2, 2, 3, 3, 4)), len(pool))
        room //= size
        problem.variable(f"v{len(problem.variables)}", chance.sample(pool, size))
    hidden = tuple(chance.choice(v.domain) for v in problem.variables)
    for _ in range(chance.randint(2, 5)):
        problem.add(varied_constraint(chance, problem, pool, hidden))
    if objective:
        scope = chance.sample(problem.variables, chance.randint(0, len(problem.variables)))
        aim = total(chance.choice((-2, -1, 0, 1, 3)) * v for v in scope) + chance.randint(-3, 3)
        (problem.minimize if chance.random() < 0.5 else problem.maximize)(aim)
    return problem


def varied_constraint(chance: random.Random, problem: ConstraintProblem, pool: Values, hidden: Values) -> Any:
    variables = problem.variables
    scope = chance.sample(variables, chance.randint(1, len(variables)))
    kind = chance.choice(("sum", "sum", "sum", "sum", "different", "table", "clause"))
    if kind == "different":
        return all_different(chance.sample(scope, min(len(scope), chance.randint(1, 4))))
    if kind == "clause":
        return clause(v == chance.choice(pool) if chance.random() < 0.5 else v != chance.choice(pool) for v in scope)
    if kind == "table":
        scope = scope[: chance.randint(1, 4)]
        rows = [tuple(chance.choice(v.domain) for v in scope) for _ in range(chance.randint(0, 12))]
        if chance.random() < 0.8:
            rows.append(tuple(hidden[v.index] for v in scope))
        return table(scope, rows, allowed=chance.random() < 0.6)
    terms = [(chance.choice((-3, -2, -1, 0, 1, 2, 3, 17)), v) for v in [*scope, *chance.sample(scope, 1)]]
    bound = sum(c * hidden[v.index] for c, v in terms) + chance.choice((0, 0, 0, 1, -1, 5))
    left = total(c * v for c, v in terms)
    return chance.choice(
        [left < bound, left <= bound, left == bound, left == bound, left != bound, left > bound, left >= bound]
    )


def with_hard_part(problem: ConstraintProblem, seed: int) -> ConstraintProblem:
    """Beside the problem 22 0/1 variables under random clauses of three, where the light search gives up.

    The clauses have exactly one solution, so that the number of solutions stays what it was.
    """
    chance = random.Random(seed)
    hard = [problem.variable(f"h{i}", (0, 1)) for i in range(22)]
    only = [chance.randint(0, 1) for _ in hard]
    for _ in range(110):
        scope = chance.sample(range(22), 3)
        signs = [chance.randint(0, 1) for _ in scope]
        if all(only[i] != sign for i, sign in zip(scope, signs, strict=True)):
            signs[0] = only[scope[0]]
        problem.add(clause(hard[i] == sign for i, sign in zip(scope, signs, strict=True)))
    # What is left of freedom goes with these: each variable is implied by the next one.
    for i in range(22):
        problem.add(clause([hard[i] == only[i], hard[(i + 1) % 22] != only[(i + 1) % 22]]))
    problem.add(clause(hard[i] == only[i] for i in range(22)))
    return problem
