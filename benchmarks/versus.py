"""Two builds of copla against each other in one run, interleaved: CPU seconds of the old one over those of the new one.

    python benchmarks/versus.py OLD_PYTHON NEW_PYTHON [--rounds N] [--only PATTERN]

OLD_PYTHON and NEW_PYTHON are interpreters of two environments, each with a copla of its own installed. A case is a
small program; the old and the new one each run it in a process of their own, which waits for its turn, repeats the case
for a tenth of a second (once at least), and says how many CPU seconds one repetition took. They take turns, so many
rounds of that, and the least of all rounds counts: what else runs on the machine only ever adds. The ratio is
old / new: above 1 the new one is faster. What follows is the answer and the nodes expanded, twice where the two builds
did different work.
"""

from __future__ import annotations

import argparse
import fnmatch
import math
import statistics
import subprocess
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Case:
    """Instances of one puzzle, options of native, how many solutions to look for; by ``solve`` or by ``solve_many``.

    A problem is stated once and solved again and again, or stated ``anew`` for each solve.
    """

    puzzle: str
    instances: tuple[str, ...]
    options: dict[str, object] = field(default_factory=dict)
    solutions: int = 1
    many: bool = False
    anew: bool = False


def boards(kind: str) -> tuple[str, ...]:
    return tuple(f"{kind}-{number}" for number in range(1, 11))


SMALL = [f"{kind}-{size}" for size in (4, 5, 6) for kind in ("recursive", "extreme")]
HARD = ("extreme-10-1", "extreme-14-1", "arc-consistency-9", "arc-consistency-16")

CASES: dict[str, Case] = {
    **{f"futoshiki {kind}": Case("futoshiki", boards(kind), solutions=2) for kind in SMALL},
    **{f"futoshiki {kind}, many": Case("futoshiki", boards(kind), solutions=2, many=True) for kind in SMALL},
    **{
        f"futoshiki {kind}, anew": Case("futoshiki", boards(kind), solutions=2, anew=True)
        for kind in (*SMALL, "extreme-9")
    },
    **{f"futoshiki {name}": Case("futoshiki", (name,), solutions=2) for name in HARD},
    "native guarini 4x4, ucs": Case("guarini", ("4x4",), {"algorithm": "ucs", "kernel": "generic"}),
    "native klotski, astar": Case("klotski", ("klotski",), {"algorithm": "astar", "kernel": "generic"}),
    "native eight-31-1, astar": Case("tiles", ("eight-31-1",), {"algorithm": "astar", "kernel": "generic"}),
    "native ranks-3-1, bfs to 10": Case(
        "freecell", ("ranks-3-1",), {"algorithm": "bfs", "depth": 10, "kernel": "generic"}
    ),
    "tiles korf-12, idastar": Case("tiles", ("korf-12",), {"algorithm": "idastar"}),
    "tiles korf-79, idastar": Case("tiles", ("korf-79",), {"algorithm": "idastar"}),
    "freecell tight-5-1, fast": Case("freecell", ("tight-5-1",), {"algorithm": "fast"}),
    "freecell ranks-4-1, short": Case("freecell", ("ranks-4-1",), {"algorithm": "short"}),
}

PROGRAM = """
import gc, sys, time
import copla
puzzle = copla.puzzle({puzzle!r})
texts = [(name, (puzzle.shipped() / (name + ".txt")).read_text()) for name in {instances!r}]
contents = [puzzle.parse(text, name) for name, text in texts]
problems = [puzzle.problem(content) for content in contents]
options, limits = {options!r}, copla.Limits(solutions={solutions!r}, seconds={seconds!r})
def all_of_them():
    if {many!r}:
        return list(copla.solve_many(problems, "native", options=options, limits=limits))
    stated = [puzzle.problem(content) for content in contents] if {anew!r} else problems
    return [copla.solve(problem, "native", options=options, limits=limits) for problem in stated]
results = all_of_them()
print(*{{str(result.status) for result in results}}, sum(result.statistics.expanded for result in results), flush=True)
for _ in sys.stdin:
    gc.collect()
    times, start = 0, time.process_time()
    while times == 0 or time.process_time() - start < 0.1:
        all_of_them()
        times += 1
    print((time.process_time() - start) / times / len(problems), flush=True)
"""


class Contestant:
    """One build, in a process of its own that waits for its turn."""

    def __init__(self, python: str, case: Case) -> None:
        seconds = None if len(case.instances) > 1 else 60
        program = PROGRAM.format(**vars(case), seconds=seconds)
        self.process = subprocess.Popen(
            [Path(python).absolute(), "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd="/"
        )
        self.answer = self._line()
        self.least = math.inf

    def turn(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        self.least = min(self.least, float(self._line()))

    def leave(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()

    def _line(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"a process ended with the status {self.process.wait()}")
        return line.strip()


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("old")
    options.add_argument("new")
    options.add_argument("--rounds", type=int, default=20)
    options.add_argument("--only", default="*")
    given = options.parse_args()
    ratios = []
    print(f"{'case':32} {'old':>12} {'new':>12} {'old / new':>10}")
    for name, case in CASES.items():
        if not fnmatch.fnmatch(name, given.only):
            continue
        old, new = contestants = Contestant(given.old, case), Contestant(given.new, case)
        for _ in range(given.rounds):
            for contestant in contestants:
                contestant.turn()
        for contestant in contestants:
            contestant.leave()
        ratios.append(old.least / new.least)
        answers = " ".join(dict.fromkeys((old.answer, new.answer)))  # one, unless the two did different work
        times = " ".join(f"{contestant.least * 1000:9.4f} ms" for contestant in contestants)
        print(f"{name:32} {times} {ratios[-1]:10.3f}  {answers}", flush=True)
    if ratios:
        print(f"{'geometric mean':32} {'':12} {'':12} {statistics.geometric_mean(ratios):10.3f}")


if __name__ == "__main__":
    main()
