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
from copla.rewriting.propagated import Entry, Extreme, Occurrences, OneCycle, Reified, Times

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

_KINDS = (AllDifferent, Linear, Table, Clause, Reified, Times, Extreme, Entry, Occurrences, OneCycle)
"""In the order of the engine's own list."""


def solve(problem: ConstraintProblem, options: Mapping[str, Any], watch: Watch) -> Result:
    """Run the search that the options ask for; every limit ends it with the statistics so far."""
    objective = problem.objective
    wanted = watch.limits.solutions if objective is None else None
    settings, chosen = _settings(
        engine.build,
        options["inference"],
        options["variables"],
        options["values"],
        options["learning"],
        options["guesses"],
        options["restarts"],
        wanted,
    )
    try:
        ask = _solver(engine.build)
        answer = ask(problem.variables, problem.constraints, objective, settings, *engine.leash(watch))
    except ValueError as error:
        raise ModelError(f"the native engine does not take this problem: {error}") from None
    end, counts, seconds = answer.end, answer.statistics, answer.seconds
    watch.expanded, watch.generated = counts["expanded"], counts["generated"]
    if answer.peak_bytes > watch.peak_bytes:
        watch.peak_bytes = answer.peak_bytes
    solutions = []
    for number, values in enumerate(answer.solutions):
        cost = None if objective is None else objective.value(values)
        solutions.append(Solution(values, cost, seconds[number]))
    if end == "guesses":
        status = Status.UNKNOWN
    elif end == "limit":
        status = engine.STOPS[answer.stop] or Status.INTERRUPTED
    elif not solutions:
        status = Status.INFEASIBLE
    else:
        status = Status.SOLVED if objective is None else Status.OPTIMAL
    message = f"gave up after {options['guesses']} guesses" if end == "guesses" else ""
    used = {**chosen, "learning": "always" if answer.learned else "never"}
    complete = end == "exhausted" and objective is None
    bound = solutions[0].cost if solutions and end == "exhausted" else None
    # In the order of the fields, because keywords take longer here than the search of a small board does.
    return Result(status, tuple(solutions), complete, bound, Statistics(**counts), "native", used, message)


def core(problem: ConstraintProblem, clues: Sequence[int], watch: Watch) -> list[int] | None:
    """The clues that the learning search used to refute them, each assumed; None if it did not refute them."""
    from copla.backends.native.engine import _engine

    watch.begin()
    try:
        return _engine.conflict(problem.variables, problem.constraints, _KINDS, list(clues), engine.control(watch))
    except ValueError as error:
        raise ModelError(f"the native engine does not take this problem: {error}") from None


@cache
def _solver(build: str) -> _engine.ConstraintSolver:
    from copla.backends.native.engine import _engine

    return _engine.constraint_solver(_KINDS)


@lru_cache(maxsize=256)
def _settings(
    build: str,
    inference: str,
    variables: str,
    values: str,
    learning: str,
    guesses: int | None,
    restarts: int | None,
    solutions: int | None,
) -> tuple[_engine.ConstraintSettings, dict[str, str]]:
    """What this build's kernel is asked for; and what the engine chose where the options leave it free."""
    from copla.backends.native.engine import _engine

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
    chosen = {"inference": inference, "variables": variables}
    settings = _engine.ConstraintSettings(
        **chosen, values=values, learning=learning, guesses=guesses, restarts=restarts, solutions=solutions
    )
    return settings, chosen


_LIGHT = {"inference": "hidden", "variables": "dual"}
