"""The tables of the university assignments, each by one command: algorithm x heuristic x instance.

    python benchmarks/assignments.py guarini|klotski|freecell|tiles [--limit SECONDS] [--write]

Length, cost, time, most nodes held at once and nodes computed, as the assignments report them, from the
textbook engine `search`. With --write the table becomes a section of docs/results.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

from report import machine, replace_section, table

import copla
from copla.plugins.loading import load

HEADER = ["instance", "algorithm", "heuristic", "status", "length", "cost", "seconds", "most nodes", "nodes computed"]
UNINFORMED = ("bfs", "dfs", "ucs")


@dataclass(frozen=True)
class Assignment:
    """What an assignment compares: instances, algorithms, and all heuristics of the problem unless named."""

    instances: tuple[str, ...]
    algorithms: tuple[str, ...]
    heuristics: tuple[str, ...] = ()


ASSIGNMENTS = {
    "guarini": Assignment(("4x3", "4x4"), ("dfs", "bfs", "ucs", "astar"), ("easy", "same-column", "average")),
    "klotski": Assignment(("no-solution", "already-goal", "easy", "hard"), ("ucs", "astar-tree", "astar", "idastar")),
    "freecell": Assignment(("ranks-1-1", "ranks-2-1", "ranks-3-1", "ranks-4-1"), ("bfs", "dfs", "greedy", "astar")),
    "tiles": Assignment(("eight-31-1", "korf-79"), ("astar", "idastar")),
}


def runs(puzzle: str, assignment: Assignment, limit: float) -> Iterator[list[str]]:
    for name in assignment.instances:
        loaded = load(puzzle, name)
        problem = loaded.problem()
        assert isinstance(problem, copla.PlanningProblem)
        for algorithm in assignment.algorithms:
            known = assignment.heuristics or tuple(problem.heuristics)
            for heuristic in ("",) if algorithm in UNINFORMED else known:
                options = {"algorithm": algorithm, "closed": "true" if algorithm in UNINFORMED else "none"}
                if heuristic:
                    options["heuristic"] = heuristic
                limits = copla.Limits(seconds=limit)
                result = copla.solve(problem, "search", limits=limits, options=options)
                yield [name, algorithm, heuristic or "-", *figures(result)]


def figures(result: copla.Result) -> list[str]:
    length = str(result.best.length) if result.solutions else "-"
    cost = str(result.cost) if result.solutions else "-"
    statistics = result.statistics
    nodes = [f"{statistics.max_nodes:,}", f"{statistics.generated:,}"]
    return [str(result.status), length, cost, f"{statistics.seconds:.3f}", *nodes]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("puzzle", choices=sorted(ASSIGNMENTS))
    parser.add_argument("--limit", type=float, default=10.0, help="seconds a run (default 10)")
    parser.add_argument("--write", action="store_true", help="write the table into docs/results.md")
    arguments = parser.parse_args()
    rows = []
    for row in runs(arguments.puzzle, ASSIGNMENTS[arguments.puzzle], arguments.limit):
        print("  ".join(f"{cell:>14}" for cell in row), flush=True)
        rows.append(row)
    if arguments.write:
        text = (
            f"Reproduce with `python benchmarks/assignments.py {arguments.puzzle} --limit {arguments.limit:g}`.\n"
            f"One run on one machine ({machine()}), the textbook engine `search` in Python.\n\n{table(HEADER, rows)}"
        )
        replace_section(f"The assignment's table: {arguments.puzzle}", text)


if __name__ == "__main__":
    main()
