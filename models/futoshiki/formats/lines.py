"""Lines of a file that know their place, and the small readers that all formats share."""

from __future__ import annotations

from dataclasses import dataclass

from copla.errors import FormatError
from copla.models.futoshiki.board import LARGEST_SIZE

DIGITS = "0123456789"


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
        if len(digits) > 4 or not 1 <= int(digits) <= LARGEST_SIZE:
            raise self.error(column, f"found the size {_shortened(digits)}, expected 1 to {LARGEST_SIZE}")
        return int(digits)

    def value(self, digits: str, size: int, column: int) -> int:
        if len(digits) > 4 or int(digits) > size:
            raise self.error(column, f"found {_shortened(digits)}, expected a number from 1 to {size}, or 0 for empty")
        return int(digits)


def content_lines(text: str, source: str) -> list[Line]:
    """The lines that say something: no blank ones and no comments (``#``)."""
    lines = []
    for number, raw in enumerate(text.split("\n"), 1):
        line = Line(number, raw.rstrip(" "), source)
        for column, character in enumerate(line.text):
            if ord(character) < 32 or ord(character) == 127:
                shown = "a tab" if character == "\t" else f"the control character U+{ord(character):04X}"
                raise line.error(column, f"found {shown}, expected spaces, numbers and signs")
        if line.text and not line.text.lstrip().startswith("#"):
            lines.append(line)
    return lines


def _shortened(digits: str) -> str:
    return digits if len(digits) <= 12 else digits[:12] + "..."
