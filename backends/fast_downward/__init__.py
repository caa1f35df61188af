"""fast-downward: the Fast Downward planner as a process of its own, on a SAS+ file that copla writes.

What is claimed: ``optimal`` and ``bound`` by A* with an admissible heuristic, by uniform-cost search, and by
breadth-first search where every action costs 1; ``infeasible`` where an algorithm of copla's own list exhausted the
state space. A search string of the user's proves nothing. The planner adds costs in 32 bits and wraps around without a
word, so costs are kept so small that no path within its tables can do that, and a plan above LARGEST_PLAN is no proof.
"""

from __future__ import annotations

import re
import signal
from collections.abc import Collection, Mapping
from dataclasses import replace
from enum import IntEnum
from typing import Any

from copla.answers.result import Result, Solution, Statistics
from copla.backends.fast_downward import program
from copla.backends.fast_downward.searches import ALGORITHMS, HEURISTICS, Heuristic, Search, configure
from copla.formats import sas
from copla.formats.plans import read_actions, read_plan
from copla.ground.errors import BackendError, FormatError, ModelError
from copla.ground.limits import Watch
from copla.ground.status import Status
from copla.language.planning_problem import PlanningProblem
from copla.language.problem import Problem
from copla.plugins.algorithms import Ending, Run, refuse, unread
from copla.plugins.options import Option

LARGEST_PLAN = 2**30
"""The cost of a plan and an estimate, each up to this, add up within 32 bits."""

LONGEST_PATH = 50_000
"""Steps of a path within a table of the planner; searches.py says how large its tables get."""


class FastDownward:
    """The planner that others are measured by. It is free software under the GPL, so it stays a separate program."""

    name = "fast-downward"
    claim_option = "below"
    summary = "the Fast Downward planner, a separate program (extra fast-downward); planning problems"
    options = (
        Option("algorithm", "astar", "how to search", tuple(ALGORITHMS)),
        Option("heuristic", None, "its heuristic (none: ipdb for astar, ff for the others)", tuple(HEURISTICS)),
        Option("weight", 2, "the weight of the estimate in wastar and lazy-wastar", least=1, most=1000),
        Option("below", None, "only plans cheaper than this", kind=int, least=1, most=LARGEST_PLAN),
        Option("search", None, "a search string of the planner, instead of algorithm and heuristic"),
    )
    algorithms = ALGORITHMS

    def missing(self) -> str | None:
        return program.missing()

    def refuses(self, problem: Problem) -> str | None:
        if not isinstance(problem, PlanningProblem):
            return "it takes planning problems, and this is a constraint problem"
        highest = max((action.cost for action in problem.actions), default=0)
        most = LARGEST_PLAN // _longest_path(problem)
        if highest > most:
            return f"an action costs {highest}, and it adds costs in 32 bits: {most:,} is the most for this problem"
        return None

    def unused(self, options: Mapping[str, Any]) -> Collection[str]:
        if options.get("search") is not None:
            return ["algorithm", "heuristic", "weight"]
        own = {option.name for option in self.options}
        return [name for name in unread(ALGORITHMS[options["algorithm"]]) if name in own]

    def heuristics(self, problem: Problem) -> Mapping[str, Heuristic]:
        return HEURISTICS

    def solve(self, problem: Problem, options: Mapping[str, Any], watch: Watch) -> Result:
        assert isinstance(problem, PlanningProblem), "refuses() admits nothing else"
        refuse(ALGORITHMS[options["algorithm"]], options, problem, watch.limits.solutions, ALGORITHMS)
        task = sas.write(problem, costs=options["algorithm"] != "bfs")
        search = _search(problem, options, watch)
        algorithm, heuristic = search.algorithm, search.heuristic
        used = {"algorithm": algorithm and algorithm.name, "heuristic": heuristic and heuristic.name}
        limit = watch.reached()
        if limit is not None:
            return Result(limit, options=used, statistics=Statistics(expanded=0, generated=0))
        ended = program.run(task, search.text, watch, lambda f: _bound_so_far(f, search))
        plan = _best_plan(problem, ended, watch)
        status, bound, message = _conclusion(ended, plan, search)
        return Result(
            status,
            (plan,) if plan else (),
            bound=bound,
            statistics=Statistics(
                expanded=ended.log.expanded, generated=ended.log.generated, max_nodes=ended.log.states
            ),
            options=used,
            message=message,
        )


def _longest_path(problem: PlanningProblem) -> int:
    """A path without a state twice has fewer steps than there are states."""
    states = 1
    for variable in problem.variables:
        states *= len(variable.domain)
        if states >= LONGEST_PATH:
            return LONGEST_PATH
    return states


def _search(problem: PlanningProblem, options: Mapping[str, Any], watch: Watch) -> Search:
    if options["search"] is not None:
        if options["below"] is not None:
            raise ModelError("below cannot be put into a search string: write bound= there instead")
        return Search(options["search"], None, None, None, Run(False, False, False))
    # The planner measures CPU time, which is never more than the time on the clock; if it can, it stops by itself
    # just before the limit, with its totals. Otherwise copla stops it.
    seconds = None if watch.seconds_left is None else watch.seconds_left * 0.98
    return configure(
        options["algorithm"],
        options["heuristic"],
        options["weight"],
        unit_costs={action.cost for action in problem.actions} <= {1},
        below=options["below"],
        seconds=seconds,
    )


def _best_plan(problem: PlanningProblem, ended: program.Run, watch: Watch) -> Solution | None:
    """The cheapest plan that was written, in the problem's words."""
    found: list[Solution] = []
    for text in ended.plans:
        try:
            paid = sum(action.cost for action in read_actions(problem, text, "the plan"))
            plan = read_plan(problem, text, "the plan")
        except FormatError as error:
            raise BackendError(f"Fast Downward wrote a plan that cannot be read: {error}") from None
        stated = re.search(r"; cost = (-?\d+)", text)
        expected = len(plan.moves or ()) if "(unit cost)" in text else paid
        if stated is None or (int(stated[1]) - expected) % 2**32:
            raise BackendError(f"Fast Downward says {stated and stated[0]!r} of a plan that costs {paid}")
        found.append(replace(plan, seconds=watch.seconds))
    return min(found, key=lambda plan: plan.cost or 0, default=None)


class _Exit(IntEnum):
    """The planner's exit statuses, as its manual lists them."""

    PLAN = 0
    PLAN_THEN_OUT_OF_MEMORY = 1
    PLAN_THEN_OUT_OF_TIME = 2
    PLAN_THEN_OUT_OF_BOTH = 3
    UNSOLVABLE = 11
    INCOMPLETE = 12
    UNSOLVABLE_WITHIN_BOUND = 13
    OUT_OF_MEMORY = 22
    OUT_OF_TIME = 23
    OUT_OF_BOTH = 24
    BAD_INPUT = 33


_LIMITS: dict[int, Status] = {
    _Exit.PLAN_THEN_OUT_OF_MEMORY: Status.MEMORY,
    _Exit.PLAN_THEN_OUT_OF_TIME: Status.TIMEOUT,
    _Exit.PLAN_THEN_OUT_OF_BOTH: Status.TIMEOUT,
    _Exit.OUT_OF_MEMORY: Status.MEMORY,
    _Exit.OUT_OF_TIME: Status.TIMEOUT,
    _Exit.OUT_OF_BOTH: Status.TIMEOUT,
}


def _conclusion(ended: program.Run, plan: Solution | None, search: Search) -> tuple[Status, int | None, str]:
    """Status, proven bound and a line for people; an error if the program broke down or makes no sense."""
    log = ended.log
    limit = ended.stopped or _LIMITS.get(ended.exit_status)
    if ended.exit_status == _Exit.INCOMPLETE and log.out_of_time:
        limit = limit or Status.TIMEOUT
    if limit is not None:
        stale = "" if log.final else f"{limit} (counts of its last progress line)"
        return limit, _bound_so_far(log.f, search), stale
    match ended.exit_status:
        case _Exit.PLAN if plan is not None:
            times = f"search {log.search_seconds} s of {log.cpu_seconds} s CPU, {log.evaluated} states evaluated"
            message = f"{search.text}: {times}"
            status = Status.SOLVED
            if search.algorithm is not None and (plan.cost or 0) <= LARGEST_PLAN:
                status = search.algorithm.status(search.run, Ending(found=True))
            return status, plan.cost if status is Status.OPTIMAL else None, message
        case _Exit.PLAN:
            raise BackendError(f"Fast Downward says that it found a plan, but wrote none{_quoted(ended)}")
        case _Exit.UNSOLVABLE if search.algorithm is not None:
            return Status.INFEASIBLE, None, ""
        case _Exit.INCOMPLETE if log.exhausted and search.proves:
            return Status.INFEASIBLE, None, ""
        case _Exit.UNSOLVABLE_WITHIN_BOUND if search.proves and search.below is not None:
            below = search.below
            return Status.UNKNOWN, below, f"no plan costs less than {below}"
        case _Exit.UNSOLVABLE | _Exit.INCOMPLETE | _Exit.UNSOLVABLE_WITHIN_BOUND:
            return Status.UNKNOWN, None, "the search ended without a plan, which proves nothing"
        case _Exit.BAD_INPUT if search.algorithm is None:
            raise ModelError(f"Fast Downward does not take the search {search.text!r}{_quoted(ended)}")
        case status if status < 0:
            raise BackendError(f"Fast Downward crashed: {_signal(-status)}{_quoted(ended)}")
        case status:
            raise BackendError(f"Fast Downward ended with exit status {status}{_quoted(ended)}")


def _bound_so_far(f: int | None, search: Search) -> int | None:
    """What the layers so far prove. With ``below`` costlier plans were cut off: nothing is known of what they cost."""
    if f is None or not search.proves or f > LARGEST_PLAN:
        return None
    return f if search.below is None else min(f, search.below)


def _quoted(ended: program.Run) -> str:
    """What it said last, for an error message of one line."""
    said = [line for line in ended.log.tail if not line.startswith(("Peak memory", "Usage error"))]
    return f"; it said: {' | '.join(said[-3:])}" if said else "; it said nothing"


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


BACKEND = FastDownward()
