"""One run of a program: watched, ended at its limits, and nothing that it started is left behind."""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from copla.answers.failure import Failure, FailureKind
from copla.ground.limits import Watch
from copla.ground.processes import descendants, dies_with_us, held_bytes, marked, of_session
from copla.ground.status import Status

MOST_OUTPUT = 16_000_000
"""So many bytes of an answer are read; a program that prints more has not understood the question."""

MARK = "COPLA_RUN"
"""The environment variable by which the processes of a run are known, wherever they have gone."""

_TICK = 0.02
_SHARE_OF_TIME_FOR_LOOKING = 0.05
_MOST_BETWEEN_LOOKS = 0.2
_SECONDS_TO_LEAVE = 1.0
"""For processes that end by themselves a moment after the program, such as the helpers of multiprocessing."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a program ended. ``stopped`` is the limit at which it was ended, ``left`` how many processes it left."""

    status: int
    stopped: Status | None
    output: str
    errors: str
    left: int = 0

    def orphans(self) -> Failure:
        """The failure of a program that answered and did not clean up."""
        return Failure.of(FailureKind.ORPHANS, f"{self.left} of them")

    @property
    def last_words(self) -> str:
        """What it said last, for a message of one line."""
        lines = [line.strip() for line in (self.errors.strip() or self.output.strip()).splitlines() if line.strip()]
        words = "".join(c if c.isprintable() else "?" for c in lines[-1][-200:]) if lines else ""
        return f"; its last words: {words}" if words else "; it said nothing"


def run_program(command: Sequence[str], folder: str, stdin: str | None, watch: Watch, name: str) -> Ended:
    """Run a command to its end or to a limit; BackendError if it cannot be started or prints without end."""
    mark = uuid.uuid4().hex
    with contextlib.ExitStack() as stack:
        source = stack.enter_context(open(stdin, "rb")) if stdin is not None else subprocess.DEVNULL
        try:
            process = subprocess.Popen(
                [*dies_with_us(), *command],
                stdin=source,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=folder,
                env={**os.environ, MARK: mark},
                start_new_session=True,  # Ctrl-C in a terminal is for copla, which ends the run
            )
        except OSError as error:
            reason = f"{command[0]} cannot be started: {error.strerror or error}"
            raise Failure.of(FailureKind.UNAVAILABLE, reason).error(name) from None
        run = _Run(process, mark, watch)
        try:
            stopped = run.follow()
        finally:
            left = run.end()
    if run.flooded:
        raise too_much("printed").error(name)
    output, errors = (bytes(said).decode(errors="replace") for said in (run.output, run.errors))
    return Ended(process.returncode, stopped, output, errors, 0 if stopped else left)


def too_much(done: str) -> Failure:
    """The failure of a program whose answer is larger than any answer is."""
    return Failure.of(FailureKind.NONSENSE, f"it {done} more than {MOST_OUTPUT // 10**6} MB")


class _Run:
    def __init__(self, process: subprocess.Popen[bytes], mark: str, watch: Watch) -> None:
        self.process = process
        self.mark = mark
        self.watch = watch
        self.output, self.errors = bytearray(), bytearray()
        self.flooded = False
        self.next_look = 0.0

    def follow(self) -> Status | None:
        """Read what it says until it ends, or until a limit is reached."""
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        with selectors.DefaultSelector() as selector:
            for pipe, said in ((self.process.stdout, self.output), (self.process.stderr, self.errors)):
                os.set_blocking(pipe.fileno(), False)
                selector.register(pipe, selectors.EVENT_READ, said)
            while True:
                over = self.process.poll() is not None
                for key, _ in selector.select(0 if over else _TICK):
                    if not self._read(key.fd, key.data):
                        selector.unregister(key.fd)
                if over or self.flooded:
                    return None
                if not selector.get_map():
                    with contextlib.suppress(subprocess.TimeoutExpired):
                        self.process.wait(_TICK)
                self._weigh()
                limit = self.watch.reached()
                if limit is not None:
                    return limit

    def _read(self, pipe: int, said: bytearray) -> bool:
        """Read what has come, to the end of what is there; False at the end of the pipe."""
        while True:
            try:
                data = os.read(pipe, 1 << 16)
            except BlockingIOError:
                return True
            if said is self.errors:
                said += data
                del said[:-8192]  # its last words
            else:
                said += data
                if len(said) > MOST_OUTPUT:
                    self.flooded = True
                    return False
            if not data:
                return False

    def _weigh(self) -> None:
        """The memory of all its processes is on the run's account."""
        now = time.monotonic()
        if now < self.next_look:
            return
        members = {self.process.pid} | descendants(self.process.pid)
        self.watch.peak_bytes = max(self.watch.peak_bytes, held_bytes(members))
        took = time.monotonic() - now
        self.next_look = now + min(max(took / _SHARE_OF_TIME_FOR_LOOKING, _TICK), _MOST_BETWEEN_LOOKS)

    def end(self) -> int:
        """End the program and everything that it started; how many processes it left that would not go."""
        patience = time.monotonic() + _SECONDS_TO_LEAVE
        if self.process.poll() is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
            patience = 0.0
        self.process.wait()
        for pipe in (self.process.stdout, self.process.stderr):
            assert pipe is not None
            pipe.close()
        left: set[int] = set()
        seen_none = False
        while True:
            found = of_session(self.process.pid) | marked(f"{MARK}={self.mark}")
            if not found and seen_none:
                return len(left)
            seen_none = not found  # one look is not enough: a process that is starting a program shows no environment
            if found and time.monotonic() < patience:
                time.sleep(_TICK)
                continue
            left |= found
            for pid in found:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.002)


def program_path(word: str, folder: str) -> str:
    """The first word of a command: a path is read where the description lies, a name is looked up as in a shell."""
    return str(Path(folder, word)) if "/" in word else word
