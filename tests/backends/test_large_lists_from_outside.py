"""Long lists and wide domains: what a run uses after its limit, as the system tells it of all of its processes.

What is counted is time at work after the limit was due, so that a busy machine makes nobody late.
"""

from __future__ import annotations

import select
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass

import pytest

from tests.measuring import family, needs_proc, own_bytes, seconds_at_work

pytestmark = [pytest.mark.slow, needs_proc]

MEGABYTE = 10**6

PROGRAM = """
import sys
from copla import *
from copla.plugins.registry import backend
from copla.running.solving import run

problem = ConstraintProblem()
array, add = problem.array, problem.add
small = ConstraintProblem()
small.add(circuit(small.array("x", 4, range(4))))
solve(small, {backend!r})  # all is loaded now
{problem}
print("ready", flush=True); sys.stdin.readline()
print(run(problem, backend({backend!r}), dict(), Watch(Limits({limits})), asked=True).status, flush=True)
sys.stdin.readline()
"""

CIRCUIT = "add(circuit(array('x', {n}, range({n}))))"
NO_CIRCUIT = "add(~circuit(array('x', {n}, range({n}))))"
INVERSE = "add(inverse(array('x', {n}, range({n})), array('y', {n}, range({n}))))"
NOT_INVERSE = "add(~inverse(array('x', {n}, range({n})), array('y', {n}, range({n}))))"
AUTOMATON = """
steps = {{(state, letter): (7 * state + letter ** 2) % 50 for state in range(50) for letter in range(20)}}
add(regular(array("x", {n}, range(20)), 0, steps, [3]))
"""
SOME_OVERLAP = "add(~no_overlap([interval(start, 2) for start in array('x', {n}, range({n}))]))"
TOO_BUSY = "add(~cumulative([interval(start, 2) for start in array('x', {n}, range({n}))], [1] * {n}, 5))"
ROWS = """
x = array("x", 5, range({n}))
add(table(x, [tuple(7919 * row * (place + 3) % {n} for place in range(5)) for row in range(100 * {n})]))
add((x[0] == 1) | (x[1] == 2))
"""
DIFFERENT = "add(all_different(array('x', {n}, range({n}))))"
LONG_SUM = "add(total((place % 17 + 1) * one for place, one in enumerate(array('x', {n}, range({n})))) == {n} ** 2)"
LOOKED_UP = """
x = array("x", 50, range(100 * {n}))
for left, right in zip(x, x[1:]):
    add(element([7919 * place % (100 * {n} - 1) for place in range(100 * {n})], left) == right)
"""
WIDE_SUMS = """
x = array("x", 20, range(300 * {n}))
for one, two, three in zip(x, x[1:], x[2:]):
    add(3 * one + 5 * two == 7 * three + 1)
"""
CHAIN = """
x = array("x", {n}, range(1000))
for left, right in zip(x, x[1:]):
    add(left <= right)
"""
LINES = """
x = problem.grid("x", 2, {n}, range(100))
add(lexicographic(*x.rows, strictly=True))
add(lexicographic(x.rows[1], x.rows[0]))
"""


@dataclass
class Measured:
    """How a run ended, how much memory it held at most, and how long it was at work after its limit was due."""

    status: str
    bytes: int
    late: float


def measured(problem: str, backend: str, limits: str, due: float) -> Measured:
    code = PROGRAM.format(problem=problem, backend=backend, limits=limits)
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", code], stdin=pipe, stdout=pipe, text=True) as run:
        assert run.stdin is not None
        assert run.stdout is not None
        assert run.stdout.readline() == "ready\n"
        worked: dict[int, float] = {}
        when_due: float | None = None
        before = peak = own_bytes([run.pid])
        began = time.monotonic()
        print(file=run.stdin, flush=True)
        while not select.select([run.stdout], [], [], 0.01)[0]:
            members = family(run.pid)
            peak = max(peak, own_bytes(members))
            for member in members:
                with suppress(OSError):
                    worked[member] = seconds_at_work(member)
            if when_due is None and time.monotonic() - began >= due:
                when_due = sum(worked.values())
        worked[run.pid] = seconds_at_work(run.pid)
        late = 0.0 if when_due is None else sum(worked.values()) - when_due
        status = run.stdout.readline().strip()
        print(file=run.stdin, flush=True)
    return Measured(status, peak - before, late)


IN_TIME = [
    (CIRCUIT, 700, "cp-sat"),
    (NO_CIRCUIT, 300, "cp-sat"),
    (INVERSE, 1_000, "cp-sat"),
    (NOT_INVERSE, 600, "cp-sat"),
    (AUTOMATON, 1_000, "cp-sat"),
    (SOME_OVERLAP, 700, "cp-sat"),
    (TOO_BUSY, 700, "cp-sat"),
    (ROWS, 1_000, "cp-sat"),
    (CHAIN, 40_000, "cp-sat"),
    (CHAIN, 40_000, "sat"),
    (LOOKED_UP, 300, "python-constraint"),
    (WIDE_SUMS, 1_000, "python-constraint"),
    (DIFFERENT, 3_000, "python-constraint"),
    (DIFFERENT, 1_000, "sat"),
    (LONG_SUM, 1_000, "sat"),
]


@pytest.mark.parametrize(("problem", "size", "backend"), IN_TIME)
def test_a_run_ends_in_time(problem: str, size: int, backend: str) -> None:
    run = measured(problem.format(n=size), backend, "seconds=1", due=1)
    assert run.status in ("timeout", "solved")
    assert run.late < 0.5


@pytest.mark.parametrize("problem", [INVERSE, AUTOMATON, CIRCUIT])
def test_cp_sat_stays_within_its_memory(problem: str) -> None:
    run = measured(problem.format(n=600), "cp-sat", f"seconds=60, bytes=50 * {MEGABYTE}", due=60)
    assert run.status == "memory"
    assert run.bytes < 75 * MEGABYTE  # one of these took a gigabyte


@pytest.mark.parametrize("backend", ["sat", "forward-checking", "cp-sat", "native"])
def test_long_lines_in_the_order_of_a_dictionary_are_no_exception(backend: str) -> None:
    run = measured(LINES.format(n=1_000), backend, "seconds=1", due=1)
    assert run.status in ("timeout", "infeasible")
    assert run.late < 0.5
