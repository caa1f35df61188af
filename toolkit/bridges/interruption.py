"""Long preparations obey the limits of a run, too."""

from __future__ import annotations

from copla.ground.limits import Watch

_BETWEEN_LOOKS = 256


def stop_at_limit(watch: Watch | None, count: int = 0) -> None:
    """Raise LimitError if a limit is reached; call it with a counter, and it looks once in a while."""
    if watch is not None and count % _BETWEEN_LOOKS == 0:
        watch.check("the steps were not all written down")
