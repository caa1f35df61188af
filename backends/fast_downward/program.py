"""The program: where it is, whether it runs here, and one watched run of it as a process of its own."""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import IO

from copla.backends.fast_downward.log import Log
from copla.ground.errors import BackendError
from copla.ground.limits import Watch
from copla.ground.memory import resident_bytes, resident_bytes_of
from copla.ground.processes import dies_with_us
from copla.ground.status import Status

VARIABLE = "COPLA_FAST_DOWNWARD"
INSTALL = "pip install 'copla[fast-downward]'"

_INSIDE = Path("downward", "builds", "release", "bin", "downward")
_SECONDS_BETWEEN_LOOKS = 0.02
_LONGEST_LINE = 65_536


def locate() -> Path | None:
    """The program: what the environment variable names, else what pip installed, else ``downward`` on the path."""
    if os.environ.get(VARIABLE):
        return Path(os.environ[VARIABLE])
    package = importlib.util.find_spec("up_fast_downward")  # found, not imported: that would need a planning library
    for folder in (package.submodule_search_locations or ()) if package else ():
        if (Path(folder) / _INSIDE).is_file():
            return Path(folder) / _INSIDE
    on_path = shutil.which("downward")
    return Path(on_path) if on_path else None


def missing() -> str | None:
    """Why the program cannot run here, or None."""
    path = locate()
    if path is None:
        return f"the program Fast Downward is not installed; to install it: {INSTALL}"
    if not path.is_file():
        return f"{path}: there is no such program ({VARIABLE} names it); to install it: {INSTALL}"
    return _broken(path, path.stat().st_mtime)


@cache
def _broken(path: Path, changed: float) -> str | None:
    """Start it without a task: a program that runs here complains about that, and nothing worse happens."""
    try:
        tried = subprocess.run([path], stdin=subprocess.DEVNULL, capture_output=True, timeout=30, check=False)
    except subprocess.TimeoutExpired:
        return f"{path} does not answer"
    except OSError as error:
        return f"{path} cannot be started: {error.strerror or error}"
    if tried.returncode in (126, 127) or tried.returncode < 0:
        said = (tried.stderr or tried.stdout).decode(errors="replace").strip().splitlines()
        return f"{path} cannot run here: {said[-1][:200] if said else f'exit status {tried.returncode}'}"
    return None


Proven = Callable[[int | None], int | None]
"""What an f-value of the planner's log proves, if anything."""


@dataclass(frozen=True, slots=True)
class Run:
    """One run: how it ended, the plans that it wrote (in their order), and its figures.

    ``stopped`` is the limit at which copla ended it; otherwise it came to its own end.
    """

    exit_status: int
    stopped: Status | None
    plans: tuple[str, ...]
    log: Log = field(default_factory=Log)


def run(task: str, search: str, watch: Watch | None = None, proven: Proven = lambda f: None) -> Run:
    """Run the planner on the text of a SAS+ file. Benchmarks read CPU seconds, counts and bytes from the log.

    >>> from copla import PlanningProblem
    >>> from copla.formats import sas
    >>> problem = PlanningProblem("nothing to do")
    >>> run(sas.write(problem), "astar(blind())").log.expanded
    1
    """
    path = locate()
    if path is None:
        raise BackendError(missing() or "Fast Downward is not there")
    if watch is None:
        watch = Watch()
        watch.begin()
    # The task has no name in the file system, so that it goes away whatever happens to this process.
    with tempfile.TemporaryFile() as file, tempfile.TemporaryDirectory(prefix="copla-") as folder:
        file.write(task.encode())
        file.seek(0)
        command = [*dies_with_us(), str(path), "--search", search, "--internal-plan-file", str(Path(folder, "plan"))]
        try:
            process = subprocess.Popen(
                command, stdin=file, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=folder
            )
        except OSError as error:
            raise BackendError(f"{path} cannot be started: {error.strerror or error}") from None
        log = Log()
        stopped = _follow(process, log, watch, proven)
        return Run(process.returncode, stopped, _plans(Path(folder)), log)


def _follow(process: subprocess.Popen[bytes], log: Log, watch: Watch, proven: Proven) -> Status | None:
    """Wait for the end of the process, or end it when a limit is reached; nothing of it is left afterwards."""
    assert process.stdout is not None
    told = (process.stdout, log, watch, proven)
    reader = threading.Thread(target=_read, args=told, name="fast-downward", daemon=True)
    reader.start()
    stopped: Status | None = None
    own = resident_bytes()
    try:
        while stopped is None:
            try:
                process.wait(_SECONDS_BETWEEN_LOOKS)
                break
            except subprocess.TimeoutExpired:
                # The planner's memory is on the run's account, on top of what this process needed for it.
                held = resident_bytes_of(process.pid) or log.peak_bytes or 0
                watch.peak_bytes = max(watch.peak_bytes, held + max(0, resident_bytes() - own))
                stopped = watch.reached()
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        reader.join(1.0)  # a child of the child could keep the pipe open; it is not waited for
        if not reader.is_alive():
            process.stdout.close()
    watch.peak_bytes = max(watch.peak_bytes, log.peak_bytes or 0)
    if stopped is None and watch.stopped and process.returncode == -signal.SIGINT:
        return Status.INTERRUPTED  # Ctrl-C in a terminal reaches the planner, too, and can be quicker there
    return stopped


def _read(output: IO[bytes], log: Log, watch: Watch, proven: Proven) -> None:
    while line := output.readline(_LONGEST_LINE):
        log.read(line.decode(errors="replace"))
        watch.expanded, watch.generated = log.expanded or 0, log.generated or 0
        if log.f is not None:
            watch.note = f"f = {log.f}"
            watch.prove(proven(log.f))
        elif log.best_estimate is not None:
            watch.note = f"h = {log.best_estimate}"


def _plans(folder: Path) -> tuple[str, ...]:
    """The plans in the order in which they were written; one that is not complete lacks its last line."""
    texts = []
    for file in sorted(folder.glob("plan*"), key=lambda path: (len(path.name), path.name)):
        text = file.read_text(encoding="utf-8", errors="replace")
        if text.rstrip().rpartition("\n")[2].startswith("; cost = "):
            texts.append(text)
    return tuple(texts)
