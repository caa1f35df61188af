"""Limits of a run, and the Watch that a backend asks whether one of them is reached."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from typing import Any

from copla.ground.errors import LimitError, ModelError
from copla.ground.memory import resident_bytes
from copla.ground.numbers import LARGEST, shown
from copla.ground.status import Status
from copla.ground.trace import Trace

UNITS = {"B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "KIB": 2**10, "MIB": 2**20, "GIB": 2**30}

_SECONDS_BETWEEN_MEMORY_READINGS = 0.02


@dataclass(frozen=True, slots=True)
class Limits:
    """What a run may use: seconds, bytes beyond what the process already holds, and solutions to find.

    ``None`` means no limit; ``solutions=None`` asks for all of them.
    """

    seconds: float | None = None
    bytes: int | None = None
    solutions: int | None = 1

    def __post_init__(self) -> None:
        seconds, size, solutions = self.seconds, self.bytes, self.solutions
        if seconds is not None and not (type(seconds) in (int, float) and 0 <= seconds <= LARGEST):
            raise ModelError(f"the time limit is {shown(seconds)}, expected seconds from 0 to 2**53 (or None for none)")
        if size is not None and not (type(size) is int and 0 <= size <= LARGEST):
            raise ModelError(f"the memory limit is {shown(size)}, expected bytes from 0 to 2**53 (or None for none)")
        if solutions is not None and not (type(solutions) is int and 1 <= solutions <= LARGEST):
            raise ModelError(f"{shown(solutions)} solutions were asked for, expected 1 to 2**53 (or None for all)")


def limits_of(
    limits: Limits | None,
    timeout: float | None = None,
    memory: str | int | None = None,
    solutions: int | None = 1,
    *,
    otherwise: Limits = Limits(),
) -> Limits:
    """The limits of a call that takes them as one object, or the usual ones by their names; else ``otherwise``.

    >>> limits_of(None, timeout=10, memory="2GB", solutions=2)
    Limits(seconds=10, bytes=2000000000, solutions=2)
    """
    named = timeout is not None or memory is not None or solutions != 1
    if limits is None:
        if not named:
            return otherwise
        size = parse_bytes(memory) if isinstance(memory, str) else memory
        return Limits(timeout, size, otherwise.solutions if solutions == 1 else solutions)
    if not isinstance(limits, Limits):
        raise ModelError(
            f"limits is {shown(limits)}, expected Limits(...), or timeout=, memory= and solutions= instead"
        )
    if named:
        raise ModelError("found limits beside timeout, memory or solutions, expected the one or the others")
    return limits


@dataclass(slots=True, kw_only=True)
class Progress:
    """How far a run is: what a backend counts while it works. Declared here, and everybody else goes by the fields.

    ``bound`` is a claim as in a result: no answer is better than this. None if nothing is proven so far.
    """

    expanded: int = 0
    generated: int = 0
    peak_bytes: int = 0
    bound: int | None = None
    note: str = ""

    def progress(self) -> Progress:
        """A copy of the counters as they are now."""
        return Progress(**{name: _PLAIN[kind](getattr(self, name)) for name, kind in _COUNTERS.items()})

    def show(self, runs: Iterable[Progress]) -> None:
        """Take over the counters of several runs: what can be added is added up."""
        found = list(runs)
        for name, kind in _COUNTERS.items():
            if kind == "int":
                setattr(self, name, sum(getattr(run, name) for run in found))


_COUNTERS: dict[str, str] = {field.name: str(field.type) for field in fields(Progress)}
_PLAIN: dict[str, Callable[[Any], Any]] = {
    "int": int,
    "str": str,
    "int | None": lambda value: None if value is None else int(value),
}
"""A counter as plain data, whatever a backend has put there."""


class _StopSignal:
    """Shared by the watches of one job. Nobody waits for it, so a plain attribute does: runs can be very short."""

    up = False  # of the class, so that a watch is made without a call for it


@dataclass(slots=True)
class Watch(Progress):
    """One run's clock and counters, shared by the caller and the backend.

    The backend calls :meth:`reached` at least every few milliseconds and writes its counters; the
    caller may read the counters from another thread and may call :meth:`stop` (as Ctrl-C does). A ``trace`` gets what
    happens in the run, of a backend that gives one.
    """

    limits: Limits = field(default_factory=Limits)
    _start: float = 0.0
    _base_bytes: int | None = None
    _next_reading: float = 0.0
    _signal: _StopSignal = field(default_factory=_StopSignal)
    _settled: bool = False
    _bytes_here: int = 0
    _bytes_elsewhere: int = 0
    trace: Trace | None = None

    def begin(self) -> None:
        """Start the clock, and take what the process holds now as the zero of the memory limit.

        Without such a limit memory is a statistic: its zero is what the process holds at the first look, and a run
        that ends before one makes no system call.
        """
        self._start = self._next_reading = time.perf_counter()
        self._base_bytes = None
        self._bytes_here = 0
        if self.limits.bytes is not None:
            self._base_bytes = resident_bytes()
            self._next_reading += _SECONDS_BETWEEN_MEMORY_READINGS

    def stop(self) -> None:
        """Ask the backend to end soon with what it has."""
        self._signal.up = True

    def hold_elsewhere(self, size: int) -> None:
        """Another process of the run holds so much now: it counts beside what this one holds."""
        self._bytes_elsewhere = size
        self.peak_bytes = max(self.peak_bytes, self._bytes_here + size)

    def prove(self, bound: int | None) -> None:
        """No answer is better than this by the first objective; what is said of later ones is not kept."""
        if not self._settled:
            self.bound = bound

    def settle(self) -> None:
        """The first objective has its best value: the bound stays as it is."""
        self._settled = True

    @property
    def stopped(self) -> bool:
        return self._signal.up

    def again(self, limits: Limits) -> Watch:
        """A watch for the next run of the same job: its own clock and limits, the same stop signal."""
        return Watch(limits, note=self.note, _signal=self._signal)

    @property
    def seconds(self) -> float:
        """Since the clock was started; 0 before that."""
        return time.perf_counter() - self._start if self._start else 0.0

    @property
    def seconds_left(self) -> float | None:
        limit = self.limits.seconds
        return None if limit is None else max(0.0, limit - self.seconds)

    def reached(self) -> Status | None:
        """Which limit is reached, if any. Cheap: memory is read fifty times a second at most."""
        if self._signal.up:
            return Status.INTERRUPTED
        now = time.perf_counter()
        if self.limits.seconds is not None and now - self._start >= self.limits.seconds:
            return Status.TIMEOUT
        if now >= self._next_reading:
            self._next_reading = now + _SECONDS_BETWEEN_MEMORY_READINGS
            held = resident_bytes()
            if self._base_bytes is None:
                self._base_bytes = held
            self._bytes_here = held - self._base_bytes
            self.peak_bytes = max(self.peak_bytes, self._bytes_here + self._bytes_elsewhere)
        if self.limits.bytes is not None and self.peak_bytes > self.limits.bytes:
            return Status.MEMORY
        return None

    def check(self, missing: str = "no answer") -> None:
        """LimitError if a limit is reached; ``missing`` says what there is none of then, such as ``no board``."""
        limit = self.reached()
        if limit is not None:
            raise LimitError(f"{missing}: {limit} after {self.seconds:.1f} s", limit)


def parse_bytes(text: str) -> int:
    """Read an amount of memory as people write it.

    >>> parse_bytes("2GB"), parse_bytes("512 MiB"), parse_bytes("1000")
    (2000000000, 536870912, 1000)
    """
    if not isinstance(text, str):
        raise ModelError(f"found {shown(text)} as an amount of memory, expected a text such as '2GB'")
    squeezed = text.strip().upper().replace(" ", "")
    digits = squeezed.rstrip("BKMGI")
    unit = squeezed[len(digits) :] or "B"
    unit = unit if unit.endswith("B") else unit + "B"
    try:
        amount = float(digits)
    except ValueError:
        amount = -1.0
    if unit not in UNITS or not 0 <= amount < 2**60:
        raise ModelError(f"found {text!r} as an amount of memory, expected a number with KB, MB, GB, KiB, MiB or GiB")
    return int(amount * UNITS[unit])
