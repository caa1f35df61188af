"""FreeCell side by side with Freecell Solver: rates, lengths, proofs. One run, one machine, CPU time.

Run ``python benchmarks/freecell.py`` (about two minutes; ``--deals 2000`` for a shorter one). Freecell Solver is
Debian's package freecell-solver-bin; without it, only copla's own columns are filled.
"""

from __future__ import annotations

import argparse
import csv
import resource
import shutil
import subprocess
import time
from pathlib import Path

import copla
from copla.backends.native import freecell
from copla.models.freecell.formats.microsoft import microsoft_deal
from copla.models.freecell.model import problem_of

IMPOSSIBLE = (11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948)
PEER = "freecell-solver-range-parallel-solve"
PEER_OPTIONS = ("100000000", "--total-iterations-limit", "100000", "-l", "lg")


def peer_rate(first: int, last: int) -> float | None:
    """Deals a CPU second of Freecell Solver's preset lg, or None if it is not installed."""
    if shutil.which(PEER) is None:
        return None
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([PEER, str(first), str(last), *PEER_OPTIONS], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (last - first + 1) / (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def ranges(title: str, first: int, last: int, mode: str, part: int) -> None:
    """Alternates with the peer part by part, so that both see the same load of the machine."""
    spent, peer_spent, lengths, impossible = 0.0, 0.0, [], []
    for start in range(first, last + 1, part):
        end = min(last, start + part - 1)
        begin = time.process_time()
        watch = copla.Watch()
        watch.begin()
        for rows in freecell.solve_range(start, end, mode, watch, 1024):
            lengths += [row.length for row in rows if row.length >= 0]
            impossible += [row.deal for row in rows if row.length < 0]
        spent += time.process_time() - begin
        rate = peer_rate(start, end) if mode == "fast" else None
        peer_spent += (end - start + 1) / rate if rate else 0.0
    count = last - first + 1
    print(f"{title}: {len(lengths):,} of {count:,} solved, impossible {impossible}, ", end="")
    print(f"mean {sum(lengths) / len(lengths):.2f} moves, {count / spent:,.0f} deals a CPU second", end="")
    print(f"; Freecell Solver lg {count / peer_spent:,.0f}" if peer_spent else "")


def proofs() -> None:
    for number in IMPOSSIBLE:
        begin = time.process_time()
        result = copla.solve(problem_of(microsoft_deal(number)), "native", options={"algorithm": "fast"})
        print(f"deal {number}: {result.status}, {result.statistics.expanded:,} expanded, ", end="")
        print(f"{result.statistics.seconds:.3f} s ({time.process_time() - begin:.2f} s with the model)")


def optima(table: Path, most: int) -> None:
    total = 0.0
    with table.open(encoding="utf-8") as file:
        known = [(int(row["deal"]), int(row["optimal_single_card_moves"])) for row in csv.DictReader(file)][:most]
    for number, length in known:
        problem = problem_of(microsoft_deal(number))
        begin = time.process_time()
        result = copla.solve(problem, "native", options={"algorithm": "optimal"})
        spent = time.process_time() - begin
        total += spent
        right = result.status is copla.Status.OPTIMAL and result.cost == length
        megabytes = (result.statistics.peak_bytes or 0) / 1e6
        print(f"deal {number}: {result.cost} {'as known' if right else f'WRONG, known {length}'}", end="")
        print(f", {result.statistics.expanded:,} expanded, {spent:.2f} s, {megabytes:,.0f} MB", flush=True)
    print(f"optimal: {len(known)} deals, {total / len(known):.2f} CPU s a deal")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=32000, help="the last deal of the fast range")
    parser.add_argument("--optima", type=Path, help="a CSV file of deals and their optimal lengths")
    parser.add_argument("--most", type=int, default=30, help="how many deals of that file")
    given = parser.parse_args()
    ranges("fast", 1, given.deals, "fast", 4000)
    ranges("short", 1, 300, "short", 300)
    proofs()
    if given.optima:
        optima(given.optima, given.most)


if __name__ == "__main__":
    main()
