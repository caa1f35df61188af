"""Failure: what became of a run that gave no answer, as a kind for programs and a sentence for people."""

from __future__ import annotations

from enum import StrEnum
from typing import Self

from copla.ground.errors import BackendError


class FailureKind(StrEnum):
    """In what way a run failed; docs/isolation.md lists what each of them says."""

    CRASHED = "crashed"
    """The process ended by a fault."""
    KILLED = "killed"
    """The process had to be ended, or somebody else ended it."""
    ENDED = "ended"
    """The process left without an answer."""
    MEMORY = "memory"
    """An allocation failed."""
    WRONG = "wrong"
    """The checker refuted the answer."""
    NONSENSE = "nonsense"
    """The answer is none that can be read."""
    BROKEN = "broken"
    """An exception that is not one of copla's."""
    UNAVAILABLE = "unavailable"
    """The backend cannot run on this machine, or cannot be loaded."""
    FAILED = "failed"
    """An option, the instance or the backend's name is wrong."""


_WORDS = {
    FailureKind.CRASHED: "crashed",
    FailureKind.KILLED: "killed",
    FailureKind.ENDED: "ended without an answer",
    FailureKind.MEMORY: "ran out of memory",
    FailureKind.WRONG: "gave a wrong answer",
    FailureKind.NONSENSE: "gave an answer that makes no sense",
    FailureKind.BROKEN: "broke down",
    FailureKind.UNAVAILABLE: "cannot run here",
    FailureKind.FAILED: "failed",
}


class Failure(str):
    """A sentence without its beginning, which is the backend's name: "crashed: SIGSEGV". ``kind`` is for programs."""

    __slots__ = ("kind",)
    kind: FailureKind

    def __new__(cls, sentence: str, kind: FailureKind = FailureKind.FAILED) -> Self:
        self = super().__new__(cls, sentence)
        self.kind = kind
        return self

    @classmethod
    def of(cls, kind: FailureKind, reason: str = "") -> Self:
        """The failure of this kind, for a reason.

        >>> Failure.of(FailureKind.CRASHED, "SIGSEGV")
        'crashed: SIGSEGV'
        """
        return cls(f"{_WORDS[kind]}{': ' if reason else ''}{reason}", kind)

    def error(self, backend: str) -> BackendError:
        """The same as an exception."""
        return BackendError(f"backend {backend} {self}", self)
