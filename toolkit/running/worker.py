"""The process that does one run: its answer goes through a pipe of its own, what it prints is kept for messages."""

from __future__ import annotations

import io
import os
import resource
import signal
import sys
import tempfile
import threading
import time
import traceback
from contextlib import suppress
from dataclasses import asdict
from typing import NoReturn

from copla.ground.limits import Progress, Watch
from copla.ground.memory import address_space, resident_bytes
from copla.ground.processes import LINUX, die_with
from copla.plugins import registry
from copla.plugins.programs import function
from copla.running.frames import Message, pack, pack_outcome, unpack
from copla.running.here import failed, outcome_of, told
from copla.running.job import Task, task_from_json
from copla.running.outcome import Outcome

_SECONDS_BETWEEN_REPORTS = 0.2
# Address space is not memory: libraries, threads and arenas reserve a lot that they never touch.
_FREE_ADDRESS_SPACE = 4 * 2**30


def work(task: Task, answers: int, output: int, folder: str, guard: int) -> NoReturn:
    """Do the task and end the process. ``answers`` and ``output`` are pipes, ``folder`` takes temporary files."""
    status = 1
    try:
        _settle(task, output, folder, guard)
        channel = _Channel(answers)
        channel.write(pack_outcome(told(_outcome(task, channel, guard))[1]))
        sys.stdout.flush()
        sys.stderr.flush()
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)  # no exit handlers, no waiting for threads: the answer is sent, or there is none


def _outcome(task: Task, channel: _Channel, guard: int) -> Outcome:
    watch = _AnnouncedWatch(task.limits)
    watch.channel = channel
    threading.Thread(target=_report, args=(watch, channel, guard), daemon=True).start()
    try:
        return outcome_of(task, watch, lambda: channel.send({"event": "ended"}))
    except BaseException as error:  # a backend may even try to leave the program
        return failed(error)


class _Channel:
    """The pipe for answers, which two threads share."""

    def __init__(self, handle: int) -> None:
        self._handle = handle
        self._lock = threading.Lock()

    def send(self, message: Message) -> None:
        self.write(pack(message))

    def write(self, frame: bytes) -> None:
        data = memoryview(frame)
        with self._lock:
            while data:
                data = data[os.write(self._handle, data) :]


class _AnnouncedWatch(Watch):
    """A watch that tells when the clock starts: reading and stating the instance is not the backend's time."""

    __slots__ = ("channel",)
    channel: _Channel

    def begin(self) -> None:
        self.channel.send({"event": "begin", "held": resident_bytes()})
        time.sleep(0.0005)  # the guard wakes up now, and not when the clock is running
        Watch.begin(self)


def _settle(task: Task, output: int, folder: str, guard: int) -> None:
    """Make this process a run's own: session, streams, folder for temporary files, and limits of the system."""
    os.setsid()
    function.alone, registry.careful = True, False
    die_with(guard)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD, signal.SIGPIPE):
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(output, 1)
    os.dup2(output, 2)
    sys.stdout, sys.stderr = _stream(1), _stream(2)
    os.environ["TMPDIR"] = tempfile.tempdir = folder
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if LINUX:
        _be_first_to_go()
        if task.limits.bytes is not None:
            _limit_address_space(task.limits.bytes)


def _stream(handle: int) -> io.TextIOWrapper:
    """A stream that loses as little as possible in a crash, and that no text can break."""
    raw = io.BufferedWriter(io.FileIO(handle, "w", closefd=False))
    return io.TextIOWrapper(raw, "utf-8", errors="backslashreplace", line_buffering=True)


def _be_first_to_go() -> None:
    """If the system runs out of memory, it shall end this process and not one that holds other people's work."""
    with suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
        file.write("800")


def _limit_address_space(growth: int) -> None:
    """A wall far behind the limit, for an allocation so large that nobody could look in time."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    wall = address_space(os.getpid()) + 2 * growth + _FREE_ADDRESS_SPACE
    known = [limit for limit in (soft, hard) if limit != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_AS, (min([wall, *known]), hard))


def _report(watch: Watch, channel: _Channel, guard: int) -> None:
    """Send the counters while they change; end with the guard where the system does not see to that."""
    sent: Progress | None = None
    pause = threading.Event()
    while not pause.wait(_SECONDS_BETWEEN_REPORTS):
        if os.getppid() != guard:
            os.killpg(0, signal.SIGKILL)
        now = watch.progress()
        if now != sent:
            sent = now
            channel.send({"event": "progress", "counters": asdict(now)})


def main() -> None:
    """Start as a new interpreter: the task comes on standard input, pipes and folder as arguments."""
    answers, output, folder, guard = sys.argv[-4:]
    task = task_from_json(unpack(sys.stdin.buffer.read()))
    work(task, int(answers), int(output), folder, int(guard))
