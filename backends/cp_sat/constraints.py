"""A constraint problem in OR-Tools' terms, solved in a thread of its own, or, where it is large, in a process.

What CP-SAT's outcomes prove: INFEASIBLE that there is no solution, OPTIMAL that the last one is a best one (or, where
all are enumerated, that these are all), FEASIBLE and UNKNOWN nothing but a bound of the objective. Costs and bounds are
whole numbers from end to end: the library's own figures for them are floating-point numbers.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

from copla.answers.result import Result, Solution, Statistics
from copla.backends.cp_sat.answer import Ending, Listener, collector, ending
from copla.backends.cp_sat.apart import LARGE, solve_apart
from copla.backends.cp_sat.translation import Translation
from copla.ground import apart
from copla.ground.errors import BackendError, LimitError, ModelError
from copla.ground.limits import Watch
from copla.ground.status import Status
from copla.language.constraint_problem import ConstraintProblem, Objective
from copla.rewriting.flattening import RewritingError

_SECONDS_BETWEEN_LOOKS = 0.02


def solve_constraints(
    problem: ConstraintProblem, options: Mapping[str, Any], watch: Watch, *, simplified: bool = False
) -> Result:
    """Translate, solve, and say what the outcome proves.

    ``simplified`` says that the problem is nearly all clauses, and that what a presolve could find out is stated
    in it already: unrolled planning problems take half the time without one, and without linear relaxations.
    """
    from ortools.sat.python import cp_model

    try:
        translation = Translation(problem, watch)
        translation.write()
        watch.check()
    except (RewritingError, ModelError) as error:  # a part of what is written leaves the range of numbers
        return Result(Status.UNSUPPORTED, message=str(error))
    except LimitError as reached:
        return Result(reached.status, statistics=Statistics(expanded=0, backtracks=0))
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
    listener = Listener(problem, watch)
    how = solve_apart if translation.size > LARGE and apart.possible() else _solve_watched
    end = how(solver, translation.model, translation.variables, listener, watch)
    if end.outcome == "MODEL_INVALID":
        raise BackendError(f"CP-SAT calls the model invalid: {translation.model.validate()}")
    return _result(problem, end, listener.solutions, watch.limits.solutions)


def _result(problem: ConstraintProblem, end: Ending, found: list[Solution], wanted: int | None) -> Result:
    exhausted = end.outcome in ("OPTIMAL", "INFEASIBLE")
    solutions = found[:wanted] if problem.objective is None else found[-1:]
    bound = None
    if end.outcome == "INFEASIBLE":
        status = Status.INFEASIBLE
    elif problem.objective is not None and end.outcome == "OPTIMAL":
        status, bound = Status.OPTIMAL, solutions[0].cost
    elif problem.objective is None and (end.outcome == "OPTIMAL" or len(solutions) == wanted):
        status = Status.SOLVED
    else:
        status = end.limit or Status.TIMEOUT
        if problem.objective is not None and solutions:
            bound = _proven_bound(problem.objective, end.bound)
    return Result(
        status,
        tuple(solutions),
        # CP-SAT calls any solution of a problem without an objective "optimal"; only enumerating proves more.
        complete=exhausted and problem.objective is None and (wanted != 1 or not solutions) and len(found) != wanted,
        bound=bound,
        statistics=Statistics(expanded=end.branches, backtracks=end.conflicts),
    )


def _proven_bound(objective: Objective, inner: int | None) -> int | None:
    """The bound that CP-SAT has proven of its objective, which is always a sum to minimise, without the constant."""
    if inner is None:
        return None
    sign = 1 if objective.sense == "minimize" else -1
    return sign * inner + (objective.constant if objective.flat else 0)


def _solve_watched(solver: Any, model: Any, variables: list[Any], listener: Listener, watch: Watch) -> Ending:
    """Solve in a thread of its own, so that this one can watch the limits and hear Ctrl-C meanwhile."""
    solver.best_bound_callback = None if listener.cost_of is None else listener.bound
    callback = collector(variables, listener.solution, listener.wanted)
    outcome: list[Any] = []
    failure: list[BaseException] = []

    def work() -> None:
        try:
            outcome.append(solver.solve(model, callback))
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
    return ending(solver, outcome[0], limit)
