"""What runs are made with: the machine in a few words, and the versions of the programs and libraries."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterable
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, entry_points, version
from pathlib import Path

from copla.plugins.registry import BACKENDS

# Extras that no backend needs.
_TOOLS = ("test", "report", "dask")


def machine() -> str:
    """The system, the processor and the number of cores, in a few words."""
    model = platform.processor()
    with suppress(OSError):
        found = re.search(r"model name\s*:\s*(.+)", Path("/proc/cpuinfo").read_text(encoding="utf-8"))
        model = found[1].strip() if found else model
    return ", ".join(filter(None, (f"{platform.system()} {platform.machine()}", model, f"{os.cpu_count()} cores")))


def versions(backends: Iterable[str]) -> dict[str, str]:
    """Versions of Python, of the packages that hold these backends, and of the libraries that those use.

    >>> sorted({"python", "copla", "ortools"} & set(versions(["cp-sat"])))
    ['copla', 'ortools', 'python']
    """
    found = {"python": platform.python_version(), "copla": version("copla")}
    entries = {entry.name: entry for entry in entry_points(group=BACKENDS)}
    for name in backends:
        package = entries[name].dist if name in entries else None
        if package is None:
            continue
        found[package.name] = package.version
        for requirement in package.requires or ():
            if any(re.search(rf"extra\s*==\s*['\"]{tool}['\"]", requirement) for tool in _TOOLS):
                continue
            library = re.match(r"[\w.-]+", requirement)
            with suppress(PackageNotFoundError):
                if library:
                    found[library[0]] = version(library[0])
    return found
