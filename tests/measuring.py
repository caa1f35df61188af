"""What another process has used, as the system tells it. Time is time at work: a busy machine makes nobody late."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import pytest


def resident_bytes(process: int, line: str = "VmRSS") -> int:
    """The memory that a process holds now, or ``VmHWM``: has held at most."""
    for entry in Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines():
        if entry.startswith(f"{line}:"):
            return int(entry.split()[1]) * 1024
    raise AssertionError(line)


def seconds_at_work(process: int) -> float:
    """The processor time of a process with all of its threads."""
    user, system = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def family(process: int) -> list[int]:
    """A process and all below it."""
    found = [process]
    for one in found:
        with suppress(OSError):  # it may just have ended
            for task in Path(f"/proc/{one}/task").iterdir():
                found += map(int, (task / "children").read_text(encoding="utf-8").split())
    return found


def own_bytes(processes: Iterable[int]) -> int:
    """The memory that these processes hold by themselves; what a forked one shares with its parent counts once."""
    held = 0
    for process in processes:
        with suppress(OSError):
            for line in Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8").splitlines():
                if line.startswith("Pss_Anon:"):
                    held += int(line.split()[1]) * 1024
    return held


needs_proc = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system tells nothing of a process")
