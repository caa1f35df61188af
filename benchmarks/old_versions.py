"""Wrong answers that were reported in public, found again: old versions of solvers, fuzzed as anybody's program is.

    python benchmarks/old_versions.py [NAME ...] [--count N] [--folder FOLDER]

Each version is installed from the package index into an environment of its own in FOLDER (a temporary one unless it is
given; one that is there is used again), which sees this copla, too. ``copla fuzz`` then runs there with the guest that
calls the library plainly (``benchmarks/guests``). The exit status is 0 if every known defect was found.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import sysconfig
import tempfile
import venv
from dataclasses import dataclass
from pathlib import Path

GUESTS = Path(__file__).parent / "guests"


@dataclass(frozen=True)
class Old:
    """A version with a known defect: what is installed, which guest calls it, on what, and where it was reported."""

    requirements: tuple[str, ...]
    guest: str
    families: tuple[str, ...]
    count: int
    report: str


VERSIONS = {
    "python-constraint2": Old(
        ("python-constraint2==2.1.0",),
        "python_constraint",
        ("mixed",),
        60,
        "https://github.com/python-constraint/python-constraint/issues/33",
    ),
    "cpmpy": Old(
        ("cpmpy==0.9.10", "ortools==9.8.3296"),
        "cpmpy",
        ("mixed", "clauses"),
        200,
        "https://github.com/CPMpy/cpmpy/issues/659",
    ),
    "ortools": Old(
        ("ortools==9.5.2237",),
        "or_tools",
        ("permutations", "clauses", "mixed"),
        700,
        "https://github.com/google/or-tools/issues/3670",
    ),
    "slidingpuzzle": Old(
        ("slidingpuzzle==0.1.5",),
        "sliding_puzzle",
        ("tiles", str(GUESTS / "eight-21.txt")),
        60,
        "https://github.com/entangledloops/slidingpuzzle/issues/1",
    ),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=[], metavar="NAME", help=f"some of {', '.join(VERSIONS)}")
    parser.add_argument("--count", type=int, help="problems of each family")
    parser.add_argument("--folder", help="where the environments and the reports go")
    arguments = parser.parse_args()
    missed = []
    with tempfile.TemporaryDirectory(prefix="copla-old-") as scratch:
        for name in arguments.names or VERSIONS:
            found = fuzz(name, VERSIONS[name], Path(arguments.folder or scratch).absolute(), arguments.count)
            missed += [] if found else [name]
    print(f"not found: {', '.join(missed)}" if missed else "all found")
    return 1 if missed else 0


def fuzz(name: str, old: Old, folder: Path, count: int | None) -> bool:
    """Whether something is wrong with the version; what it is, is printed."""
    python = installed(folder / name, old.requirements)
    print(f"{', '.join(old.requirements)} ({old.report})", flush=True)
    words = ["fuzz", *old.families, "--backend", str(GUESTS / f"{old.guest}.toml")]
    limits = ["--count", str(count or old.count), "--folder", str(folder / f"{name}-failures")]
    ended = subprocess.run([python, "-m", "copla.cli", *words, *limits], capture_output=True, text=True, check=False)
    print(ended.stdout if ended.returncode in (0, 1) else ended.stderr, flush=True)
    return ended.returncode == 1


def installed(place: Path, requirements: tuple[str, ...]) -> str:
    """The Python of an environment with these packages; whatever else is needed comes from this one."""
    python = str(place / "bin" / "python")
    if not Path(python).exists():
        venv.create(place, with_pip=True)
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *requirements]
        subprocess.run(install, check=True)
        [packages] = place.glob("lib/python*/site-packages")
        (packages / "after.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return python


if __name__ == "__main__":
    sys.exit(main())
