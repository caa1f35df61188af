"""Work in a forked process, which can be ended at any moment: for libraries that do not look at a clock.

The work tells what it finds in JSON, a line each. It sees everything that this process holds, and nothing is copied
before it is changed; so it begins within milliseconds, and what it changes is lost. Forking is safe here although other
threads may run: of them the new process has nothing but their memory, and it does the one work, without Python's
finalizers, without a signal handler and without any file but its own.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import threading
import warnings
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

from copla.ground.memory import own_bytes_of
from copla.ground.processes import LINUX, die_with
from copla.ground.text import located

Tell = Callable[[Any], None]

_CHUNK = 1 << 16


def possible() -> bool:
    """Whether this system has such processes, and tells what they hold."""
    return LINUX


class Apart:
    """One work under way. ``stop`` is called in its process, in another thread, when it is asked to stop.

    >>> with Apart(lambda tell: tell({"answer": 42}), stop=lambda: None) as apart:
    ...     while not apart.ended:
    ...         for said in apart.hear(1):
    ...             print(said)
    {'answer': 42}
    """

    def __init__(self, work: Callable[[Tell], None], stop: Callable[[], None]) -> None:
        self._said, said = os.pipe()
        asked, self._ask = os.pipe()
        self._heard = b""
        self._at_start: int | None = None
        self.ended = False
        me = os.getpid()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # Python's, about threads: see above
            self._process: int | None = os.fork()
        if self._process == 0:
            _work(work, stop, said, asked, me)
        os.close(said)
        os.close(asked)

    def __enter__(self) -> Apart:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def hear(self, seconds: float) -> Iterator[Any]:
        """What is said within so many seconds; ``ended`` is true as soon as nothing more can come.

        Whatever the work raised is raised here, a MemoryError as such and all else as a RuntimeError.
        """
        if not select.select([self._said], [], [], seconds)[0]:
            return
        data = os.read(self._said, _CHUNK)
        self.ended = not data
        *lines, self._heard = (self._heard + data).split(b"\n")
        for kind, message in map(json.loads, lines):
            match kind:
                case "began":
                    self._at_start = message
                case "raised":
                    raise MemoryError if message is None else RuntimeError(message)
                case _:
                    yield message

    @property
    def grown(self) -> int:
        """Memory that the work holds now, beyond what it found."""
        if self._process is None or self._at_start is None:
            return 0
        return max(0, own_bytes_of(self._process) - self._at_start)

    def ask_to_stop(self) -> None:
        with contextlib.suppress(BrokenPipeError):
            os.write(self._ask, b".")

    def end(self) -> signal.Signals | None:
        """End the process if it has not ended by itself; the signal that it died of, if nobody here sent it."""
        if self._process is None:
            return None
        if not self.ended:
            os.kill(self._process, signal.SIGKILL)
        _, status = os.waitpid(self._process, 0)
        self._process = None
        os.close(self._said)
        os.close(self._ask)
        return signal.Signals(os.WTERMSIG(status)) if self.ended and os.WIFSIGNALED(status) else None


def _work(work: Callable[[Tell], None], stop: Callable[[], None], said: int, asked: int, parent: int) -> NoReturn:
    """What the new process does, and nothing after it."""
    status = 1
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C belongs to the parent
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        die_with(parent)
        _close_all_but({0, 1, 2, said, asked})
        _write(said, "began", own_bytes_of(os.getpid()))
        threading.Thread(target=_listen, args=(asked, stop), daemon=True).start()
        work(lambda message: _write(said, "said", message))
        status = 0
    except MemoryError:
        _write(said, "raised", None)
    except BaseException as error:
        _write(said, "raised", located(error))
    finally:
        os._exit(status)


def _listen(asked: int, stop: Callable[[], None]) -> None:
    if os.read(asked, 1):
        stop()


def _close_all_but(needed: set[int]) -> None:
    """Others may wait for the end of what this process would hold open."""
    for name in os.listdir("/proc/self/fd"):  # noqa: PTH208 - numbers, no paths
        if int(name) not in needed:
            with contextlib.suppress(OSError):  # the one that listed them
                os.close(int(name))


def _write(file: int, kind: str, message: Any) -> None:
    data = json.dumps([kind, message]).encode() + b"\n"
    while data:
        data = data[os.write(file, data) :]
