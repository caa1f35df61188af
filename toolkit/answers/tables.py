"""Tables of words: fitted to a width, with a tone where one matters, as text, Markdown and LaTeX.

A table that is too wide is tried in this order: prose is broken between words, headings are stacked, headings are
abbreviated (a legend below says what they stand for), and at last the table is cut: columns that do not fit go below,
each time behind the first column (or those of the part KEY). No word is ever broken.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Self

GAP = "  "
KEY = "key"
"""The part of columns that say what a row is about; the first column is always one of them."""
LEAST_PROSE = 12
"""The narrowest column of prose."""


class Tone(StrEnum):
    """What a cell means: colours on a terminal."""

    GOOD = "good"
    """Agreed, answered."""
    BAD = "bad"
    """Wrong, failed."""
    OPEN = "open"
    """Unfinished."""


class Toned(str):
    """A cell with a tone; for all else a text."""

    __slots__ = ("tone",)
    tone: Tone

    def __new__(cls, text: str, tone: Tone) -> Self:
        self = super().__new__(cls, text)
        self.tone = tone
        return self


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a table: its pieces, each with its tone."""

    pieces: tuple[tuple[str, Tone | None], ...] = ()

    def __str__(self) -> str:
        return "".join(text for text, _ in self.pieces)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table; numbers stand at its right side. It is at least so wide, and as wide as what is in it.

    ``short`` is what the heading may be abbreviated to; ``prose`` may be broken into several lines; columns of one
    ``part`` stay together if the table is cut.
    """

    name: str
    number: bool = False
    width: int = 0
    short: str = ""
    prose: bool = False
    part: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Columns and rows of text.

    A table whose rows come one after the other has none of them yet, but columns that are wide enough for all:

    >>> table = Table((Column("name", width=9), Column("count", number=True), Column("remark")))
    >>> print(*table.heading(), *table.row(["a", "10", "-"]), *table.row(["long name", "5", "so"]), sep="\\n")
    name       count  remark
    a             10  -
    long name      5  so
    """

    columns: Sequence[Column]
    rows: Sequence[Sequence[str]] = ()
    title: str = ""
    legend: dict[str, str] = field(default_factory=dict)

    @property
    def names(self) -> list[str]:
        return [column.name for column in self.columns]

    def text(self, width: int | None = None) -> str:
        """Aligned columns with two blanks between them, no wider than this.

        >>> print(Table([Column("name"), Column("count", number=True)], [["a", "10"], ["long name", "5"]]).text())
        name       count
        a             10
        long name      5
        """
        return "\n".join(map(str, self.lines(width)))

    def lines(self, width: int | None = None) -> list[Line]:
        """The lines of the table, or of what it was cut into, and the legend below them."""
        found: list[Line] = []
        blocks = self.fitted(width)
        for block in blocks:
            found += [Line()] if found else []
            found += block.heading()
            found += [line for row in block.rows for line in block.row(row)]
        return found + legend_lines(blocks, width)

    def heading(self) -> list[Line]:
        stacks = [column.name.split("\n") for column in self.columns]
        height = max(map(len, stacks))
        return self._line([""] * (height - len(stack)) + stack for stack in stacks)

    def row(self, cells: Sequence[str]) -> list[Line]:
        """One row, in columns as wide as they are declared; more than one line only where prose is broken."""
        return self._line(
            _wrapped(cell, column.width) if column.prose and column.width else [cell]
            for cell, column in zip(cells, self.columns, strict=True)
        )

    def fitted(self, width: int | None = None) -> list[Table]:
        """The table with columns as wide as they have to be; several tables if one is too wide."""
        if width is None or self._total() <= width:
            return [self._with_widths(self._widths())]
        for shape in (self, self._stacked(), self._abbreviated()):
            squeezed = shape._squeezed(width)
            if squeezed is not None:
                return [squeezed]
        keys = [at for at, column in enumerate(self.columns) if at == 0 or column.part == KEY]
        parts = list(dict.fromkeys(column.part for at, column in enumerate(self.columns) if at not in keys))
        if len(parts) > 1:
            own = [[at for at, c in enumerate(self.columns) if at in keys or c.part == part] for part in parts]
            return [block for places in own for block in self._only(places).fitted(width)]
        return min((list(shape._cut(keys, width)) for shape in (self._stacked(), self._abbreviated())), key=len)

    def markdown(self) -> str:
        """A Markdown table."""
        marks = ["---:" if column.number else "---" for column in self.columns]
        rows = [[cell.replace("|", "\\|") for cell in row] for row in self.rows]
        lines = [self.names, marks, *rows]
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)

    def latex(self) -> str:
        """A LaTeX table that needs no package.

        >>> print(Table([Column("name"), Column("count", number=True)], [["a_b", "10"]]).latex())
        \\begin{tabular}{lr}
        \\hline
        name & count \\\\
        \\hline
        a\\_b & 10 \\\\
        \\hline
        \\end{tabular}
        """
        sides = "".join("r" if column.number else "l" for column in self.columns)
        heading, *rows = [" & ".join(map(in_latex, row)) + r" \\" for row in (self.names, *self.rows)]
        lines = [f"\\begin{{tabular}}{{{sides}}}", r"\hline", heading, r"\hline", *rows, r"\hline", r"\end{tabular}"]
        return "\n".join(lines)

    def without_empty_columns(self) -> Table:
        """The table without the columns in which every row has a dash."""
        kept = [at for at in range(len(self.columns)) if not self.rows or any(row[at] != "-" for row in self.rows)]
        return self._only(kept)

    def _only(self, places: Sequence[int]) -> Table:
        rows = [[row[at] for at in places] for row in self.rows]
        return replace(self, columns=[self.columns[at] for at in places], rows=rows)

    def _line(self, cells: Iterator[list[str]] | Sequence[list[str]]) -> list[Line]:
        stacks = list(cells)
        lines = []
        for at in range(max(map(len, stacks))):
            pieces: list[tuple[str, Tone | None]] = []
            for column, stack in zip(self.columns, stacks, strict=True):
                cell = stack[at] if at < len(stack) else ""
                width = max(column.width, *map(len, column.name.split("\n")), 0)
                tone = cell.tone if isinstance(cell, Toned) else None
                blank = " " * (width - len(cell))
                pieces += [(blank, None), (str(cell), tone)] if column.number else [(str(cell), tone), (blank, None)]
                pieces.append((GAP, None))
            while pieces and not pieces[-1][0].strip():
                pieces.pop()
            lines.append(Line(tuple(piece for piece in pieces if piece[0])))
        return lines

    def _bodies(self) -> list[int]:
        """How wide the columns are without their headings."""
        return [max([column.width, *(len(row[at]) for row in self.rows)]) for at, column in enumerate(self.columns)]

    def _widths(self) -> list[int]:
        heads = [max(map(len, name.split("\n"))) for name in self.names]
        return [max(pair) for pair in zip(heads, self._bodies(), strict=True)]

    def _total(self) -> int:
        return sum(self._widths()) + len(GAP) * (len(self.columns) - 1)

    def _with_widths(self, widths: Sequence[int]) -> Table:
        columns = [replace(column, width=width) for column, width in zip(self.columns, widths, strict=True)]
        return replace(self, columns=columns)

    def _squeezed(self, width: int) -> Table | None:
        """The table with its prose broken so that it fits, in as few lines as possible; None if that is not enough."""
        widths = self._widths()
        prose = [at for at, column in enumerate(self.columns) if column.prose]
        room = width - self._total() + sum(widths[at] for at in prose)
        least = [min(widths[at], max([LEAST_PROSE, *map(len, self._words(at))])) for at in prose]
        if room < sum(least):
            return None
        heights = {
            (at, size): [len(_wrapped(row[at], size)) for row in self.rows]
            for at, low in zip(prose, least, strict=True)
            for size in range(low, min(widths[at], room) + 1)
        }

        def lines(sizes: tuple[int, ...]) -> int:
            chosen = [heights[at, size] for at, size in zip(prose, sizes, strict=True)]
            return sum(map(max, zip(*chosen, strict=True)))

        best = min(_splits(room, least, [widths[at] for at in prose]), key=lines, default=())
        for at, size in zip(prose, best, strict=True):
            widths[at] = size
        return self._with_widths(widths)

    def _words(self, at: int) -> list[str]:
        """The words of a column, which are never broken."""
        return [word for text in (self.columns[at].name, *(row[at] for row in self.rows)) for word in text.split()]

    def _stacked(self) -> Table:
        """The table with headings in several lines, where that makes a column narrower."""
        bodies = self._bodies()
        names = [_stack(column.name, body) for column, body in zip(self.columns, bodies, strict=True)]
        columns = [replace(column, name=name) for column, name in zip(self.columns, names, strict=True)]
        return replace(self, columns=columns)

    def _abbreviated(self) -> Table:
        """The table with short headings, and what they stand for in the legend."""
        legend, columns = dict(self.legend), []
        for column, body in zip(self.columns, self._bodies(), strict=True):
            if column.short and body < len(column.name):
                legend[column.short] = column.name
                column = replace(column, name=column.short)
            columns.append(column)
        return replace(self, columns=columns, legend=legend)

    def _cut(self, keys: list[int], width: int) -> Iterator[Table]:
        """Blocks of columns, each behind the keys; a block has at least one column besides."""
        widths = self._widths()
        block: list[int] = []
        for at in range(len(self.columns)):
            if at in keys:
                continue
            if block and sum(widths[place] + len(GAP) for place in (*keys, *block)) + widths[at] > width:
                yield self._only([*keys, *block])._with_widths([widths[place] for place in (*keys, *block)])
                block = []
            block.append(at)
        yield self._only([*keys, *block])._with_widths([widths[place] for place in (*keys, *block)])


def legend_lines(blocks: Sequence[Table], width: int | None) -> list[Line]:
    """What abbreviated headings stand for."""
    known = {short: name for block in blocks for short, name in block.legend.items()}
    text = ", ".join(f"{short} = {name}" for short, name in known.items())
    return [Line(((line, None),)) for line in _wrapped(text, width)] if text else []


def _splits(room: int, least: list[int], most: list[int]) -> Iterator[tuple[int, ...]]:
    """Every way to share a width among columns; the last one takes what is left."""
    if len(least) <= 1:
        if least:
            yield (min(room, most[0]),)
        return
    others = sum(least[1:])
    for first in range(least[0], min(most[0], room - others) + 1):
        for rest in _splits(room - first, least[1:], most[1:]):
            yield (first, *rest)


def initials(name: str, taken: Sequence[str] = ()) -> str:
    """A short name for a column.

    >>> initials("forward-checking"), initials("native-2"), initials("search")
    ('fc', 'n2', 'search')
    """
    words = name.replace("-", " ").split()
    lengths = range(1, max(map(len, words), default=1)) if len(words) > 1 else ()
    shorts = ("".join(word[:length] for word in words) for length in lengths)
    return next((short for short in shorts if short not in taken), name)


def _stack(name: str, width: int) -> str:
    """A name in several lines, broken behind blanks and hyphens alone."""
    words = name.replace("-", "- ").split()
    lines = textwrap.wrap(name, max([width, *map(len, words)]), break_long_words=False, break_on_hyphens=True)
    return "\n".join(lines or [name])


def _wrapped(text: str, width: int | None) -> list[str]:
    """Lines broken between words; a tone stays."""
    if width is None or len(text) <= width:
        return [text]
    lines = textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)
    return [Toned(line, text.tone) for line in lines] if isinstance(text, Toned) else lines


_LATEX = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
_LATEX |= {sign: f"\\{sign}" for sign in "&%$#_{}"}


def in_latex(text: str) -> str:
    """A text as LaTeX writes it."""
    return "".join(_LATEX.get(letter, letter) for letter in text)
