"""Planning problems on the native engine: choosing algorithm and heuristic, and what the answer proves.

Algorithms, options, refusals and statuses are those of the textbook engine ``search``; counts of nodes are equal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from copla.answers.result import Result, Solution
from copla.backends.native import choice
from copla.backends.native import heuristics as built_in
from copla.backends.native.engine import control, counted, ending
from copla.ground.errors import ModelError
from copla.ground.limits import Watch
from copla.ground.numbers import LARGEST
from copla.ground.status import Status
from copla.language.heuristics import Maximum, Sum, build, estimator, largest_entry
from copla.language.invariants import different_places
from copla.language.planning_problem import DeclaredHeuristic, PlanningProblem
from copla.language.plans import costs_are_open, labels_are_shared, least_cost
from copla.plugins.algorithms import (
    ALGORITHMS,
    CLOSED,
    DEPTH,
    WEIGHT,
    WIDTH,
    Run,
    choose_heuristic,
    equal_costs,
    refuse,
    with_blind,
)
from copla.plugins.options import Option

if TYPE_CHECKING:
    from copla.backends.native.engine import _engine

Offered = DeclaredHeuristic | built_in.BuiltIn
"""A heuristic of the problem's, or one that the engine makes from the task."""

OPTIONS: tuple[Option, ...] = (
    Option(
        "algorithm",
        None,
        "how to search (none: short for FreeCell, else what the engine chooses and proves optimal)",
        tuple(ALGORITHMS),
    ),
    Option("heuristic", None, "the problem's or the engine's heuristic (none: the first that the problem declares)"),
    CLOSED,
    WEIGHT,
    Option(
        "prune",
        None,
        "what idastar refuses: states on the path, the parent only, or pairs of moves that undo or commute (none: the "
        "path; the parent in the kernel of sliding tiles)",
        ("path", "parent", "moves"),
    ),
    Option("table", 0, "megabytes for states that idastar remembers within a bound", least=0, most=2**20),
    DEPTH,
    WIDTH,
    Option("threads", 1, "configurations that run side by side when the engine chooses", least=1, most=64),
    Option("kernel", "auto", "generic: never a kernel made for one kind of puzzle", ("auto", "generic")),
)


def heuristics(problem: PlanningProblem) -> dict[str, Offered]:
    """What the option ``heuristic`` takes: the problem's own first, which win over ours of the same name."""
    declared = with_blind(problem.heuristics)
    return {**declared, **{name: ours for name, ours in built_in.BUILT_IN.items() if name not in declared}}


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


class _Run:
    """An algorithm with its heuristic on one problem, and what its answer proves."""

    def __init__(self, problem: PlanningProblem, options: Mapping[str, Any], watch: Watch) -> None:
        self.problem = problem
        self.algorithm = ALGORITHMS[options["algorithm"]]
        refuse(self.algorithm, options, problem, watch.limits.solutions)
        default = next(iter(problem.heuristics), None)
        chosen = choose_heuristic(self.algorithm, options["heuristic"], heuristics(problem), default)
        self.options = dict(options, prune=options["prune"] or "path", heuristic=chosen and chosen.name)
        self.watch = watch
        self.began = watch.seconds
        admissible = chosen is None or chosen.admissible
        safe = admissible or isinstance(chosen, built_in.BuiltIn)  # dead ends of ours are ones
        self.run = Run(admissible, safe, equal_costs(problem), options["weight"])
        proven = self.algorithm.bounds(self.run) and watch.limits.solutions == 1
        self.control = control(watch, "depth" if "depth" in self.algorithm.reads else "bound", proven=proven)
        self.task = read_task(problem, invariants=self.options["prune"] != "path")
        self.heuristic = self._build(chosen)

    def _build(self, chosen: Offered | None) -> _engine.Heuristic | None:
        if chosen is None:
            return None
        if isinstance(chosen, built_in.BuiltIn):
            return chosen.build(self.problem, self.task, self.options, self.control)
        return _engine_heuristic(chosen, self.problem, self.task, self.control)

    def settings(self) -> _engine.Settings:
        from copla.backends.native.engine import _engine

        depth, wanted = self.options["depth"], self.watch.limits.solutions
        return _engine.Settings(
            algorithm=self.algorithm.name,
            closed=self.algorithm.keeps_closed(self.options),
            weight=self.options["weight"],
            prune=self.options["prune"],
            depth=-1 if depth is None else depth,
            width=self.options["width"],
            table_bytes=self.options["table"] * 10**6,
            solutions=-1 if wanted is None else wanted,
            labels=[] if wanted == 1 else _shared_labels(self.problem),
        )

    def result(self) -> Result:
        from copla.backends.native.engine import _engine

        report = _engine.search(self.task, self.heuristic, self.settings(), self.control)
        statistics = counted(report, self.control, self.watch)
        solutions = tuple(map(self._solution, report.plans))
        status, message = self.algorithm.conclude(self.run, ending(report, self.control), self.options)
        bound = solutions[0].cost if status is Status.OPTIMAL else None
        return Result(status, solutions, bound=bound, statistics=statistics, options=self.options, message=message)

    def _solution(self, plan: _engine.Plan[int]) -> Solution:
        moves = tuple(self.problem.actions[index].label for index in plan.steps)
        cheapest = least_cost(self.problem, moves) if costs_are_open(self.problem) else plan.cost
        return Solution({}, cheapest, self.began + plan.seconds, moves, plan.generated, plan.held)


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
