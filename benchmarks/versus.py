"""Two builds of copla against each other in one run, interleaved: CPU seconds of the old one over those of the new one.

    python benchmarks/versus.py OLD_PYTHON NEW_PYTHON [--rounds N] [--only PATTERN] [--boards FOLDER]

OLD_PYTHON and NEW_PYTHON are interpreters of two environments, each with a copla of its own installed. A case is a
small program; the old and the new one each run it in a process of their own, which waits for its turn, repeats the case
for a tenth of a second (once at least), and says how many CPU seconds one repetition took. They take turns, so many
rounds of that, and the least of all rounds counts: what else runs on the machine only ever adds. The ratio is
old / new: above 1 the new one is faster. What follows is the answer and the nodes expanded, twice where the two builds
did different work. With --boards the Futoshiki boards of a folder are the only case, such as those that
`copla generate futoshiki FOLDER/b 1 40 --size 10` or `benchmarks/quasigroups.py --folder FOLDER` write.
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
    """Instances of one puzzle, a backend and its options, how many solutions to look for; ``solve`` or ``solve_many``.

    A problem is stated once and solved again and again, or stated ``anew`` for each solve.
    """

    puzzle: str
    instances: tuple[str, ...]
    options: dict[str, object] = field(default_factory=dict)
    solutions: int = 1
    backend: str = "native"
    many: bool = False
    anew: bool = False


def boards(kind: str, count: int = 10) -> tuple[str, ...]:
    return tuple(f"{kind}-{number}" for number in range(1, count + 1))


SMALL = [f"{kind}-{size}" for size in (4, 5, 6) for kind in ("recursive", "extreme")]
SETS = {
    **dict.fromkeys((f"{kind}-{size}" for kind in ("recursive", "extreme") for size in (7, 8, 9)), 10),
    **{"extreme-10": 5, "extreme-12": 3, "extreme-14": 2},
    **{"minimal-8": 10, "minimal-9": 10, "minimal-10": 10, "minimal-11": 5, "minimal-12": 3},
    **dict.fromkeys((f"quasigroup-{size}-{holes}" for size in (15, 20, 25) for holes in (15, 17, 19)), 5),
    **{"quasigroup-30-15": 5, "quasigroup-30-19": 5},
}
"""Of the larger boards of benchmarks/futoshiki.py, and how many boards each has."""
OTHERS = {
    "forward-checking": ("recursive-6", "extreme-8"),
    "cp-sat": ("recursive-6", "extreme-9"),
    "python-constraint": ("recursive-4", "recursive-5"),
}
HARD = ("extreme-10-1", "extreme-14-1", "arc-consistency-9", "arc-consistency-16")

CASES: dict[str, Case] = {
    **{f"futoshiki {kind}": Case("futoshiki", boards(kind), solutions=2) for kind in SMALL},
    **{f"futoshiki {kind}, many": Case("futoshiki", boards(kind), solutions=2, many=True) for kind in SMALL},
    **{
        f"futoshiki {kind}, anew": Case("futoshiki", boards(kind), solutions=2, anew=True)
        for kind in (*SMALL, "extreme-9")
    },
    **{f"futoshiki {name}": Case("futoshiki", (name,), solutions=2) for name in HARD},
    **{f"futoshiki set {kind}": Case("futoshiki", boards(kind, count), solutions=2) for kind, count in SETS.items()},
    **{
        f"{backend} {kind}": Case("futoshiki", boards(kind), solutions=2, backend=backend)
        for backend, kinds in OTHERS.items()
        for kind in kinds
    },
    "search guarini 3x3, bfs": Case("guarini", ("classic-3x3",), {"algorithm": "bfs"}, backend="search"),
    "search eight-24, astar": Case(
        "tiles", ("eight-24",), {"algorithm": "astar", "heuristic": "manhattan"}, backend="search"
    ),
    "search klotski, bfs": Case("klotski", ("easy",), {"algorithm": "bfs"}, backend="search"),
    "search ranks-2-1, ucs": Case("freecell", ("ranks-2-1",), {"algorithm": "ucs"}, backend="search"),
    "cp-sat guarini 3x3": Case("guarini", ("classic-3x3",), backend="cp-sat"),
    "forward-checking klotski": Case("klotski", ("easy",), backend="forward-checking"),
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
from pathlib import Path
paths = [Path(name) if "/" in name else puzzle.shipped() / (name + ".txt") for name in {instances!r}]
texts = [(path.name, path.read_text()) for path in paths]
contents = [puzzle.parse(text, name) for name, text in texts]
problems = [puzzle.problem(content) for content in contents]
options, limits = {options!r}, copla.Limits(solutions={solutions!r}, seconds={seconds!r})
def all_of_them():
    if {many!r}:
        return list(copla.solve_many(problems, {backend!r}, options=options, limits=limits))
    stated = [puzzle.problem(content) for content in contents] if {anew!r} else problems
    return [copla.solve(problem, {backend!r}, options=options, limits=limits) for problem in stated]
results = all_of_them()
expanded = sum(result.statistics.expanded or 0 for result in results)
print(*{{str(result.status) for result in results}}, expanded, flush=True)
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
    options.add_argument("--boards", type=Path, metavar="FOLDER")
    given = options.parse_args()
    cases = CASES
    if given.boards:
        paths = tuple(map(str, sorted(given.boards.absolute().glob("*.txt"))))
        cases = {f"boards of {given.boards.name}": Case("futoshiki", paths, solutions=2)}
    ratios = []
    print(f"{'case':34} {'old':>12} {'new':>12} {'old / new':>10}")
    for name, case in cases.items():
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
        print(f"{name:34} {times} {ratios[-1]:10.3f}  {answers}", flush=True)
    if ratios:
        print(f"{'geometric mean':34} {'':12} {'':12} {statistics.geometric_mean(ratios):10.3f}")


if __name__ == "__main__":
    main()
