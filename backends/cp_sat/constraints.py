"""A constraint problem in OR-Tools' terms, solved in a thread of its own.

What CP-SAT's outcomes prove: INFEASIBLE that there is no solution, OPTIMAL that the last one is a best one (or, where
all are enumerated, that these are all), FEASIBLE and UNKNOWN nothing but a bound of the objective. Costs and bounds are
whole numbers from end to end: the library's own figures for them are floating-point numbers.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from copla.answers.result import Result, Solution, Statistics
from copla.backends.cp_sat.translation import Translation
from copla.ground.errors import BackendError, ModelError
from copla.ground.limits import Watch
from copla.ground.numbers import LARGEST
from copla.ground.status import Status
from copla.language.constraint_problem import ConstraintProblem, Objective
from copla.rewriting.flattening import RewritingError
from copla.rewriting.predicates import function

_SECONDS_BETWEEN_LOOKS = 0.02


def solve_constraints(
    problem: ConstraintProblem, options: Mapping[str, Any], watch: Watch, *, simplified: bool = False
) -> Result:
    """Translate, solve, and say what the outcome proves.

    ``simplified`` says that the problem is nearly all clauses, and that what a presolve could find out is stated
    in it already: unrolled planning problems take half the time without one, and without linear relaxations.
    """
    from ortools.sat.python import cp_model

    translation = Translation(problem)
    try:
        reached = translation.write(watch)
    except (RewritingError, ModelError) as error:  # a part of what is written leaves the range of numbers
        return Result(Status.UNSUPPORTED, message=str(error))
    if reached is not None:
        return Result(reached, statistics=Statistics(expanded=0, backtracks=0))
    solver = cp_model.CpSolver()
    enumerate_all = problem.objective is None and watch.limits.solutions != 1
    solver.parameters.num_workers = 1 if enumerate_all else options["workers"]
    solver.parameters.random_seed = options["seed"]
    solver.parameters.enumerate_all_solutions = enumerate_all
    solver.parameters.catch_sigint_signal = False  # Ctrl-C belongs to the caller
    # Three steps of the presolve are wrong in OR-Tools 9.15, and what is made of intervals if one of them is left out;
    # docs/findings.md has the witnesses.
    solver.parameters.presolve_inclusion_work_limit = 0
    if translation.differs:
        solver.parameters.keep_all_feasible_solutions_in_presolve = True
    if translation.trees is not None and translation.trees.divides:
        solver.parameters.cp_model_probing_level = 0
        if translation.trees.schedules:
            solver.parameters.linearization_level = 0
    if simplified:
        solver.parameters.cp_model_presolve = False
        solver.parameters.linearization_level = 0
    if watch.seconds_left is not None:
        solver.parameters.max_time_in_seconds = watch.seconds_left
    collector = _collector_class()(translation, watch)
    if problem.objective is not None:
        solver.best_bound_callback = _bound_keeper(problem.objective, watch)
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
    constant = objective.constant if objective.flat else 0
    return sign * inner + constant if abs(inner) <= LARGEST else None


def _bound_keeper(objective: Objective, watch: Watch) -> Callable[[float], None]:
    """Hears what CP-SAT has proven of its objective while it runs."""
    constant = objective.constant if objective.flat else 0

    def keep(bound: float) -> None:
        if abs(bound) <= LARGEST:
            watch.prove(round(bound) + constant)

    return keep


@cache
def _collector_class() -> Any:
    """Defined once: that takes longer than to solve a small problem."""
    from ortools.sat.python import cp_model

    class Collector(cp_model.CpSolverSolutionCallback):
        def __init__(self, translation: Translation, watch: Watch) -> None:
            super().__init__()
            problem = translation.problem
            self.variables = {v.name: own for v, own in zip(problem.variables, translation.variables, strict=True)}
            self.cost_of = function(problem.objective.expression, problem.variables) if problem.objective else None
            self.watch = watch
            self.solutions: list[Solution] = []

        def on_solution_callback(self) -> None:
            values = {name: self.value(variable) for name, variable in self.variables.items()}
            cost = None
            if self.cost_of is not None:
                cost = self.cost_of(list(values.values()))
                self.solutions.clear()
                self.watch.note = f"cost {cost}"
            self.solutions.append(Solution(values, cost, self.watch.seconds))
            self.watch.expanded = self.num_branches
            if self.cost_of is None and len(self.solutions) == self.watch.limits.solutions:
                self.stop_search()

    return Collector


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
