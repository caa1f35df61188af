"""Problems as they were written: rewritten for a backend, one objective after the other, and answers mapped back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from copla.answers.result import Result, Solution, Statistics
from copla.ground.errors import LimitError, ModelError
from copla.ground.limits import Watch
from copla.ground.status import Status
from copla.language.accepting import accepted
from copla.language.constraint_problem import ConstraintProblem
from copla.language.expressions import Expression, as_expression
from copla.language.logic import Relation
from copla.plugins.backend import Backend, HasCores
from copla.plugins.kinds import as_taken
from copla.rewriting.flattening import RewritingError, conditions
from copla.rewriting.predicates import NoValueError, function

Solve = Callable[[ConstraintProblem], Result]


def solve_written(problem: ConstraintProblem, backend: Backend, solve: Solve, watch: Watch) -> Result:
    """Ask for the best by the first objective, then for the best of these by the next one, and so on."""
    objectives = problem.objectives
    if len(objectives) < 2:
        return _solve(problem, backend, solve, watch)
    have_values = conditions(objective.expression for objective in objectives[1:])
    stage = problem.restricted([*problem.constraints, *have_values])
    answer, statistics, bound = Result(Status.UNKNOWN), Statistics(), None
    for number, objective in enumerate(objectives):
        stage.objective = objective
        stage.check()  # what was added to it is known to it only then
        result = _solve(stage, backend, solve, watch)
        statistics = statistics.plus(result.statistics)
        bound = result.bound if number == 0 else bound
        if result.status is Status.UNSUPPORTED:
            return result
        solutions = result.solutions[:1] or answer.solutions
        answer = result.changed(solutions=tuple(_with_costs(problem, one) for one in solutions), bound=bound)
        if result.status is not Status.OPTIMAL:
            break
        watch.settle()
        cost = answer.best.costs[number] if answer.best.costs is not None else result.best.cost
        stage = stage.restricted([*stage.constraints, _reaches(objective.expression, cost)])
    return answer.changed(statistics=statistics)


def core(problem: ConstraintProblem, backend: HasCores, clues: Sequence[int], watch: Watch) -> list[int] | None:
    """What :meth:`HasCores.core` says of the rewritten problem, by the places of the written constraints."""
    assert isinstance(backend, Backend)
    try:
        taken = as_taken(problem, backend)
    except RewritingError:
        return None
    chosen = set(clues)
    assumed = [place for place, origin in enumerate(taken.origins) if origin in chosen]
    found = backend.core(taken.problem, assumed, watch)
    return (
        None if found is None else sorted({origin for place in found if (origin := taken.origins[place]) is not None})
    )


def _solve(problem: ConstraintProblem, backend: Backend, solve: Solve, watch: Watch) -> Result:
    try:
        taken = as_taken(problem, backend, watch.check)
    except LimitError as reached:
        return Result(reached.status)
    except RewritingError as error:
        return Result(Status.UNSUPPORTED, message=str(error))
    why_not = backend.refuses(taken.problem)
    if why_not is not None:
        return Result(Status.UNSUPPORTED, message=why_not)
    result = solve(taken.problem)
    if not isinstance(result, Result) or taken.problem is problem or type(result.solutions) is not tuple:
        return result
    solutions = tuple(taken.solution(one) if isinstance(one, Solution) else one for one in result.solutions)
    return result.changed(solutions=solutions)


def _reaches(expression: Expression, cost: Any) -> Any:
    """The expression has this value. Each of the two is in the range of numbers; a sum of both may be beyond it."""
    stated = expression == cost
    try:
        accepted(stated)
    except ModelError:
        return Relation(expression, "==", as_expression(cost))
    return stated


def _with_costs(problem: ConstraintProblem, solution: Solution) -> Solution:
    try:
        row = [solution.values[variable.name] for variable in problem.variables]
        costs = tuple(function(objective.expression, problem.variables)(row) for objective in problem.objectives)
    except (KeyError, TypeError, NoValueError):  # nonsense: the checker says why
        return solution
    return solution.changed(cost=costs[0], costs=costs)
