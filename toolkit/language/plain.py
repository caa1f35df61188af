"""Problems as JSON, so that a problem that is no puzzle's can go to another process.

All that a problem says is data but for two things: a heuristic that is a Python function has no JSON, and what a puzzle
tells about its structure stays with the puzzle.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from copla.ground.errors import ModelError
from copla.language.constraint_problem import ConstraintProblem, Objective
from copla.language.constraints import AllDifferent, Clause, Linear, Literal, Table
from copla.language.heuristics import Function, Heuristic, Maximum, PatternTable, Sum, build
from copla.language.planning_problem import DeclaredHeuristic, PlanningProblem
from copla.language.problem import Problem
from copla.language.trees import read_constraint, read_expression, written_constraint, written_expression


def write(problem: Problem) -> str:
    """The problem as text; ModelError if it has a heuristic that is a function.

    >>> problem = ConstraintProblem("two")
    >>> x, y = problem.variable("x", range(2)), problem.variable("y", range(2))
    >>> stored = problem.add(x < y)
    >>> [str(constraint) for constraint in read(write(problem)).constraints]
    ['x < y']
    """
    problem.check()
    data = _constraints(problem) if isinstance(problem, ConstraintProblem) else _planning(problem)
    return json.dumps({"name": problem.name, **data})


def read(text: str) -> Problem:
    """The problem that :func:`write` wrote."""
    data = json.loads(text)
    return _read_constraints(data) if "constraints" in data else _read_planning(data)


def _constraints(problem: ConstraintProblem) -> dict[str, Any]:
    return {
        "variables": [[variable.name, variable.words or variable.domain] for variable in problem.variables],
        "constraints": [_constraint(constraint) for constraint in problem.constraints],
        "objectives": [[one.sense, written_expression(one.expression)] for one in problem.objectives],
    }


def _constraint(constraint: Any) -> dict[str, Any]:
    data: dict[str, Any] = {"label": constraint.label, "clue": constraint.clue}
    match constraint:
        case AllDifferent(variables):
            return data | {"different": [v.index for v in variables]}
        case Linear(terms, comparison, bound):
            return data | {"sum": [[c, v.index] for c, v in terms], "comparison": comparison, "bound": bound}
        case Table(variables, rows, allowed):
            return data | {"table": [v.index for v in variables], "rows": rows, "allowed": allowed}
        case Clause(literals):
            return data | {"clause": [[x.variable.index, x.value, x.positive] for x in literals]}
        case _:
            return data | {"tree": written_constraint(constraint)}


def _read_constraints(data: Mapping[str, Any]) -> ConstraintProblem:
    problem = ConstraintProblem(data["name"])
    variables = [problem.variable(name, domain) for name, domain in data["variables"]]
    by_name = {variable.name: variable for variable in variables}
    for record in data["constraints"]:
        constraint: Any
        if "different" in record:
            constraint = AllDifferent(tuple(variables[at] for at in record["different"]))
        elif "sum" in record:
            terms = tuple((coefficient, variables[at]) for coefficient, at in record["sum"])
            constraint = Linear(terms, record["comparison"], record["bound"])
        elif "table" in record:
            rows = tuple(map(tuple, record["rows"]))
            constraint = Table(tuple(variables[at] for at in record["table"]), rows, record["allowed"])
        elif "tree" in record:
            constraint = read_constraint(record["tree"], by_name)
        else:
            constraint = Clause(tuple(Literal(variables[at], value, sign) for at, value, sign in record["clause"]))
        problem.add(constraint, label=record["label"], clue=record["clue"])
    stated = [(sense, read_expression(tree, by_name)) for sense, tree in data["objectives"]]
    found = [Objective(sense, expression.terms, expression.constant) for sense, expression in stated]
    if found:
        problem.objective, problem.later_objectives = found[0], tuple(found[1:])
    return problem


def _planning(problem: PlanningProblem) -> dict[str, Any]:
    return {
        "variables": [[v.name, v.domain, v.domain[v.initial]] for v in problem.variables],
        "actions": [[a.label, a.condition, a.effects, a.cost] for a in problem.actions],
        "goal": problem.goal,
        "invariants": problem.invariants,
        "heuristics": [_heuristic(declared) for declared in problem.heuristics.values()],
    }


def _heuristic(declared: DeclaredHeuristic) -> dict[str, Any]:
    made = build(declared.name, declared.build)
    if isinstance(made, Function) or not isinstance(made, Sum | Maximum):
        raise ModelError(
            f"heuristic {declared.name!r} is a Python function, which cannot go to another process: "
            "solve the problem in this one, or write the heuristic as tables"
        )
    sums = made.sums if isinstance(made, Maximum) else (made,)
    return {
        "name": declared.name,
        "sums": [[[table.variables, table.sizes, list(table.entries)] for table in part.tables] for part in sums],
        "admissible": declared.admissible,
        "consistent": declared.consistent,
        "summary": declared.summary,
    }


def _read_planning(data: Mapping[str, Any]) -> PlanningProblem:
    problem = PlanningProblem(data["name"])
    variables = [problem.variable(*record) for record in data["variables"]]

    def values(facts: list[list[int]]) -> dict[Any, Any]:
        return {variables[at]: variables[at].domain[place] for at, place in facts}

    for label, condition, effects, cost in data["actions"]:
        problem.action(label, values(condition), values(effects), cost)
    problem.set_goal(values(data["goal"]))
    for places in data["invariants"]:
        problem.all_different([variables[at] for at in places])
    for record in data["heuristics"]:
        sums = tuple(Sum(tuple(PatternTable(tuple(v), tuple(s), e) for v, s, e in part)) for part in record["sums"])
        made: Heuristic = sums[0] if len(sums) == 1 else Maximum(sums)
        problem.heuristic(
            record["name"],
            lambda made=made: made,  # type: ignore[misc]
            admissible=record["admissible"],
            consistent=record["consistent"],
            summary=record["summary"],
        )
    return problem
