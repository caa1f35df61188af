"""The engine's own tests: C++ programs without Python in them, under the sanitizers where there are."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.engine import programs

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("source", programs.PROGRAMS, ids=lambda source: source.stem)
def test_program(source: Path) -> None:
    if not programs.there_is_a_compiler():
        pytest.skip(f"THE ENGINE'S C++ TESTS DID NOT RUN: there is no compiler {programs.compiler()[0]!r}")
    environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    done = subprocess.run([str(programs.program(source))], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
