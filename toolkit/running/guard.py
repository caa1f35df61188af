"""The guard of one run: starts the worker, enforces the limits, ends whatever is left, and says what became of it.

The guard is a process of its own, so that limits hold even if the caller is busy, and so that nothing survives
if the caller is killed: then the guard's channel closes, and it ends the worker with everything that the worker
has started. It adopts orphans, so none of them can escape.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from copla.answers.failure import Failure, FailureKind
from copla.ground.errors import BackendError
from copla.ground.processes import LINUX, adopt_orphans, descendants, end_descendants, held_bytes, reap
from copla.plugins.programs.description import is_reference
from copla.running.frames import OUTCOME, GarbageError, Message, Reader, frame, pack, pack_outcome, unpack
from copla.running.job import Job, task_from_json
from copla.running.outcome import Outcome
from copla.running.worker import work

SECONDS_TO_PREPARE = 30.0  # to load the libraries, to state the instance, to check the answer
_SECONDS_TO_NOTICE = 0.5  # for a backend that watches a program: whoever looks first, it is the backend that says so
_SECONDS_TO_LEAVE = 1.0  # for processes that end by themselves after the run, such as the helpers of multiprocessing
_TICK = 0.05
_SHARE_OF_TIME_FOR_LOOKING = 0.02
_CHUNK = 1 << 16
_CRASHES = ("SIGSEGV", "SIGBUS", "SIGILL", "SIGFPE", "SIGABRT", "SIGSYS", "SIGTRAP")


def grace(seconds: float) -> float:
    """How long a backend may take to notice that its time is over, on a machine that is busy."""
    return 2.0 + 0.1 * seconds


def slack(size: int) -> int:
    """How much more than its memory limit a backend may hold before it is killed."""
    return max(size // 4, 64_000_000)


def guard(channel: socket.socket, parent_folder: str, *, fork: bool) -> None:
    """Do one run: the task comes through the channel, the outcome goes back through it."""
    adopt_orphans()
    request = _receive(channel)
    if request is None:
        return
    folder = _own_folder(parent_folder)
    run = _Run(request, channel, folder, fork=fork)
    try:
        last = run.last_frame()
    except (BrokenPipeError, ConnectionResetError):  # the caller has gone
        last = None
    finally:
        end_descendants(run.reaped)
        with contextlib.suppress(OSError):  # orphans that this system has given to somebody else
            os.killpg(run.worker, signal.SIGKILL)
        shutil.rmtree(folder, ignore_errors=True)
    with contextlib.suppress(OSError):
        if last is not None:
            channel.sendall(last)
        else:
            Path(parent_folder).rmdir()  # if this is the last to leave


def _own_folder(parent_folder: str) -> str:
    """A folder for this run; a run that was cancelled may just have taken the empty parent away."""
    for _ in range(100):
        with contextlib.suppress(FileNotFoundError):
            return tempfile.mkdtemp(prefix="run-", dir=parent_folder)
        Path(parent_folder).mkdir(mode=0o700, parents=True, exist_ok=True)
    return tempfile.mkdtemp(prefix="run-")


def main() -> None:
    """Start as a new interpreter: the channel is standard input."""
    with socket.socket(fileno=os.dup(0)) as channel:
        guard(channel, sys.argv[-1], fork=False)


def _receive(channel: socket.socket) -> bytes | None:
    reader = Reader()
    while data := channel.recv(_CHUNK):
        for body in reader.feed(data):
            return body
    return None


class _Run:
    """A worker and what is known about it."""

    def __init__(self, request: bytes, channel: socket.socket, folder: str, *, fork: bool) -> None:
        self.task = task = task_from_json(unpack(request))
        self.channel = channel
        self.reaped: dict[int, int] = {}
        self.reader = Reader()
        self.last_words = b""
        self.answer: bytes | None = None
        self.garbage = False
        self.held_at_start: int | None = None
        self.deadline: float | None = None
        self.over_since: float | None = None
        self._set_deadline(SECONDS_TO_PREPARE + (task.limits.seconds or 0))
        self.answers, answers = os.pipe()
        self.output, output = os.pipe()
        self.worker = _fork(self, answers, output, folder) if fork else _spawn(request, answers, output, folder)
        os.close(answers)
        os.close(output)
        self.members = {self.worker}
        self.next_look = 0.0

    def last_frame(self) -> bytes | None:
        """Watch until there is an outcome, and give it as it is sent; None if nobody waits for it any more."""
        self.channel.sendall(pack({"event": "started", "worker": self.worker}))
        with selectors.DefaultSelector() as selector:
            for source in (self.answers, self.output, self.channel):
                selector.register(source, selectors.EVENT_READ)
            while True:
                for key, _ in selector.select(_TICK):
                    if key.fileobj is self.channel:
                        return None  # the only thing that the caller can say is that it has gone
                    if not self._read(key.fd):
                        selector.unregister(key.fd)
                failure = None
                reap(self.reaped)
                if self.worker in self.reaped:
                    self._read_the_rest()
                    failure = _end(self.reaped[self.worker])
                if self.answer is not None:
                    return self._left_behind() or frame(self.answer)
                failure = failure or self._excess()
                if failure is not None:
                    said = Failure(failure.kind, failure + self._quotation())
                    return pack_outcome(Outcome(None, said).to_json())

    def _left_behind(self) -> bytes | None:
        """The failure of a function of somebody's that has answered, and whose processes do not go."""
        if not isinstance(self.task, Job) or not is_reference(self.task.backend):
            return None
        until = time.monotonic() + _SECONDS_TO_LEAVE
        while (left := descendants(os.getpid()) - {self.worker}) and time.monotonic() < until:
            time.sleep(_TICK)
            reap(self.reaped)
        outcome = Outcome.from_json(unpack(self.answer or b""))
        if not left or outcome.result is None or not outcome.result.status.finished:
            return None
        return pack_outcome(Outcome(None, Failure.of(FailureKind.ORPHANS, f"{len(left)} of them")).to_json())

    def _read(self, source: int) -> bool:
        """Read what has come; False at the end."""
        try:
            data = os.read(source, _CHUNK)
        except BlockingIOError:
            return False
        if source == self.output:
            self.last_words = (self.last_words + data)[-4096:]
            return bool(data)
        try:
            for body in self.reader.feed(data):
                if body.startswith(OUTCOME):
                    self.answer = self.answer or body
                else:
                    self._hear(unpack(body))
        except (GarbageError, KeyError, TypeError, ValueError):
            self.garbage = True
        return bool(data) and not self.garbage

    def _read_the_rest(self) -> None:
        """What the worker has left in the pipes; others may hold them open, so there may be no end."""
        for source in (self.answers, self.output):
            os.set_blocking(source, False)
            deadline = time.monotonic() + 1.0
            while self._read(source) and time.monotonic() < deadline:
                pass

    def _hear(self, message: Message) -> None:
        limits = self.task.limits
        match message["event"]:
            case "begin":
                self.held_at_start = int(message["held"])
                self._set_deadline((limits.seconds or 0) + grace(limits.seconds or 0))
            case "ended":
                self.deadline = None
            # A caller that does not listen must not hold up the guard.
            case "progress" if select.select([], [self.channel], [], 0)[1]:
                self.channel.sendall(pack(message))

    def _set_deadline(self, seconds: float) -> None:
        self.deadline = time.monotonic() + seconds if self.task.limits.seconds is not None else None

    def _excess(self) -> Failure | None:
        """Why the run must be ended, if so."""
        limits = self.task.limits
        if self.garbage:
            return Failure.of(FailureKind.KILLED, "wrote garbage where its answer was expected")
        if self.deadline is not None and time.monotonic() > self.deadline:
            if self.held_at_start is None:
                return Failure.of(FailureKind.KILLED, f"had not begun after {SECONDS_TO_PREPARE:g} s")
            return Failure.of(FailureKind.KILLED, f"ignored its time limit of {limits.seconds:g} s")
        if limits.bytes is not None and self.held_at_start is not None:
            grown = self._held() - self.held_at_start
            if grown <= limits.bytes + slack(limits.bytes):
                self.over_since = None
            elif self.over_since is None:
                self.over_since = time.monotonic()
            elif time.monotonic() - self.over_since > _SECONDS_TO_NOTICE:
                excess = f"over its memory limit of {limits.bytes / 1e6:,.0f} MB with {grown / 1e6:,.0f} MB"
                return Failure.of(FailureKind.KILLED, excess)
        return None

    def _held(self) -> int:
        """The memory of the run; who belongs to it is looked up less often, because that takes longer."""
        now = time.monotonic()
        if now >= self.next_look:
            self.members = descendants(os.getpid())
            held = held_bytes(self.members)
            took = time.monotonic() - now
            self.next_look = now + took + max(took / _SHARE_OF_TIME_FOR_LOOKING, 0.1 if LINUX else 0.5)
            return held
        return held_bytes(self.members) if LINUX else 0

    def _quotation(self) -> str:
        """The last line that the run has printed, for the message."""
        lines = [line.strip() for line in self.last_words.decode(errors="replace").splitlines() if line.strip()]
        last = "".join(c if c.isprintable() else "?" for c in lines[-1][-200:]) if lines else ""
        return f"; its last words: {last}" if last else ""


def _fork(run: _Run, answers: int, output: int, folder: str) -> int:
    me = os.getpid()
    worker = os.fork()
    if worker == 0:
        run.channel.close()
        os.close(run.answers)
        os.close(run.output)
        work(run.task, answers, output, folder, me)
    return worker


def _spawn(request: bytes, answers: int, output: int, folder: str) -> int:
    arguments = command("worker", str(answers), str(output), folder, str(os.getpid()))
    worker = subprocess.Popen(arguments, stdin=subprocess.PIPE, pass_fds=(answers, output))
    assert worker.stdin is not None
    with contextlib.suppress(BrokenPipeError), worker.stdin as stdin:  # it has ended at once; its status says how
        stdin.write(request)
    worker.returncode = 0  # its end is awaited here and not by the library
    return worker.pid


def _end(status: int) -> Failure:
    """How a process ended that gave no answer."""
    if not os.WIFSIGNALED(status):
        code = os.waitstatus_to_exitcode(status)
        ended = Failure.of(FailureKind.ENDED)
        return Failure(ended.kind, f"{ended}, with exit status {code}") if code else ended
    number = os.WTERMSIG(status)
    name = signal.Signals(number).name if number in list(signal.Signals) else f"signal {number}"
    if name in _CRASHES:
        return Failure.of(FailureKind.CRASHED, name)
    why = ", perhaps for lack of memory" if name == "SIGKILL" else ""
    return Failure.of(FailureKind.KILLED, f"{name} from outside{why}")


def command(module: str, *arguments: str) -> list[str]:
    """The command line that calls ``main()`` of a module of this package."""
    if not sys.executable:
        raise BackendError("this Python does not know its own program, so it cannot start processes of its own")
    # -P: nothing from the current folder, unless it stands in the path that is handed over
    code = f"import json, sys; sys.path[:] = json.loads(sys.argv[1]); from copla.running.{module} import main; main()"
    return [sys.executable, "-P", "-c", code, json.dumps(sys.path), *arguments]
