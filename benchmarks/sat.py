"""Futoshiki: the backend sat beside an encoding written by hand for python-sat; writes a section of docs/results.md.

    python benchmarks/sat.py [--sets PATTERN] [--repeats N] [--files FILE...] [--no-write]

Both state the board, filter its domains, build the clauses for Glucose 4.1, look for a solution and for a second one.
By hand that is one function for this puzzle and nothing else: a literal a value, pairs excluded, each value somewhere
in a row or column, order literals for the cells that a sign joins. copla does it from the declarative model, and checks
the answer. Boards are solved in turns, and the best of the repeats counts (two, of a board that takes long). --files
are lists of game IDs, one a line; they are only measured.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterable
from itertools import combinations, product
from pathlib import Path
from typing import Any

from futoshiki import instance_sets, read
from report import machine, replace_section, table

import copla

Cell = tuple[int, int]

SECONDS_TO_REPEAT = 1.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", default="*", help="a pattern of set names, such as 'recursive-*'")
    parser.add_argument("--repeats", type=int, default=5, help="the best of so many counts (default 5)")
    parser.add_argument("--files", nargs="*", default=[], help="files of game IDs instead of the shipped sets")
    parser.add_argument("--no-write", action="store_true", help="only print")
    arguments = parser.parse_args()
    futoshiki = copla.puzzle("futoshiki")
    sets: Iterable[tuple[str, list[Any]]] = (
        (name, read(names)) for name, names in instance_sets(arguments.sets).items()
    )
    if arguments.files:
        sets = (
            (Path(file).stem, [futoshiki.parse(line, file) for line in Path(file).read_text().split()])
            for file in arguments.files
        )
    rows: list[list[str]] = []
    totals = [0.0, 0.0]
    for name, boards in sets:
        times = [measure(board, arguments.repeats) for board in boards]
        by_hand, ours = [hand for hand, _ in times], [copla_ for _, copla_ in times]
        rows.append(row(f"{name} ({len(boards)})", by_hand, ours))
        totals = [totals[0] + sum(by_hand), totals[1] + sum(ours)]
        print("  ".join(f"{cell:>22}" for cell in rows[-1]), flush=True)
    rows.append(
        ["all", "", "", "", f"{1000 * totals[0]:,.1f}", f"{1000 * totals[1]:,.1f}", f"{totals[1] / totals[0]:.2f}"]
    )
    print("  ".join(f"{cell:>22}" for cell in rows[-1]), flush=True)
    if not arguments.no_write and not arguments.files:
        replace_section("Futoshiki: sat and an encoding by hand", section(rows))


def row(name: str, by_hand: list[float], ours: list[float]) -> list[str]:
    cells = [name]
    for amount in (statistics.median, sum):
        left, right = amount(by_hand), amount(ours)
        cells += [f"{1000 * left:,.2f}", f"{1000 * right:,.2f}", f"{right / left:.2f}"]
    return cells


def section(rows: list[list[str]]) -> str:
    from importlib.metadata import version

    header = ["set (instances)", "by hand", "sat", "ratio", "by hand, all", "sat, all", "ratio"]
    return f"""Reproduce with `python benchmarks/sat.py`. CPU time in milliseconds ({machine()}; python-sat
{version("python-sat")}): building the clauses, a solution and the search for a second one, with Glucose 4.1 on both
sides; of `sat` the check of the answer is included. First the median of an instance, then all of a set together.

{table(header, rows)}
"""


def measure(board: Any, repeats: int) -> tuple[float, float]:
    futoshiki = copla.puzzle("futoshiki")
    limits = copla.Limits(solutions=2)
    by_hand: list[float] = []
    ours: list[float] = []
    for number in range(repeats):
        if number > 1 and sum(by_hand) > SECONDS_TO_REPEAT:
            break
        start = time.process_time()
        count = solve_by_hand(board)
        by_hand.append(time.process_time() - start)
        start = time.process_time()
        result = copla.solve(futoshiki.problem(board), "sat", limits=limits)
        ours.append(time.process_time() - start)
        assert len(result.solutions) == count
    return min(by_hand), min(ours)


def solve_by_hand(board: Any) -> int:
    """The number of solutions, up to two."""
    from pysat.solvers import Solver

    domains = filtered(board)
    if domains is None:
        return 0
    size = board.size
    literals: dict[Cell, dict[int, int]] = {}
    clauses: list[list[int]] = []
    top = 0
    for cell, domain in domains.items():
        values = sorted(domain)
        literals[cell] = dict(zip(values, range(top + 1, top + 1 + len(values)), strict=True))
        top += len(values)
        exactly_one(clauses, list(literals[cell].values()))
    for i in range(size):
        for line in ([(i, j) for j in range(size)], [(j, i) for j in range(size)]):
            for value in range(1, size + 1):
                exactly_one(clauses, [literals[cell][value] for cell in line if value in literals[cell]])
    order: dict[Cell, dict[int, int]] = {}
    for cell in {cell for sign in board.signs for cell in sign}:
        values = sorted(domains[cell])
        order[cell] = steps = {value: top + k for k, value in enumerate(values[1:], 1)}
        top += len(steps)
        for value, following in zip(values, [*values[1:], None], strict=True):
            literal, here, beyond = literals[cell][value], steps.get(value), steps.get(following or 0)
            clauses += [[-literal, here]] if here else []
            clauses += [[-literal, -beyond]] if beyond else []
            clauses += [[-beyond, here]] if here and beyond else []
            clauses.append([literal, *([-here] if here else []), *([beyond] if beyond else [])])
    for small, large in board.signs:
        above = sorted(domains[large])
        for value in sorted(domains[small]):
            at_least = [-order[small][value]] if value in order[small] else []
            higher = next((other for other in above if other > value), None)
            if higher is None:
                clauses.append(at_least)
            elif higher in order[large]:
                clauses.append([*at_least, order[large][higher]])
    with Solver(name="glucose4", bootstrap_with=clauses) as solver:
        found = 0
        while found < 2 and solver.solve():
            found += 1
            true = {literal for literal in solver.get_model() if literal > 0}
            solver.add_clause([-lit for cell in literals.values() for lit in cell.values() if lit in true])
        return found


def exactly_one(clauses: list[list[int]], literals: list[int]) -> None:
    clauses.append(literals)
    for first, second in combinations(literals, 2):
        clauses.append([-first, -second])


def filtered(board: Any) -> dict[Cell, set[int]] | None:
    """What givens and signs leave of the domains; None if nothing is left for a cell."""
    size = board.size
    domains = {
        (i, j): {board.givens[i][j]} if board.givens[i][j] else set(range(1, size + 1))
        for i, j in product(range(size), repeat=2)
    }
    settled: set[Cell] = set()
    changed = True
    while changed:
        changed = False
        for cell, domain in domains.items():
            if len(domain) == 1 and cell not in settled:
                settled.add(cell)
                (value,) = domain
                for k in range(size):
                    for other in ((cell[0], k), (k, cell[1])):
                        if other != cell and value in domains[other]:
                            domains[other].remove(value)
                            changed = True
                            if not domains[other]:
                                return None
        for small, large in board.signs:
            most, least = max(domains[large]), min(domains[small])
            below = {value for value in domains[small] if value < most}
            above = {value for value in domains[large] if value > least}
            if not below or not above:
                return None
            if len(below) < len(domains[small]) or len(above) < len(domains[large]):
                domains[small], domains[large] = below, above
                changed = True
    return domains


if __name__ == "__main__":
    main()
