"""The seam between Python and the compiled engine: loading it, and keeping a run on its leash.

This is the one place that knows which build of the engine is meant: whoever needs the compiled module writes
``from copla.backends.native.engine import _engine`` inside a function, and it is loaded then.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from copla.answers.result import Statistics
from copla.ground.errors import CoplaError
from copla.ground.limits import Watch
from copla.ground.status import Status
from copla.plugins.algorithms import Cut, Ending

if TYPE_CHECKING:
    from copla.backends.native import _engine as _engine

BUILDS = {
    "release": "copla.backends.native._engine",
    "audit": "copla.backends.native._engine_audit",
    "sanitize": "copla.backends.native._engine_sanitize",
}
"""The builds of the engine and their modules."""

build = os.environ.get("COPLA_ENGINE", "release")
"""The build to use: what the environment variable COPLA_ENGINE says when copla is loaded."""

STOPS = (None, Status.TIMEOUT, Status.MEMORY, Status.INTERRUPTED)
"""What the numbers of the engine's ``Stop`` mean."""


def module_name() -> str:
    """The full name of the compiled module, without loading it."""
    if build not in BUILDS:
        raise CoplaError(f"COPLA_ENGINE: found {build!r}, expected {', '.join(BUILDS)}")
    return BUILDS[build]


def __getattr__(name: str) -> Any:
    if name != "_engine":
        raise AttributeError(name)
    full = module_name()
    return sys.modules.get(full) or import_module(full)


def control(watch: Watch, note: str = "bound", *, proven: bool = False) -> _engine.Control:
    """A leash for one run as an object, which the kernels share among their threads."""
    from copla.backends.native.engine import _engine

    return _engine.Control(*leash(watch, note, proven=proven))


def leash(
    watch: Watch, note: str = "bound", *, proven: bool = False
) -> tuple[Callable[[int, int, int, int], int], float, int]:
    """What keeps one run within its limits: a function, the seconds left and the bytes allowed (negative: any).

    The engine hands its counters to the function, and hears whether a limit is reached. ``note`` says what the
    number is that the kernel shows beside its counters, and ``proven`` that no plan costs less.
    """

    def poll(expanded: int, generated: int, bound: int, peak_bytes: int) -> int:
        watch.expanded, watch.generated = expanded, generated
        watch.peak_bytes = max(watch.peak_bytes, peak_bytes)
        if bound >= 0:
            watch.note = f"{note} {bound}"
            if proven:
                watch.prove(max(watch.bound or 0, bound))
        reached = watch.reached()
        return STOPS.index(reached) if reached in STOPS else 0

    seconds, most_bytes = watch.seconds_left, watch.limits.bytes
    return poll, -1.0 if seconds is None else seconds, -1 if most_bytes is None else most_bytes


def ended_by(control: _engine.Control) -> Status | None:
    """Which limit ended the run, or None if it came to its own end."""
    return STOPS[control.stopped]


def counted(report: _engine.Report[Any], control: _engine.Control, watch: Watch) -> Statistics:
    """What a kernel has counted; the watch hears of it, too."""
    watch.expanded, watch.generated = report.expanded, report.generated
    watch.peak_bytes = max(watch.peak_bytes, control.peak_bytes)
    return Statistics(expanded=report.expanded, generated=report.generated, max_nodes=report.held)


def ending(report: _engine.Report[Any], control: _engine.Control) -> Ending:
    """How a kernel's run ended, for the one place that knows what it proves."""
    met = bool(report.plans) and report.bound == report.plans[0].cost
    return Ending(bool(report.plans), [Cut(cut) for cut in report.cuts], ended_by(control), met)
