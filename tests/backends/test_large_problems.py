"""Problems too large for their limits: measured from outside, a run ends near its limits, also while it is building.

The slack is wide: what is caught here took ten times its limit, or had none.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import pairwise

import pytest

from copla import ConstraintProblem, Status, element, solve
from tests.measuring import needs_proc, resident_bytes, seconds_at_work

pytestmark = pytest.mark.slow

BACKENDS = ("forward-checking", "python-constraint", "search", "native")
KINDS = ("disjoint domains", "wide domains", "a million rows", "a long table", "all different", "many constraints")
PROGRAM = """
import random, sys
from copla import ConstraintProblem, Limits, Watch, all_different, table
from copla.plugins.registry import backend
from copla.running.solving import run, unavailable

kind, name, seconds, megabytes = sys.argv[1:]
problem = ConstraintProblem(kind)
if kind == "disjoint domains":
    x = [problem.variable(f"x{i}", range(300 * i, 300 * i + 300)) for i in range(800)]
    for left, right in zip(x, x[1:]):
        problem.add(left + 295 <= right)
elif kind == "a million rows":
    x = [problem.variable(f"x{i}", range(100)) for i in range(3)]
    problem.add(table(x, ((a, b, c) for a in range(100) for b in range(100) for c in range(100))))
    problem.add(x[0] + x[1] + x[2] == 297)
    problem.add(x[0] + x[1] - x[2] == 298)
elif kind == "wide domains":
    x = [problem.variable(f"x{i}", range(50_000)) for i in range(3)]
    problem.add(all_different(x))
    problem.add(3 * x[0] == 2 * x[1] + 1)
    problem.add(x[0] + x[1] == x[2] + 7)
elif kind == "a long table":
    x = [problem.variable(f"x{i}", range(20_000)) for i in range(2)]
    problem.add(table(x, ((i, 19_999 - i) for i in range(10_000))))
    problem.add(x[0] - x[1] == 1)
elif kind == "all different":
    problem.add(all_different([problem.variable(f"x{i}", range(2000)) for i in range(2000)]))
else:
    chance = random.Random(1)
    x = [problem.variable(f"x{i}", range(50)) for i in range(1000)]
    for _ in range(200_000):
        left, right = chance.sample(x, 2)
        problem.add(left - right != chance.randint(-49, 49))
unavailable(backend(name))  # imports the library
limits = Limits(seconds=float(seconds), bytes=int(megabytes) * 10**6)
print("ready", flush=True)
sys.stdin.readline()
print(run(problem, backend(name), {}, Watch(limits)).status, flush=True)
sys.stdin.readline()
"""


def measured(kind: str, backend: str, seconds: float, megabytes: int) -> tuple[str, float, float]:
    """Status, seconds at work, and megabytes beyond those at the start, as another process sees them."""
    command = [sys.executable, "-c", PROGRAM, kind, backend, str(seconds), str(megabytes)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        before = peak = resident_bytes(process.pid)
        os.set_blocking(process.stdout.fileno(), False)
        start = seconds_at_work(process.pid)
        process.stdin.write("\n")
        process.stdin.flush()
        status = ""
        while not status and process.poll() is None:
            peak = max(peak, resident_bytes(process.pid))
            time.sleep(0.005)
            status = process.stdout.readline().strip()
        taken = seconds_at_work(process.pid) - start
        process.kill()
    return status, taken, (peak - before) / 1e6


@needs_proc
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_limit_ends_a_large_problem(kind: str, backend: str) -> None:
    status, taken, megabytes = measured(kind, backend, 1.0, 50)
    assert status in ("timeout", "memory", "solved", "infeasible")
    assert taken < 3
    assert megabytes < 100


def looked_up() -> ConstraintProblem:
    """A number from a list of very many."""
    problem = ConstraintProblem("looked up")
    place, found = problem.variable("place", range(50_000)), problem.variable("found", range(50_000))
    problem.add(element([(i * 7_919) % 49_999 for i in range(50_000)], place) == found)
    problem.add(found * 2 < place)
    return problem


def wide() -> ConstraintProblem:
    """Very many values, and sums of them that have more."""
    problem = ConstraintProblem("wide")
    row = problem.array("x", 40, range(100_000))
    for left, right in pairwise(row):
        problem.add(abs(left - right) >= 5_000)
    return problem


@pytest.mark.parametrize(("build", "backend"), [(looked_up, "cp-sat"), (looked_up, "python-constraint"), (wide, "sat")])
def test_building_from_long_lists_and_wide_domains_ends_near_the_limit(
    build: Callable[[], ConstraintProblem], backend: str
) -> None:
    problem = build()
    solve(problem, backend, timeout=0)  # imports the library
    begun = time.process_time()
    result = solve(problem, backend, timeout=1)
    assert time.process_time() - begun < 3.5  # the first took a minute
    assert result.status in (Status.TIMEOUT, Status.SOLVED)
