"""FreeCell on its own kernel: an answer at once, a short answer, or the shortest one with a proof."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from copla.answers.result import Result, Solution, Statistics
from copla.backends.native.engine import control, ended_by
from copla.ground.errors import ModelError
from copla.ground.limits import Watch
from copla.ground.status import Status
from copla.language.planning_problem import PlanningProblem
from copla.plugins.options import Option

if TYPE_CHECKING:
    from copla.backends.native.engine import _engine

KIND = "freecell"
ALGORITHMS = ("fast", "short", "optimal")
"""Beyond those for any planning problem; the first one is the default of FreeCell."""

WIDTHS = {"fast": 0, "short": 1024, "optimal": 256}
"""The widest beam for one deal; with a time limit short is patient and goes on to ever wider ones until it is over."""

RANGE_WIDTHS = {"fast": 0, "short": 64, "optimal": 256}
NO_END = 1 << 20

BREADTH = "bfs"
"""The kernel has this one of the textbook's algorithms, too, node for node, where the name of a position is a word."""

BREADTH_RANKS = 5

_ALGORITHM = Option("algorithm", None, "how to search", ALGORITHMS)


def extended(options: Sequence[Option]) -> tuple[Option, ...]:
    """The options of planning problems with the kernel's algorithms among the choices."""
    if not any(option.name == _ALGORITHM.name for option in options):
        return (*options, _ALGORITHM)
    return tuple(
        dataclasses.replace(option, choices=(*option.choices, *ALGORITHMS)) if option.name == "algorithm" else option
        for option in options
    )


def takes(problem: PlanningProblem, options: Mapping[str, Any], watch: Watch) -> bool:
    """Whether this problem with these options is one for the kernel; without an algorithm it is, for one plan."""
    if problem.structure is None or problem.structure.kind != KIND:
        return False
    chosen = options.get("algorithm")
    if chosen is None:
        return options.get("heuristic") is None and watch.limits.solutions == 1
    if chosen == BREADTH:
        plain = options.get("depth") is None and options.get("heuristic") is None and watch.limits.solutions == 1
        return plain and int(problem.structure.data["ranks"]) <= BREADTH_RANKS
    if chosen in ALGORITHMS and watch.limits.solutions != 1:
        raise ModelError(f"{chosen} finds one solution; for several use astar-tree or idastar")
    return chosen in ALGORITHMS


def refused(options: Mapping[str, Any]) -> Result | None:
    """The answer to a problem of another kind that asks for one of the kernel's algorithms."""
    if options.get("algorithm") not in ALGORITHMS:
        return None
    return Result(Status.UNSUPPORTED, message=f"the algorithm {options['algorithm']} is for FreeCell only")


def board(data: Mapping[str, Any]) -> _engine.FreecellBoard:
    """The kernel's board of a problem's structure."""
    from copla.backends.native.engine import _engine

    return _engine.FreecellBoard(data["ranks"], data["cells"], data["stacks"], data["held"], data["foundations"])


def solve(problem: PlanningProblem, options: Mapping[str, Any], watch: Watch) -> Result:
    """One deal by one of ALGORITHMS, or breadth-first."""
    from copla.backends.native.engine import _engine

    assert problem.structure is not None
    mode = options.get("algorithm") or ALGORITHMS[0]
    table = board(problem.structure.data)
    leash = control(watch, {"optimal": "at least", BREADTH: "depth"}.get(mode, "moves"))
    budget = mode == "short" and watch.limits.seconds is not None
    answer = _engine.freecell_solve(
        leash, table, "patient" if budget else mode, NO_END if budget else WIDTHS.get(mode, 0)
    )
    watch.expanded, watch.generated = answer.expanded, answer.generated
    watch.peak_bytes = max(watch.peak_bytes, leash.peak_bytes)
    solutions: tuple[Solution, ...] = ()
    if answer.found:
        moves = tuple(answer.moves(table))
        solutions = (Solution(cost=len(moves), seconds=watch.seconds, moves=moves),)
    status = ended_by(leash) or Status.UNKNOWN if answer.status == "stopped" else Status(answer.status)
    if budget and solutions and status is Status.TIMEOUT:
        status = Status.SOLVED  # it was told how long to look for shorter answers, and did
    proven = status is not Status.INFEASIBLE and (mode != BREADTH or bool(solutions))
    bound = answer.lower if proven else None
    statistics = Statistics(expanded=answer.expanded, generated=answer.generated, max_nodes=answer.nodes)
    return Result(status, solutions, bound=bound, statistics=statistics, options={"algorithm": mode})


def solve_range(
    first: int, last: int, mode: str, watch: Watch, at_once: int = 64
) -> Iterator[list[_engine.FreecellRow]]:
    """Microsoft deals by number, some at a time, each answer replayed; ends early when a limit is reached."""
    from copla.backends.native.engine import _engine

    while first <= last:
        leash = control(watch, "moves")
        rows = _engine.freecell_range(leash, first, min(last, first + at_once - 1), mode, RANGE_WIDTHS[mode])
        if rows:
            yield rows
            first = rows[-1].deal + 1
        if ended_by(leash) is not None:
            return
