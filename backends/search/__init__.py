"""search: textbook state-space search in readable Python, the reference for the fast engine."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from copla.answers.result import Result, Statistics
from copla.backends.search.assignments import AssignmentSpace
from copla.backends.search.beam import beam
from copla.backends.search.best_first import graph_search, priority_of, tree_search
from copla.backends.search.bidirectional import BackwardSpace, bidirectional
from copla.backends.search.breadth_first import breadth_first
from copla.backends.search.depth_first import depth_first
from copla.backends.search.idastar import idastar
from copla.backends.search.iterative_deepening import iterative_deepening
from copla.backends.search.node import Account
from copla.backends.search.observed import EVENTS, ObservedAccount
from copla.backends.search.space import Estimate, TaskSpace
from copla.ground.errors import LimitError, ModelError
from copla.ground.limits import Watch
from copla.ground.status import Status
from copla.ground.text import listed
from copla.language.constraint_problem import ConstraintProblem
from copla.language.heuristics import build, estimator
from copla.language.planning_problem import DeclaredHeuristic, PlanningProblem
from copla.language.problem import Kind, Problem
from copla.plugins.algorithms import (
    ALGORITHMS,
    CLOSED,
    DEPTH,
    WEIGHT,
    WIDTH,
    Ending,
    Run,
    choose_heuristic,
    equal_costs,
    goal_state,
    refuse,
    unread,
    with_blind,
)
from copla.plugins.backend import Pace
from copla.plugins.options import Option

TRACED = ("bfs", "dfs", "iddfs", "ucs", "greedy", "astar", "astar-tree", "wastar", "idastar")


class Search:
    """One state space, and the ways through it."""

    name = "search"
    strength: Mapping[Kind, int] = {"constraints": 20, "planning": 80}
    pace = Pace(runs=2, runs_of_puzzles=2, largest=3.0)
    summary = "textbook state-space search (Python), breadth-first to IDA*; planning and small constraint problems"
    options = (
        Option("algorithm", None, "how to search (none: astar for plans, dfs for constraints)", tuple(ALGORITHMS)),
        Option("heuristic", None, "the problem's heuristic to use, or blind (none: the first that it declares)"),
        CLOSED,
        WEIGHT,
        Option("prune", "path", "what idastar refuses: states on the path, or the parent only", ("path", "parent")),
        DEPTH,
        WIDTH,
    )
    algorithms = ALGORITHMS

    def missing(self) -> str | None:
        return None

    def refuses(self, problem: Problem) -> str | None:
        if isinstance(problem, ConstraintProblem) and problem.objective is not None:
            return "it has no search for the best assignment, and this problem has an objective"
        return None

    def unused(self, options: Mapping[str, Any]) -> Collection[str]:
        own = {option.name for option in self.options}
        return [name for name in unread(ALGORITHMS.get(options["algorithm"])) if name in own]

    def events(self) -> Collection[str]:
        return EVENTS

    def heuristics(self, problem: Problem) -> Mapping[str, DeclaredHeuristic]:
        if isinstance(problem, PlanningProblem):
            return with_blind(problem.heuristics)
        return with_blind(AssignmentSpace(problem.restricted([])).heuristics)  # whatever the constraints are

    def solve(self, problem: Problem, options: Mapping[str, Any], watch: Watch) -> Result:
        run = _Run(problem, options, watch) if watch.trace is None else _ObservedRun(problem, options, watch)
        try:
            run.search()
            limit = None
        except LimitError as reached:
            limit = reached.status
        return run.result(limit)


class _Run:
    """An algorithm with its heuristic on one problem, and what its answer proves."""

    def __init__(self, problem: Problem, options: Mapping[str, Any], watch: Watch) -> None:
        self.problem = problem
        self.planning = isinstance(problem, PlanningProblem)
        self.algorithm = ALGORITHMS[options["algorithm"] or ("astar" if self.planning else "dfs")]
        refuse(self.algorithm, options, problem, watch.limits.solutions)
        self.closed = self.algorithm.keeps_closed(options if "closed" in self.algorithm.reads else {})
        self.space: TaskSpace | AssignmentSpace
        if isinstance(problem, PlanningProblem):
            self.space = TaskSpace(problem, watch)
            declared = problem.heuristics
        else:
            self.space = AssignmentSpace(problem, watch)
            declared = self.space.heuristics
        default = next(iter(declared), None)
        chosen = choose_heuristic(self.algorithm, options["heuristic"], with_blind(declared), default)
        self.estimate: Estimate = lambda state: 0
        if chosen is not None:
            self.estimate = estimator(chosen.name, build(chosen.name, chosen.build), self.space.values)
        self.priority = priority_of(self.algorithm.name, options["weight"])
        self.options = dict(options, algorithm=self.algorithm.name, heuristic=chosen and chosen.name)
        admissible = chosen is None or chosen.admissible
        self.run = Run(admissible, admissible, equal_costs(problem), options["weight"], priced=self.planning)
        self.account = Account(self.space, watch, bounds=self.algorithm.bounds(self.run))

    def search(self) -> None:
        match self.algorithm.name:
            case "bfs":
                breadth_first(self.space, self.account, deepest=self.options["depth"])
            case "dfs":
                depth_first(self.space, self.account, closed=self.closed, deepest=self.options["depth"])
            case "iddfs":
                iterative_deepening(self.space, self.account, deepest=self.options["depth"])
            case "ucs" | "greedy" | "astar" | "wastar" if self.closed:
                reopen = self.algorithm.name != "greedy"
                graph_search(self.space, self.estimate, self.priority, self.account, reopen=reopen)
            case "ucs" | "astar-tree":
                tree_search(self.space, self.estimate, self.priority, self.account)
            case "idastar":
                idastar(self.space, self.estimate, self.account, prune=self.options["prune"])
            case "bidirectional":
                self.search_from_both_ends()
            case "beam":
                beam(self.space, self.estimate, self.account, width=self.options["width"])

    def search_from_both_ends(self) -> None:
        goal = goal_state(self.problem)
        assert goal is not None, "anything else was refused"
        assert isinstance(self.problem, PlanningProblem)
        cheapest = min((action.cost for action in self.problem.actions), default=0)
        bidirectional(self.space, BackwardSpace(self.problem, self.account.watch, goal), cheapest, self.account)

    def result(self, limit: Status | None) -> Result:
        account = self.account
        ending = Ending(bool(account.solutions), account.cuts, limit)
        status, message = self.algorithm.conclude(self.run, ending, self.options)
        return Result(
            status,
            tuple(account.solutions),
            complete=not self.planning and limit is None and not account.enough and not account.cuts,
            bound=account.solutions[0].cost if status is Status.OPTIMAL else None,
            statistics=Statistics(expanded=account.expanded, generated=account.generated, max_nodes=account.held),
            options=self.options,
            message=message,
        )


class _ObservedRun(_Run):
    """The same with a trace: another account, and a heuristic whose answers are written down."""

    def __init__(self, problem: Problem, options: Mapping[str, Any], watch: Watch) -> None:
        super().__init__(problem, options, watch)
        trace, name = watch.trace, self.algorithm.name
        assert trace is not None
        if name not in TRACED:
            raise ModelError(f"there is no trace of {name}, only of {listed(list(TRACED))}")
        variables = [variable.name for variable in self.space.variables]
        read = {key: value for key, value in self.options.items() if key in self.algorithm.reads}
        trace.tell("start", backend=Search.name, algorithm=name, **read, variables=variables)
        self.account = self.observer = ObservedAccount(self.space, watch, trace, self.closed, self.priority)
        self.estimate = self.observer.observed(self.estimate)

    def search(self) -> None:
        with self.observer.following():
            super().search()


BACKEND = Search()
