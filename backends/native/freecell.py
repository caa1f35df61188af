"""FreeCell on its own kernel: an answer at once, a short answer, or the shortest one with a proof."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from copla.answers.result import Result, Solution
from copla.backends.native.engine import control, counted, ended_by, ending
from copla.ground.limits import Watch
from copla.ground.status import Status
from copla.language.planning_problem import PlanningProblem
from copla.plugins.algorithms import ALGORITHMS as TEXTBOOK
from copla.plugins.algorithms import About, Algorithm, Run, always, never, refuse
from copla.plugins.options import Option

if TYPE_CHECKING:
    from copla.backends.native.engine import _engine

KIND = "freecell"
RECORDS = {
    "fast": Algorithm("fast", (), False, "never", never, summary="FreeCell: the first answer"),
    "short": Algorithm("short", (), False, "never", never, summary="FreeCell: a short answer, by beams"),
    "optimal": dataclasses.replace(
        TEXTBOOK["astar"], name="optimal", reads=(), optimal=always, summary="FreeCell: the shortest answer"
    ),
}
"""Beyond those for any planning problem. A plan of the first two is optimal only where it meets the kernel's bound."""
ALGORITHMS = tuple(RECORDS)
"""What answers a range of deals; the first one is the default there."""
DEFAULT = "short"
"""What answers one deal if nobody says: about a second, for an answer a third shorter than the first one."""

DEADLOCKS = "deadlocks"
"""The kernel's lower bound, and the strongest that there is: A* takes it unless another one is named."""
ABOUT = About(DEADLOCKS, True, False, "blocked cards, and cards that wait for each other")
SYNONYMS = {"optimal": {"algorithm": "astar", "heuristic": DEADLOCKS}}
"""One word for A* with the kernel's bound."""
GOES_WITH = f"{DEADLOCKS} goes with astar, kernel=auto and one solution"

WIDTHS = {"fast": 0, "short": 1024, "optimal": 256}
"""The widest beam for one deal. With a time limit short is patient where it is asked for by name: it goes on to ever
wider beams until the time is over."""

RANGE_WIDTHS = {"fast": 0, "short": 64, "optimal": 256}
NO_END = 1 << 20

BREADTH = "bfs"
"""The kernel has this one of the textbook's algorithms, too, node for node, where the name of a position is a word."""

BREADTH_RANKS = 5


def extended(options: Sequence[Option]) -> tuple[Option, ...]:
    """The options of planning problems with the kernel's algorithms among the choices."""
    return tuple(
        dataclasses.replace(option, choices=(*option.choices, *ALGORITHMS)) if option.name == "algorithm" else option
        for option in options
    )


def heuristics(problem: PlanningProblem) -> Mapping[str, About]:
    """What this kernel adds to the heuristics that a problem declares."""
    return {ABOUT.name: ABOUT} if _fits(problem) else {}


def takes(problem: PlanningProblem, options: Mapping[str, Any], watch: Watch) -> bool:
    """Whether this problem with these options is one for the kernel; without an algorithm it is, for one plan."""
    if not _fits(problem):
        return False
    algorithm, heuristic = options["algorithm"], options["heuristic"]
    named = TEXTBOOK["astar"] if algorithm in (None, "astar") and heuristic == DEADLOCKS else RECORDS.get(algorithm)
    if named is not None:
        refuse(named, options, problem, watch.limits.solutions)
        return True
    if watch.limits.solutions != 1:
        return False
    if algorithm == BREADTH:
        assert problem.structure is not None
        plain = options["depth"] is None and heuristic is None
        return plain and int(problem.structure.data["ranks"]) <= BREADTH_RANKS
    return algorithm in (None, "astar") and heuristic is None


def _fits(problem: PlanningProblem) -> bool:
    structure = problem.structure
    return structure is not None and structure.kind == KIND


def refused(options: Mapping[str, Any]) -> Result | None:
    """The answer to a problem of another kind that asks for one of the kernel's algorithms."""
    if options["algorithm"] not in ALGORITHMS:
        return None
    return Result(Status.UNSUPPORTED, message=f"the algorithm {options['algorithm']} is for FreeCell only")


def board(data: Mapping[str, Any]) -> _engine.FreecellBoard:
    """The kernel's board of a problem's structure."""
    from copla.backends.native.engine import _engine

    return _engine.FreecellBoard(data["ranks"], data["cells"], data["stacks"], data["held"], data["foundations"])


def solve(problem: PlanningProblem, options: Mapping[str, Any], watch: Watch) -> Result:
    """One deal: fast, short, A* with the kernel's bound, or breadth-first."""
    from copla.backends.native.engine import _engine

    structure = problem.structure
    assert structure is not None
    informed = options["algorithm"] == "astar" or options["heuristic"] == DEADLOCKS
    name = options["algorithm"] or ("astar" if informed else DEFAULT)
    mode = "optimal" if informed else name
    patient = options["algorithm"] == "short" and watch.limits.seconds is not None
    settings = (
        _engine.FreecellSettings(mode="patient", width=NO_END)
        if patient
        else _engine.FreecellSettings(mode=mode, width=WIDTHS.get(mode, 0))
    )
    leash = control(watch, {"astar": "at least", BREADTH: "depth"}.get(name, "moves"))
    report = _engine.search_freecell(board(structure.data), settings, leash)
    statistics = counted(report, leash, watch)
    solutions = tuple(Solution(cost=plan.cost, seconds=watch.seconds, moves=tuple(plan.steps)) for plan in report.plans)
    algorithm, chosen = RECORDS.get(name) or TEXTBOOK[name], {"algorithm": name}
    if informed:
        chosen["heuristic"] = DEADLOCKS
    run = Run(admissible=True, safe=True, equal_costs=True)
    status, message = algorithm.conclude(run, ending(report, leash), chosen)
    if name == "short" and solutions and status is Status.TIMEOUT:
        status = Status.SOLVED  # it was told how long to look for shorter answers, and did
    return Result(status, solutions, bound=report.bound, statistics=statistics, options=chosen, message=message)


def solve_range(
    first: int, last: int, mode: str, watch: Watch, at_once: int = 64
) -> Iterator[list[_engine.FreecellRow]]:
    """Microsoft deals by number, some at a time, each answer replayed; ends early when a limit is reached."""
    from copla.backends.native.engine import _engine

    while first <= last:
        leash = control(watch, "moves")
        settings = _engine.FreecellSettings(mode=mode, width=RANGE_WIDTHS[mode])
        rows = _engine.search_deals(first, min(last, first + at_once - 1), settings, leash)
        if rows:
            yield rows
            first = rows[-1].deal + 1
        if ended_by(leash) is not None:
            return
