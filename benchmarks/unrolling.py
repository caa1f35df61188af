"""Planning through constraint solvers: single questions to CP-SAT, and how far each backend comes by itself.

    python benchmarks/unrolling.py [questions|climbing|encodings ...] [--limit SECONDS] [--write]

Figures are seconds of CPU time, the analysis and the writing of the constraint problem included. ``questions``
asks for plans of one length, found or refuted; ``encodings`` asks the same in other ways; ``climbing`` is the whole
run from the lower bound upwards. With --write the tables become sections of docs/results.md.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from report import machine, replace_section, table

import copla
from copla.backends.cp_sat.constraints import solve_constraints
from copla.bridges.analysis import Analysis, analyse
from copla.plugins.loading import load


@dataclass(frozen=True)
class Question:
    """A plan of exactly so many steps; shorter ones are known not to exist."""

    puzzle: str
    instance: str
    steps: int


QUESTIONS = (
    Question("guarini", "4x3", 16),
    Question("guarini", "4x3", 15),
    Question("guarini", "4x4", 16),
    Question("guarini", "4x5", 22),
    Question("tiles", "eight-24", 24),
    Question("tiles", "eight-31-1", 31),
    Question("tiles", "eight-31-1", 30),
    Question("tiles", "eight-31-1", 29),
    Question("freecell", "tight-3-1", 13),
    Question("freecell", "tight-3-1", 12),
    Question("klotski", "fayaa-259", 19),
    Question("klotski", "fayaa-259", 18),
    Question("klotski", "gnome-bone", 34),
    Question("klotski", "gnome-bone", 33),
)
CLIMBS = {
    "cp-sat": (
        ("guarini", "classic-3x3"),
        ("guarini", "4x3"),
        ("guarini", "4x4"),
        ("tiles", "eight-20"),
        ("tiles", "eight-31-1"),
        ("tiles", "fifteen-easy"),
        ("klotski", "hard"),
        ("klotski", "fayaa-259"),
        ("klotski", "fayaa-143"),
        ("freecell", "ranks-2-1"),
        ("freecell", "tight-3-1"),
        ("freecell", "tight-4-1"),
    ),
    "forward-checking": (
        ("guarini", "diagonal-3x3"),
        ("guarini", "classic-3x3"),
        ("guarini", "4x4"),
        ("tiles", "two-by-three"),
        ("tiles", "eight-16"),
        ("tiles", "eight-20"),
        ("klotski", "easy"),
        ("klotski", "hard-small"),
        ("freecell", "tight-2-1"),
        ("freecell", "ranks-2-1"),
        ("freecell", "tight-3-2"),
    ),
    "python-constraint": (
        ("guarini", "diagonal-3x3"),
        ("guarini", "classic-3x3"),
        ("guarini", "cross-5x5"),
        ("tiles", "two-by-three"),
        ("tiles", "eight-16"),
        ("klotski", "easy"),
        ("klotski", "hard-small"),
        ("freecell", "ranks-1-1"),
        ("freecell", "tight-2-2"),
    ),
}

Change = Callable[[Analysis], Analysis]
VARIANTS: dict[str, tuple[str, Change, bool]] = {
    "as shipped": ("literals", lambda known: known, True),
    "with presolve": ("literals", lambda known: known, False),
    "no tallies": ("literals", lambda known: replace(known, tallies=()), True),
    "no order": ("literals", lambda known: replace(known, needless=((),) * len(known.needless)), True),
    "no estimates": ("literals", lambda known: replace(known, estimates=()), True),
    "values": ("values", lambda known: known, False),
}


def problem_of(puzzle: str, instance: str) -> copla.PlanningProblem:
    problem = load(puzzle, instance).problem()
    assert isinstance(problem, copla.PlanningProblem)
    return problem


def ask(question: Question, variant: str, limit: float) -> tuple[str, float]:
    """The status of one question and the CPU seconds that it took."""
    encoding, change, simplified = VARIANTS[variant]
    problem = problem_of(question.puzzle, question.instance)
    start = time.process_time()
    analysis = change(analyse(problem))
    bounded = copla.unroll(
        problem,
        question.steps,
        fewest=question.steps,
        cost=question.steps,
        encoding=encoding,  # type: ignore[arg-type]
        analysis=analysis,
    )
    watch = copla.Watch(copla.Limits(seconds=limit))
    watch.begin()
    options = {"workers": 1, "seed": 0}
    result = solve_constraints(bounded.problem, options, watch, simplified=simplified)
    if result.solutions:
        assert copla.violations(problem, bounded.solution(result.best.values)) == []
    words = {"solved": "found", "infeasible": "refuted"}
    return words.get(str(result.status), str(result.status)), time.process_time() - start


def questions(limit: float) -> Iterator[list[str]]:
    for question in QUESTIONS:
        status, seconds = ask(question, "as shipped", limit)
        yield [f"{question.puzzle} {question.instance}", str(question.steps), status, f"{seconds:.2f}"]


def encodings(limit: float) -> Iterator[list[str]]:
    for question in QUESTIONS:
        row = [f"{question.puzzle} {question.instance}", str(question.steps)]
        for variant in VARIANTS:
            status, seconds = ask(question, variant, limit)
            row.append(f"{seconds:.2f}" if status in ("found", "refuted") else status)
        yield row


def climbing(limit: float) -> Iterator[list[str]]:
    for backend, instances in CLIMBS.items():
        for puzzle, instance in instances:
            problem = problem_of(puzzle, instance)
            start = time.process_time()
            result = copla.solve(problem, backend, limits=copla.Limits(seconds=limit))
            seconds = time.process_time() - start
            cost = "-" if result.cost is None else str(result.cost)
            yield [backend, f"{puzzle} {instance}", str(result.status), cost, str(result.bound), f"{seconds:.2f}"]


TABLES = {
    "questions": ("Single questions to CP-SAT", ["instance", "steps", "answer", "CPU s"], questions),
    "encodings": ("Single questions, written down in other ways", ["instance", "steps", *VARIANTS], encodings),
    "climbing": (
        "Planning through constraint solvers",
        ["backend", "instance", "status", "cost", "bound", "CPU s"],
        climbing,
    ),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", nargs="*", choices=[*TABLES, []], help="which tables (all)")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds a question or a run (default 60)")
    parser.add_argument("--write", action="store_true", help="write the tables into docs/results.md")
    arguments = parser.parse_args()
    for name in arguments.tables or TABLES:
        title, header, measure = TABLES[name]
        rows = []
        for row in measure(arguments.limit):
            print("  ".join(f"{cell:>14}" for cell in row), flush=True)
            rows.append(row)
        if arguments.write:
            command = f"Reproduce with `python benchmarks/unrolling.py {name} --limit {arguments.limit:g}`."
            text = f"{command}\nSeconds of CPU time, one run on one machine ({machine()}).\n\n{table(header, rows)}"
            replace_section(title, text)


if __name__ == "__main__":
    main()
