"""Where the runs of a command take place: --on local, or --on dask://host:port."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from copla.ground.errors import CoplaError

if TYPE_CHECKING:
    from copla.running.executor import Executor

LOCAL = "local"
On = Annotated[str, typer.Option("--on", metavar="WHERE", help="local, or a cluster: dask://host:port.")]


@contextmanager
def executor_on(where: str, jobs: int | None, otherwise: int) -> Iterator[Executor]:
    """The executor; ``jobs`` is how many runs at once were asked for, ``otherwise`` how many there are if none were."""
    if where == LOCAL:
        from copla.running.isolated import Workers

        with Workers(jobs or otherwise) as workers:
            yield workers
    elif re.fullmatch(r"dask://[^/\s]+:\d+", where):
        if jobs is not None:
            raise CoplaError("found --jobs with a cluster: there the workers decide how many runs there are at once")
        from copla.running.cluster import connected

        with connected(where) as cluster:
            yield cluster
    else:
        raise CoplaError(f"found --on {where!r}, expected local or dask://host:port")


def share_of_memory(runs: int) -> int | None:
    """What each of so many runs may take if together they shall leave a quarter of the machine's memory."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * 3 // 4 // runs
    except (ValueError, OSError):
        return None
