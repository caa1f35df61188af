"""Planning problems on the native engine: choosing algorithm and heuristic, and what the answer proves.

Algorithms, options, refusals and statuses are those of the textbook engine ``search``; counts of nodes are equal.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from copla.answers.result import Result, Solution, Statistics
from copla.backends.native import choice
from copla.backends.native import heuristics as built_in
from copla.backends.native.engine import control, ended_by
from copla.ground.errors import ModelError
from copla.ground.limits import Watch
from copla.ground.numbers import LARGEST
from copla.ground.status import Status
from copla.language.heuristics import Maximum, Sum, build, estimator, largest_entry
from copla.language.invariants import different_places
from copla.language.planning_problem import DeclaredHeuristic, PlanningProblem
from copla.language.plans import costs_are_open, labels_are_shared, least_cost
from copla.plugins.algorithms import ALGORITHMS, Cut, Run, reason, require_several, unread
from copla.plugins.options import Option

if TYPE_CHECKING:
    from copla.backends.native.engine import _engine

OPTIONS: tuple[Option, ...] = (
    Option(
        "algorithm",
        None,
        "how to search (none: fast for FreeCell, else what the engine chooses and proves optimal)",
        tuple(ALGORITHMS),
    ),
    Option("heuristic", None, "the problem's or the engine's heuristic (none: the first that the problem declares)"),
    Option("closed", None, "remember all states seen, not only the path (dfs, ucs)", kind=bool),
    Option("weight", 2.0, "the weight of the estimate in wastar", least=0, most=1000),
    Option(
        "prune",
        None,
        "what idastar refuses: states on the path, the parent only, or pairs of moves that undo or commute (none: the "
        "path; the parent in the kernel of sliding tiles)",
        ("path", "parent", "moves"),
    ),
    Option("table", 0, "megabytes for states that idastar remembers within a bound", least=0, most=2**20),
    Option("depth", None, "the deepest level of dfs and bfs (none: no limit)", kind=int, least=0, most=10**9),
    Option("width", 1000, "how many nodes of a level beam keeps", least=1, most=10**9),
    Option("threads", 1, "configurations that run side by side when the engine chooses", least=1, most=64),
    Option("kernel", "auto", "generic: never a kernel made for one kind of puzzle", ("auto", "generic")),
)


def unused(options: Mapping[str, Any]) -> Collection[str]:
    algorithm = options["algorithm"]  # none: the problem decides
    return () if algorithm is None else [*unread(algorithm), "threads"]


def heuristics(problem: PlanningProblem) -> Collection[str]:
    return [*problem.heuristics, *(name for name in built_in.BUILT_IN if name not in problem.heuristics)]


def read_task(problem: PlanningProblem, *, invariants: bool = False) -> _engine.Task:
    """The problem for the engine, on request with what is proven of the declared invariants."""
    from copla.backends.native.engine import _engine

    sizes = [len(variable.domain) for variable in problem.variables]
    different = different_places(problem) if invariants else []
    return _engine.Task(sizes, problem.initial_state, problem.actions, problem.goal, different)


def solve(problem: PlanningProblem, options: Mapping[str, Any], watch: Watch) -> Result:
    if options["algorithm"] is not None:
        return _Run(problem, options, watch).result()
    return choice.solve(problem, options, watch, lambda chosen, own: _Run(problem, chosen, own).result())


@dataclass(frozen=True, slots=True)
class _Guide:
    """A heuristic in the engine's form, and what it promises; ``safe``: what it calls a dead end is one."""

    name: str | None
    admissible: bool
    safe: bool
    heuristic: _engine.Heuristic | None


class _Run:
    """An algorithm with its heuristic on one problem, and what its answer proves."""

    def __init__(self, problem: PlanningProblem, options: Mapping[str, Any], watch: Watch) -> None:
        self.problem = problem
        self.algorithm = ALGORITHMS[options["algorithm"]]
        self.options = dict(options, prune=options["prune"] or "path")
        self.watch = watch
        closed = options["closed"]
        self.closed = self.algorithm.closed if closed is None else closed
        self._refuse()
        self.began = watch.seconds
        self.control = control(watch)
        self.task = read_task(problem, invariants=self.options["prune"] != "path")
        self.guide = self._choose_heuristic()
        self.options["heuristic"] = self.guide.name

    def _refuse(self) -> None:
        name = self.algorithm.name
        if self.watch.limits.solutions != 1:
            require_several(self.algorithm, self.closed)
            if name == "idastar" and (self.options["prune"] == "moves" or self.options["table"]):
                raise ModelError("idastar with prune=moves or a table finds one solution; for several use prune=path")
        if name == "bidirectional" and not choice.goal_is_one_state(self.problem):
            raise ModelError("bidirectional search needs a goal that is one state: this one leaves variables open")
        if name == "idastar" and self.options["prune"] == "moves" and self.options["table"]:
            raise ModelError("idastar takes prune=moves or a table: the two together would lose plans")

    def _choose_heuristic(self) -> _Guide:
        declared, name = self.problem.heuristics, self.options["heuristic"]
        if name is not None and name not in declared and name not in built_in.BUILT_IN:
            known = ", ".join(heuristics(self.problem)) or "none"
            raise ModelError(f"this problem has no heuristic {name!r}; it has: {known}")
        if not self.algorithm.informed or (name is None and not declared):
            return _Guide(None, True, True, None)
        if name is None or name in declared:
            chosen = declared[name] if name is not None else next(iter(declared.values()))
            made = _engine_heuristic(chosen, self.problem, self.task, self.control)
            return _Guide(chosen.name, chosen.admissible, chosen.admissible, made)
        entry = built_in.BUILT_IN[name]
        built = entry.build(self.problem, self.task, self.options, self.control)
        return _Guide(name, entry.admissible, True, built)

    def settings(self) -> _engine.Settings:
        from copla.backends.native.engine import _engine

        settings = _engine.Settings()
        settings.algorithm = self.algorithm.name
        settings.closed = self.closed
        settings.weight = self.options["weight"]
        settings.prune = self.options["prune"]
        settings.depth = -1 if self.options["depth"] is None else self.options["depth"]
        settings.width = self.options["width"]
        settings.table_bytes = self.options["table"] * 10**6
        return settings

    def result(self) -> Result:
        from copla.backends.native.engine import _engine

        wanted = self.watch.limits.solutions
        outcome = _engine.search(
            self.task,
            self.settings(),
            self.guide.heuristic,
            -1 if wanted is None else wanted,
            [] if wanted == 1 else _shared_labels(self.problem),
            self.control,
        )
        self.watch.expanded, self.watch.generated = outcome["expanded"], outcome["generated"]
        self.watch.peak_bytes = max(self.watch.peak_bytes, self.control.peak_bytes)
        solutions = tuple(
            self._solution(actions, cost, seconds, generated, held)
            for actions, cost, seconds, generated, held in outcome["plans"]
        )
        status, message = self._verdict([Cut(cut) for cut in outcome["cuts"]], bool(solutions))
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

    def _solution(self, actions: list[int], cost: int, seconds: float, generated: int, held: int) -> Solution:
        moves = tuple(self.problem.actions[index].label for index in actions)
        cheapest = least_cost(self.problem, moves) if costs_are_open(self.problem) else cost
        return Solution({}, cheapest, self.began + seconds, moves, generated, held)

    def _verdict(self, cuts: list[Cut], found: bool) -> tuple[Status, str]:
        limit = ended_by(self.control)
        if limit is not None:
            return limit, ""
        equal = len({action.cost for action in self.problem.actions}) <= 1
        run = Run(self.guide.admissible, self.guide.safe, equal, self.options["weight"])
        status = self.algorithm.status(run, cuts, found)
        return status, reason(self.algorithm.gaps(run, cuts), self.options) if status is Status.UNKNOWN else ""


def _shared_labels(problem: PlanningProblem) -> list[int]:
    """For each action the number of its label, if some share one; else nothing."""
    if not labels_are_shared(problem):
        return []
    numbers: dict[str, int] = {}
    return [numbers.setdefault(action.label, len(numbers)) for action in problem.actions]


def _engine_heuristic(
    declared: DeclaredHeuristic, problem: PlanningProblem, task: _engine.Task, leash: _engine.Control
) -> _engine.Heuristic | None:
    """The problem's heuristic for the engine: tables run inside it, a function is called back.

    None if a limit came first. Tables whose sums may leave the range are asked one by one, so that a sum that does
    is an error that names the state.
    """
    from copla.backends.native.engine import _engine

    built = build(declared.name, declared.build)
    sums = built.sums if isinstance(built, Maximum) else (built,)
    if all(isinstance(part, Sum) for part in sums):
        tables = [list(part.tables) for part in sums if isinstance(part, Sum)]
        largest = max((sum(map(largest_entry, part)) for part in tables), default=0)
        if largest <= LARGEST:
            try:
                return _engine.read_tables(task, tables, largest >= 2**31, leash)
            except ValueError as error:
                raise ModelError(f"heuristic {declared.name!r}: {error}") from None
    return _engine.PythonHeuristic(task, estimator(declared.name, built, problem.values))
