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
    ORPHANS = "orphans"
    """The program answered and left processes behind, which had to be ended."""
    UNAVAILABLE = "unavailable"
    """The backend cannot run on this machine, or cannot be loaded."""
    FAILED = "failed"
    """An option, the instance or the backend's name is wrong."""

    @property
    def word(self) -> str:
        """One word for the cell of a table.

        >>> FailureKind.NONSENSE.word, FailureKind.CRASHED.word
        ('garbage', 'crashed')
        """
        return {"nonsense": "garbage", "broken": "raised", "unavailable": "missing"}.get(self.value, self.value)


_WORDS = {
    FailureKind.CRASHED: "crashed",
    FailureKind.KILLED: "killed",
    FailureKind.ENDED: "ended without an answer",
    FailureKind.MEMORY: "ran out of memory",
    FailureKind.WRONG: "gave a wrong answer",
    FailureKind.NONSENSE: "gave an answer that makes no sense",
    FailureKind.BROKEN: "broke down",
    FailureKind.ORPHANS: "left processes behind",
    FailureKind.UNAVAILABLE: "cannot run here",
    FailureKind.FAILED: "failed",
}


class Failure(str):
    """What a run failed by: the kind for programs, and a text for people that goes on where the backend's name ends.

    It is that text, "crashed: SIGSEGV", wherever a string is expected.
    """

    __slots__ = ("kind",)
    kind: FailureKind

    def __new__(cls, kind: FailureKind, text: str) -> Self:
        self = super().__new__(cls, text)
        self.kind = kind
        return self

    @classmethod
    def of(cls, kind: FailureKind, reason: str = "") -> Self:
        """The failure of this kind, for a reason.

        >>> Failure.of(FailureKind.CRASHED, "SIGSEGV")
        'crashed: SIGSEGV'
        """
        return cls(kind, f"{_WORDS[kind]}{': ' if reason else ''}{reason}")

    def said_of(self, backend: str) -> str:
        """The whole sentence.

        >>> Failure.of(FailureKind.MEMORY).said_of("cp-sat")
        'backend cp-sat ran out of memory'
        """
        return f"backend {backend} {self}"

    def error(self, backend: str) -> BackendError:
        """The same as an exception."""
        return BackendError(self.said_of(backend), self)
