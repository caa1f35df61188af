"""Running the real program in a process of its own."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Any

from tests import warm


@dataclass(frozen=True)
class Run:
    """What a run of the program printed, and its exit status."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def shown_on(terminal: int) -> bytes:
    """All that a terminal shows until the program that writes to it has ended."""
    shown = b""
    try:
        while chunk := os.read(terminal, 4096):
            shown += chunk
    except OSError:  # the terminal is closed
        pass
    return shown


def copla(*arguments: str, input: str = "", columns: int = 80) -> Run:  # noqa: A002 - as subprocess calls it
    """Run the installed program as a user does, with tables of so many columns."""
    done = warm.run(*arguments, input=input, env={**os.environ, "COLUMNS": str(columns)})
    assert "Traceback" not in done.stderr
    return Run(done.returncode, done.stdout, done.stderr)
