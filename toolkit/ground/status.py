"""Status: how a run ended."""

from __future__ import annotations

from enum import StrEnum


class Status(StrEnum):
    """How a run ended.

    ``solved`` found what was asked for; ``optimal`` proved that nothing is better; ``infeasible``
    proved that there is no solution; ``timeout``, ``memory`` and ``interrupted`` stopped early, possibly
    with solutions that were found before; ``unknown`` means that an incomplete method ended without an answer,
    ``unsupported`` that the backend cannot take the problem.
    """

    SOLVED = "solved"
    OPTIMAL = "optimal"
    INFEASIBLE = "infeasible"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    INTERRUPTED = "interrupted"
    UNKNOWN = "unknown"
    UNSUPPORTED = "unsupported"

    @property
    def finished(self) -> bool:
        """The run came to its own end: it claims something that can be right or wrong."""
        return self in (Status.SOLVED, Status.OPTIMAL, Status.INFEASIBLE)
