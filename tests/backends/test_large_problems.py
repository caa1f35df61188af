"""Problems too large for their limits: measured from outside, a run ends near its limits, also while it is building.

The slack is wide, since other work can keep a machine busy: what is caught here took ten times its limit, or had none.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

BACKENDS = ("forward-checking", "python-constraint")
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
    """Status, seconds on the clock, and megabytes beyond those at the start, as another process sees them."""
    command = [sys.executable, "-c", PROGRAM, kind, backend, str(seconds), str(megabytes)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        before = peak = resident(process.pid)
        os.set_blocking(process.stdout.fileno(), False)
        start = time.perf_counter()
        process.stdin.write("\n")
        process.stdin.flush()
        status = ""
        while not status and process.poll() is None:
            peak = max(peak, resident(process.pid))
            time.sleep(0.005)
            status = process.stdout.readline().strip()
        taken = time.perf_counter() - start
        process.kill()
    return status, taken, (peak - before) / 1e6


def resident(process: int) -> int:
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the system does not tell the memory of a process")
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("kind", ["disjoint domains", "a million rows", "all different", "many constraints"])
def test_a_limit_ends_a_large_problem(kind: str, backend: str) -> None:
    status, taken, megabytes = measured(kind, backend, 1.0, 50)
    assert status in ("timeout", "memory", "solved", "infeasible")
    assert taken < 3
    assert megabytes < 100
