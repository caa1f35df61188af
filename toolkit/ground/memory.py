"""How much memory a process holds, this one or another: the one place that reads what the system tells of it."""

from __future__ import annotations

import os
from functools import lru_cache

_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


def resident_bytes() -> int:
    """Memory that this process holds now (its largest so far where the system tells no more)."""
    try:
        return int(os.pread(_own_sizes(os.getpid()), 200, 0).split()[1]) * _PAGE
    except (OSError, IndexError, ValueError):
        import resource  # not on every system, and needed only where /proc is missing
        import sys

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024


def resident_bytes_of(process: int) -> int:
    """What another process holds now; 0 if it has ended, or where the system does not tell."""
    return _size(process, 1)


def own_bytes_of(process: int) -> int:
    """The same without files that it has mapped, such as libraries: what it holds by itself."""
    return max(0, _size(process, 1) - _size(process, 2))


def address_space(process: int) -> int:
    """What a process has reserved, used or not; 0 where the system does not tell."""
    return _size(process, 0)


def proportional_bytes(process: int) -> int:
    """The same as :func:`resident_bytes_of`, but a page that several processes share is divided among them."""
    for line in read(f"/proc/{process}/smaps_rollup").splitlines():
        if line.startswith(b"Pss:"):
            return int(line.split()[1]) * 1024
    return resident_bytes_of(process)


def read(path: str, most: int = 8192) -> bytes:
    """A short file of the system; nothing if it is not there, as when its process has ended."""
    try:
        handle = os.open(path, os.O_RDONLY)
        try:
            return os.read(handle, most)
        finally:
            os.close(handle)
    except OSError:
        return b""


def _size(process: int, at: int) -> int:
    fields = read(f"/proc/{process}/statm").split()
    return int(fields[at]) * _PAGE if fields else 0


@lru_cache(maxsize=1)
def _own_sizes(process: int) -> int:
    """The file with the sizes of this process, kept open: opening it takes longer than solving a small puzzle."""
    return os.open(f"/proc/{process}/statm", os.O_RDONLY | os.O_CLOEXEC)
