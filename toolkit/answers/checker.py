"""The checker: evaluates an answer against the declarative model alone. It shares no code with a solver."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from copla.answers.evaluation import holds as holds_in
from copla.answers.evaluation import value as value_of
from copla.answers.result import Result, Solution
from copla.ground.errors import ModelError
from copla.ground.numbers import shown
from copla.ground.status import Status
from copla.ground.text import counted
from copla.language.constraint_problem import FEW_VALUES, ConstraintProblem
from copla.language.constraints import COMPARE, AllDifferent, Linear, Table
from copla.language.expressions import Variable
from copla.language.planning_problem import Action, Fact, PlanningProblem, State
from copla.language.problem import Problem


def violations(problem: Problem, solution: Solution) -> list[str]:
    """Everything that is wrong with a solution, one line each; empty if it is right.

    >>> from copla import ConstraintProblem, Solution
    >>> problem = ConstraintProblem()
    >>> x, y = problem.variable("x", range(3)), problem.variable("y", range(3))
    >>> _ = problem.add(x < y, label="clue x < y")
    >>> violations(problem, Solution({"x": 2, "y": 1}))
    ['clue x < y: violated by x = 2, y = 1']
    """
    if not isinstance(problem, Problem) or not isinstance(solution, Solution):
        found = f"{shown(problem)} and {shown(solution)}"
        raise ModelError(f"violations takes a problem and a solution, such as result.best, found {found}")
    problem.check()
    return _violations(problem, solution)


def _violations(problem: Problem, solution: Solution) -> list[str]:
    if type(solution.values) is not dict and not isinstance(solution.values, Mapping):
        return [f"the values are {shown(solution.values)}, expected a dict from names to numbers"]
    if solution.moves is not None and not isinstance(solution.moves, tuple | list):
        return [f"the moves are {shown(solution.moves)}, expected a tuple of labels"]
    if isinstance(problem, PlanningProblem):
        return _wrong_steps(problem, solution)
    values = solution.values
    in_order = _in_order(problem, values)
    if in_order is None:
        return _wrong_values(problem, values)
    found = []
    for constraint in _violated(problem.constraints, in_order):
        names = ", ".join(f"{v.name} = {v.in_words(values[v.name])}" for v in _culprits(constraint, values))
        found.append(f"{constraint}: violated by {names}" if names else f"{constraint}: can never hold")
    if problem.objective and not found:
        found += _wrong_costs(problem, solution, in_order)
    return found


def _wrong_costs(problem: ConstraintProblem, solution: Solution, in_order: Sequence[int]) -> list[str]:
    """Of the objective, and of those after it where there are some."""
    costs = [value_of(objective.expression, in_order) for objective in problem.objectives]
    for objective, cost in zip(problem.objectives, costs, strict=True):
        if cost is None:
            return [f"the objective '{objective.expression}' has no value"]
    found = _wrong_cost(solution.cost, costs[0] or 0)
    if not found and problem.later_objectives and solution.costs != tuple(costs):
        found = [f"the costs are given as {shown(solution.costs)}, they are {', '.join(map(str, costs))}"]
    return found


def faults(problem: Problem, result: Result) -> list[str]:
    """Everything that is wrong with a result on its own: its solutions, and claims that contradict them or each other.

    A result is judged by what it claims, not by what was asked for: few solutions are no fault unless the result says
    that they are all.
    """
    malformed = _malformed(result)
    if malformed:
        return malformed
    found: list[str] = []
    for number, solution in enumerate(result.solutions, 1):
        for violation in _violations(problem, solution):
            found.append(f"solution {number}: {violation}")
    if len(result.solutions) > 1 and len({solution.key for solution in result.solutions}) < len(result.solutions):
        found.append("the same solution is listed twice")
    return found + _wrong_claims(problem, result)


def _malformed(result: Result) -> list[str]:
    """What makes no sense before anything is checked."""
    status, bound = result.status, result.bound
    if type(status) is not Status:
        return [f"the status is {shown(status)}, expected one of {', '.join(Status)}"]
    if type(result.solutions) is not tuple:
        return [f"the solutions are {shown(result.solutions)}, expected a tuple of Solution"]
    for solution in result.solutions:
        if type(solution) is not Solution:
            return [f"the solutions are {shown(result.solutions)}, expected a tuple of Solution"]
    if type(result.complete) is not bool:
        return [f"complete is {shown(result.complete)}, expected True or False"]
    if bound is not None and type(bound) is not int:
        return [f"the bound is {shown(bound)}, expected a whole number or None"]
    return []


_FOUND = (Status.SOLVED, Status.OPTIMAL)


def _wrong_claims(problem: Problem, result: Result) -> list[str]:
    """Claims that contradict the result's own solutions or its other claims."""
    status, solutions, bound = result.status, result.solutions, result.bound
    found = []
    if status in _FOUND:
        if not solutions:
            found.append(f"the status is '{status}', but there is no solution")
    elif status is Status.INFEASIBLE:
        if solutions:
            found.append("the status is 'infeasible', but there are solutions")
    elif result.complete:
        found.append(f"the status is '{status}', but the solutions are said to be all")
    if isinstance(problem, PlanningProblem):
        maximize = False
    elif problem.objective is not None:
        maximize = problem.objective.sense == "maximize"
    else:
        if status is Status.OPTIMAL:
            found.append("the status is 'optimal', but the problem has no objective")
        if bound is not None:
            found.append(f"the bound is {bound}, but the problem has no objective")
        return found
    costs = [solution.cost for solution in solutions if type(solution.cost) is int]
    if not costs:
        return found
    best = max(costs) if maximize else min(costs)
    if bound is not None and (best > bound if maximize else best < bound):
        found.append(f"the bound is {bound}, but a solution costs {best}")
    if status is Status.OPTIMAL:
        if costs[0] != best:
            found.append(f"the cost {costs[0]} is said to be optimal, but a solution costs {best}")
        elif bound is not None and bound != best:
            found.append(f"the cost {best} is said to be optimal, but the proven bound is {bound}")
    return found


def _in_order(problem: ConstraintProblem, values: Mapping[str, int]) -> Sequence[int] | None:
    """The values in the order of the variables; None if they are not one value of its domain for each variable."""
    variables, alike, found = problem.variables, problem.alike, []
    if len(values) != len(variables):
        return None
    try:
        if alike is not None:
            taken = alike.pick(values)
            return taken if list(map(type, taken)) == alike.types and alike.domain.issuperset(taken) else None
        if problem.most_values > FEW_VALUES:
            found = [values[variable.name] for variable in variables]
            return found if all(map(_is_in, [variable.domain for variable in variables], found)) else None
        for variable in variables:
            value = values[variable.name]
            if type(value) is not int or value not in variable.domain:
                return None
            found.append(value)
    except KeyError:
        return None
    return found


def _is_in(domain: tuple[int, ...], value: object) -> bool:
    """Whether it is a value of a domain, whose values are in order."""
    if type(value) is not int:
        return False
    place = bisect_left(domain, value)
    return place < len(domain) and domain[place] == value


def _wrong_values(problem: ConstraintProblem, values: Mapping[str, int]) -> list[str]:
    found = [f"{name}: there is no such variable" for name in values if name not in problem]
    for variable in problem.variables:
        if variable.name not in values:
            found.append(f"{variable.name}: has no value")
        elif type(values[variable.name]) is not int or values[variable.name] not in variable.domain:
            found.append(f"{variable.name} = {shown(values[variable.name])}: expected {_domain(variable)}")
    return found


def holds(constraint: Any, values: Mapping[str, int]) -> bool:
    """Whether one constraint holds under values for all its variables."""
    return holds_in(constraint, {v.index: values[v.name] for v in constraint.scope})


def _violated(constraints: Iterable[Any], values: Sequence[int]) -> list[Any]:
    """Those that do not hold, under the values by the index of a variable.

    One plain loop, because every answer passes through it: in a list a value is found sooner than by its name.
    """
    found: list[Any] = []
    for constraint in constraints:
        kind = type(constraint)
        if kind is AllDifferent:
            taken = set()
            for variable in constraint.variables:
                taken.add(values[variable.index])
            if len(taken) < len(constraint.variables):
                found.append(constraint)
        elif kind is Linear:
            left = 0
            for coefficient, variable in constraint.terms:
                left += coefficient * values[variable.index]
            comparison = constraint.comparison
            if comparison == "<":
                holds = left < constraint.bound
            elif comparison == ">":
                holds = left > constraint.bound
            else:
                holds = COMPARE[comparison](left, constraint.bound)
            if not holds:
                found.append(constraint)
        elif kind is Table:
            if (tuple([values[v.index] for v in constraint.variables]) in constraint.rows) != constraint.allowed:
                found.append(constraint)
        elif not holds_in(constraint, values):
            found.append(constraint)
    return found


def _replayed(problem: PlanningProblem, moves: Sequence[str]) -> tuple[dict[State, int], list[str]]:
    """Every state that the labels can lead to with its least cost, or no state and the first illegal step with why.

    A label says what is done; several actions may share it, such as the cases of a disjunction.
    """
    by_label, states = problem.labels, {problem.initial_state: 0}
    for number, label in enumerate(moves, 1):
        named = by_label.get(label, ())
        if not named:
            return {}, [f"step {number}, {label}: there is no such move"]
        after: dict[State, int] = {}
        for state, cost in states.items():
            for action in named:
                for variable, value in action.condition:  # the innermost loop of all checking
                    if state[variable] != value:
                        break
                else:
                    new, total = action.apply(state), cost + action.cost
                    after[new] = min(total, after.get(new, total))
        if not after:
            return {}, [f"step {number}, {label}: not possible here: {_obstacle(problem, named, states)}"]
        states = after
    return states, []


def _wrong_steps(problem: PlanningProblem, solution: Solution) -> list[str]:
    """Replay a plan: the first illegal step and why, or what is missing at the end, or a wrong cost."""
    if solution.moves is None:
        return ["there is no plan"]
    reached, wrong = _replayed(problem, solution.moves)
    if wrong:
        return wrong
    costs = [cost for state, cost in reached.items() if problem.is_goal(state)]
    if not costs:
        missing = _nearest(problem, [problem.goal], reached)
        return [f"after {counted(len(solution.moves), 'step')} the goal is not reached: {missing}"]
    return _wrong_cost(solution.cost, min(costs))


def _wrong_cost(given: object, right: int) -> list[str]:
    return [] if type(given) is int and given == right else [f"the cost is given as {shown(given)}, it is {right}"]


def _obstacle(problem: PlanningProblem, actions: Sequence[Action], states: Iterable[State]) -> str:
    """What keeps the nearest of some actions from being applicable in any of the states."""
    return _nearest(problem, [action.condition for action in actions], states)


def _nearest(problem: PlanningProblem, conditions: Sequence[tuple[Fact, ...]], states: Iterable[State]) -> str:
    """What is missing where the least is missing."""
    unmet = [
        ([fact for fact in condition if state[fact[0]] != fact[1]], state)
        for state in states
        for condition in conditions
    ]
    return _facts(problem, *min(unmet, key=lambda missing: len(missing[0])))


def _facts(problem: PlanningProblem, facts: list[tuple[int, int]], state: State) -> str:
    parts = []
    for index, value in facts:
        variable = problem.variables[index]
        parts.append(f"{variable.name} is {variable.domain[state[index]]}, expected {variable.domain[value]}")
    return "; ".join(parts)


def _culprits(constraint: Any, values: Mapping[str, int]) -> list[Variable]:
    if isinstance(constraint, AllDifferent):
        times = Counter(values[v.name] for v in constraint.variables)
        return [v for v in constraint.variables if times[values[v.name]] > 1]
    return list(constraint.scope)


def _domain(variable: Variable) -> str:
    low, high = variable.domain[0], variable.domain[-1]
    if len(variable.domain) == high - low + 1:
        return f"a value from {low} to {high}"
    return "one of " + ", ".join(map(str, variable.domain[:12])) + (", ..." if len(variable.domain) > 12 else "")
