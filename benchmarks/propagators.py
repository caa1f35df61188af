"""Propagators of the engines' own against what rewriting makes of the same constraints, on models of each kind.

    python benchmarks/propagators.py [--repeats 3] [--seconds 20]

Both sides are copla's engine: once as it is, and once without any of the kinds of copla.rewriting.propagated, so that
everything becomes sums, tables and clauses. Time is processor time of rewriting and answer, the best of the repeats.
"""

from __future__ import annotations

import argparse
import runpy
import sys
import time
from collections.abc import Callable
from pathlib import Path

from copla import ConstraintProblem, Limits, Result, cardinality, circuit, count, element, max_of, min_of, solve, total
from copla.backends.forward_checking import BACKEND as READABLE
from copla.backends.native import BACKEND as NATIVE

EXAMPLES = Path(__file__).parent.parent / "examples"


def example(name: str) -> ConstraintProblem:
    problem = runpy.run_path(str(EXAMPLES / f"{name}.py"))["problem"]
    assert isinstance(problem, ConstraintProblem)
    return problem


def magic_series(size: int) -> ConstraintProblem:
    """How often does each number occur in this very list?"""
    problem = ConstraintProblem(f"magic series {size}")
    often = problem.array("often", size, range(size))
    for value in range(size):
        problem.add(often[value] == count(often, value))
    return problem


def self_counting(size: int) -> ConstraintProblem:
    problem = ConstraintProblem(f"magic series {size}, one cardinality")
    often = problem.array("often", size, range(size))
    problem.add(cardinality(often, {value: often[value] for value in range(size)}, closed=True))
    return problem


def boxes() -> ConstraintProblem:
    """Whole boxes whose volume and half surface are given."""
    problem = ConstraintProblem("boxes")
    a, b, c = problem.array("side", 3, range(1, 121))
    problem.add(a <= b)
    problem.add(b <= c)
    problem.add(a * b * c == 120 * 77 * 3)
    problem.add(a * b + b * c + a * c <= 6000)
    return problem


def spread() -> ConstraintProblem:
    """Twelve numbers with the least difference between the greatest and the least."""
    problem = ConstraintProblem("spread")
    x = [problem.variable(f"x{i}", range(i % 5, 60, 1 + i % 7)) for i in range(12)]
    for i in range(11):
        problem.add(x[i] != x[i + 1])
    problem.add(total(x) == 301)
    problem.minimize(max_of(x) - min_of(x))
    return problem


def chain() -> ConstraintProblem:
    """A walk through a list that comes back to its start after seven steps."""
    problem = ConstraintProblem("chain")
    to = problem.array("to", 14, range(14))
    place = to[0]
    for _ in range(6):
        place = element(to, place)
    problem.add(place == 0)
    problem.add(total(to) == 120)
    for i in range(14):
        problem.add(to[i] != i)
    return problem


def ring() -> ConstraintProblem:
    problem = ConstraintProblem("ring of 20")
    to = problem.array("to", 20, range(20))
    problem.add(circuit(to))
    for i in range(20):
        problem.add((to[i] - i) * (to[i] - i) <= 25)
    problem.add(total(to[i] * (i % 3) for i in range(20)) == 190)
    return problem


MODELS: dict[str, tuple[str, Callable[[], ConstraintProblem], int | None]] = {
    "job shop ft06": ("reified", lambda: example("job_shop"), 1),
    "social golfers": ("reified", lambda: example("social_golfers"), 1),
    "Steiner triples": ("reified", lambda: example("steiner_triples"), None),
    "quasigroup": ("entry", lambda: example("quasigroup"), None),
    "chain": ("entry", chain, 1),
    "magic series 12": ("count", lambda: magic_series(12), None),
    "magic series 12, closed": ("cardinality", lambda: self_counting(12), None),
    "car sequencing": ("count", lambda: example("car_sequencing"), None),
    "boxes": ("product", boxes, None),
    "spread": ("min, max", spread, 1),
    "knight's tour": ("circuit", lambda: example("knights_tour"), 1),
    "travelling salesman": ("circuit", lambda: example("travelling_salesman"), 1),
    "ring of 20": ("circuit", ring, 1),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=20)
    given = parser.parse_args()
    print("| model | kind | native: taken apart | own | forward-checking: taken apart | own |")
    print("|---|---|---:|---:|---:|---:|")
    for name, (kind, make, wanted) in MODELS.items():
        cells, answers = [], set()
        for backend in (NATIVE, READABLE):
            for kinds in (frozenset[type](), type(backend).kinds):
                text, answer = measured(make, backend, kinds, wanted, given.repeats, given.seconds)
                cells.append(text)
                answers.add(answer)
        print(f"| {name} | {kind} | {' | '.join(cells)} |", flush=True)
        if len(answers - {None}) > 1:
            sys.exit(f"{name}: the answers differ: {answers}")


def measured(
    make: Callable[[], ConstraintProblem],
    backend: object,
    kinds: frozenset[type],
    wanted: int | None,
    repeats: int,
    seconds: float,
) -> tuple[str, object]:
    """Milliseconds, and what must be the same for all."""
    best, result = float("inf"), None
    vars(backend)["kinds"] = kinds  # of this object alone, in front of its class's
    try:
        for _ in range(repeats):
            problem = make()
            start = time.process_time()
            result = solve(problem, backend, limits=Limits(seconds=seconds, solutions=wanted))  # type: ignore[arg-type]
            best = min(best, time.process_time() - start)
            if not result.status.finished:
                return f"> {seconds:.0f} s", None
    finally:
        del vars(backend)["kinds"]
    assert isinstance(result, Result)
    return f"{1000 * best:.1f} ms", (result.status, result.cost, None if wanted else len(result.solutions))


if __name__ == "__main__":
    main()
