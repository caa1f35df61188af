"""Which algorithm and heuristic the engine takes when nobody says: always one that proves its plan optimal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any

from copla.answers.result import Result
from copla.ground.limits import Limits, Watch
from copla.ground.status import Status
from copla.language.planning_problem import PlanningProblem
from copla.plugins.algorithms import equal_costs, goal_state

Run = Callable[[Mapping[str, Any], Watch], Result]


def solve(problem: PlanningProblem, options: Mapping[str, Any], watch: Watch, run: Run) -> Result:
    """Run the first choice, or with ``threads`` the first few of them side by side; the first answer counts."""
    chosen = []
    for choice in choices(problem, options, watch.limits):
        if choice not in chosen:
            chosen.append(choice)
    chosen = chosen[: options["threads"]]
    if len(chosen) == 1:
        return run(dict(options, **chosen[0]), watch)
    return _race([dict(options, **choice) for choice in chosen], watch, run)


def choices(problem: PlanningProblem, options: Mapping[str, Any], limits: Limits) -> Iterator[dict[str, Any]]:
    """The best first. Several plans come from the tree form of A* only.

    A* with the first admissible heuristic of the problem: a good one beats everything else (Guarini 4x5: 22 moves
    in 0.01 s by matching, where search from both ends takes 26 s). Without one search from both ends where the goal
    is one state, which often needs far fewer nodes; else breadth-first search, or uniform-cost.
    """
    heuristic = options["heuristic"]
    guides = [heuristic] if heuristic is not None else [h.name for h in problem.heuristics.values() if h.admissible]
    if limits.solutions != 1:
        yield {"algorithm": "astar-tree", "heuristic": guides[0] if guides else None}
        return
    if guides:
        yield {"algorithm": "astar", "heuristic": guides[0]}
    if heuristic is None and goal_state(problem) is not None:
        yield {"algorithm": "bidirectional", "heuristic": None}
    for guide in guides[1:]:
        yield {"algorithm": "astar", "heuristic": guide}
    by_steps = equal_costs(problem) and options["depth"] is None
    yield {"algorithm": "bfs" if by_steps else "ucs", "heuristic": None, "closed": True}
    for guide in guides:
        yield {"algorithm": "idastar", "heuristic": guide, "prune": "path", "table": 0}


def _race(configurations: list[dict[str, Any]], watch: Watch, run: Run) -> Result:
    """All at once, each in a thread of its own with its share of the memory; the first that finishes stops the others.

    If none comes to an end, the one with the most to show for it (a plan, else the most nodes) stands for all.
    """
    limits = watch.limits
    share = None if limits.bytes is None else limits.bytes // len(configurations)
    watches = []
    for _ in configurations:
        own = Watch(Limits(watch.seconds_left, share, limits.solutions))
        own.begin()
        watches.append(own)
    results: list[Result] = []
    errors: list[BaseException] = []
    winner: Result | None = None
    with ThreadPoolExecutor(len(configurations)) as pool:
        waiting: set[Future[Result]] = {
            pool.submit(run, options, own) for options, own in zip(configurations, watches, strict=True)
        }
        while waiting:
            done, waiting = wait(waiting, timeout=0.01, return_when=FIRST_COMPLETED)
            for future in done:
                error = future.exception()
                if error is not None:
                    errors.append(error)
                    continue
                results.append(future.result())
                if winner is None and results[-1].status.finished:
                    winner = results[-1]
            watch.expanded = sum(own.expanded for own in watches)
            watch.generated = sum(own.generated for own in watches)
            watch.peak_bytes = max(watch.peak_bytes, sum(own.peak_bytes for own in watches))
            watch.prove(max((own.bound for own in watches if own.bound is not None), default=None))
            if winner is not None or watch.reached() is not None:
                for own in watches:
                    own.stop()
    if winner is not None:
        return winner
    if not results:
        raise errors[0]
    reached = watch.reached()
    best = max(results, key=lambda result: (len(result.solutions), result.statistics.generated or 0))
    if best.status is Status.INTERRUPTED and reached is not None:
        return Result(reached, best.solutions, statistics=best.statistics, options=best.options)
    return best
