"""Constraint problems on the native engine: which search answers, and what its answer proves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from copla.backends.native import engine
from copla.constraint_problem import ConstraintProblem
from copla.constraints import AllDifferent, Clause, Linear, Table
from copla.errors import ModelError
from copla.limits import Watch
from copla.options import Option
from copla.result import Result, Solution, Statistics, Status

INFERENCES = ("none", "forward", "arc", "hidden", "mac")
VARIABLE_ORDERS = ("input", "smallest", "smallest-degree", "dom/wdeg", "dual")
VALUE_ORDERS = ("ascending", "least-constraining")
LEARNING = ("never", "auto", "always")
AUTO = "auto"

OPTIONS = (
    Option(
        "inference",
        AUTO,
        "constraints: what is concluded after each choice: nothing, forward checking, arc consistency, with hidden "
        "singles, with matching too (auto: the engine chooses)",
        (AUTO, *INFERENCES),
    ),
    Option(
        "variables",
        AUTO,
        "constraints: what is decided next; dual: a variable or a value's place in a line (auto: the engine chooses)",
        (AUTO, *VARIABLE_ORDERS),
    ),
    Option("values", "ascending", "constraints: which value is tried first", VALUE_ORDERS),
    Option("guesses", None, "constraints: give up after so many choices (none: never)", least=0, kind=int),
    Option("restarts", None, "constraints: start again after so many backtracks, then 1.5 times", least=1, kind=int),
    Option(
        "learning",
        AUTO,
        "constraints: learn from conflicts; auto: when a light search finds nothing soon, and never where "
        "inference, variables, guesses or restarts are given",
        LEARNING,
    ),
)

_KINDS = (AllDifferent, Linear, Table, Clause)
_EXHAUSTED, _ENOUGH, _LIMIT, _GUESSES = range(4)


def solve(problem: ConstraintProblem, options: Mapping[str, Any], watch: Watch) -> Result:
    """Run the search that the options ask for; every limit ends it with the statistics so far."""
    from copla.backends.native import _engine

    chosen = _settings(options)
    control = engine.control(watch)
    read = _engine.Constraints(problem.variables, problem.constraints, _KINDS, problem.objective)
    wanted = watch.limits.solutions
    end, found, seconds, counts = _engine.solve_constraints(
        read,
        INFERENCES.index(chosen["inference"]),
        VARIABLE_ORDERS.index(chosen["variables"]),
        VALUE_ORDERS.index(options["values"]),
        -1 if options["guesses"] is None else options["guesses"],
        -1 if wanted is None or problem.objective is not None else wanted,
        -1 if options["restarts"] is None else options["restarts"],
        LEARNING.index(chosen["learning"]),
        control,
    )
    watch.expanded, watch.generated = counts[:2]
    watch.peak_bytes = max(watch.peak_bytes, control.peak_bytes)
    names = [variable.name for variable in problem.variables]
    solutions = []
    for values, when in zip(found, seconds, strict=True):
        assignment = dict(zip(names, values, strict=True))
        cost = problem.objective.value(assignment) if problem.objective else None
        solutions.append(Solution(assignment, cost, when))
    status = _status(end, bool(solutions), problem.objective is not None, engine.ended_by(control))
    return Result(
        status,
        tuple(solutions),
        complete=end == _EXHAUSTED and problem.objective is None,
        bound=solutions[0].cost if status is Status.OPTIMAL else None,
        statistics=Statistics(*counts),
        options=dict(chosen),
        message=f"gave up after {options['guesses']} guesses" if status is Status.UNKNOWN else "",
    )


def core(problem: ConstraintProblem, clues: Sequence[int], watch: Watch) -> list[int] | None:
    """The clues that the learning search used to refute them, each assumed; None if it did not refute them."""
    from copla.backends.native import _engine

    watch.begin()
    read = _engine.Constraints(problem.variables, problem.constraints, _KINDS, None)
    return _engine.conflict(read, list(clues), engine.control(watch))


def _settings(options: Mapping[str, Any]) -> Mapping[str, str]:
    """What the engine chooses where the options leave it free; reported with the result."""
    return _chosen(*(options[name] for name in ("inference", "variables", "guesses", "restarts", "learning")))


@lru_cache(maxsize=256)
def _chosen(
    inference: str, variables: str, guesses: int | None, restarts: int | None, learning: str
) -> Mapping[str, str]:
    free = (inference, variables, guesses, restarts) == (AUTO, AUTO, None, None)
    if learning == AUTO and not free:
        learning = "never"
    own = {"inference": "mac", "variables": "dom/wdeg"} if learning == "never" else _LIGHT
    inference = own["inference"] if inference == AUTO else inference
    variables = own["variables"] if variables == AUTO else variables
    if variables == "dual" and inference in ("none", "forward"):
        raise ModelError(f"variables=dual needs inference arc, hidden or mac, found {inference}")
    return {"inference": inference, "variables": variables, "learning": learning}


_LIGHT = {"inference": "hidden", "variables": "dual"}


def _status(end: int, solved: bool, objective: bool, stopped: Status | None) -> Status:
    if end == _LIMIT:
        return stopped or Status.INTERRUPTED
    if end == _GUESSES:
        return Status.UNKNOWN
    if not solved:
        return Status.INFEASIBLE
    return Status.OPTIMAL if objective else Status.SOLVED
