"""Running the real program, in this process or in one of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Run:
    """What a run of the program printed, and its exit status."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def copla(*arguments: str, input: str = "") -> Run:  # noqa: A002 - as subprocess calls it
    """Run the installed program as a user does."""
    command = [sys.executable, "-m", "copla.cli", *arguments]
    done = subprocess.run(command, input=input, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    return Run(done.returncode, done.stdout, done.stderr)
