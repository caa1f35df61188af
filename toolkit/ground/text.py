"""Lines of a text that know their place, and the words for errors in them: what readers of formats are built from."""

from __future__ import annotations

import re
from dataclasses import dataclass

from copla.ground.errors import FormatError

_WORD = re.compile("[^ ]+")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a file, able to say where in it something is wrong (columns count from 0 here)."""

    number: int
    text: str
    source: str

    def error(self, column: int, message: str) -> FormatError:
        return FormatError(message, source=self.source, line=self.number, column=column + 1)

    @property
    def indent(self) -> int:
        return len(self.text) - len(self.text.lstrip())

    def words(self, start: int = 0) -> list[tuple[int, str]]:
        """The words from a column on, each with its own column.

        >>> Line(1, "H1  S2", "example").words()
        [(0, 'H1'), (4, 'S2')]
        """
        return [(found.start(), found[0]) for found in _WORD.finditer(self.text, start)]

    def header(self) -> tuple[str, str, int]:
        """The key and the value of a line ``key: value``, and the column of the value.

        >>> Line(1, "goal:  last", "example").header()
        ('goal', 'last', 7)
        """
        key, _, value = self.text.partition(":")
        return key.strip(), value.strip(), len(self.text) - len(value.lstrip())


def read_lines(text: str, source: str, *, comment: str | None = "#") -> list[Line]:
    """The lines that say something: no blank ones, no comments; FormatError at a control character.

    Text copied from web pages holds other spaces than the ordinary one; each counts as one space.

    >>> [line.number for line in read_lines("one\\n\\n# remark\\ntwo", "example")]
    [1, 4]
    """
    lines = []
    for number, raw in enumerate(text.split("\n"), 1):
        if comment and raw.lstrip().startswith(comment):
            continue
        control = _CONTROL.search(raw)
        if control is not None:
            shown = "a tab" if control[0] == "\t" else f"the control character U+{ord(control[0]):04X}"
            raise Line(number, raw, source).error(control.start(), f"found {shown}, expected printable text")
        line = Line(number, re.sub(r"\s", " ", raw).rstrip(), source)
        if line.text:
            lines.append(line)
    return lines


def shortened(text: str, most: int = 24) -> str:
    """A text for an error message: never longer than a line has room for.

    >>> shortened("abcdef", 3)
    'abc...'
    """
    return text if len(text) <= most else text[:most] + "..."


def counted(number: int, noun: str) -> str:
    """A number of things for people.

    >>> counted(1, "row"), counted(2, "row")
    ('1 row', '2 rows')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def listed(names: list[str], joint: str = "and") -> str:
    """Names for people.

    >>> listed(["one"]), listed(["one", "two", "three"]), listed(["one", "two"], "or")
    ('one', 'one, two and three', 'one or two')
    """
    return f" {joint} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def cell_name(cell: tuple[int, int]) -> str:
    """What people and models call a cell, given its row and column, counted from 0.

    >>> cell_name((0, 2))
    'r1c3'
    """
    return f"r{cell[0] + 1}c{cell[1] + 1}"


def in_words(error: BaseException) -> str:
    """An exception of foreign code in one line."""
    reason = " ".join(str(error).split())
    return f"{type(error).__name__}{': ' if reason else ''}{reason}"
