"""The native engine's heuristics beside Fast Downward's: CPU seconds to build, expanded states, evaluations a second.

    python benchmarks/heuristics.py [SECONDS]

The figures in docs/native-heuristics.md come from here. A* is that of `search`: its counts do not depend on speed.
"""

from __future__ import annotations

import sys
import time

from report import table

import copla
from copla import Function, Limits, PlanningProblem, State, Watch
from copla.backends.fast_downward import program
from copla.backends.native.engine import _engine
from copla.backends.native.heuristics import BUILT_IN, OPTIONS
from copla.formats import sas
from copla.plugins.options import read_options

INSTANCES = (
    ("guarini", "4x4"),
    ("guarini", "4x5"),
    ("tiles", "eight-31-1"),
    ("klotski", "klotski"),
    ("freecell", "ranks-4-1"),
    ("freecell", "ranks-6-1"),
)
PEERS = {"lmcut": "astar(lmcut())", "ipdb": "astar(ipdb())", "saturated": None}
EVALUATIONS = 2000


def problem_of(puzzle_name: str, instance: str) -> PlanningProblem:
    puzzle = copla.puzzle(puzzle_name)
    assert isinstance(puzzle, copla.ShipsInstances)
    text = (puzzle.shipped() / f"{instance}.txt").read_text(encoding="utf-8")
    problem = puzzle.problem(puzzle.parse(text, instance))
    assert isinstance(problem, PlanningProblem)
    return problem


def ours(problem: PlanningProblem, name: str, seconds: float) -> list[str]:
    sizes = [len(variable.domain) for variable in problem.variables]
    task = _engine.Task(sizes, problem.initial_state, problem.actions, problem.goal, problem.invariants)
    control = _engine.Control(lambda *counters: 0, -1.0, -1)
    begin = time.process_time()
    heuristic = BUILT_IN[name].build(problem, task, read_options(OPTIONS, {}, name), control)
    built = time.process_time() - begin
    assert heuristic is not None
    states: list[State] = []

    def estimate(state: State) -> int:
        if len(states) < EVALUATIONS:
            states.append(state)
        return heuristic.estimate(state)

    problem.heuristic("compiled", lambda: Function(estimate), admissible=True, consistent=False, summary=name)  # type: ignore[arg-type]
    options = {"algorithm": "astar", "heuristic": "compiled"}
    result = copla.solve(problem, "search", options=options, limits=Limits(seconds=seconds))
    begin = time.process_time()
    for state in states:
        heuristic.estimate(state)
    rate = len(states) / (time.process_time() - begin)
    expanded = f"{result.statistics.expanded:,}" if result.status is copla.Status.OPTIMAL else "-"
    return [f"{built:.2f}", str(heuristic.estimate(problem.initial_state)), expanded, f"{rate:,.0f}"]


def theirs(problem: PlanningProblem, search: str | None, seconds: float) -> list[str]:
    if search is None:
        return ["", "", ""]
    watch = Watch(Limits(seconds=seconds))
    watch.begin()
    log = program.run(sas.write(problem), search, watch).log
    if log.cost is None or log.cpu_seconds is None:
        return ["-", "-", "-"]
    rate = f"{log.evaluated / log.cpu_seconds:,.0f}" if log.evaluated and "lmcut" in search else ""
    return [f"{log.cpu_seconds:.2f}", f"{log.expanded:,}", rate]


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    header = ["instance", "heuristic", "build s", "h of the start", "A* expanded", "evaluations/s"]
    header += ["Fast Downward, all s", "expanded", "evaluations/s"]
    rows = []
    for puzzle, instance in INSTANCES:
        for name, search in PEERS.items():
            problem = problem_of(puzzle, instance)
            row = [f"{puzzle} {instance}", name, *ours(problem, name, seconds), *theirs(problem, search, seconds)]
            print(*row, sep="  ", file=sys.stderr)
            rows.append(row)
    print(table(header, rows))


if __name__ == "__main__":
    main()
