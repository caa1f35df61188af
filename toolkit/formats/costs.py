"""A solution that somebody else found, with its costs."""

from __future__ import annotations

from copla.answers.result import Solution
from copla.language.constraint_problem import ConstraintProblem
from copla.rewriting.predicates import NoValueError, function


def solution_of(problem: ConstraintProblem, values: dict[str, int]) -> Solution:
    """The values with what the objectives say of them; without a cost where one has no value."""
    row = [values[variable.name] for variable in problem.variables]
    try:
        costs = tuple(function(one.expression, problem.variables)(row) for one in problem.objectives)
    except NoValueError:
        return Solution(values)
    return Solution(values, costs[0] if costs else None, costs=costs if len(costs) > 1 else None)
