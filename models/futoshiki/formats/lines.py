"""Lines of a file that know their place, and the small readers that all formats share."""

from __future__ import annotations

import re
from dataclasses import dataclass

from copla.errors import FormatError
from copla.models.futoshiki.board import LARGEST_SIZE

DIGITS = "0123456789"

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_LONGEST_SHOWN = 24


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the file, able to say where in it something is wrong."""

    number: int
    text: str
    source: str

    def error(self, column: int, message: str) -> FormatError:
        return FormatError(message, source=self.source, line=self.number, column=column + 1)

    @property
    def indent(self) -> int:
        return len(self.text) - len(self.text.lstrip())

    def size(self, digits: str, column: int) -> int:
        number = _number(digits)
        if not 1 <= number <= LARGEST_SIZE:
            raise self.error(column, f"found the size {shortened(digits)}, expected 1 to {LARGEST_SIZE}")
        return number

    def value(self, digits: str, size: int, column: int) -> int:
        number = _number(digits)
        if number > size:
            raise self.error(column, f"found {shortened(digits)}, expected a number from 1 to {size}, or 0 for empty")
        return number


def content_lines(text: str, source: str) -> list[Line]:
    """The lines that say something: no blank ones and no comments (``#``).

    Text copied from web pages holds other spaces than the ordinary one; each counts as one space.
    """
    lines = []
    for number, raw in enumerate(text.split("\n"), 1):
        if raw.lstrip().startswith("#"):
            continue
        control = _CONTROL.search(raw)
        if control is not None:
            shown = "a tab" if control[0] == "\t" else f"the control character U+{ord(control[0]):04X}"
            message = f"found {shown}, expected spaces, numbers and signs"
            raise Line(number, raw, source).error(control.start(), message)
        line = Line(number, re.sub(r"\s", " ", raw).rstrip(), source)
        if line.text:
            lines.append(line)
    return lines


def shortened(text: str) -> str:
    """The text, or its beginning if it would make a message too long to read."""
    return text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN] + "..."


def counted(number: int, noun: str) -> str:
    """A number of things for people.

    >>> counted(1, "row"), counted(2, "row")
    ('1 row', '2 rows')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _number(digits: str) -> int:
    """The number that the digits write, or a large one where Python would take long to find out."""
    return int(digits.lstrip("0")[:4] or 0)
