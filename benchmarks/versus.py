"""Two builds of copla against each other in one run, interleaved: CPU seconds of the old one over those of the new one.

    python benchmarks/versus.py OLD_PYTHON NEW_PYTHON [--rounds N] [--only PATTERN]

OLD_PYTHON and NEW_PYTHON are interpreters of two environments, each with a copla of its own installed. A case is a
small program; it runs in the old one and in the new one in turns, so many rounds of that, each time in a process of its
own that repeats it for about a second and prints the CPU seconds of one repetition. The least of all rounds counts:
what else runs on the machine only ever adds. The ratio is old / new: above 1 the new one is faster. What follows is
the answer and the nodes expanded, twice where the two builds did different work.
"""

from __future__ import annotations

import argparse
import fnmatch
import math
import statistics
import subprocess

FUTOSHIKI = ("extreme-10-1", "extreme-14-1", "arc-consistency-9", "arc-consistency-16")

Case = tuple[str, str, dict[str, object], int]
"""Puzzle, instance, options of the native backend, and how many solutions to look for."""

CASES: dict[str, Case] = {f"futoshiki {name}": ("futoshiki", name, {}, 2) for name in FUTOSHIKI} | {
    "native guarini 4x4, ucs": ("guarini", "4x4", {"algorithm": "ucs", "kernel": "generic"}, 1),
    "native klotski, astar": ("klotski", "klotski", {"algorithm": "astar", "kernel": "generic"}, 1),
    "native eight-31-1, astar": ("tiles", "eight-31-1", {"algorithm": "astar", "kernel": "generic"}, 1),
    "native ranks-3-1, bfs to 10": ("freecell", "ranks-3-1", {"algorithm": "bfs", "depth": 10, "kernel": "generic"}, 1),
    "tiles korf-12, idastar": ("tiles", "korf-12", {"algorithm": "idastar"}, 1),
    "tiles korf-79, idastar": ("tiles", "korf-79", {"algorithm": "idastar"}, 1),
    "freecell tight-5-1, fast": ("freecell", "tight-5-1", {"algorithm": "fast"}, 1),
    "freecell ranks-4-1, short": ("freecell", "ranks-4-1", {"algorithm": "short"}, 1),
}

PROGRAM = """
import sys, time
import copla
puzzle, name, options, solutions = {case!r}
loaded = copla.puzzle(puzzle)
problem = loaded.problem(loaded.parse((loaded.shipped() / (name + ".txt")).read_text(), name))
limits = copla.Limits(solutions=solutions, seconds=60)
copla.solve(problem, "native", options=options, limits=limits)
times, start = 0, time.process_time()
while times == 0 or time.process_time() - start < 1.0:
    result = copla.solve(problem, "native", options=options, limits=limits)
    times += 1
print((time.process_time() - start) / times, result.status, result.statistics.expanded)
"""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("old")
    options.add_argument("new")
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--only", default="*")
    given = options.parse_args()
    ratios = []
    print(f"{'case':32} {'old':>12} {'new':>12} {'old / new':>10}")
    for name, case in CASES.items():
        if fnmatch.fnmatch(name, given.only):
            least = {given.old: math.inf, given.new: math.inf}
            answers = {}
            for _ in range(given.rounds):
                for python in least:
                    seconds, answers[python] = one_run(python, case)
                    least[python] = min(least[python], seconds)
            old, new = least.values()
            ratios.append(old / new)
            counts = " ".join(dict.fromkeys(answers.values()))  # one, unless the two did different work
            print(f"{name:32} {old * 1000:9.3f} ms {new * 1000:9.3f} ms {old / new:10.3f}  {counts}", flush=True)
    if ratios:
        print(f"{'geometric mean':32} {'':12} {'':12} {statistics.geometric_mean(ratios):13.3f}")


def one_run(python: str, case: Case) -> tuple[float, str]:
    """CPU seconds of one repetition, and what was answered: the status and how many nodes were expanded."""
    command = [python, "-c", PROGRAM.format(case=case)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/")
    if ended.returncode:
        raise SystemExit(f"{python}: {case}: {ended.stderr.strip().splitlines()[-1]}")
    seconds, answer = ended.stdout.split(maxsplit=1)
    return float(seconds), answer.strip()


if __name__ == "__main__":
    main()
