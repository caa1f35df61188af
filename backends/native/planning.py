"""Planning problems on the native engine: choosing algorithm and heuristic, and what the answer proves.

Algorithms, options, refusals and statuses are those of the textbook engine ``search``; counts of nodes are equal.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from copla.backends.native import choice
from copla.backends.native import heuristics as built_in
from copla.backends.native.engine import control, ended_by
from copla.errors import BackendError, ModelError
from copla.heuristics import Function, Maximum, Sum
from copla.heuristics import Heuristic as ModelHeuristic
from copla.limits import Watch
from copla.options import Option
from copla.planning_problem import PlanningProblem
from copla.result import Result, Solution, Statistics, Status

if TYPE_CHECKING:
    from copla.backends.native.engine import _engine

ALGORITHMS = (
    "bfs",
    "dfs",
    "ucs",
    "greedy",
    "astar",
    "astar-tree",
    "wastar",
    "idastar",
    "bidirectional",
    "beam",
)
OPEN_ONLY = ("dfs", "astar-tree", "idastar")
SEVERAL_PLANS = ("dfs", "ucs", "astar-tree", "idastar")
UNINFORMED = ("bfs", "dfs", "ucs", "bidirectional")
OPTIMAL = ("ucs", "astar", "astar-tree", "idastar", "bidirectional")
# Options that only these algorithms look at.
USED_BY = {
    "heuristic": tuple(name for name in ALGORITHMS if name not in UNINFORMED),
    "closed": ("dfs", "ucs"),
    "weight": ("wastar",),
    "prune": ("idastar",),
    "table": ("idastar",),
    "depth": ("dfs", "bfs"),
    "width": ("beam",),
}

OPTIONS: tuple[Option, ...] = (
    Option(
        "algorithm",
        None,
        "how to search (none: fast for FreeCell, else what the engine chooses and proves optimal)",
        ALGORITHMS,
    ),
    Option("heuristic", None, "the problem's or the engine's heuristic (none: the first that the problem declares)"),
    Option("closed", None, "remember all states seen, not only the path (dfs, ucs)", kind=bool),
    Option("weight", 2.0, "the weight of the estimate in wastar", least=0),
    Option(
        "prune",
        None,
        "what idastar refuses: states on the path, the parent only, or pairs of moves that undo or commute (none: the "
        "path; the parent in the kernel of sliding tiles)",
        ("path", "parent", "moves"),
    ),
    Option("table", 0, "megabytes for states that idastar remembers within a bound", least=0),
    Option("depth", None, "the deepest level of dfs and bfs (none: no limit)", kind=int, least=0),
    Option("width", 1000, "how many nodes of a level beam keeps", least=1),
    Option("threads", 1, "configurations that run side by side when the engine chooses", least=1, most=64),
    Option("kernel", "auto", "generic: never a kernel made for one kind of puzzle", ("auto", "generic")),
)


def unused(options: Mapping[str, Any]) -> Collection[str]:
    algorithm = options["algorithm"]  # none: the problem decides
    if algorithm is None:
        return ()
    return [*(name for name, users in USED_BY.items() if algorithm not in users), "threads"]


def heuristics(problem: PlanningProblem) -> Collection[str]:
    return [*problem.heuristics, *(name for name in built_in.BUILT_IN if name not in problem.heuristics)]


def read_task(problem: PlanningProblem) -> _engine.Task:
    from copla.backends.native.engine import _engine

    sizes = [len(variable.domain) for variable in problem.variables]
    return _engine.Task(sizes, problem.initial_state, problem.actions, problem.goal, problem.invariants)


def solve(problem: PlanningProblem, options: Mapping[str, Any], watch: Watch) -> Result:
    if options["algorithm"] is not None:
        return _Run(problem, options, watch).result()
    return choice.solve(problem, options, watch, lambda chosen, own: _Run(problem, chosen, own).result())


@dataclass(frozen=True, slots=True)
class _Guide:
    """A heuristic in the engine's form, and what it promises."""

    name: str | None
    admissible: bool
    heuristic: _engine.Heuristic | None


class _Run:
    """An algorithm with its heuristic on one problem, and what its answer proves."""

    def __init__(self, problem: PlanningProblem, options: Mapping[str, Any], watch: Watch) -> None:
        self.problem = problem
        self.algorithm: str = options["algorithm"]
        self.options = dict(options, prune=options["prune"] or "path")
        self.watch = watch
        closed = options["closed"]
        self.closed = self.algorithm not in OPEN_ONLY if closed is None else closed
        self._refuse()
        self.began = watch.seconds
        self.control = control(watch)
        self.task = read_task(problem)
        self.guide = self._choose_heuristic()
        self.options["heuristic"] = self.guide.name

    def _refuse(self) -> None:
        if self.watch.limits.solutions != 1:
            if self.closed or self.algorithm not in SEVERAL_PLANS:
                raise ModelError(
                    f"{self.algorithm} with a closed list finds one solution; for several use "
                    "astar-tree, idastar, or dfs or ucs with closed=false"
                )
            if self.algorithm == "idastar" and (self.options["prune"] == "moves" or self.options["table"]):
                raise ModelError("idastar with prune=moves or a table finds one solution; for several use prune=path")
        if self.algorithm == "bidirectional" and not choice.goal_is_one_state(self.problem):
            raise ModelError("bidirectional search needs a goal that is one state: this one leaves variables open")
        if self.algorithm == "idastar" and self.options["prune"] == "moves" and self.options["table"]:
            raise ModelError("idastar takes prune=moves or a table: the two together would lose plans")

    def _choose_heuristic(self) -> _Guide:
        declared, name = self.problem.heuristics, self.options["heuristic"]
        if name is not None and name not in declared and name not in built_in.BUILT_IN:
            known = ", ".join(heuristics(self.problem)) or "none"
            raise ModelError(f"this problem has no heuristic {name!r}; it has: {known}")
        if self.algorithm in UNINFORMED or (name is None and not declared):
            return _Guide(None, True, None)
        if name is None or name in declared:
            chosen = declared[name] if name is not None else next(iter(declared.values()))
            return _Guide(chosen.name, chosen.admissible, _engine_heuristic(chosen.build(), self.task, self.control))
        entry = built_in.BUILT_IN[name]
        built = entry.build(self.problem, self.task, self.options, self.control)
        return _Guide(name, entry.admissible, built)

    def settings(self) -> _engine.Settings:
        from copla.backends.native.engine import _engine

        settings = _engine.Settings()
        settings.algorithm = self.algorithm
        settings.closed = self.closed
        settings.weight = self.options["weight"]
        settings.prune = self.options["prune"]
        settings.depth = -1 if self.options["depth"] is None else self.options["depth"]
        settings.width = self.options["width"]
        settings.table_bytes = self.options["table"] * 10**6
        return settings

    def proves_optimality(self) -> bool:
        """Whether the first plan of this algorithm is known to be a cheapest one."""
        if self.algorithm == "bfs":
            return len({action.cost for action in self.problem.actions}) <= 1
        return self.algorithm in OPTIMAL and self.guide.admissible

    def result(self) -> Result:
        from copla.backends.native.engine import _engine

        wanted = self.watch.limits.solutions
        try:
            outcome = _engine.search(
                self.task, self.settings(), self.guide.heuristic, -1 if wanted is None else wanted, self.control
            )
        except OverflowError as error:
            raise BackendError(f"native: {error}") from None
        self.watch.expanded, self.watch.generated = outcome["expanded"], outcome["generated"]
        self.watch.peak_bytes = max(self.watch.peak_bytes, self.control.peak_bytes)
        limit = ended_by(self.control)
        labels = [action.label for action in self.problem.actions]
        solutions = tuple(
            Solution({}, cost, self.began + seconds, tuple(labels[index] for index in actions), generated, held)
            for actions, cost, seconds, generated, held in outcome["plans"]
        )
        status, message = self._verdict(limit, bool(solutions), outcome["incomplete"])
        return Result(
            status,
            solutions,
            bound=solutions[0].cost if status is Status.OPTIMAL else None,
            statistics=Statistics(
                expanded=outcome["expanded"], generated=outcome["generated"], max_nodes=outcome["held"]
            ),
            options=self.options,
            message=message,
        )

    def _verdict(self, limit: Status | None, found: bool, incomplete: bool) -> tuple[Status, str]:
        if limit is not None:
            return limit, ""
        if found:
            return (Status.OPTIMAL if self.proves_optimality() else Status.SOLVED), ""
        if self.algorithm in USED_BY["depth"] and self.options["depth"] is not None:
            return Status.UNKNOWN, f"no plan within depth {self.options['depth']}"
        if incomplete:
            return Status.UNKNOWN, f"no plan within a beam of width {self.options['width']}"
        return Status.INFEASIBLE, ""


def _engine_heuristic(built: ModelHeuristic, task: _engine.Task, leash: _engine.Control) -> _engine.Heuristic | None:
    """The problem's heuristic for the engine: tables run inside it, a function is called back; None at a limit."""
    from copla.backends.native.engine import _engine

    if isinstance(built, Function):
        return _engine.PythonHeuristic(task, built.function)
    sums = built.sums if isinstance(built, Maximum) else (built,)
    if all(isinstance(part, Sum) for part in sums):
        return _engine.read_tables(task, [list(part.tables) for part in sums], leash)
    return _engine.PythonHeuristic(task, built)
