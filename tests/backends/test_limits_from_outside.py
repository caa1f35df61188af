"""Limits of searches, measured from outside: resident memory and time at work, as the system tells them."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.measuring import needs_proc, resident_bytes, seconds_at_work

pytestmark = [pytest.mark.slow, needs_proc]

MEGABYTE = 10**6

HEAD = """
import sys
from copla import Function, Limits, PatternTable, PlanningProblem, Sum, solve
from copla.backends.native.engine import _engine
{problem}
solve(problem, {backend!r}, limits=Limits(seconds=0.01), options={options!r})  # all is loaded now
print("ready", flush=True); sys.stdin.readline()
result = solve(problem, {backend!r}, limits=Limits({limits}), options={options!r})
print(result.status, flush=True); sys.stdin.readline()
"""

# Ten digits, each counted up, by steps that cost one; what cannot be reached is wanted.
COUNTER = """
problem = PlanningProblem("counter")
digits = [problem.variable(f"d{i}", range(10), 0) for i in range(10)]
for i, digit in enumerate(digits):
    for value in range(9):
        problem.action(f"{i}: {value + 1}", {digit: value}, {digit: value + 1}, cost=COST)
never = problem.variable("never", range(2), 0)
problem.set_goal({never: 1, **dict.fromkeys(digits, 9)})
"""
UNIT, WIDE = COUNTER.replace("COST", "1"), COUNTER.replace("COST", "37 + 977 * i + value")
TABLE = """
entries = [9 - d for d in range(10)]
table = Sum(tuple(PatternTable((i,), (10,), entries) for i in range(10)))
problem.heuristic("far", lambda: table, admissible=True, consistent=True, summary="")
"""
# Actions that have nothing in common, and never happen: all there is to do is to find that out.
PAIRS = """
problem = PlanningProblem("pairs")
for i in range(10_000):
    a, b = (problem.variable(f"{name}{i}", range(2), 0) for name in "ab")
    problem.action(f"{i}", {a: 1, b: 1}, {a: 0})
problem.set_goal({problem[f"b{i}"]: 1 for i in range(3)})
"""


@dataclass
class Measured:
    """How a run ended, what it used, how long it was at work, and how long it took by the clock."""

    status: str
    bytes: int
    seconds: float
    elapsed: float


def measured(problem: str, backend: str, limits: str, **options: object) -> Measured:
    code = HEAD.format(problem=problem, backend=backend, options=options, limits=limits)
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", code], stdin=pipe, stdout=pipe, text=True) as run:
        assert run.stdin is not None
        assert run.stdout is not None
        assert run.stdout.readline() == "ready\n"
        Path(f"/proc/{run.pid}/clear_refs").write_text("5")  # the largest so far begins anew
        before, worked, began = resident_bytes(run.pid), seconds_at_work(run.pid), time.monotonic()
        print(file=run.stdin, flush=True)
        status = run.stdout.readline().strip()
        seconds, elapsed = seconds_at_work(run.pid) - worked, time.monotonic() - began
        most = resident_bytes(run.pid, "VmHWM")
        print(file=run.stdin, flush=True)
    return Measured(status, most - before, seconds, elapsed)


@pytest.mark.parametrize("algorithm", ["bfs", "dfs", "ucs", "astar", "greedy", "astar-tree", "bidirectional", "beam"])
@pytest.mark.parametrize(("name", "problem"), [("unit", UNIT), ("wide", WIDE)])
def test_native_search_stays_within_its_memory(name: str, problem: str, algorithm: str) -> None:
    options: dict[str, object] = {"algorithm": algorithm, "kernel": "generic"}
    if algorithm == "dfs":
        options["closed"] = True
    if algorithm == "beam":
        options["width"] = 10**6
    run = measured(problem + TABLE, "native", f"bytes=50 * {MEGABYTE}, seconds=600", **options)
    assert run.status == "memory"
    assert run.bytes < 50 * MEGABYTE * 1.05 + 2 * MEGABYTE  # the interpreter's own comes on top


@pytest.mark.parametrize("backend", ["search", "native"])
@pytest.mark.parametrize("algorithm", ["bfs", "astar", "bidirectional", "idastar"])
def test_a_search_stops_in_time(backend: str, algorithm: str) -> None:
    run = measured(UNIT + TABLE, backend, "seconds=1", algorithm=algorithm)
    assert run.status == "timeout"
    assert run.elapsed > 0.9
    assert run.seconds < 2


@pytest.mark.parametrize("backend", ["search", "native"])
@pytest.mark.parametrize("algorithm", ["bfs", "idastar"])
def test_many_actions_without_anything_in_common_do_not_delay_the_limit(backend: str, algorithm: str) -> None:
    run = measured(PAIRS, backend, "seconds=1", algorithm=algorithm)
    assert run.status in ("infeasible", "timeout")
    assert run.seconds < 2.5  # comparing each with each takes ten times as long


# Sums of variables with thousands of values: a reason is as long as that, and a conflict has thousands of them.
LONG_REASONS = """
from copla import ConstraintProblem
problem = ConstraintProblem("long reasons")
x = problem.variable("x", range(-1312, 2))
problem.minimize(x - x % x)
"""


@pytest.mark.parametrize("learning", ["auto", "always"])
def test_a_conflict_with_long_reasons_does_not_delay_the_limit(learning: str) -> None:
    run = measured(LONG_REASONS, "native", "seconds=1", learning=learning)
    assert run.status in ("optimal", "timeout")
    assert run.seconds < 1.6
