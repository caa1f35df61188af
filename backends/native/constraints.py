"""Constraint problems on the native engine: which search answers, and what its answer proves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from copla.answers.result import Result, Solution, Statistics
from copla.backends.native import engine
from copla.ground.errors import ModelError
from copla.ground.limits import Watch
from copla.ground.status import Status
from copla.language.constraint_problem import ConstraintProblem
from copla.language.constraints import AllDifferent, Clause, Linear, Table
from copla.plugins.options import Option

if TYPE_CHECKING:
    from copla.backends.native.engine import _engine

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
    Option("guesses", None, "constraints: give up after so many choices (none: never)", least=0, most=10**12, kind=int),
    Option(
        "restarts",
        None,
        "constraints: start again after so many backtracks, then 1.5 times",
        least=1,
        most=10**12,
        kind=int,
    ),
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
    chosen, numbers = _settings(
        options["inference"],
        options["variables"],
        options["values"],
        options["guesses"],
        options["restarts"],
        options["learning"],
    )
    objective = problem.objective
    wanted = watch.limits.solutions if objective is None else None
    poll, seconds_left, most_bytes = engine.leash(watch)
    try:
        end, stop, peak_bytes, found, seconds, counts, learned = _solver()(
            problem.variables,
            problem.constraints,
            objective,
            numbers,
            -1 if wanted is None else wanted,
            poll,
            seconds_left,
            most_bytes,
        )
    except ValueError as error:
        raise ModelError(f"the native engine does not take this problem: {error}") from None
    watch.expanded, watch.generated = counts[0], counts[1]
    if peak_bytes > watch.peak_bytes:
        watch.peak_bytes = peak_bytes
    solutions = []
    for number, values in enumerate(found):
        cost = None if objective is None else objective.value(values)
        solutions.append(Solution(values, cost, seconds[number]))
    if end > _ENOUGH:
        status = Status.UNKNOWN if end == _GUESSES else engine.STOPS[stop] or Status.INTERRUPTED
    elif not solutions:
        status = Status.INFEASIBLE
    else:
        status = Status.SOLVED if objective is None else Status.OPTIMAL
    return Result(
        status,
        tuple(solutions),
        end == _EXHAUSTED and objective is None,
        solutions[0].cost if solutions and end == _EXHAUSTED else None,
        Statistics(*counts),
        "",
        {**chosen, "learning": "always" if learned else "never"},
        f"gave up after {options['guesses']} guesses" if end == _GUESSES else "",
    )


def core(problem: ConstraintProblem, clues: Sequence[int], watch: Watch) -> list[int] | None:
    """The clues that the learning search used to refute them, each assumed; None if it did not refute them."""
    from copla.backends.native.engine import _engine

    watch.begin()
    try:
        return _engine.conflict(problem.variables, problem.constraints, _KINDS, list(clues), engine.control(watch))
    except ValueError as error:
        raise ModelError(f"the native engine does not take this problem: {error}") from None


@cache
def _solver() -> _engine.ConstraintSolver:
    from copla.backends.native.engine import _engine

    return _engine.constraint_solver(_KINDS)


@lru_cache(maxsize=256)
def _settings(
    inference: str, variables: str, values: str, guesses: int | None, restarts: int | None, learning: str
) -> tuple[dict[str, str], tuple[int, int, int, int, int, int]]:
    """What the engine chooses where the options leave it free, to be reported; and all settings in its numbers."""
    free = (inference, variables, guesses, restarts) == (AUTO, AUTO, None, None)
    if learning == AUTO and not free:
        learning = "never"
    own = {"inference": "mac", "variables": "dom/wdeg"} if learning == "never" else _LIGHT
    inference = own["inference"] if inference == AUTO else inference
    weak = inference in ("none", "forward")
    if variables == AUTO:
        variables = "dom/wdeg" if weak else own["variables"]
    if variables == "dual" and weak:
        raise ModelError(f"variables=dual needs inference arc, hidden or mac, found {inference}")
    numbers = (
        INFERENCES.index(inference),
        VARIABLE_ORDERS.index(variables),
        VALUE_ORDERS.index(values),
        -1 if guesses is None else guesses,
        -1 if restarts is None else restarts,
        LEARNING.index(learning),
    )
    return {"inference": inference, "variables": variables}, numbers


_LIGHT = {"inference": "hidden", "variables": "dual"}
