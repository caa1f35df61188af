"""Problems with long sums: the native engine, CP-SAT and forward checking side by side in one run, as ratios.

    python benchmarks/sums.py [--limit SECONDS] [--rounds N] [--only PATTERN] [--write]

Every contestant solves a problem before the next problem is taken, so many rounds of that; the median of the rounds
counts. Time is that of whole runs, translating included, as the result states it. Whoever reaches the limit once is
not asked again in the same row. Two answers that contradict each other end the run.
"""

from __future__ import annotations

import argparse
import fnmatch
import random
import statistics
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations, product

from report import machine, replace_section, table

import copla
from copla import ConstraintProblem, Limits, Result, Variable, all_different, total

CONTESTANTS = ("native", "cp-sat", "forward-checking")
SLOW = "forward-checking"
SECONDS_FOR_THE_SLOW = 10.0
TITLE = "Long sums"


@dataclass
class Row:
    """The seconds of each contestant on one problem, and how its last run ended."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: {name: [] for name in CONTESTANTS})
    results: dict[str, Result] = field(default_factory=dict)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--limit", type=float, default=60.0)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--only", default="*")
    options.add_argument("--write", action="store_true")
    given = options.parse_args()
    rows = []
    for name, make in problems():
        if fnmatch.fnmatch(name, given.only):
            row = measure(make, given.limit, given.rounds)
            rows.append(shown(name, row))
            print(" | ".join(rows[-1]), flush=True)
    head = ["problem", *CONTESTANTS, "answer", "cp-sat / native"]
    text = "\n\n".join([introduction(given.limit, given.rounds), table(head, rows), machine() + "."])
    if given.write:
        replace_section(TITLE, text)


def measure(make: Callable[[], ConstraintProblem], limit: float, rounds: int) -> Row:
    row = Row()
    problem = make()
    for _ in range(rounds):
        for name in CONTESTANTS:
            before = row.results.get(name)
            if before is not None and not before.status.finished:
                continue
            seconds = min(limit, SECONDS_FOR_THE_SLOW) if name == SLOW else limit
            result = copla.solve(problem, name, limits=Limits(seconds=seconds))
            row.seconds[name].append(result.statistics.seconds)
            row.results[name] = result
    answers = {(r.status, r.cost) for r in row.results.values() if r.status.finished}
    assert len(answers) <= 1, f"{problem.name}: {answers}"
    return row


def shown(name: str, row: Row) -> list[str]:
    cells = [cell(row, contestant) for contestant in CONTESTANTS]
    answers = [r for r in row.results.values() if r.status.finished]
    answer = f"{answers[0].status}{'' if answers[0].cost is None else f', {answers[0].cost}'}" if answers else "none"
    return [name, *cells, answer, ratio(row)]


def cell(row: Row, contestant: str) -> str:
    result = row.results[contestant]
    if not result.status.finished:
        return f"{result.status}{'' if result.cost is None else f' at {result.cost}'}"
    seconds = statistics.median(row.seconds[contestant])
    return f"{seconds:.2f} s" if seconds >= 0.1 else f"{seconds * 1000:.2f} ms"


def ratio(row: Row) -> str:
    """How many times as long CP-SAT takes; a bound where one of the two was stopped."""
    ours, theirs = (statistics.median(row.seconds[name]) for name in ("native", "cp-sat"))
    finished = [row.results[name].status.finished for name in ("native", "cp-sat")]
    if not any(finished):
        return "-"
    sign = "" if all(finished) else "> " if finished[0] else "< "
    return f"{sign}{theirs / ours:.2f}"


def introduction(limit: float, rounds: int) -> str:
    return (
        f"`python benchmarks/sums.py --write`: the medians of {rounds} rounds within {limit:g} s a run "
        f"(forward-checking {SECONDS_FOR_THE_SLOW:g} s), one solution or the proven best one, one thread each. "
        "A ratio above 1 says that the native engine is faster. cp-sat runs without the two steps of its presolve that "
        "are wrong in this version ([findings.md](findings.md))."
    )


# --- the problems


def problems() -> Iterator[tuple[str, Callable[[], ConstraintProblem]]]:
    for size, rows, density in ((8, 4, 1.0), (12, 6, 0.6), (16, 8, 0.4), (20, 8, 0.3)):
        for kind in ("planted", "infeasible"):
            make = partial(linear_system, size, rows, density, planted=kind == "planted", equalities=True)
            yield f"equalities {size}x{rows}, {kind}", make
    for size, rows, density in ((12, 10, 1.0), (20, 20, 0.5), (30, 40, 0.3)):
        make = partial(linear_system, size, rows, density, planted=True, equalities=False)
        yield f"inequalities {size}x{rows}", make
    for size in (4, 5, 6):
        yield f"magic square {size}", partial(magic_square, size)
    for items in (20, 30, 40):
        yield f"knapsack {items}", partial(knapsack, items)
    for marks, shortest in ((5, 11), (6, 17), (7, 25)):
        for length in (shortest, shortest - 1):
            yield f"golomb {marks}, length {length}", partial(golomb, marks, length)


def linear_system(size: int, rows: int, density: float, *, planted: bool, equalities: bool) -> ConstraintProblem:
    """Random sums over values 0 to 9 with coefficients from -9 to 9; planted ones hold for a known assignment.

    The others ask for a sum and, with the same coefficients doubled, for an odd number near twice as much less one
    variable that is even: a contradiction that no single sum shows.
    """
    chance = random.Random(f"{size} {rows} {equalities}")
    problem = ConstraintProblem(f"linear system {size}x{rows}")
    x = [problem.variable(f"x{i}", range(10)) for i in range(size)]
    hidden = [chance.randrange(10) for _ in x]
    for number in range(rows):
        coefficients = [chance.choice([-1, 1]) * chance.randint(1, 9) if chance.random() < density else 0 for _ in x]
        value = sum(c * v for c, v in zip(coefficients, hidden, strict=True))
        left = total(c * v for c, v in zip(coefficients, x, strict=True))
        if not left.terms:
            continue
        problem.add(left == value if equalities else left <= value)
        if not planted and number == 0:
            even = problem.variable("even", [0, 2, 4])
            problem.add(total(2 * c * v for c, v in zip(coefficients, x, strict=True)) + even == 2 * value + 1)
    return problem


def magic_square(size: int) -> ConstraintProblem:
    """The numbers 1 to size squared, with the same sum in all lines; the smallest corner comes first."""
    problem = ConstraintProblem(f"magic square {size}")
    cells = {c: problem.variable(f"r{c[0]}c{c[1]}", range(1, size**2 + 1)) for c in product(range(size), repeat=2)}
    problem.add(all_different(cells.values()))
    lines: list[list[Variable]] = []
    for i in range(size):
        lines += [[cells[i, j] for j in range(size)], [cells[j, i] for j in range(size)]]
    lines += [[cells[i, i] for i in range(size)], [cells[i, size - 1 - i] for i in range(size)]]
    for line in lines:
        problem.add(total(line) == size * (size**2 + 1) // 2)
    for corner in ((0, size - 1), (size - 1, 0), (size - 1, size - 1)):
        problem.add(cells[0, 0] < cells[corner])
    return problem


def knapsack(items: int) -> ConstraintProblem:
    """Weights and values that go together, which is the hard kind; half of all fits."""
    chance = random.Random(items)
    problem = ConstraintProblem(f"knapsack {items}")
    x = [problem.variable(f"x{i}", range(2)) for i in range(items)]
    weights = [chance.randint(10, 100) for _ in x]
    values = [weight + chance.randint(0, 10) for weight in weights]
    problem.add(total(w * v for w, v in zip(weights, x, strict=True)) <= sum(weights) // 2)
    problem.maximize(total(value * v for value, v in zip(values, x, strict=True)))
    return problem


def golomb(marks: int, length: int) -> ConstraintProblem:
    """Marks on a ruler whose differences are all different, each difference given by a table."""
    problem = ConstraintProblem(f"golomb {marks}, {length}")
    place = [problem.variable(f"m{i}", [0] if i == 0 else range(length + 1)) for i in range(marks)]
    differences = []
    for i, j in combinations(range(marks), 2):
        difference = problem.variable(f"d{i}_{j}", range(1, length + 1))
        rows = [(a, b, b - a) for a in place[i].domain for b in place[j].domain if b > a]
        problem.add(copla.table([place[i], place[j], difference], rows))
        differences.append(difference)
    problem.add(all_different(differences))
    problem.add(differences[0] < differences[-1])
    return problem


if __name__ == "__main__":
    main()
