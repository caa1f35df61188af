"""The processes of a run: who belongs to it, how much memory they hold, and how to end them all."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Collection
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


def descendants(root: int) -> set[int]:
    """The living processes below this one, at whatever depth."""
    return _below(root, _processes())


def held_bytes(pids: Collection[int]) -> int:
    """Memory that these processes hold together; what forked ones share counts once where the system tells it."""
    if not LINUX:
        return sum(1024 * int(kilobytes) for pid, kilobytes in _ps("pid=,rss=") if int(pid) in pids)
    if len(pids) > 1:
        return sum(map(_proportional_bytes, pids))
    return sum(map(_resident_bytes, pids))


def end_descendants(reaped: dict[int, int]) -> None:
    """End all processes below this one: first they are asked to, then they are killed."""
    me = os.getpid()
    asked: set[int] = set()
    deadline = time.monotonic() + _PATIENCE
    seen_none = False
    while True:
        reap(reaped)
        listed = _processes()
        alive = _below(me, listed) | {pid for pid in asked if listed.get(pid, (0, False))[1]}
        if not alive and seen_none:
            return
        seen_none = not alive  # one look is not enough: who changed its parent meanwhile was not seen
        late = time.monotonic() > deadline
        for pid in alive if late else alive - asked:
            _signal(pid, signal.SIGKILL if late else signal.SIGTERM)
        asked |= alive
        time.sleep(0.005 if alive else 0)


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


def _below(root: int, listed: dict[int, tuple[int, bool]]) -> set[int]:
    children: dict[int, list[int]] = {}
    for pid, (parent, _) in listed.items():
        children.setdefault(parent, []).append(pid)
    found: set[int] = set()
    waiting = [root]
    while waiting:
        below = children.get(waiting.pop(), [])
        found.update(below)
        waiting += below
    return {pid for pid in found if listed[pid][1]}


def _processes() -> dict[int, tuple[int, bool]]:
    """The parent of every process of this machine, and whether it lives: one that has ended may still be listed."""
    if not LINUX:
        return {int(pid): (int(parent), state[0] != "Z") for pid, parent, state in _ps("pid=,ppid=,stat=")}
    found = {}
    for name in os.listdir("/proc"):  # noqa: PTH208 - a tenth of the time that a Path takes
        if name.isdecimal():
            # pid (name) state parent ...; the name may hold anything, even a parenthesis
            fields = _read(f"/proc/{name}/stat").rpartition(b")")[2].split()
            if fields:
                found[int(name)] = int(fields[1]), fields[0] not in (b"Z", b"X")
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


def _ps(columns: str) -> list[list[str]]:
    listed = subprocess.run(["ps", "-axo", columns], capture_output=True, text=True, check=False)
    return [line.split() for line in listed.stdout.splitlines()]
