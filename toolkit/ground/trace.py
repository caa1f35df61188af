"""The trace of a run: one stream of events, plain data, that an observer gets; docs/trace.md lists them.

An engine that gives a trace does not know it: where one is asked for, what its loops talk to is replaced by something
that tells what it sees. The line of the source that acts is that of the caller.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from copla.ground.errors import CoplaError, ModelError
from copla.ground.numbers import shown

Event = dict[str, Any]
"""What happened: its kind under ``event``, and fields that JSON can hold."""

Observer = Callable[[Event], object]

MOST_EVENTS = 100_000
END = "end"

_PACKAGE = Path(__file__).parent.parent


class Trace:
    """Hands events on to an observer, up to a limit; the run goes on after it, and its end is told all the same.

    >>> seen = []
    >>> trace = Trace(seen.append, most=2)
    >>> for number in range(4):
    ...     trace.tell("counted", number=number)
    >>> trace.tell(END, status="solved")
    >>> [event["event"] for event in seen], trace.missed
    (['counted', 'counted', 'cut off', 'end'], 2)
    """

    def __init__(self, observer: Observer, most: int = MOST_EVENTS) -> None:
        if not callable(observer):
            raise ModelError(f"a trace is told to a function of an event, found {shown(observer)}")
        self.observer = observer
        self.most = most
        self.told = 0
        self.missed = 0

    @property
    def full(self) -> bool:
        return self.told >= self.most

    def tell(self, kind: str, /, **what: object) -> None:
        if not self.full or kind == END:
            self.told += 1
            self.observer({"event": kind, **what})
            return
        if not self.missed:
            self.observer({"event": "cut off", "events": self.most})
        self.missed += 1


class Source:
    """The files of an engine in which it acts: those of a folder, some left out."""

    def __init__(self, folder: Path, *beside: str) -> None:
        self.folder = folder
        self.beside = beside
        self._names: dict[str, str | None] = {}

    def name(self, frame: FrameType) -> str | None:
        """The file that a frame belongs to, as a path inside the package; None if it is none of these files."""
        file = frame.f_code.co_filename
        if file not in self._names:
            path = Path(file)
            own = path.parent == self.folder and path.name not in self.beside
            self._names[file] = path.relative_to(_PACKAGE).as_posix() if own else None
        return self._names[file]

    def place(self) -> dict[str, str | int]:
        """The line that acts now, that of the innermost caller in these files."""
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            name = self.name(frame)
            if name is not None:
                return {"file": name, "line": frame.f_lineno}
            frame = frame.f_back
        return {}


@contextmanager
def tracing(path: str, most: int = MOST_EVENTS) -> Iterator[Trace]:
    """A trace that is written to a file as JSON lines, while the run goes on: whoever reads may follow."""
    try:
        with open(path, "w", encoding="utf-8", buffering=1) as file:
            yield Trace(lambda event: file.write(json.dumps(event, ensure_ascii=False) + "\n"), most)
    except OSError as error:
        raise CoplaError(f"{path}: cannot be written: {error.strerror or error}") from None
