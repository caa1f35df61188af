"""Lines of a text that know their place, and the words for errors in them: what readers of formats are built from."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

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


def printable(name: str) -> str:
    """What a name is called in one line that can be shown and written anywhere, whatever characters or bytes it has.

    >>> print(printable("my board.txt"), printable("two" + chr(10) + "lines"))
    my board.txt two\\nlines
    """
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in name)


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


def nearest_first(name: str, known: Sequence[str]) -> tuple[list[str], list[str]]:
    """The names that are much like this one, the most similar first, and all others."""
    import difflib  # for mistakes only

    close = difflib.get_close_matches(name, known, n=3) if isinstance(name, str) else []
    return close, [other for other in known if other not in close]


def suggestion(name: str, known: Sequence[str], are: str = "there are") -> str:
    """What to say behind a name that there is none of: all that there are, the most similar first.

    >>> suggestion("cp-zat", ["search", "cp-sat"])
    "; did you mean 'cp-sat'? There are: cp-sat, search"
    >>> suggestion("x", [], "it has")
    '; it has: none'
    """
    close, rest = nearest_first(name, known)
    if close:
        are = f"did you mean {listed([repr(one) for one in close], 'or')}? {are[0].upper()}{are[1:]}"
    return f"; {are}: {', '.join([*close, *runs(rest)]) or 'none'}"


def runs(names: Sequence[str]) -> list[str]:
    """Names in as few words as there are series of them: neighbours that count on are told by their ends.

    >>> runs(["easy", "korf-1", "korf-2", "korf-3", "korf-5"])
    ['easy', 'korf-1 to korf-3', 'korf-5']
    """
    found: list[list[str]] = []
    for name in names:
        last = found[-1][-1] if found else ""
        stem, number = _split(name)
        if number is not None and _split(last) == (stem, number - 1):
            found[-1].append(name)
        else:
            found.append([name])
    return [word for run in found for word in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else run)]


def _split(name: str) -> tuple[str, int | None]:
    stem = name.rstrip("0123456789")
    number = name[len(stem) :]
    return stem, int(number) if number and (number == "0" or number[0] != "0") else None


def cell_name(cell: tuple[int, int]) -> str:
    """What people and models call a cell, given its row and column, counted from 0.

    >>> cell_name((0, 2))
    'r1c3'
    """
    return f"r{cell[0] + 1}c{cell[1] + 1}"


def located(error: BaseException) -> str:
    """An exception of foreign code in one line, with the file and the line in which it was raised."""
    said, trace = in_words(error), error.__traceback__
    if trace is None or isinstance(error, SyntaxError):  # which says it by itself
        return said
    while trace.tb_next is not None:
        trace = trace.tb_next
    return f"{said} ({Path(trace.tb_frame.f_code.co_filename).name}, line {trace.tb_lineno})"


def in_words(error: BaseException) -> str:
    """An exception of foreign code in one line."""
    reason = " ".join(str(error).split())
    return f"{type(error).__name__}{': ' if reason else ''}{reason}"
