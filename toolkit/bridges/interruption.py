"""Long preparations obey the limits of a run, too."""

from __future__ import annotations

from copla.ground.errors import LimitError
from copla.ground.limits import Watch

_BETWEEN_LOOKS = 256


def go_on(watch: Watch | None, count: int = 0) -> None:
    """Raise LimitError if a limit is reached; call it with a counter, and it looks once in a while."""
    if watch is not None and count % _BETWEEN_LOOKS == 0:
        status = watch.reached()
        if status is not None:
            raise LimitError(f"stopped while the steps were being written down: {status}")
