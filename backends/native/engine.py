"""The seam between Python and the compiled engine: loading it, and keeping a run on its leash."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from copla.limits import Watch
from copla.result import Status

if TYPE_CHECKING:
    from copla.backends.native import _engine

STOPS = (None, Status.TIMEOUT, Status.MEMORY, Status.INTERRUPTED)
"""What the numbers of the engine's ``Stop`` mean."""


def control(watch: Watch, note: str = "bound") -> _engine.Control:
    """A leash for one run as an object, which the kernels share among their threads."""
    from copla.backends.native import _engine

    return _engine.Control(*leash(watch, note))


def leash(watch: Watch, note: str = "bound") -> tuple[Callable[[int, int, int, int], int], float, int]:
    """What keeps one run within its limits: a function, the seconds left and the bytes allowed (negative: any).

    The engine hands its counters to the function, and hears whether a limit is reached. ``note`` says what the
    number is that the kernel shows beside its counters.
    """

    def poll(expanded: int, generated: int, bound: int, peak_bytes: int) -> int:
        watch.expanded, watch.generated = expanded, generated
        watch.peak_bytes = max(watch.peak_bytes, peak_bytes)
        if bound >= 0:
            watch.note = f"{note} {bound}"
        reached = watch.reached()
        return STOPS.index(reached) if reached in STOPS else 0

    seconds, most_bytes = watch.seconds_left, watch.limits.bytes
    return poll, -1.0 if seconds is None else seconds, -1 if most_bytes is None else most_bytes


def ended_by(control: _engine.Control) -> Status | None:
    """Which limit ended the run, or None if it came to its own end."""
    return STOPS[control.stopped]
