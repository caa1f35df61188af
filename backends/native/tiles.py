"""Sliding tiles on a kernel of their own: IDA* and A* on boards of up to 25 cells, with pattern databases.

The kernel answers what it was made for and leaves the rest to the engine for any planning problem. Without an
algorithm and a heuristic it chooses: linear conflict while that is quick, else the usual pattern databases.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from copla.answers.result import Result, Solution, Statistics
from copla.backends.native.engine import control, counted, ending
from copla.backends.native.partitions import is_partition, read_partition
from copla.ground.errors import LimitError
from copla.ground.limits import Watch
from copla.ground.status import Status
from copla.language.planning_problem import PlanningProblem
from copla.plugins.algorithms import ALGORITHMS, About, Cut, Run

if TYPE_CHECKING:
    from copla.backends.native.engine import _engine

KIND = "sliding-tiles"
MOST_CELLS = 25
QUICK = 5_000_000
"""Nodes with linear conflict before the automatic choice turns to tables: a tenth of a second."""

PARITY = "an odd permutation of the tiles: no sequence of moves leads to the goal"
DECLARED = ("linear-conflict", "manhattan")
"""Heuristics of the model that the kernel has, too: the same estimates, node for node."""
WALKING, DATABASES = "walking-distance", "databases"
DUAL = "+dual"
"""Behind the name of databases: dual look-ups, too."""
OWN = {
    about.name: about
    for about in (
        About(DATABASES, True, False, "pattern databases of the usual partition, kept on the disk"),
        About(f"{DATABASES}{DUAL}", True, False, "the same, looked up for the dual position, too"),
        About(WALKING, True, True, "walking distance: rows and columns apart"),
    )
}
"""Heuristics of the kernel's own. ``databases`` are those of the usual partition; sizes or tiles of any other are
names, too. The model's ``pattern`` is another heuristic, with smaller tables: the kernel leaves it alone."""
GOES_WITH = f"{WALKING} goes with idastar and astar, {DATABASES} with idastar, with kernel=auto and one solution"


def heuristics(problem: PlanningProblem) -> Mapping[str, About]:
    """What this kernel adds to the heuristics that a problem declares."""
    return {name: about for name, about in OWN.items() if name not in problem.heuristics} if _fits(problem) else {}


def takes(problem: PlanningProblem, options: Mapping[str, Any], watch: Watch) -> bool:
    """Whether this run is the kernel's: its kind of problem, one plan, its algorithms and heuristics.

    IDA* here refuses the undoing of the last move only. With prune=path the general engine takes over, so that
    counts mean the same everywhere.
    """
    if not _fits(problem) or watch.limits.solutions != 1:
        return False
    algorithm, heuristic = options["algorithm"], options["heuristic"]
    if heuristic is not None and _databases(heuristic) is not None:
        return algorithm in (None, "idastar")
    if heuristic == WALKING:
        return algorithm in (None, "idastar", "astar")
    if heuristic not in (None, *DECLARED):
        return False
    return algorithm in (None, "astar") or (algorithm == "idastar" and options["prune"] != "path")


def _databases(heuristic: str) -> str | None:
    """The partition that a heuristic's name means, if it means one; ``databases``: the usual one."""
    name = heuristic.removesuffix(DUAL)
    return name if name == DATABASES or is_partition(name) else None


def _fits(problem: PlanningProblem) -> bool:
    structure = problem.structure
    if structure is None or structure.kind != KIND:
        return False
    return int(structure.data["rows"] * structure.data["columns"]) <= MOST_CELLS


def solve(problem: PlanningProblem, options: Mapping[str, Any], watch: Watch) -> Result:
    """Run the kernel; the caller has asked :func:`takes`."""
    return _Run(problem, options, watch).result()


class _Run:
    """One search, or two of them: a short one without tables, then one with."""

    def __init__(self, problem: PlanningProblem, options: Mapping[str, Any], watch: Watch) -> None:
        from copla.backends.native.engine import _engine

        assert problem.structure is not None
        self.board = problem.structure.data
        self.problem, self.watch, self.options = problem, watch, dict(options)
        self.position = _engine.TilePosition(
            self.board["rows"], self.board["columns"], self.board["tiles"], self.board["goal"]
        )
        self.algorithm = ALGORITHMS[options["algorithm"] or "idastar"]
        self.options["algorithm"] = self.algorithm.name
        if self.algorithm.name == "idastar":
            self.options["prune"] = "parent"
        self.remarks: list[str] = []
        self.statistics = Statistics(expanded=0, generated=0)

    def result(self) -> Result:
        if not self.board["solvable"]:
            self.options["heuristic"] = None
            return Result(Status.INFEASIBLE, statistics=self.statistics, options=self.options, message=PARITY)
        heuristic: str | None = self.options["heuristic"]
        if heuristic is None and self.algorithm.name == "astar":
            heuristic = "linear-conflict"  # the first that the model declares, as in the search backend
        if heuristic is None:
            ended = self._search("linear-conflict", most_nodes=QUICK)
            if ended is not None:
                return ended
            heuristic = DATABASES
        name = _databases(heuristic)
        result = self._search(heuristic) if name is None else self._with_tables(heuristic, name)
        assert result is not None, "only a search with a budget gives up"
        return result

    def _with_tables(self, heuristic: str, name: str) -> Result | None:
        from copla.backends.native import pattern_tables

        partition = read_partition(self.board, None if name == DATABASES else name)
        try:
            tables = pattern_tables.tables(partition, self.watch, self.remarks.append)
        except LimitError as stopped:
            self.options["heuristic"] = heuristic
            return Result(stopped.status, statistics=self.statistics, options=self.options)
        partitions = [part for part in (partition, partition.mirrored()) if part is not None]
        sums = [[(tables[view.pattern], view.tiles, view.cells) for view in part.views()] for part in partitions]
        return self._search(heuristic, sums)

    def _search(
        self,
        heuristic: str,
        sums: list[list[tuple[_engine.TileTable, tuple[int, ...], tuple[int, ...]]]] | None = None,
        most_nodes: int = 0,
    ) -> Result | None:
        """The answer, or None if it takes more nodes."""
        from copla.backends.native.engine import _engine

        self.options["heuristic"] = heuristic
        leash = control(self.watch, proven=True)
        settings = _engine.TileSettings(
            algorithm=self.algorithm.name,
            heuristic=heuristic if sums is None else DATABASES,
            dual=heuristic.endswith(DUAL),
            most_nodes=most_nodes,
        )
        try:
            report = _engine.search_tiles(self.position, sums or [], settings, leash)
        except ValueError as error:
            return Result(Status.UNSUPPORTED, message=str(error))
        self.statistics = self.statistics.plus(counted(report, leash, self.watch))
        end = ending(report, leash)
        if Cut.BUDGET in end.cuts:
            return None
        status = self.algorithm.status(Run(admissible=True, safe=True, equal_costs=True), end)
        return Result(
            status,
            tuple(map(self._solution, report.plans)),
            bound=report.bound,
            statistics=self.statistics,
            options=self.options,
            message="; ".join(self.remarks),
        )

    def _solution(self, plan: _engine.Plan[int]) -> Solution:
        """The labels of the model's own actions, found by their conditions: a step is the blank's next cell."""
        labels = {action.condition: action.label for action in self.problem.actions}
        board, moves = list(self.board["tiles"]), []
        for here, there in pairwise(plan.steps):
            tile = board[there]
            moves.append(labels[(0, here), (tile, there)])
            board[here], board[there] = tile, 0
        counts = (self.statistics.generated, plan.held)
        return Solution({}, plan.cost, self.watch.seconds, tuple(moves), *counts)
