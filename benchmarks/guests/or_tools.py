"""OR-Tools' CP-SAT as anybody would call it: no parameter but limits, and no detour around a known defect.

``copla fuzz constraints --backend benchmarks/guests/or_tools.toml`` tries whatever version is installed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ortools.sat.python import cp_model as library

import copla
from copla.language.constraints import AllDifferent, Clause, Linear, Table

SECONDS = 1.5
cp_model: Any = library  # the older names, which every version has and the types of the newest do not


def solve(problem: copla.ConstraintProblem) -> Iterator[dict[str, int]] | str | None:
    """All solutions, or the best one; None if there is none."""
    if not problem.flat or problem.later_objectives:
        return "unsupported"
    written = _Model(problem)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = SECONDS
    solver.parameters.enumerate_all_solutions = problem.objective is None
    found = _Collector(written.variables)
    status = solver.Solve(written.model, found)
    if status == cp_model.INFEASIBLE:
        return None
    if status != cp_model.OPTIMAL:
        return "unknown"
    return iter(found.solutions if problem.objective is None else found.solutions[-1:])


class _Model:
    """A problem in the words of OR-Tools."""

    def __init__(self, problem: copla.ConstraintProblem) -> None:
        self.model: Any = cp_model.CpModel()
        self.variables: dict[str, Any] = {}
        self.literals: dict[tuple[str, int], Any] = {}
        for variable in problem.variables:
            domain = cp_model.Domain.FromValues(list(variable.domain))
            self.variables[variable.name] = self.model.NewIntVarFromDomain(domain, variable.name)
        for constraint in problem.constraints:
            self.add(constraint)
        if problem.objective is not None:
            goal = self.model.Minimize if problem.objective.sense == "minimize" else self.model.Maximize
            goal(self.sum(problem.objective.terms))

    def add(self, constraint: Any) -> None:
        match constraint:
            case Linear(terms, comparison, bound):
                left = self.sum(terms)
                compare = {
                    "<": lambda: left < bound, "<=": lambda: left <= bound, "==": lambda: left == bound,
                    "!=": lambda: left != bound, ">=": lambda: left >= bound, ">": lambda: left > bound,
                }  # fmt: skip
                self.model.Add(compare[comparison]())
            case AllDifferent(variables):
                self.model.AddAllDifferent([self.variables[variable.name] for variable in variables])
            case Table(variables, rows, allowed):
                add = self.model.AddAllowedAssignments if allowed else self.model.AddForbiddenAssignments
                add([self.variables[variable.name] for variable in variables], list(rows))
            case Clause(literals):
                self.model.AddBoolOr([self.literal(x.variable.name, x.value, x.positive) for x in literals])

    def sum(self, terms: Any) -> Any:
        """A sum that is one for OR-Tools even where there is nothing to add."""
        weights = [factor for factor, _ in terms]
        return cp_model.LinearExpr.WeightedSum([self.variables[variable.name] for _, variable in terms], weights)

    def literal(self, name: str, value: int, positive: bool) -> Any:
        if (name, value) not in self.literals:
            made = self.literals[name, value] = self.model.NewBoolVar(f"{name} is {value}")
            self.model.Add(self.variables[name] == value).OnlyEnforceIf(made)
            self.model.Add(self.variables[name] != value).OnlyEnforceIf(made.Not())
        found = self.literals[name, value]
        return found if positive else found.Not()


class _Collector(library.CpSolverSolutionCallback):
    def __init__(self, variables: dict[str, Any]) -> None:
        super().__init__()
        self.variables = variables
        self.solutions: list[dict[str, int]] = []

    def on_solution_callback(self) -> None:
        self.solutions.append({name: self.Value(variable) for name, variable in self.variables.items()})
