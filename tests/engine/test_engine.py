"""The engine's own tests: C++ programs without Python in them, compiled here, under the sanitizers where there are."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
SOURCES = HERE.parent.parent / "backends" / "native" / "src"
PROGRAMS = sorted(HERE.glob("*.cpp"))
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]

NOT_AUDITED = {"constraints"}
"""It removes values for no reason, which the audit would not let pass."""
NEEDED = {"tiles": ["tiles/search.cpp"]}
"""What of the engine is not in its headers."""


def compiler() -> list[str]:
    command = shlex.split(os.environ.get("CXX", "c++"))
    if shutil.which(command[0]) is None:
        pytest.skip(f"THE ENGINE'S C++ TESTS DID NOT RUN: there is no compiler {command[0]!r}")
    return command


@cache
def sanitizers() -> list[str]:
    """The flags, or none where the compiler has no such libraries."""
    done = subprocess.run(
        [*compiler(), *SANITIZERS, "-x", "c++", "-", "-o", os.devnull],
        input="int main() {}",
        text=True,
        capture_output=True,
    )
    return SANITIZERS if done.returncode == 0 else []


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_program(program: Path, tmp_path: Path) -> None:
    built = tmp_path / program.stem
    audit = [] if program.stem in NOT_AUDITED else ["-DCOPLA_AUDIT"]
    # Not optimised: that would take the compiler longer than it saves the program.
    flags = ["-std=c++20", "-O0", "-g1", "-march=native", *audit, *sanitizers()]
    sources = [program, *(SOURCES / name for name in NEEDED.get(program.stem, ()))]
    compiled = subprocess.run(
        [*compiler(), *flags, f"-I{SOURCES}", *map(str, sources), "-o", str(built)], capture_output=True, text=True
    )
    assert compiled.returncode == 0, compiled.stderr
    environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    done = subprocess.run([str(built)], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
