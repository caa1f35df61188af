"""The processes of a run: who belongs to it, how much memory they hold, and how to end them all."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Collection
from functools import cache
from pathlib import Path

from copla.ground.memory import proportional_bytes, read, resident_bytes_of

LINUX = sys.platform == "linux" and Path("/proc/self/stat").exists()

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


@cache
def dies_with_us() -> tuple[str, ...]:
    """What to put in front of a command, so that it ends when this process is killed, where the system can do that."""
    setpriv = shutil.which("setpriv")
    command = (setpriv or "", "--pdeathsig", "KILL")
    try:
        usable = setpriv and subprocess.run([*command, "true"], capture_output=True, check=False).returncode == 0
    except OSError:
        usable = False
    return command if usable else ()


def marked(setting: str) -> set[int]:
    """The living processes that have ``NAME=VALUE`` in their environment, where the system tells it.

    An environment is inherited: so the processes of a run are known even if they have left its session.

    >>> marked("COPLA_EXAMPLE=nobody has this")
    set()
    """
    if not LINUX:
        return set()
    me, wanted = str(os.getpid()), setting.encode()
    names = [name for name in os.listdir("/proc") if name.isdecimal() and name != me]  # noqa: PTH208
    return {int(name) for name in names if wanted in read(f"/proc/{name}/environ", 1 << 17).split(b"\0")}


def of_session(leader: int) -> set[int]:
    """The living processes of the session that this process began; it may have ended since."""
    if not LINUX:
        listed = _ps("pid=,sess=,stat=")
        return {int(pid) for pid, session, state in listed if session == str(leader) and state[0] != "Z"}
    return {pid for pid, (_, session, alive) in _stats().items() if session == leader and alive}


def descendants(root: int) -> set[int]:
    """The living processes below this one, at whatever depth."""
    return _below(root, _processes())


def held_bytes(pids: Collection[int]) -> int:
    """Memory that these processes hold together; what forked ones share counts once where the system tells it."""
    if not LINUX:
        return sum(1024 * int(kilobytes) for pid, kilobytes in _ps("pid=,rss=") if int(pid) in pids)
    if len(pids) > 1:
        return sum(map(proportional_bytes, pids))
    return sum(map(resident_bytes_of, pids))


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
    return {pid: (parent, alive) for pid, (parent, _, alive) in _stats().items()}


def _stats() -> dict[int, tuple[int, int, bool]]:
    """The parent and the session of every process, and whether it lives, as Linux tells it."""
    found = {}
    for name in os.listdir("/proc"):  # noqa: PTH208 - a tenth of the time that a Path takes
        if name.isdecimal():
            # pid (name) state parent group session ...; the name may hold anything, even a parenthesis
            fields = read(f"/proc/{name}/stat").rpartition(b")")[2].split()
            if fields:
                found[int(name)] = int(fields[1]), int(fields[3]), fields[0] not in (b"Z", b"X")
    return found


def _ps(columns: str) -> list[list[str]]:
    listed = subprocess.run(["ps", "-axo", columns], capture_output=True, text=True, check=False)
    return [line.split() for line in listed.stdout.splitlines()]
