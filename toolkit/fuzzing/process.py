"""The parent's side of a worker process: start it, write lines to it, read its lines, see how it ended, kill it.

A worker that says nothing hangs if it sleeps, or has worked for longer than any run may. One that is not given the
processor, or waits for the disk, does not: then the machine is busy.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from copla.ground.memory import read
from copla.ground.processes import LINUX, marked

GRACE = 20.0
"""Seconds without a word after which a worker hangs; a run may take two, and machines are busy."""

MARK = "COPLA_WORKER"
"""The environment variable by which all that a worker starts is known, wherever it has gone."""

_AT_WORK = 5.0
"""Seconds of the processor that a silent worker may use."""

_LOOKS = 5
"""So many times a worker is seen asleep, one after the other, before that is believed."""


class WorkerProcess:
    """One process in a session of its own, started when it is first needed."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        self._environment = dict(environment or {})
        self._process: subprocess.Popen[bytes] | None = None
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
        self._rest = b""
        self._mark = ""
        self.heard = time.monotonic()
        self._since = 0.0, 0.0  # when it was heard last, and what it had used of the processor some time later
        self._asleep = 0

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
        self._mark = f"{MARK}={uuid.uuid4().hex}"
        name, _, value = self._mark.partition("=")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "copla.fuzzing.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            start_new_session=True,
            env=os.environ | {"PYTHONHASHSEED": "0", name: value} | self._environment,
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

    def hangs(self, grace: float) -> bool:
        """Whether it has been silent for longer than the grace, and that is its own doing."""
        silent = time.monotonic() - self.heard
        if silent < grace / 2 or self._process is None:
            return False
        if not LINUX:
            return silent > grace
        used, busy = _at_work(marked(self._mark))
        if self._since[0] != self.heard:
            self._since, self._asleep = (self.heard, used), 0
        self._asleep = 0 if busy else self._asleep + 1
        if silent < grace:
            return False
        return used - self._since[1] >= _AT_WORK or self._asleep >= _LOOKS

    def last_words(self) -> str:
        """How the process ended, and the end of what it wrote on standard error."""
        assert self._process is not None
        status = self._process.wait()
        ended = signal.Signals(-status).name if status < 0 else f"exit status {status}"
        if status == -signal.SIGKILL:
            return f"{ended}, its own or from outside, perhaps for lack of memory"
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


def _at_work(pids: set[int]) -> tuple[float, bool]:
    """Seconds of the processor that they have used, and whether one of them is waiting for it or for the disk."""
    ticks, busy = 0, False
    for pid in pids:
        # pid (name) state ...: see proc(5); the name may hold anything, even a parenthesis
        fields = read(f"/proc/{pid}/stat").rpartition(b")")[2].split()
        if fields:
            ticks += int(fields[11]) + int(fields[12])
            busy = busy or any(_state(thread) in (b"R", b"D") for thread in Path(f"/proc/{pid}/task").glob("*/stat"))
    return ticks / os.sysconf("SC_CLK_TCK"), busy


def _state(stat: Path) -> bytes:
    return read(str(stat)).rpartition(b")")[2].strip()[:1]


def stand_guard() -> None:
    """Start the guard of this process, which reads its orders from standard input, and give both a folder."""
    if not LINUX or MARK not in os.environ:  # started by hand
        return
    folder = tempfile.tempdir = tempfile.mkdtemp(prefix="copla-")
    if os.fork():
        return
    os.setsid()  # the worker is killed with all of its session
    for output in (1, 2):
        os.close(output)
    orders = select.poll()
    orders.register(0, 0)  # no event is asked for: what is told in any case is that it has ended
    orders.poll()
    end_all(f"{MARK}={os.environ[MARK]}")
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


def end_all(mark: str) -> None:
    """Kill all processes with this mark but this one."""
    seen_none = False
    while (found := marked(mark)) or not seen_none:
        seen_none = not found  # one look is not enough: a process that is starting a program shows no environment
        for pid in found:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.002)
