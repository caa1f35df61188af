"""Sliding tiles on a kernel of their own: IDA* and A* on boards of up to 25 cells, with pattern databases.

The kernel answers what it was made for and leaves the rest to the engine for any planning problem. Without an
algorithm and a heuristic it chooses: linear conflict while that is quick, else the usual pattern databases.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from copla.answers.result import Result, Solution, Statistics
from copla.backends.native.engine import control, ended_by
from copla.backends.native.partitions import Partition, is_partition, read_partition
from copla.ground.limits import Watch
from copla.ground.status import Status
from copla.language.planning_problem import PlanningProblem

if TYPE_CHECKING:
    from copla.backends.native.engine import _engine

KIND = "sliding-tiles"
MOST_CELLS = 25
QUICK = 5_000_000
"""Nodes with linear conflict before the automatic choice turns to tables: a tenth of a second."""

PARITY = "an odd permutation of the tiles: no sequence of moves leads to the goal"
TABLELESS = ("linear-conflict", "manhattan", "walking-distance")
OWN = ("pattern", "pattern+dual", "walking-distance")
"""Heuristics of the kernel's own: the usual partition is ``pattern``; sizes or tiles of any other are names, too."""
DUAL = "+dual"
"""Behind the name of a partition: dual look-ups, too."""


def heuristics(problem: PlanningProblem) -> Collection[str]:
    """What this kernel adds to the heuristics that a problem declares."""
    return [name for name in OWN if name not in problem.heuristics] if _fits(problem) else []


def takes(problem: PlanningProblem, options: Mapping[str, Any], watch: Watch) -> bool:
    """Whether this run is the kernel's: its kind of problem, one plan, its algorithms and heuristics.

    IDA* here refuses the undoing of the last move only. With prune=path the general engine takes over, so that
    counts mean the same everywhere; likewise ``pattern`` with A*, which is the model's own table there.
    """
    if not _fits(problem) or watch.limits.solutions != 1:
        return False
    algorithm, heuristic = options.get("algorithm"), options.get("heuristic")
    if heuristic is not None and is_partition(heuristic.removesuffix(DUAL)):
        return algorithm in (None, "idastar")
    if algorithm is None or (algorithm == "idastar" and options.get("prune") != "path"):
        return heuristic in (None, *TABLELESS, *OWN)
    if heuristic == "walking-distance":
        return algorithm in ("idastar", "astar")
    return algorithm == "astar" and heuristic in (None, *TABLELESS)


def _fits(problem: PlanningProblem) -> bool:
    structure = problem.structure
    return (
        structure is not None
        and structure.kind == KIND
        and structure.data["rows"] * structure.data["columns"] <= MOST_CELLS
    )


def solve(problem: PlanningProblem, options: Mapping[str, Any], watch: Watch) -> Result:
    """Run the kernel; the caller has asked :func:`takes`."""
    return _Run(problem, options, watch).result()


class _Run:
    """One search, or two of them: a short one without tables, then one with."""

    def __init__(self, problem: PlanningProblem, options: Mapping[str, Any], watch: Watch) -> None:
        from copla.backends.native.engine import _engine

        assert problem.structure is not None
        data = problem.structure.data
        self.problem, self.watch, self.options = problem, watch, dict(options)
        self.rows: int = data["rows"]
        self.columns: int = data["columns"]
        self.tiles: list[int] = list(data["tiles"])
        self.goal: tuple[int, ...] = tuple(data["goal"])
        self.position = _engine.TilePosition(self.rows, self.columns, self.tiles, self.goal)
        self.algorithm = self.options["algorithm"] = options.get("algorithm") or "idastar"
        if self.algorithm == "idastar" and "prune" in options:
            self.options["prune"] = "parent"
        self.remarks: list[str] = []
        self.statistics = Statistics(expanded=0, generated=0)

    def result(self) -> Result:
        if not self._solvable():
            self.options["heuristic"] = None
            return Result(Status.INFEASIBLE, statistics=self.statistics, options=self.options, message=PARITY)
        heuristic: str | None = self.options.get("heuristic")
        if heuristic is None and self.algorithm == "astar":
            heuristic = "linear-conflict"  # the first that the model declares, as in the search backend
        if heuristic is None:
            ended = self._search("linear-conflict", "linear-conflict", QUICK)
            if ended is not None:
                return ended
            heuristic = "pattern"
        if heuristic in TABLELESS:
            return self._search(heuristic, heuristic) or self._unsupported("gave up")
        name = heuristic.removesuffix(DUAL)
        partition = read_partition(self.rows, self.columns, self.goal, None if name == "pattern" else name)
        return self._with_tables(heuristic, partition)

    def _solvable(self) -> bool:
        """Each move is one swap and one step of the blank: both are even or both odd on the way to the goal."""
        place = {tile: cell for cell, tile in enumerate(self.goal)}
        board = [place[tile] for tile in self.tiles]
        here, home = divmod(self.tiles.index(0), self.columns), divmod(place[0], self.columns)
        odd = (here[0] - home[0] + here[1] - home[1]) % 2
        for cell in range(len(board)):
            while board[cell] != cell:
                other = board[cell]
                board[cell], board[other] = board[other], other
                odd ^= 1
        return odd == 0

    def _with_tables(self, name: str, partition: Partition) -> Result:
        from copla.backends.native import pattern_tables

        try:
            tables = pattern_tables.tables(partition, self.watch, self.remarks.append)
        except pattern_tables.StoppedError as stopped:
            self.options["heuristic"] = name
            return Result(stopped.status, statistics=self.statistics, options=self.options)
        partitions = [part for part in (partition, partition.mirrored()) if part is not None]
        sums = [[(tables[view.pattern], view.tiles, view.cells) for view in part.views()] for part in partitions]
        return self._search(
            name, f"pattern{DUAL}" if name.endswith(DUAL) else "pattern", sums=sums
        ) or self._unsupported("gave up")

    def _search(
        self,
        name: str,
        heuristic: str,
        most_nodes: int = 0,
        sums: list[list[tuple[_engine.TileTable, tuple[int, ...], tuple[int, ...]]]] | None = None,
    ) -> Result | None:
        """The answer, or None if it takes more nodes."""
        from copla.backends.native.engine import _engine

        self.options["heuristic"] = name
        leash = control(self.watch)
        try:
            outcome = _engine.solve_tiles(self.position, self.algorithm, heuristic, sums or [], most_nodes, leash)
        except ValueError as error:
            return Result(Status.UNSUPPORTED, message=str(error))
        self.watch.peak_bytes = max(self.watch.peak_bytes, leash.peak_bytes)
        self.statistics = self.statistics.plus(
            Statistics(expanded=outcome.expanded, generated=outcome.generated, max_nodes=outcome.held)
        )
        limit = ended_by(leash)
        if not outcome.solved and limit is None and outcome.bound < 2**28:
            return None
        solutions = (self._solution(outcome),) if outcome.solved else ()
        return Result(
            Status.OPTIMAL if outcome.solved else limit or Status.INFEASIBLE,
            solutions,
            bound=None if limit is None and not outcome.solved else outcome.bound,
            statistics=self.statistics,
            options=self.options,
            message="; ".join(self.remarks),
        )

    def _solution(self, outcome: _engine.TileOutcome) -> Solution:
        """The labels of the model's own actions, found by their conditions."""
        labels = {action.condition: action.label for action in self.problem.actions}
        board, moves = list(self.tiles), []
        for here, there in zip(outcome.path, outcome.path[1:], strict=False):
            tile = board[there]
            moves.append(labels[(0, here), (tile, there)])
            board[here], board[there] = tile, 0
        counts = (self.statistics.generated, outcome.held)
        return Solution({}, len(moves), self.watch.seconds, tuple(moves), *counts)

    def _unsupported(self, why: str) -> Result:
        return Result(Status.UNSUPPORTED, message=f"the kernel for sliding tiles {why}")
