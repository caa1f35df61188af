"""Futoshiki, all shipped sets, every backend side by side in one run; writes a section of docs/results.md.

    python benchmarks/futoshiki.py [--limit SECONDS] [--sets PATTERN] [--backends NAMES] [--no-write]
    python benchmarks/futoshiki.py --in-turns ROUNDS [--limit SECONDS] [--sets PATTERN] [--backends NAMES]
    python benchmarks/futoshiki.py --many 10000

A run reads no file and draws nothing: it states the board as a problem, solves it, looks for a second
solution and checks the answer; short runs are repeated and the best time counts. A set is given up after
three time-outs, and so are the larger sets of its family.

With --in-turns every backend solves a board once before the next board is taken, and so many rounds of that; the median
of the rounds counts. Then caches hold what another backend left in them: small boards take two to three times as long.
It only prints.

With --many so many 9x9 boards go through copla.solve_many: boards are stated, solved and checked, one after the other.
"""

from __future__ import annotations

import argparse
import fnmatch
import re
import statistics
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import cycle, islice
from typing import Any

from report import machine, replace_section, table

import copla
from copla.plugins.loading import natural, shipped_names

FAMILIES = ("recursive", "extreme", "minimal", "quasigroup")
GIVE_UP_AFTER = 3
SECONDS_TO_REPEAT = 0.1
MOST_REPEATS = 7


@dataclass
class Contestant:
    """A backend with its options, and what it has done so far."""

    title: str
    backend: str
    options: dict[str, object] = field(default_factory=dict)
    lost: set[str] = field(default_factory=set)  # families in which a whole set timed out


@dataclass(frozen=True)
class Score:
    """The times of one contestant on one set; given up where there are fewer than instances."""

    seconds: list[float]
    timeouts: int
    nodes: list[int]
    wanted: int

    @property
    def complete(self) -> bool:
        return len(self.seconds) == self.wanted

    def cell(self, amount: float) -> str:
        if self.timeouts > len(self.seconds) / 2 or not self.complete:
            return "TO"
        return f"{amount * 1000:,.1f}" + (f" ({self.timeouts} TO)" if self.timeouts else "")


def contestants() -> list[Contestant]:
    return [
        Contestant("native", "native"),
        Contestant("cp-sat", "cp-sat"),
        Contestant("native, light only", "native", {"inference": "hidden", "variables": "dual"}),
        Contestant("forward-checking", "forward-checking"),
        Contestant("plain FC + MRV", "forward-checking", {"inference": "forward", "variables": "smallest-degree"}),
        Contestant("python-constraint", "python-constraint"),
        Contestant("its default solver", "python-constraint", {"solver": "optimized"}),
    ]


def instance_sets(pattern: str) -> dict[str, list[str]]:
    """The shipped sets by name, each with the names of its instances, smallest boards first."""
    sets: dict[str, list[str]] = defaultdict(list)
    for name in shipped_names(copla.puzzle("futoshiki")):
        found = re.fullmatch(rf"((?:{'|'.join(FAMILIES)})-[\d-]+)-\d+", name)
        if found and fnmatch.fnmatch(found[1], pattern):
            sets[found[1]].append(name)
    return dict(sorted(sets.items(), key=lambda item: (FAMILIES.index(item[0].split("-")[0]), natural(item[0]))))


def measure(contestant: Contestant, names: list[str], limit: float) -> Score:
    futoshiki = copla.puzzle("futoshiki")
    score = Score([], 0, [], len(names))
    timeouts = 0
    for board in read(names):
        seconds: list[float] = []
        while not seconds or (sum(seconds) < SECONDS_TO_REPEAT and len(seconds) < MOST_REPEATS):
            start = time.process_time()
            result = copla.solve(
                futoshiki.problem(board),
                contestant.backend,
                limits=copla.Limits(seconds=limit, solutions=2),
                options=contestant.options,
            )
            seconds.append(time.process_time() - start)
        score.seconds.append(min(seconds))
        score.nodes.append(result.statistics.generated or result.statistics.expanded or 0)
        timeouts += not result.status.finished
        if timeouts == GIVE_UP_AFTER:
            break
    return Score(score.seconds, timeouts, score.nodes, len(names))


def read(names: list[str]) -> list[Any]:
    futoshiki: Any = copla.puzzle("futoshiki")
    return [futoshiki.parse((futoshiki.shipped() / f"{name}.txt").read_text(), name) for name in names]


def in_turns(field_: list[Contestant], sets: dict[str, list[str]], rounds: int, limit: float) -> None:
    """The median of each contestant, and how many times as long as the first one each took."""
    futoshiki = copla.puzzle("futoshiki")
    limits = copla.Limits(seconds=limit, solutions=2)
    for set_name, names in sets.items():
        boards = read(names)
        seconds: dict[str, list[list[float]]] = {contestant.title: [[] for _ in names] for contestant in field_}
        for _ in range(rounds):
            for place, board in enumerate(boards):
                for contestant in field_:
                    start = time.process_time()
                    copla.solve(futoshiki.problem(board), contestant.backend, limits=limits, options=contestant.options)
                    seconds[contestant.title][place].append(time.process_time() - start)
        medians = [statistics.median(map(statistics.median, taken)) for taken in seconds.values()]
        cells = [f"{median * 1000:,.2f} ({median / medians[0]:.1f})" for median in medians]
        print("  ".join(f"{cell:>20}" for cell in (f"{set_name} ({len(names)})", *cells)), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=float, default=10.0, help="seconds an instance (default 10)")
    parser.add_argument("--sets", default="*", help="a pattern of set names, such as 'recursive-*'")
    parser.add_argument("--backends", default="", help="titles of the columns to run, separated by semicolons")
    parser.add_argument("--no-write", action="store_true", help="only print")
    parser.add_argument("--in-turns", type=int, metavar="N", help="board by board, each backend once a round, N rounds")
    parser.add_argument("--many", type=int, metavar="N", help="how many 9x9 boards a second solve_many solves, over N")
    arguments = parser.parse_args()
    if arguments.many:
        many(arguments.many)
        return
    wanted = [title.strip() for title in arguments.backends.split(";") if title.strip()]
    field_ = [contestant for contestant in contestants() if not wanted or contestant.title in wanted]
    for contestant in field_:  # import the solver libraries before the clock runs
        measure(contestant, ["tiny-2"], arguments.limit)
    if arguments.in_turns:
        in_turns(field_, instance_sets(arguments.sets), arguments.in_turns, arguments.limit)
        return
    medians, totals = [], []
    for set_name, names in instance_sets(arguments.sets).items():
        family = set_name.split("-")[0]
        row_of_medians, row_of_totals = [f"{set_name} ({len(names)})"], [f"{set_name} ({len(names)})"]
        scores: dict[str, Score] = {}
        for contestant in field_:
            if family in contestant.lost:
                row_of_medians.append("-")
                row_of_totals.append("-")
                continue
            score = measure(contestant, names, arguments.limit)
            if not score.complete:
                contestant.lost.add(family)
            scores[contestant.title] = score
            row_of_medians.append(score.cell(statistics.median(score.seconds)))
            row_of_totals.append(score.cell(sum(score.seconds)))
        row_of_medians.append(ratio(scores, statistics.median))
        row_of_totals.append(ratio(scores, sum))
        print("  ".join(f"{cell:>20}" for cell in (*row_of_medians, row_of_totals[-1])), flush=True)
        medians.append(row_of_medians)
        totals.append(row_of_totals)
    header = ["set (instances)", *(contestant.title for contestant in field_), "cp-sat / native"]
    if not arguments.no_write:
        replace_section(
            "Futoshiki: constraint backends side by side", section(header, medians, totals, arguments.limit)
        )


def many(count: int) -> None:
    """Boards a CPU second through solve_many: new ones of each grade, and the shipped ones of size 9."""
    futoshiki: Any = copla.puzzle("futoshiki")
    groups = {
        f"generated, {grade}": [
            futoshiki.generate(seed, {"size": 9, "difficulty": grade}, copla.Watch()).instance for seed in range(10)
        ]
        for grade in ("naked-single", "forward-checking", "arc-consistency", "search")
    }
    for family in ("extreme-9", "recursive-9"):
        files = [futoshiki.shipped() / f"{family}-{number}.txt" for number in range(1, 11)]
        groups[family] = [futoshiki.parse(file.read_text(encoding="utf-8"), file.name) for file in files]
    groups["all but search"] = [board for name, boards in groups.items() if "search" not in name for board in boards]
    for name, boards in groups.items():
        rates = []
        for solutions in (1, 2):
            problems = (futoshiki.problem(board) for board in islice(cycle(boards), count))
            before = time.process_time()
            solved = sum(
                bool(r.solutions) for r in copla.solve_many(problems, limits=copla.Limits(solutions=solutions))
            )
            rates.append(count / (time.process_time() - before))
            assert solved == count
        print(f"{name:>28}  {rates[0]:7,.0f} boards/s, {rates[1]:7,.0f} with uniqueness", flush=True)


def ratio(scores: dict[str, Score], amount: Callable[[list[float]], float]) -> str:
    """How many times as long CP-SAT took; time-outs count with the limit, so the true ratio may differ then."""
    ours, theirs = scores.get("native"), scores.get("cp-sat")
    if ours is None or theirs is None or not (ours.complete and theirs.complete):
        return "-"
    return f"{amount(theirs.seconds) / amount(ours.seconds):.1f}"


def section(header: list[str], medians: list[list[str]], totals: list[list[str]], limit: float) -> str:
    options = "; ".join(
        f"*{c.title}*: `{c.backend}` with {', '.join(f'{k}={v}' for k, v in c.options.items()) or 'its defaults'}"
        for c in contestants()
    )
    versions = f"OR-Tools {_version('ortools')}, python-constraint2 {_version('python-constraint2')}"
    return f"""Reproduce with `make bench` or `python benchmarks/futoshiki.py --limit {limit:g}`.
CPU time in milliseconds on one machine ({machine()}; {versions}).
Model building, the search for a second solution and the check of the answer are included, and short runs count
with the best of up to {MOST_REPEATS}. Compare the columns, not the numbers with those of another machine.
TO: most instances, or three of them, reached {limit:g} s; -: not run after a smaller set of the family was given up.

{options}.

Median of an instance:

{table(header, medians)}

All instances of a set together:

{table(header, totals)}
"""


def _version(package: str) -> str:
    from importlib.metadata import version

    return version(package)


if __name__ == "__main__":
    main()
