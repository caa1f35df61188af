"""kill -9 of a comparison of 200 runs at a random moment, many times: is anything lost, repeated or changed?

    python benchmarks/resume.py [--times N]

Each time a fresh comparison is started, killed at a random moment and resumed; then its file must hold every run
once, with the answers of a comparison that nobody disturbed.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from copla.comparing.store import Store
from copla.ground.errors import CoplaError

BOARDS = ["extreme-4-*", "recursive-4-*", "extreme-5-*", "recursive-5-*", "extreme-6-*"]
OPTIONS = ["--backend", "forward-checking", "--option", "inference=mac,forward", "--repeat", "2", "--jobs", "2"]
RUNS = 200


def begin(path: Path, *more: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "copla.cli", "compare", "futoshiki", *BOARDS, *OPTIONS, "--db", str(path), *more]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def finished(path: Path) -> int:
    """How many runs are in a file that may be in the making."""
    try:
        with Store.read(path) as store:
            return RUNS - len(store.pending())
    except CoplaError:  # its plan is not stored yet
        return 0


def answers(path: Path) -> list[object]:
    """What the file says about each run of the plan, without times."""
    with Store.read(path) as store:
        found: list[object] = []
        for record in store.records():
            result = record.outcome.result
            assert result is not None, record.outcome.failure
            counts = result.statistics
            values = [solution.values for solution in result.solutions]
            found.append((record.run, result.status, values, result.complete, counts.expanded, counts.generated))
        return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=10, help="comparisons to kill (default 10)")
    times: int = parser.parse_args().times
    with tempfile.TemporaryDirectory() as folder:
        undisturbed = Path(folder) / "undisturbed.sqlite"
        assert begin(undisturbed).wait() == 0
        expected = answers(undisturbed)
        assert len(expected) == RUNS
        for number in range(1, times + 1):
            path = Path(folder) / f"{number}.sqlite"
            victim = begin(path)
            moment = random.randrange(RUNS)
            while finished(path) < moment and victim.poll() is None:
                time.sleep(0.02)
            time.sleep(random.uniform(0, 0.1))
            victim.kill()
            victim.wait()
            kept = finished(path)
            assert begin(path, *(["--resume"] if path.exists() else [])).wait() == 0
            same = answers(path) == expected
            print(f"{number:3}: killed with {kept:3} runs finished; resumed: same {RUNS} answers: {same}", flush=True)
            assert same


if __name__ == "__main__":
    main()
