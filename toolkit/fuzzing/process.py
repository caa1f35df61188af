"""The parent's side of a worker process: start it, write lines to it, read its lines, see how it ended, kill it."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from typing import Any

GRACE = 20.0
"""Seconds without a word after which a worker hangs; a run may take two, and machines are busy."""


class WorkerProcess:
    """One process in a session of its own, started when it is first needed."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        self._environment = dict(environment or {})
        self._process: subprocess.Popen[bytes] | None = None
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
        self._rest = b""
        self.heard = time.monotonic()

    @property
    def started(self) -> bool:
        return self._process is not None

    @property
    def output(self) -> int:
        """The file number of its reports, for a selector."""
        assert self._process is not None
        assert self._process.stdout is not None
        return self._process.stdout.fileno()

    def start(self) -> None:
        self._errors.seek(0)
        self._errors.truncate()
        self._rest = b""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "copla.fuzzing.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            start_new_session=True,
            env=os.environ | {"PYTHONHASHSEED": "0"} | self._environment,
        )

    def send(self, order: Mapping[str, Any]) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self.heard = time.monotonic()
        with contextlib.suppress(BrokenPipeError):  # it has died: its output ends, and that is noticed
            self._process.stdin.write((json.dumps(order) + "\n").encode())
            self._process.stdin.flush()

    def reports(self) -> list[dict[str, Any]] | None:
        """The reports that have arrived (this waits for some), or None if there will be no more."""
        chunk = os.read(self.output, 1 << 16)
        if not chunk:
            return None
        self.heard = time.monotonic()
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        return [json.loads(line) for line in lines]

    def last_words(self) -> str:
        """How the process ended, and the end of what it wrote on standard error."""
        assert self._process is not None
        status = self._process.wait()
        ended = signal.Signals(-status).name if status < 0 else f"exit status {status}"
        self._errors.seek(max(0, self._errors.seek(0, os.SEEK_END) - 500))
        words = " ".join(self._errors.read().decode(errors="replace").split())
        return f"{ended} {words}".strip()

    def kill(self) -> None:
        """End the process and everything in its session."""
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with contextlib.suppress(BrokenPipeError):
                    stream.close()
        self._process = None
