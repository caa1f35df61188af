"""python-constraint: a translator to the library python-constraint2 (module ``constraint``)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import count
from operator import mul
from typing import Any

from copla.answers.result import Result, Solution, Statistics
from copla.bridges.horizons import solve_by_horizons, too_large
from copla.ground.errors import LimitError
from copla.ground.limits import Watch
from copla.ground.status import Status
from copla.language.constraint_problem import ConstraintProblem
from copla.language.constraints import COMPARE, AllDifferent, Clause, Linear, Table
from copla.language.planning_problem import PlanningProblem
from copla.language.problem import Kind, Problem
from copla.language.written import Written
from copla.plugins.backend import Pace, missing_library
from copla.plugins.options import Option
from copla.rewriting.predicates import NoValueError, function, predicate
from copla.rewriting.rewrite import KINDS

MOST_CHOICES = 5_000
"""Actions times steps of a plan; docs/bridges.md has the measurements behind this."""

SOLVERS = {"backtracking": "BacktrackingSolver", "optimized": "OptimizedBacktrackingSolver"}


class PythonConstraint:
    """Backtracking by somebody else's hands: an independent witness for small problems."""

    name = "python-constraint"
    kinds = KINDS
    strength: Mapping[Kind, int] = {"constraints": 40, "planning": 20}
    pace = Pace(largest=4.0, share_of_planning=0.2)
    summary = "the library python-constraint2, backtracking with forward checking; constraint problems, small plans"
    options = (
        Option(
            "solver",
            "backtracking",
            "the library's BacktrackingSolver (faster here) or its OptimizedBacktrackingSolver",
            tuple(SOLVERS),
        ),
        Option("forward", True, "whether the library checks forward"),
    )

    def missing(self) -> str | None:
        return missing_library("constraint")

    def refuses(self, problem: Problem) -> str | None:
        if isinstance(problem, PlanningProblem):
            return too_large(problem, MOST_CHOICES)
        return None

    def solve(self, problem: Problem, options: Mapping[str, Any], watch: Watch) -> Result:
        if isinstance(problem, ConstraintProblem):
            return _solve(problem, options, watch)
        return solve_by_horizons(
            problem, lambda bounded: _solve(bounded, options, watch, smallest_first=True), watch, encoding="values"
        )


def _solve(
    problem: ConstraintProblem, options: Mapping[str, Any], watch: Watch, *, smallest_first: bool = False
) -> Result:
    solutions: list[Solution] = []
    generated = watch.generated
    try:
        exhausted = _collect(problem, options, watch, solutions, smallest_first)
    except LimitError as reached:
        status, exhausted = reached.status, False
    else:
        found = Status.OPTIMAL if problem.objective else Status.SOLVED
        status = found if solutions else Status.INFEASIBLE
    return Result(
        status,
        tuple(solutions),
        complete=exhausted and problem.objective is None,
        bound=solutions[0].cost if status is Status.OPTIMAL else None,
        statistics=Statistics(generated=watch.generated - generated),
    )


_LOOK = 256  # so many variables or rows between two looks at the limits
_LOOK_MASK = 63  # and one more than so many values that are tried: a written constraint may take long for each
_OPEN_AT_A_TIME = 64


def _collect(
    problem: ConstraintProblem,
    options: Mapping[str, Any],
    watch: Watch,
    solutions: list[Solution],
    smallest_first: bool,
) -> bool:
    """Put the library's solutions into the list (with an objective: the best); True if there are no more."""
    import constraint as library

    solver = getattr(library, SOLVERS[options["solver"]])(options["forward"])
    translated = library.Problem(solver)
    for number, variable in enumerate(problem.variables):
        if number % _LOOK == 0:
            watch.check()
        translated.addVariable(variable.name, list(variable.domain))

    def counted() -> None:
        watch.generated += 1
        watch.check()

    # The library knows no limits. A constraint over all variables that always holds is asked at every
    # assignment: it counts them, and raises when a limit is reached. Being first, it misses none.
    if problem.variables:
        translated.addConstraint(_always(library, counted), [v.name for v in problem.variables])
    for stated in problem.constraints:
        watch.check()  # each may be as long as it likes
        scope = stated.scope
        if scope:
            translated.addConstraint(_translate(library, stated, watch), [v.name for v in scope])
        elif not predicate(stated, ())(()):
            return True  # it can never hold
    if smallest_first:
        _even_out(library, translated, problem, watch)
    every = translated.getSolutionIter() if problem.variables else iter([{}])
    cost_of = None if problem.objective is None else function(problem.objective.expression, problem.variables)
    for values in every:
        values = {v.name: values[v.name] for v in problem.variables}
        if problem.objective is None or cost_of is None:
            solutions.append(Solution(values, None, watch.seconds))
            if len(solutions) == watch.limits.solutions:
                return False
            continue
        try:
            cost = cost_of(tuple(values.values()))
        except NoValueError:
            continue  # what has no cost is no solution
        sign = 1 if problem.objective.sense == "minimize" else -1
        if not solutions or sign * cost < sign * (solutions[0].cost or 0):
            solutions[:] = [Solution(values, cost, watch.seconds)]
    return True


def _always(library: Any, asked: Callable[[], None] = lambda: None) -> Any:
    """A constraint that always holds; ``asked`` is called whenever the library asks."""

    class Always(library.Constraint):  # type: ignore[misc]
        def __call__(self, *_: object, **__: object) -> bool:
            asked()
            return True

        def preProcess(self, *_: object) -> None:  # noqa: N802 - the library's name
            """Nothing to prepare; the library would drop a constraint over a single variable here."""

    return Always()


def _even_out(library: Any, translated: Any, problem: ConstraintProblem, watch: Watch) -> None:
    """Make the library choose the variable with the fewest values left, the first one stated among equals.

    It takes the variable with the most constraints, and looks at the number of values among equals only. An
    unrolled plan must be followed step by step instead: so every variable gets as many constraints as any other,
    by constraints that always hold.
    """
    degrees = Counter(v.index for constraint in problem.constraints for v in constraint.scope)
    most = max(degrees.values(), default=0)
    filler = _always(library)
    for variable in problem.variables:
        watch.check()
        for _ in range(most - degrees[variable.index]):
            translated.addConstraint(filler, [variable.name])


def _translate(library: Any, constraint: Any, watch: Watch) -> Any:
    if isinstance(constraint, AllDifferent):
        few = len(constraint.variables) <= _OPEN_AT_A_TIME
        return library.AllDifferentConstraint() if few else _all_different(library, watch)
    return library.FunctionConstraint(_looking(_function(constraint, watch), watch))


def _all_different(library: Any, watch: Watch) -> Any:
    """The library's, asked about some of the open variables at a time: of thousands it takes long."""

    class Different(library.AllDifferentConstraint):  # type: ignore[misc]
        def __call__(self, variables: Any, domains: Any, assignments: Any, forwardcheck: Any = False) -> bool:
            ask = super().__call__
            settled = [variable for variable in variables if variable in assignments]
            waiting = [variable for variable in variables if variable not in assignments]
            for start in range(0, len(waiting) or 1, _OPEN_AT_A_TIME):
                watch.check()
                if not ask(settled + waiting[start : start + _OPEN_AT_A_TIME], domains, assignments, forwardcheck):
                    return False
            return True

    return Different()


def _looking(test: Callable[[tuple[int, ...]], bool], watch: Watch) -> Callable[..., bool]:
    """The test with a look at the limits now and then: before a value is assigned the library tries all of others."""
    number, check = count(1).__next__, watch.check

    def looked_at(*values: int) -> bool:
        if not number() & _LOOK_MASK:
            check()
        return test(values)

    return looked_at


def _function(constraint: Linear | Table | Clause | Written, watch: Watch) -> Callable[[tuple[int, ...]], bool]:
    """The constraint as a function of the values of its scope, in order."""
    match constraint:
        case Linear(((1, _), (-1, _)), comparison, bound):
            fits = COMPARE[comparison]
            return lambda values: fits(values[0] - values[1], bound)
        case Linear(terms, comparison, bound):
            fits = COMPARE[comparison]
            coefficients = [coefficient for coefficient, _ in terms]
            return lambda values: fits(sum(map(mul, coefficients, values)), bound)
        case Table(_, rows, allowed):
            known: set[tuple[int, ...]] = set()
            for start in range(0, len(rows), _LOOK):
                watch.check()
                known.update(rows[start : start + _LOOK])
            return lambda values: (values in known) == allowed
        case Clause(literals):
            place = {variable.index: k for k, variable in enumerate(constraint.scope)}
            parts = [(place[lit.variable.index], lit.value, lit.positive) for lit in literals]
            return lambda values: any((values[k] == value) == positive for k, value, positive in parts)
    return predicate(constraint, constraint.scope)


BACKEND = PythonConstraint()
