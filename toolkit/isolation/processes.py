"""The processes of a run: who belongs to it, how much memory they hold, and how to end them all."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

LINUX = sys.platform == "linux" and Path("/proc/self/stat").exists()

_PAGE = os.sysconf("SC_PAGE_SIZE")
_SET_PDEATHSIG, _SET_CHILD_SUBREAPER = 1, 36  # from linux/prctl.h
_PATIENCE = 0.2


def adopt_orphans() -> None:
    """Make every process that a descendant leaves behind a child of this one, where the system can do that."""
    if LINUX:
        _prctl(_SET_CHILD_SUBREAPER, 1)


def die_with(parent: int) -> None:
    """End this process when its parent ends, however that happens, where the system can do that."""
    if LINUX:
        _prctl(_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def descendants(root: int) -> list[int]:
    """The living processes below this one, at whatever depth."""
    children: dict[int, list[int]] = {}
    for pid, parent in _parents().items():
        children.setdefault(parent, []).append(pid)
    found: list[int] = []
    waiting = [root]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


def held_bytes(pids: list[int]) -> int:
    """Memory that these processes hold together; what forked ones share counts once where the system tells it."""
    if not LINUX:
        return sum(1024 * kilobytes for pid, kilobytes in _ps("pid=,rss=") if pid in pids)
    if len(pids) > 1:
        return sum(map(_proportional_bytes, pids))
    return sum(map(_resident_bytes, pids))


def end_descendants(reaped: dict[int, int]) -> None:
    """End all processes below this one: first they are asked to, then they are killed."""
    me = os.getpid()
    asked: set[int] = set()
    deadline = time.monotonic() + _PATIENCE
    while True:
        reap(reaped)
        alive = descendants(me)
        if not alive:
            return
        late = time.monotonic() > deadline
        for pid in alive:
            if late or pid not in asked:
                _signal(pid, signal.SIGKILL if late else signal.SIGTERM)
        asked.update(alive)
        time.sleep(0.005)


def reap(reaped: dict[int, int]) -> None:
    """Add the statuses of the children that have ended."""
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if pid == 0:
            return
        reaped[pid] = status


def _signal(pid: int, which: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):  # it was faster, or has become somebody else
        os.kill(pid, which)


def _prctl(option: int, value: int) -> None:
    import ctypes

    ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _parents() -> dict[int, int]:
    """The parent of every living process of this machine."""
    if not LINUX:
        return dict(_ps("pid=,ppid="))
    found = {}
    for name in os.listdir("/proc"):  # noqa: PTH208 - a tenth of the time that a Path takes
        if name.isdecimal():
            # pid (name) state parent ...; the name may hold anything, even a parenthesis
            fields = _read(f"/proc/{name}/stat").rpartition(b")")[2].split()
            if fields and fields[0] not in (b"Z", b"X"):
                found[int(name)] = int(fields[1])
    return found


def _resident_bytes(pid: int) -> int:
    fields = _read(f"/proc/{pid}/statm").split()
    return int(fields[1]) * _PAGE if fields else 0


def _proportional_bytes(pid: int) -> int:
    for line in _read(f"/proc/{pid}/smaps_rollup").splitlines():
        if line.startswith(b"Pss:"):
            return int(line.split()[1]) * 1024
    return _resident_bytes(pid)


def _read(path: str) -> bytes:
    try:
        handle = os.open(path, os.O_RDONLY)
        try:
            return os.read(handle, 8192)
        finally:
            os.close(handle)
    except OSError:  # the process has ended
        return b""


def _ps(columns: str) -> list[tuple[int, int]]:
    listed = subprocess.run(["ps", "-axo", columns], capture_output=True, text=True, check=False)
    rows = [line.split() for line in listed.stdout.splitlines()]
    return [(int(row[0]), int(row[1])) for row in rows if len(row) == 2]
