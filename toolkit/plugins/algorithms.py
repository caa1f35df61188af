"""The algorithms of state-space search: what each looks at, and what its answer proves. One table for all engines.

``optimal`` and ``infeasible`` are claims. The first plan of an algorithm is a cheapest one if its record says so for
the run's costs and heuristic. "No plan" is a proof if the algorithm has left nothing out; whatever it leaves out it
reports as a ``Cut``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal

from copla.ground.errors import ModelError
from copla.ground.status import Status


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


@dataclass(frozen=True, slots=True)
class Run:
    """What an answer's claims depend on, beside the algorithm.

    ``admissible``: the heuristic is never above the true cost (or there is none); ``safe``: what it calls a dead
    end is one, which follows from admissible; ``equal_costs``: no two actions differ in cost.
    """

    admissible: bool
    safe: bool
    equal_costs: bool
    weight: float = 1


@dataclass(frozen=True, slots=True)
class Algorithm:
    """One algorithm. ``reads``: the options of engines that it looks at; ``closed``: its closed list if nobody says.

    ``several``: whether it can list more than one plan: never, only without a closed list, or always.
    """

    name: str
    reads: tuple[str, ...]
    closed: bool
    several: Literal["never", "open", "always"]
    optimal: Callable[[Run], bool]

    @property
    def informed(self) -> bool:
        """Whether it asks a heuristic."""
        return "heuristic" in self.reads

    def lists(self, closed: bool) -> bool:
        """Whether it can list several plans, with or without a closed list."""
        return self.several == "always" or (self.several == "open" and not closed)

    def infeasible(self, run: Run, cuts: Collection[Cut]) -> bool:
        """Whether there is no plan if it ended without one and left out no more than this."""
        return not self.gaps(run, cuts)

    def gaps(self, run: Run, cuts: Collection[Cut]) -> list[Cut]:
        """What was left out and could hold a plan."""
        return [cut for cut in Cut if cut in cuts and not (cut is Cut.DEAD_END and (run.safe or run.admissible))]

    def status(self, run: Run, cuts: Collection[Cut], found: bool) -> Status:
        """What it may claim at its own end."""
        if found:
            return Status.OPTIMAL if self.optimal(run) else Status.SOLVED
        return Status.INFEASIBLE if self.infeasible(run, cuts) else Status.UNKNOWN


def _never(run: Run) -> bool:
    return False


def _always(run: Run) -> bool:
    return True


def _if_costs_are_equal(run: Run) -> bool:
    return run.equal_costs


def _if_admissible(run: Run) -> bool:
    return run.admissible


def _if_admissible_when_weighted(run: Run) -> bool:
    """An estimate that is made no larger stays admissible; that sums are rounded changes nothing up to 2**53."""
    return run.admissible and run.weight <= 1


ALGORITHMS = {
    algorithm.name: algorithm
    for algorithm in (
        Algorithm("bfs", ("depth",), True, "never", _if_costs_are_equal),
        Algorithm("dfs", ("closed", "depth"), False, "open", _never),
        Algorithm("ucs", ("closed",), True, "open", _always),
        Algorithm("greedy", ("heuristic",), True, "never", _never),
        Algorithm("astar", ("heuristic",), True, "never", _if_admissible),
        Algorithm("astar-tree", ("heuristic",), False, "always", _if_admissible),
        Algorithm("wastar", ("heuristic", "weight"), True, "never", _if_admissible_when_weighted),
        Algorithm("idastar", ("heuristic", "prune", "table"), False, "always", _if_admissible),
        Algorithm("bidirectional", (), True, "never", _always),
        Algorithm("beam", ("heuristic", "width"), True, "never", _never),
    )
}

OPTIONS = ("heuristic", "closed", "weight", "prune", "table", "depth", "width")
"""Options that not every algorithm looks at."""


def unread(algorithm: str | None) -> list[str]:
    """The options that have no effect with this algorithm (none: the problem decides; another's: all of them)."""
    if algorithm is None:
        return []
    reads = ALGORITHMS[algorithm].reads if algorithm in ALGORITHMS else ()
    return [name for name in OPTIONS if name not in reads]


def require_several(algorithm: Algorithm, closed: bool) -> None:
    """Refuse an algorithm that is asked for more plans than it can list."""
    if not algorithm.lists(closed):
        raise ModelError(
            f"{algorithm.name} with a closed list finds one solution; for several use "
            "astar-tree, idastar, or dfs or ucs with closed=false"
        )


def reason(gaps: Collection[Cut], options: Mapping[str, Any]) -> str:
    """Why finding no plan proves nothing, in words."""
    words = {
        Cut.DEPTH: f"no plan within depth {options.get('depth')}",
        Cut.WIDTH: f"no plan within a beam of width {options.get('width')}",
        Cut.DEAD_END: f"no plan, unless through states that heuristic {options.get('heuristic')} calls dead ends",
        Cut.COST: "no plan that costs 2**53 or less: dearer ones were not looked at",
    }
    return "; ".join(words[cut] for cut in gaps)
