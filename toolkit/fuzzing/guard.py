"""Nothing that a worker of a campaign started survives it: a process beside it ends the rest, however it ended.

The worker may be killed, and so may its parent. The guard only waits for the end of the worker's orders, which come
through a pipe that nobody but the parent writes to.
"""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import signal
import tempfile
import time

from copla.fuzzing.process import MARK
from copla.ground.processes import LINUX, marked


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
