"""CP-SAT in a process of its own, which can be ended at any moment: for models that are large.

While OR-Tools copies a model, checks it, presolves it and loads it, it looks at no clock, and allocates what it likes:
of a million arcs that takes half a minute and two gigabytes. A process that begins costs a few milliseconds, which is
nothing beside what any model of this size takes.
"""

from __future__ import annotations

from typing import Any

from copla.answers.failure import Failure, FailureKind
from copla.backends.cp_sat.answer import Ending, Listener, collector, ending
from copla.ground.apart import Apart, Tell
from copla.ground.limits import Watch
from copla.ground.status import Status

LARGE = 10_000
"""The size of a model (``Translation.size``) beyond which OR-Tools may not look at the clock for a long moment."""

_SECONDS_BETWEEN_LOOKS = 0.005
_SECONDS_OF_GRACE = 0.1


def solve_apart(solver: Any, model: Any, variables: list[Any], listener: Listener, watch: Watch) -> Ending:
    """Solve there, and hear the solutions and bounds here. Whoever does not stop when it is asked to is ended."""

    def work(tell: Tell) -> None:
        solver.best_bound_callback = lambda bound: tell({"bound": bound})
        outcome = solver.solve(model, collector(variables, lambda *found: tell({"solution": found}), listener.wanted))
        end = ending(solver, outcome)
        tell({"ending": [end.outcome, end.branches, end.conflicts, end.bound]})

    last: Ending | None = None
    limit: Status | None = None
    give_up = 0.0
    with Apart(work, solver.stop_search) as apart:
        while not apart.ended and not (limit and watch.seconds > give_up):
            for message in apart.hear(_SECONDS_BETWEEN_LOOKS):
                match message:
                    case {"solution": (values, branches)}:
                        listener.solution(values, branches)
                    case {"bound": bound}:
                        listener.bound(bound)
                    case {"ending": (outcome, branches, conflicts, bound)}:
                        last = Ending(outcome, branches, conflicts, bound, limit)
            watch.hold_elsewhere(apart.grown)
            if limit is None and (limit := watch.reached()) is not None:
                if limit is Status.MEMORY:
                    break  # who presolves goes on to ask for more
                give_up = watch.seconds + _SECONDS_OF_GRACE
                apart.ask_to_stop()
        died = apart.end()
    watch.hold_elsewhere(0)
    if last is None and limit is None:
        raise Failure.of(FailureKind.CRASHED, died.name if died else "without an answer").error("cp-sat")
    return last or Ending("UNKNOWN", None, None, None, limit)
