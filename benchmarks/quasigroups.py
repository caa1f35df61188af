"""Large quasigroups with holes: native, sat (both solvers) and cp-sat in one run; writes a section of docs/results.md.

    python benchmarks/quasigroups.py [--ratios 17 19] [--boards N] [--first SEED] [--size N] [--solutions N]
                                     [--limit SECONDS] [--only TITLES] [--shipped] [--write] [--folder FOLDER]

A board is made as those of the sets quasigroup-30-17 and quasigroup-30-19 are: a random Latin square of order n in
which (ratio / 10) * n ** 1.55 cells are emptied, as evenly over rows and columns as it goes (such boards are the
hardest), and of the neighbours that are both empty a tenth has its sign. A board is made from its seed alone; with
--shipped the shipped boards are taken instead. Everybody solves a board before the next one is taken. What counts is
the CPU time of whole runs: stating the board, looking for so many solutions, and the check of each. Who reaches the
limit counts with what it took.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Iterable, Sequence
from itertools import islice, product
from pathlib import Path
from typing import Any

from futoshiki import instance_sets, read
from report import machine, replace_section, table

import copla
from copla.models.futoshiki import PUZZLE
from copla.models.futoshiki.board import Board, Sign, neighbours
from copla.models.futoshiki.generator import latin_square

CONTESTANTS: dict[str, tuple[str, dict[str, str]]] = {
    "native": ("native", {}),
    "sat, Glucose": ("sat", {"solver": "glucose"}),
    "sat, CaDiCaL": ("sat", {"solver": "cadical"}),
    "cp-sat": ("cp-sat", {}),
}
TITLE = "Large quasigroups"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ratios", type=int, nargs="+", default=[17, 19], help="tenths of n ** 1.55 (default 17 19)")
    parser.add_argument("--boards", type=int, default=50, help="so many of each ratio (default 50)")
    parser.add_argument("--first", type=int, default=1, help="the seed of the first board (default 1)")
    parser.add_argument("--size", type=int, default=30, help="the order of the quasigroups (default 30)")
    parser.add_argument("--solutions", type=int, default=2, help="so many solutions are looked for (default 2)")
    parser.add_argument("--limit", type=float, default=20.0, help="seconds a run (default 20)")
    parser.add_argument("--only", nargs="+", default=list(CONTESTANTS), choices=CONTESTANTS, help="whom to run")
    parser.add_argument("--shipped", action="store_true", help="the shipped boards of that size and these ratios")
    parser.add_argument("--write", action="store_true", help=f"into docs/results.md, under {TITLE}")
    parser.add_argument("--folder", type=Path, help="write the boards there as files, and run nothing")
    given = parser.parse_args()
    if given.folder:
        for ratio, seed in product(given.ratios, range(given.first, given.first + given.boards)):
            path = given.folder / f"quasigroup-{given.size}-{ratio}-{seed}.txt"
            path.write_text(PUZZLE.write(quasigroup(given.size, ratio, seed), "grid"))
        return
    for title in given.only:  # solver libraries are imported before the clock runs
        solve(copla.puzzle("futoshiki").problem(quasigroup(4, 10, seed=1)), title, given.limit, 1)
    rows: list[list[str]] = []
    for ratio in given.ratios:
        name, boards = f"quasigroup-{given.size}-{ratio}", []
        if given.shipped:
            boards = [board for names in instance_sets(name).values() for board in read(names)]
        else:
            seeds = range(given.first, given.first + given.boards)
            boards = [quasigroup(given.size, ratio, seed) for seed in seeds]
        rows += summary(name, measure(name, boards, given.only, given.limit, given.solutions))
    print(table(HEADER, rows))
    if given.write:
        replace_section(TITLE, section(given, rows))


def quasigroup(size: int, ratio: int, seed: int) -> Board:
    """A Latin square with holes, and the signs of a tenth of the neighbours that are both empty."""
    chance = random.Random(f"{size}-{ratio}-{seed}")
    solution = latin_square(size, chance, copla.Watch())
    # In another square the cells of the first few values are spread evenly; a part of the next value makes up the rest.
    order = latin_square(size, chance, copla.Watch())
    by_value = sorted(product(range(size), repeat=2), key=lambda cell: (order[cell[0]][cell[1]], chance.random()))
    holes = set(islice(by_value, round(ratio / 10 * size**1.55)))
    givens = [[0 if (i, j) in holes else solution[i][j] for j in range(size)] for i in range(size)]
    pairs = [(a, b) for a, b in neighbours(size) if a in holes and b in holes]
    signs: Iterable[Sign] = (
        (a, b) if solution[a[0]][a[1]] < solution[b[0]][b[1]] else (b, a)
        for a, b in chance.sample(pairs, len(pairs) // 10)
    )
    return Board(size, tuple(map(tuple, givens)), frozenset(signs))


def measure(
    name: str, boards: Sequence[Any], titles: Sequence[str], limit: float, solutions: int
) -> dict[str, list[tuple[float, bool]]]:
    """The seconds of each contestant on each board, and whether it came to its end."""
    futoshiki = copla.puzzle("futoshiki")
    runs: dict[str, list[tuple[float, bool]]] = {title: [] for title in titles}
    for number, board in enumerate(boards, 1):
        found: set[int] = set()
        for title in titles:
            start = time.process_time()
            result = solve(futoshiki.problem(board), title, limit, solutions)
            runs[title].append((time.process_time() - start, result.status.finished))
            if result.status.finished:
                found.add(len(result.solutions))
        assert len(found) <= 1, f"{name}, board {number}: {found} solutions"
        times = "  ".join(f"{runs[t][-1][0]:8.3f}{' ' if runs[t][-1][1] else '*'}" for t in titles)
        print(f"{name} {number:3}  {times}", flush=True)
    return runs


def solve(problem: Any, title: str, limit: float, solutions: int) -> copla.Result:
    backend, options = CONTESTANTS[title]
    return copla.solve(problem, backend, limits=copla.Limits(seconds=limit, solutions=solutions), options=options)


HEADER = ["boards", "", "median ms", "/ native", "total s", "/ native", "TO", "native faster"]


def summary(name: str, runs: dict[str, list[tuple[float, bool]]]) -> list[list[str]]:
    """A row for each contestant: how many times as long as native it took, and on how many boards longer."""
    rows = []
    ours = [seconds for seconds, _ in runs.get("native", [])]
    for title, measured in runs.items():
        theirs = [seconds for seconds, _ in measured]
        ratios = [f"{f(theirs) / f(ours):.2f}" if ours else "-" for f in (statistics.median, sum)]
        wins = sum(a < b for a, b in zip(ours, theirs, strict=True)) if ours and title != "native" else None
        rows.append(
            [
                f"{name} ({len(theirs)})",
                title,
                f"{1000 * statistics.median(theirs):,.0f}",
                ratios[0],
                f"{sum(theirs):,.1f}",
                ratios[1],
                str(sum(not finished for _, finished in measured)),
                "-" if wins is None else f"{wins} of {len(theirs)}",
            ]
        )
    return rows


def section(given: argparse.Namespace, rows: list[list[str]]) -> str:
    from importlib.metadata import version

    seeds = f"--first {given.first} --boards {given.boards}"
    chosen = "--shipped" if given.shipped else seeds
    command = f"python benchmarks/quasigroups.py {chosen} --solutions {given.solutions} --limit {given.limit:g} --write"
    return f"""Reproduce with `{command}`
({machine()}; python-sat {version("python-sat")}, OR-Tools {version("ortools")}).
Latin squares of order {given.size} with holes, {"the shipped ones" if given.shipped else "made from seeds as the"}
{"" if given.shipped else "shipped ones of these names are"}. CPU time of whole runs: stating the board, up to
{given.solutions} solutions, checking each. Who reaches {given.limit:g} s (TO) counts with what it took.
`/ native`: how many times as long as `native`.

{table(HEADER, rows)}
"""


if __name__ == "__main__":
    main()
