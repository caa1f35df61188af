"""The algorithms of state-space search: what each looks at, what it refuses, and what its answer proves.

One table for all engines: a backend takes the records of the algorithms that it has and adds its own. Refusals, the
choice of a heuristic and the step from a run's end to its status stand here once.

``optimal`` and ``infeasible`` are claims. The first plan of an algorithm is a cheapest one if its record says so for
the run's costs and heuristic. "No plan" is a proof if the algorithm has left nothing out; whatever it leaves out it
reports as a ``Cut``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal, TypeVar

from copla.ground.errors import ModelError
from copla.ground.numbers import LARGEST
from copla.ground.status import Status
from copla.ground.text import suggestion
from copla.language.heuristics import Sum
from copla.language.planning_problem import DeclaredHeuristic, PlanningProblem, State
from copla.language.problem import Problem
from copla.plugins.options import Option


class Cut(StrEnum):
    """Why something was not looked at, so that finding no plan proves nothing."""

    DEPTH = "depth"
    """Nodes at the deepest level that was allowed."""
    WIDTH = "width"
    """Nodes of a level that were not among the best."""
    DEAD_END = "dead end"
    """States that the heuristic calls dead ends. A proof all the same if the heuristic's dead ends are ones."""
    COST = "cost"
    """Paths that cost more than the largest number: a plan that was found is cheaper than all of them."""
    BUDGET = "budget"
    """What was left when a kernel had used up the nodes that it gives itself."""


@dataclass(frozen=True, slots=True)
class Run:
    """What an answer's claims depend on, beside the algorithm.

    ``admissible``: the heuristic is never above the true cost (or there is none); ``safe``: what it calls a dead
    end is one, which follows from admissible; ``equal_costs``: no two actions differ in cost; ``priced``: answers have
    a cost at all, which assignments have not.
    """

    admissible: bool
    safe: bool
    equal_costs: bool
    weight: float = 1
    priced: bool = True


@dataclass(frozen=True, slots=True)
class Ending:
    """How a run ended: with a plan or without, what was left out, and which limit ended it (None: its own end).

    ``met``: the first plan costs no more than a bound that the engine has proven besides.
    """

    found: bool
    cuts: Collection[Cut] = ()
    limit: Status | None = None
    met: bool = False


@dataclass(frozen=True, slots=True)
class Algorithm:
    """One algorithm. ``reads``: the options of engines that it looks at; ``closed``: its closed list if nobody says.

    ``several``: whether it can list more than one plan: never, only without a closed list, or always.
    ``from_goal``: whether it searches from the goal, too, which must be one state then. ``climbs``: whether cost plus
    estimate of what it looks at next is at most that of all that waits.
    """

    name: str
    reads: tuple[str, ...]
    closed: bool
    several: Literal["never", "open", "always"]
    optimal: Callable[[Run], bool]
    summary: str = ""
    from_goal: bool = False
    climbs: bool = False

    @property
    def claim(self) -> str:
        """What its first plan may be called, in words."""
        return _CLAIMS.get(self.optimal, "what its own rule says")

    @property
    def informed(self) -> bool:
        """Whether it asks a heuristic."""
        return "heuristic" in self.reads

    def keeps_closed(self, options: Mapping[str, Any]) -> bool:
        """Whether it keeps a closed list with these options."""
        said = options.get("closed")
        return self.closed if said is None else bool(said)

    def lists(self, closed: bool) -> bool:
        """Whether it can list several plans, with or without a closed list."""
        return self.several == "always" or (self.several == "open" and not closed)

    def bounds(self, run: Run) -> bool:
        """Whether no plan costs less than cost plus estimate of what it looks at next, until it has found one."""
        return self.climbs and run.admissible and run.priced

    def gaps(self, run: Run, cuts: Collection[Cut]) -> list[Cut]:
        """What was left out and could hold a plan."""
        return [cut for cut in Cut if cut in cuts and not (cut is Cut.DEAD_END and (run.safe or run.admissible))]

    def status(self, run: Run, ending: Ending) -> Status:
        """What may be claimed of a run that ended so."""
        if ending.found and ending.met:
            return Status.OPTIMAL
        if ending.limit is not None:
            return ending.limit
        if ending.found:
            return Status.OPTIMAL if run.priced and self.optimal(run) else Status.SOLVED
        return Status.UNKNOWN if self.gaps(run, ending.cuts) else Status.INFEASIBLE

    def conclude(self, run: Run, ending: Ending, options: Mapping[str, Any]) -> tuple[Status, str]:
        """The status, and for ``unknown`` a line that says why finding no plan proves nothing."""
        status = self.status(run, ending)
        return status, reason(self.gaps(run, ending.cuts), options) if status is Status.UNKNOWN else ""


def never(run: Run) -> bool:
    return False


def always(run: Run) -> bool:
    return True


def if_costs_are_equal(run: Run) -> bool:
    return run.equal_costs


def if_admissible(run: Run) -> bool:
    return run.admissible


def if_admissible_weighted(run: Run) -> bool:
    """An estimate that is made no larger stays admissible; that sums are rounded changes nothing up to 2**53."""
    return run.admissible and run.weight <= 1


_CLAIMS: dict[Callable[[Run], bool], str] = {
    never: "solved",
    always: "optimal",
    if_costs_are_equal: "optimal if all moves cost the same, else solved",
    if_admissible: "optimal with an admissible heuristic, else solved",
    if_admissible_weighted: "optimal with an admissible heuristic and weight 1 or less, else solved",
}


_ALL = (
    Algorithm("bfs", ("depth",), True, "never", if_costs_are_equal, "breadth-first"),
    Algorithm("dfs", ("closed", "depth"), False, "open", never, "depth-first"),
    Algorithm("iddfs", ("depth",), False, "always", if_costs_are_equal, "depth-first, with ever deeper limits"),
    Algorithm("ucs", ("closed",), True, "open", always, "uniform-cost, Dijkstra's", climbs=True),
    Algorithm("greedy", ("heuristic",), True, "never", never, "best-first by the estimate alone"),
    Algorithm(
        "astar", ("heuristic",), True, "never", if_admissible, "A*: best-first by cost and estimate", climbs=True
    ),
    Algorithm("astar-tree", ("heuristic",), False, "always", if_admissible, "A* without a closed list", climbs=True),
    Algorithm(
        "wastar", ("heuristic", "weight"), True, "never", if_admissible_weighted, "A* with a weight on the estimate"
    ),
    Algorithm(
        "idastar",
        ("heuristic", "prune", "table"),
        False,
        "always",
        if_admissible,
        "IDA*: depth-first, with ever higher limits of cost and estimate",
        climbs=True,
    ),
    Algorithm("bidirectional", (), True, "never", always, "from the start and from the goal", from_goal=True),
    Algorithm("beam", ("heuristic", "width"), True, "never", never, "breadth-first, the best of each level alone"),
)
ALGORITHMS = {algorithm.name: algorithm for algorithm in _ALL}


def _readers(option: str) -> str:
    """The algorithms that look at an option, for people."""
    return ", ".join(name for name, algorithm in ALGORITHMS.items() if option in algorithm.reads)


# Options that mean the same in every engine with these algorithms.
CLOSED = Option("closed", None, f"remember all states seen, not only the path ({_readers('closed')})", kind=bool)
WEIGHT = Option("weight", 2.0, f"the weight of the estimate in {_readers('weight')}", least=0, most=1000)
DEPTH = Option(
    "depth", None, f"the deepest level of {_readers('depth')} (none: no limit)", kind=int, least=0, most=10**9
)
BELOW = Option(
    "below",
    None,
    "ask only for plans cheaper than this; if there is none the bound says so (none: off)",
    least=0,
    most=LARGEST,
    kind=int,
    problems="planning",
)
WIDTH = Option("width", 1000, f"how many nodes of a level {_readers('width')} keeps", least=1, most=10**9)

OPTIONS = ("heuristic", "closed", "weight", "prune", "table", "depth", "width")
"""Options that not every algorithm looks at."""


def unread(algorithm: Algorithm | None) -> list[str]:
    """The options that have no effect with this algorithm (none: the problem decides, and any may have one)."""
    return [] if algorithm is None else [name for name in OPTIONS if name not in algorithm.reads]


def refuse(
    algorithm: Algorithm,
    options: Mapping[str, Any],
    problem: Problem,
    solutions: int | None,
    known: Mapping[str, Algorithm] = ALGORITHMS,
) -> None:
    """ModelError for what the algorithm cannot do with these options; ``known``: all that the backend has."""
    closed = algorithm.keeps_closed(options)
    if solutions != 1 and not algorithm.lists(closed):
        how = " with a closed list" if algorithm.several == "open" or algorithm.closed else ""
        raise ModelError(f"{algorithm.name}{how} finds one solution; {_for_several(known)}")
    if algorithm.from_goal and goal_state(problem) is None:
        raise ModelError(f"{algorithm.name} search needs a goal that is one state: this one leaves variables open")
    moves = "prune" in algorithm.reads and options.get("prune") == "moves"
    table = "table" in algorithm.reads and bool(options.get("table"))
    if solutions != 1 and (moves or table):
        raise ModelError(f"{algorithm.name} with prune=moves or a table finds one solution; for several use prune=path")
    if moves and table:
        raise ModelError(f"{algorithm.name} takes prune=moves or a table: the two together would lose plans")


def _for_several(known: Mapping[str, Algorithm]) -> str:
    always = [name for name, algorithm in known.items() if algorithm.several == "always"]
    open_only = [name for name, algorithm in known.items() if algorithm.several == "open"]
    if not always and not open_only:
        return "ask for one solution"
    ways = always + ([f"or {' or '.join(open_only)} with closed=false"] if open_only else [])
    return f"for several use {', '.join(ways)}"


def goal_state(problem: Problem) -> State | None:
    """The goal as a state, if it is one: a variable with one value need not be named."""
    if not isinstance(problem, PlanningProblem):
        return None
    values = dict(problem.goal)
    if any(v.index not in values and len(v.domain) > 1 for v in problem.variables):
        return None
    return tuple(values.get(v.index, 0) for v in problem.variables)


def equal_costs(problem: Problem) -> bool:
    """Whether no two actions differ in cost; assignments cost nothing."""
    return not isinstance(problem, PlanningProblem) or len({action.cost for action in problem.actions}) <= 1


@dataclass(frozen=True, slots=True)
class About:
    """What an engine tells of a heuristic that it has inside: its promises, and a few words.

    ``admissible``: never above the true cost. ``consistent``: never falls by more than an action costs.
    """

    name: str
    admissible: bool
    consistent: bool
    summary: str


BLIND = DeclaredHeuristic("blind", lambda: Sum(()), True, True, "0 everywhere: nothing is known")
"""A heuristic of every problem, unless it declares one of this name itself."""

Offered = TypeVar("Offered")


def with_blind(declared: Mapping[str, DeclaredHeuristic]) -> dict[str, DeclaredHeuristic]:
    """The heuristics of a problem and, behind them, the one that all problems have.

    >>> list(with_blind({}))
    ['blind']
    """
    return {**declared, BLIND.name: declared.get(BLIND.name, BLIND)}


def choose_heuristic(
    algorithm: Algorithm, asked: str | None, offered: Mapping[str, Offered], default: str | None
) -> Offered | None:
    """The heuristic of a run: the one that was asked for, else the default; None where none is needed or there is none.

    A name that is not offered is refused, whether or not the algorithm would look at it.
    """
    if asked is not None and asked not in offered:
        raise ModelError(f"this problem has no heuristic {asked!r}{suggestion(asked, list(offered), 'it has')}")
    name = asked or default
    return offered[name] if algorithm.informed and name is not None else None


def reason(gaps: Collection[Cut], options: Mapping[str, Any]) -> str:
    """Why finding no plan proves nothing, in words."""
    words = {
        Cut.DEPTH: f"no plan within depth {options.get('depth')}",
        Cut.WIDTH: f"no plan within a beam of width {options.get('width')}",
        Cut.DEAD_END: f"no plan, unless through states that heuristic {options.get('heuristic')} calls dead ends",
        Cut.COST: "no plan was found, and ways that cost more than 2**53 were not followed",
        Cut.BUDGET: "no plan within the nodes that the kernel gives itself",
    }
    return "; ".join(words[cut] for cut in gaps)
