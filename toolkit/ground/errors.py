"""The family of errors that copla raises on purpose; the command line prints each as one line.

Tracebacks call them by their public names: ``copla.ModelError``.

>>> print(FormatError("found 'x', expected a digit", source="a.txt", line=3, column=7))
a.txt:3:7: found 'x', expected a digit
"""

from __future__ import annotations

from copla.ground.status import Status


class CoplaError(Exception):
    """Base of all errors that copla raises on purpose. Its text is one line, written for people."""


class FormatError(CoplaError):
    """Input text that does not follow its format: says where, what was found, what was expected."""

    def __init__(self, message: str, *, source: str = "input", line: int = 1, column: int = 1) -> None:
        super().__init__(f"{source}:{line}:{column}: {message}")
        self.message = message
        self.source = source
        self.line = line
        self.column = column


class ModelError(CoplaError):
    """A problem, an option or a limit that makes no sense, found while it is being stated."""


class LimitError(CoplaError):
    """A limit was reached where no partial answer exists (a generator, an explanation); ``status`` says which."""

    def __init__(self, message: str, status: Status = Status.UNKNOWN) -> None:
        super().__init__(message)
        self.status = status


class BackendError(CoplaError):
    """A backend is unknown, cannot run here, broke down, or returned an answer that is wrong.

    ``failure`` is what a sentence says that begins with the backend's name, where it is known.
    """

    def __init__(self, message: str, failure: str | None = None) -> None:
        super().__init__(message)
        self.failure = failure


for _error in (CoplaError, FormatError, ModelError, LimitError, BackendError):
    _error.__module__ = "copla"
