"""Fast Downward's A* with each of its admissible heuristics on the puzzles: CPU seconds and expanded states.

    python benchmarks/fast_downward.py [SECONDS]

The figures in docs/backends.md come from here.
"""

from __future__ import annotations

import sys

import copla
from copla import Limits, PlanningProblem, Watch
from copla.backends.fast_downward import program
from copla.backends.fast_downward.searches import configure
from copla.formats import sas

INSTANCES = (
    ("tiles", "eight-31-1"),
    ("tiles", "fifteen-easy"),
    ("guarini", "4x4"),
    ("guarini", "4x5"),
    ("klotski", "klotski"),
    ("klotski", "gnome-bone"),
    ("freecell", "ranks-4-1"),
    ("freecell", "tight-5-1"),
)
HEURISTICS = ("blind", "hmax", "lmcut", "pairs", "ipdb", "merge-and-shrink")
PLANNERS_OWN_SIZES = "astar(ipdb())"


def cell(task: str, search: str, seconds: float) -> str:
    watch = Watch(Limits(seconds=seconds))
    watch.begin()
    ended = program.run(task, search, watch)
    if ended.log.cost is None or ended.log.cpu_seconds is None:
        return "-"
    return f"{ended.log.cpu_seconds:.2f} s, {ended.log.expanded:,}"


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    print("| instance |", " | ".join([*HEURISTICS, "ipdb, planner's own sizes"]), "|")
    print("|---" * (len(HEURISTICS) + 2) + "|")
    for name, instance in INSTANCES:
        puzzle = copla.puzzle(name)
        assert isinstance(puzzle, copla.ShipsInstances)
        text = (puzzle.shipped() / f"{instance}.txt").read_text(encoding="utf-8")
        problem = puzzle.problem(puzzle.parse(text, instance))
        assert isinstance(problem, PlanningProblem)
        task = sas.write(problem)
        searches = [
            configure("astar", heuristic, 2, unit_costs=True, below=None, seconds=None).text for heuristic in HEURISTICS
        ]
        row = [cell(task, search, seconds) for search in (*searches, PLANNERS_OWN_SIZES)]
        print(f"| {name} {instance} |", " | ".join(row), "|", flush=True)


if __name__ == "__main__":
    main()
