"""Memory limits as the operating system sees them: resident memory of a process stays near what it may use."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

LIMIT = 50_000_000
SLACK = 60_000_000
"""Python itself, libraries, the model, and what the allocator keeps between two arrays."""

RUN = """
import json, resource, sys
import copla
from copla import Limits, puzzle
from importlib import resources

name, instance, limit, options = json.loads(sys.argv[1])
chosen = puzzle(name)
text = (resources.files("copla.instances") / name / (instance + ".txt")).read_text()
problem = chosen.problem(chosen.parse(text, name))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
result = copla.solve(problem, "native", limits=Limits(bytes=limit, seconds=20), options=options)
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
print(json.dumps([result.status, after - before]))
"""

RUNS = [
    ("tiles", "korf-1", {"algorithm": "astar", "heuristic": "manhattan"}),
    ("tiles", "korf-1", {"heuristic": "5-5-5"}),
    ("tiles", "korf24-1", {"algorithm": "astar", "heuristic": "linear-conflict"}),
    ("freecell", "deal-11982", {"algorithm": "fast"}),
    ("freecell", "deal-1", {"algorithm": "optimal"}),
    ("freecell", "tight-5-1", {"algorithm": "bfs"}),
    ("tiles", "korf-1", {"kernel": "generic", "algorithm": "bfs"}),
    ("tiles", "korf-1", {"kernel": "generic", "algorithm": "astar", "heuristic": "manhattan"}),
    ("tiles", "korf-1", {"kernel": "generic", "algorithm": "greedy", "heuristic": "manhattan"}),
    ("tiles", "korf-1", {"kernel": "generic", "algorithm": "dfs", "closed": True}),
    ("tiles", "korf-1", {"kernel": "generic", "algorithm": "bidirectional"}),
    ("tiles", "korf-1", {"kernel": "generic", "algorithm": "idastar", "heuristic": "manhattan", "table": 1000}),
    ("tiles", "korf-1", {"kernel": "generic", "algorithm": "beam", "width": 10_000_000}),
    ("tiles", "korf-1", {"kernel": "generic", "algorithm": "ucs", "closed": False}),
    ("klotski", "klotski", {"algorithm": "ucs"}),
    ("guarini", "6x6", {"algorithm": "astar", "heuristic": "ipdb", "pdb_states": 100_000_000, "pdb_total": 10**9}),
]


@pytest.mark.parametrize(("name", "instance", "options"), RUNS)
def test_resident_memory_stays_near_the_limit(
    name: str, instance: str, options: dict[str, object], tmp_path: object
) -> None:
    given = json.dumps([name, instance, LIMIT, options])
    done = subprocess.run(
        [sys.executable, "-c", RUN, given],
        capture_output=True,
        text=True,
        env={"COPLA_CACHE": str(tmp_path), "PATH": ""},
    )
    assert done.returncode == 0, done.stderr
    status, used = json.loads(done.stdout)
    assert status in ("memory", "timeout", "optimal", "solved", "infeasible")
    assert used <= LIMIT + SLACK
