"""How a limit ends a search, from any depth of it."""

from __future__ import annotations

from copla.ground.status import Status


class LimitReachedError(Exception):
    """The run is over; the account holds what was found."""

    def __init__(self, status: Status) -> None:
        self.status = status
