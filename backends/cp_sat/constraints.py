"""A constraint problem in OR-Tools' terms, solved in a thread of its own.

What CP-SAT's outcomes prove: INFEASIBLE that there is no solution, OPTIMAL that the last one is a best one (or, where
all are enumerated, that these are all), FEASIBLE and UNKNOWN nothing but a bound of the objective. Costs and bounds are
whole numbers from end to end: the library's own figures for them are floating-point numbers.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any

from copla.answers.result import Result, Solution, Statistics
from copla.ground.errors import BackendError
from copla.ground.limits import Watch
from copla.ground.numbers import LARGEST
from copla.ground.status import Status
from copla.language.constraint_problem import ConstraintProblem, Objective
from copla.language.constraints import AllDifferent, Clause, Constraint, Linear, Table
from copla.language.expressions import Variable

_SECONDS_BETWEEN_LOOKS = 0.02
_CONSTRAINTS_BETWEEN_LOOKS = 256


def solve_constraints(
    problem: ConstraintProblem, options: Mapping[str, Any], watch: Watch, *, simplified: bool = False
) -> Result:
    """Translate, solve, and say what the outcome proves.

    ``simplified`` says that the problem is nearly all clauses, and that what a presolve could find out is stated
    in it already: unrolled planning problems take half the time without one, and without linear relaxations.
    """
    from ortools.sat.python import cp_model

    translation = _Translation(cp_model, problem)
    reached = translation.write(watch)
    if reached is not None:
        return Result(reached, statistics=Statistics(expanded=0, backtracks=0))
    solver = cp_model.CpSolver()
    enumerate_all = problem.objective is None and watch.limits.solutions != 1
    solver.parameters.num_workers = 1 if enumerate_all else options["workers"]
    solver.parameters.random_seed = options["seed"]
    solver.parameters.enumerate_all_solutions = enumerate_all
    solver.parameters.catch_sigint_signal = False  # Ctrl-C belongs to the caller
    # Two steps of the presolve are wrong in OR-Tools 9.15; docs/findings.md has the witnesses.
    solver.parameters.presolve_inclusion_work_limit = 0
    if translation.differs:
        solver.parameters.keep_all_feasible_solutions_in_presolve = True
    if simplified:
        solver.parameters.cp_model_presolve = False
        solver.parameters.linearization_level = 0
    if watch.seconds_left is not None:
        solver.parameters.max_time_in_seconds = watch.seconds_left
    collector = _collector(cp_model, translation, watch)
    outcome, limit = _solve_watched(solver, translation.model, collector, watch)
    if outcome == cp_model.MODEL_INVALID:
        raise BackendError(f"CP-SAT calls the model invalid: {translation.model.validate()}")
    return _result(cp_model, problem, solver, outcome, limit, collector.solutions, watch)


def _result(
    cp_model: Any,
    problem: ConstraintProblem,
    solver: Any,
    outcome: Any,
    limit: Status | None,
    found: list[Solution],
    watch: Watch,
) -> Result:
    exhausted = outcome in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    wanted = watch.limits.solutions
    solutions = found[:wanted] if problem.objective is None else found[-1:]
    bound = None
    if outcome == cp_model.INFEASIBLE:
        status = Status.INFEASIBLE
    elif problem.objective is not None and outcome == cp_model.OPTIMAL:
        status, bound = Status.OPTIMAL, solutions[0].cost
    elif problem.objective is None and (outcome == cp_model.OPTIMAL or len(solutions) == wanted):
        status = Status.SOLVED
    else:
        status = limit or Status.TIMEOUT
        if problem.objective is not None and solutions:
            bound = _proven_bound(problem.objective, solver)
    return Result(
        status,
        tuple(solutions),
        # CP-SAT calls any solution of a problem without an objective "optimal"; only enumerating proves more.
        complete=exhausted and problem.objective is None and (wanted != 1 or not solutions) and len(found) != wanted,
        bound=bound,
        statistics=Statistics(expanded=solver.num_branches, backtracks=solver.num_conflicts),
    )


def _proven_bound(objective: Objective, solver: Any) -> int | None:
    """The bound that CP-SAT has proven of its objective, which is always a sum to minimise, without the constant."""
    inner = solver.response_proto.inner_objective_lower_bound
    sign = 1 if objective.sense == "minimize" else -1
    return sign * inner + objective.constant if abs(inner) <= LARGEST else None


class _Translation:
    """The problem as a CP-SAT model."""

    def __init__(self, cp_model: Any, problem: ConstraintProblem) -> None:
        self.cp_model = cp_model
        self.problem = problem
        self.model = cp_model.CpModel()
        domains = {v.domain: cp_model.Domain.from_values(v.domain) for v in problem.variables}
        self.variables = [self.model.new_int_var_from_domain(domains[v.domain], v.name) for v in problem.variables]
        self.literals: dict[tuple[int, int], Any] = {}
        wide = any(max(-domain[0], domain[-1]) > _LARGEST_OF_32_BITS for domain in domains)
        # CP-SAT 9.15 misreads tables of larger numbers, and tables beside clauses (docs/findings.md).
        self.own_tables = wide or any(isinstance(constraint, Clause) for constraint in problem.constraints)
        self.differs = False  # whether a difference has been written, of a sum or of a variable and a value

    def write(self, watch: Watch) -> Status | None:
        """Write down all constraints and the objective, or return the limit that came first."""
        for number, constraint in enumerate(self.problem.constraints):
            if number % _CONSTRAINTS_BETWEEN_LOOKS == 0:
                reached = watch.reached()
                if reached is not None:
                    return reached
            self.add(constraint)
        objective = self.problem.objective
        if objective is not None:
            expression = self.sum(objective.terms)
            if objective.sense == "minimize":
                self.model.minimize(expression)
            else:
                self.model.maximize(expression)
        return None

    def add(self, constraint: Constraint) -> None:
        match constraint:
            case AllDifferent(variables):
                self.model.add_all_different([self.variables[v.index] for v in variables])
            case Linear(terms, comparison, bound):
                choice = self.at_most_one(terms, bound) if comparison in ("<=", "==") else None
                if choice is None:
                    self.differs = self.differs or comparison == "!="
                    self.model.add(_COMPARE[comparison](self.sum(terms), bound))
                elif comparison == "<=":
                    self.model.add_at_most_one(choice)
                else:
                    self.model.add_exactly_one(choice)
            case Table(variables, rows, True) if self.own_tables:
                self.add_rows(variables, rows)
            case Table(variables, rows, False) if self.own_tables:
                self.forbid_rows(variables, rows)
            case Table(variables, rows, allowed):
                scope = [self.variables[v.index] for v in variables]
                if allowed:
                    self.model.add_allowed_assignments(scope, rows)
                elif rows:
                    self.model.add_forbidden_assignments(scope, rows)
            case Clause(literals):
                chosen = [(self.literal(lit.variable.index, lit.value), lit.positive) for lit in literals]
                self.model.add_bool_or([literal if positive else ~literal for literal, positive in chosen])

    def add_rows(self, variables: tuple[Variable, ...], rows: tuple[tuple[int, ...], ...]) -> None:
        """Allowed rows with a Boolean for each of them. The values determine it, so that solutions stay distinct."""
        chosen = []
        rows_with: dict[tuple[int, int], list[Any]] = {(v.index, value): [] for v in variables for value in v.domain}
        for row in dict.fromkeys(rows):
            facts = [(v.index, value) for v, value in zip(variables, row, strict=True)]
            if all(fact in rows_with for fact in facts):
                this = self.model.new_bool_var("")
                self.model.add_bool_and([self.literal(*fact) for fact in facts]).only_enforce_if(this)
                chosen.append(this)
                for fact in facts:
                    rows_with[fact].append(this)
        self.model.add_exactly_one(chosen) if chosen else self.model.add_bool_or([])
        for fact, supporting in rows_with.items():
            self.model.add_bool_or([~self.literal(*fact), *supporting])

    def forbid_rows(self, variables: tuple[Variable, ...], rows: tuple[tuple[int, ...], ...]) -> None:
        """Forbidden rows, a clause for each; one with a value that its variable cannot have says nothing."""
        for row in dict.fromkeys(rows):
            if all(value in variable.domain for variable, value in zip(variables, row, strict=True)):
                facts = (self.literal(v.index, value) for v, value in zip(variables, row, strict=True))
                self.model.add_bool_or([~fact for fact in facts])

    def at_most_one(self, terms: tuple[tuple[int, Variable], ...], bound: int) -> list[Any] | None:
        """The literals of a sum over 0/1 variables that says of them "at most (or exactly) one", else None."""
        negative = 0
        literals = []
        for coefficient, variable in terms:
            if variable.domain != _SWITCH or coefficient not in (1, -1):
                return None
            literal = self.variables[variable.index]
            negative += coefficient < 0
            literals.append(literal if coefficient > 0 else ~literal)
        return literals if bound + negative == 1 else None

    def literal(self, variable: int, value: int) -> Any:
        """A Boolean that is true exactly if the variable has the value."""
        key = (variable, value)
        if key not in self.literals:
            domain = self.problem.variables[variable].domain
            if value not in domain:
                self.literals[key] = self.model.new_constant(0)
            elif domain == _SWITCH:
                itself = self.variables[variable]
                self.literals[key] = itself if value else ~itself
            else:
                literal = self.model.new_bool_var("")
                self.differs = True
                self.model.add(self.variables[variable] == value).only_enforce_if(literal)
                self.model.add(self.variables[variable] != value).only_enforce_if(~literal)
                self.literals[key] = literal
        return self.literals[key]

    def sum(self, terms: Any) -> Any:
        variables = [self.variables[variable.index] for _, variable in terms]
        return self.cp_model.LinearExpr.weighted_sum(variables, [coefficient for coefficient, _ in terms])


_SWITCH = (0, 1)
_LARGEST_OF_32_BITS = 2**31 - 1
_COMPARE: dict[str, Callable[[Any, int], Any]] = {
    "<": lambda left, bound: left < bound,
    "<=": lambda left, bound: left <= bound,
    "==": lambda left, bound: left == bound,
    "!=": lambda left, bound: left != bound,
    ">=": lambda left, bound: left >= bound,
    ">": lambda left, bound: left > bound,
}


def _collector(cp_model: Any, translation: _Translation, watch: Watch) -> Any:
    problem = translation.problem
    names = [v.name for v in problem.variables]

    class Collector(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.solutions: list[Solution] = []

        def on_solution_callback(self) -> None:
            values = {name: self.value(v) for name, v in zip(names, translation.variables, strict=True)}
            cost = problem.objective.value(values) if problem.objective else None
            if problem.objective:
                self.solutions.clear()
                watch.note = f"cost {cost}"
            self.solutions.append(Solution(values, cost, watch.seconds))
            watch.expanded = self.num_branches
            if problem.objective is None and len(self.solutions) == watch.limits.solutions:
                self.stop_search()

    return Collector()


def _solve_watched(solver: Any, model: Any, collector: Any, watch: Watch) -> tuple[Any, Status | None]:
    """Solve in a thread of its own, so that this one can watch the limits and hear Ctrl-C meanwhile."""
    outcome: list[Any] = []
    failure: list[BaseException] = []

    def work() -> None:
        try:
            outcome.append(solver.solve(model, collector))
        except BaseException as error:
            failure.append(error)

    thread = threading.Thread(target=work, name="cp-sat", daemon=True)
    limit: Status | None = None
    thread.start()
    try:
        while thread.is_alive():
            thread.join(_SECONDS_BETWEEN_LOOKS)
            limit = limit or watch.reached()
            if limit is not None:
                solver.stop_search()
    except BaseException:
        solver.stop_search()
        thread.join()
        raise
    if failure:
        raise failure[0]
    return outcome[0], limit
