"""search: textbook state-space search in readable Python, the reference for the fast engine."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from copla.answers.result import Result, Statistics
from copla.backends.search.assignments import AssignmentSpace
from copla.backends.search.beam import beam
from copla.backends.search.best_first import (
    cost_and_estimate,
    cost_only,
    estimate_only,
    graph_search,
    tree_search,
    weighted,
)
from copla.backends.search.bidirectional import BackwardSpace, bidirectional, goal_state
from copla.backends.search.breadth_first import breadth_first
from copla.backends.search.depth_first import depth_first
from copla.backends.search.idastar import idastar
from copla.backends.search.limit import LimitReachedError
from copla.backends.search.node import Account
from copla.backends.search.space import Estimate, Space, TaskSpace
from copla.ground.errors import ModelError
from copla.ground.limits import Watch
from copla.ground.status import Status
from copla.language.constraint_problem import ConstraintProblem
from copla.language.heuristics import Function, build, estimator
from copla.language.planning_problem import DeclaredHeuristic, PlanningProblem
from copla.language.problem import Kind, Problem
from copla.plugins.algorithms import ALGORITHMS, Run, reason, require_several, unread
from copla.plugins.options import Option

ASSIGNMENT_HEURISTIC = "unassigned"
ONE_GOAL_STATE = "bidirectional search needs a goal that is one state: this one leaves variables open"


class Search:
    """One state space, ten ways through it."""

    name = "search"
    strength: Mapping[Kind, int] = {"constraints": 20, "planning": 80}
    summary = "textbook state-space search (Python), breadth-first to IDA*; planning and small constraint problems"
    options = (
        Option("algorithm", None, "how to search (none: astar for plans, dfs for constraints)", tuple(ALGORITHMS)),
        Option("heuristic", None, "the problem's heuristic to use (none: the first that it declares)"),
        Option("closed", None, "remember all states seen, not only the path (dfs, ucs)", kind=bool),
        Option("weight", 2.0, "the weight of the estimate in wastar", least=0, most=1000),
        Option("prune", "path", "what idastar refuses: states on the path, or the parent only", ("path", "parent")),
        Option("depth", None, "the deepest level of dfs and bfs (none: no limit)", kind=int, least=0, most=10**9),
        Option("width", 1000, "how many nodes of a level beam keeps", least=1, most=10**9),
    )

    def missing(self) -> str | None:
        return None

    def refuses(self, problem: Problem) -> str | None:
        if isinstance(problem, ConstraintProblem) and problem.objective is not None:
            return "it has no search for the best assignment, and this problem has an objective"
        return None

    def unused(self, options: Mapping[str, Any]) -> Collection[str]:
        own = {option.name for option in self.options}
        return [name for name in unread(options["algorithm"]) if name in own]

    def heuristics(self, problem: Problem) -> Collection[str]:
        return list(problem.heuristics) if isinstance(problem, PlanningProblem) else [ASSIGNMENT_HEURISTIC]

    def solve(self, problem: Problem, options: Mapping[str, Any], watch: Watch) -> Result:
        run = _Run(problem, options, watch)
        try:
            run.search()
            limit = None
        except LimitReachedError as reached:
            limit = reached.status
        return run.result(limit)


class _Run:
    """An algorithm with its heuristic on one problem, and what its answer proves."""

    def __init__(self, problem: Problem, options: Mapping[str, Any], watch: Watch) -> None:
        self.problem = problem
        self.planning = isinstance(problem, PlanningProblem)
        self.algorithm = ALGORITHMS[options["algorithm"] or ("astar" if self.planning else "dfs")]
        self.options = dict(options, algorithm=self.algorithm.name)
        closed = options["closed"]
        self.closed = self.algorithm.closed if closed is None else closed
        if watch.limits.solutions != 1:
            require_several(self.algorithm, self.closed)
        self.estimate: Estimate = lambda state: 0
        self.admissible = True
        self.space: Space
        if isinstance(problem, PlanningProblem):
            self.space = TaskSpace(problem, watch)
            self.choose_heuristic(problem.heuristics, problem.values)
        else:
            assignments = AssignmentSpace(problem)
            self.space = assignments
            name, summary = ASSIGNMENT_HEURISTIC, "variables without a value"
            unassigned = DeclaredHeuristic(name, lambda: Function(assignments.unassigned), True, True, summary)
            self.choose_heuristic({name: unassigned}, assignments.values)
        self.account = Account(self.space, watch)

    def choose_heuristic(
        self, declared: Mapping[str, DeclaredHeuristic], values: Callable[[tuple[int, ...]], Mapping[str, object]]
    ) -> None:
        name = self.options["heuristic"]
        if name is not None and name not in declared:
            raise ModelError(f"this problem has no heuristic {name!r}; it has: {', '.join(declared) or 'none'}")
        if not self.algorithm.informed:
            self.options["heuristic"] = None
        elif declared:
            chosen = declared[name] if name is not None else next(iter(declared.values()))
            self.options["heuristic"] = chosen.name
            self.admissible = chosen.admissible
            self.estimate = estimator(chosen.name, build(chosen.name, chosen.build), values)

    def search(self) -> None:
        match self.algorithm.name:
            case "bfs":
                breadth_first(self.space, self.account, deepest=self.options["depth"])
            case "dfs":
                depth_first(self.space, self.account, closed=self.closed, deepest=self.options["depth"])
            case "ucs" if self.closed:
                graph_search(self.space, self.estimate, cost_only, self.account, reopen=True)
            case "ucs":
                tree_search(self.space, self.estimate, cost_only, self.account)
            case "greedy":
                graph_search(self.space, self.estimate, estimate_only, self.account, reopen=False)
            case "astar":
                graph_search(self.space, self.estimate, cost_and_estimate, self.account, reopen=True)
            case "astar-tree":
                tree_search(self.space, self.estimate, cost_and_estimate, self.account)
            case "wastar":
                priority = weighted(self.options["weight"])
                graph_search(self.space, self.estimate, priority, self.account, reopen=True)
            case "idastar":
                idastar(self.space, self.estimate, self.account, prune=self.options["prune"])
            case "bidirectional":
                self.search_from_both_ends()
            case "beam":
                beam(self.space, self.estimate, self.account, width=self.options["width"])

    def search_from_both_ends(self) -> None:
        goal = goal_state(self.problem) if isinstance(self.problem, PlanningProblem) else None
        if goal is None or not isinstance(self.problem, PlanningProblem):
            raise ModelError(ONE_GOAL_STATE)
        cheapest = min((action.cost for action in self.problem.actions), default=0)
        bidirectional(self.space, BackwardSpace(self.problem, self.account.watch, goal), cheapest, self.account)

    def result(self, limit: Status | None) -> Result:
        account, message = self.account, ""
        if limit is not None:
            status = limit
        elif not self.planning and account.solutions:
            status = Status.SOLVED  # an assignment has no cost
        else:
            run = self.conditions()
            status = self.algorithm.status(run, account.cuts, bool(account.solutions))
            if status is Status.UNKNOWN:
                message = reason(self.algorithm.gaps(run, account.cuts), self.options)
        return Result(
            status,
            tuple(account.solutions),
            complete=not self.planning and limit is None and not account.enough and not account.cuts,
            bound=account.solutions[0].cost if status is Status.OPTIMAL else None,
            statistics=Statistics(expanded=account.expanded, generated=account.generated, max_nodes=account.held),
            options=self.options,
            message=message,
        )

    def conditions(self) -> Run:
        """What the claims depend on."""
        costs = {action.cost for action in self.problem.actions} if isinstance(self.problem, PlanningProblem) else {1}
        return Run(self.admissible, self.admissible, len(costs) <= 1, self.options["weight"])


BACKEND = Search()
