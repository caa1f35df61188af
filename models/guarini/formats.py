"""The text formats of a board, told apart by content.

A board is a matrix of W, B and _ (and x for a square that is missing), with or without spaces between the
squares; a line ``goal:`` and a second matrix say where the knights shall stand. Without a goal the colours are
to be exchanged. The standard boards have short forms, each alone in its file: ``columns: 4``, ``difficulty: 2``
and ``4x5`` (rows x columns). A line that starts with # is a comment.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from copla.ground.errors import FormatError, ModelError
from copla.ground.text import Line, cell_name, counted, read_lines, shortened
from copla.models.guarini.board import (
    BETWEEN,
    BLACK,
    COLOURS,
    EMPTY,
    FEWEST_STANDARD_COLUMNS,
    FEWEST_STANDARD_ROWS,
    GLYPHS,
    HOLE,
    LARGEST_SIDE,
    WHITE,
    Board,
    Position,
    exchanged,
    knights,
)

FORMS = ("matrix", "short")

_STANDARD_ROWS = 4
_SIZE = re.compile(r" *([0-9]+)( *[xX] *)([0-9]+)")
_COLUMNS_BY_DIFFICULTY = {1: 3, 2: 4, 3: 5}


def read(text: str, source: str) -> Board:
    """A board in any of the formats; FormatError names the place of what is wrong.

    >>> read("W_B", "example").goal
    ('B_W',)
    """
    lines = read_lines(text, source)
    if lines and any(glyph in text for glyph in (GLYPHS[WHITE], GLYPHS[BLACK])):
        lines = _without_numbers(lines)
    if not lines:
        raise FormatError("found nothing, expected a board of W, B and _, or 'columns: 4', or '4x4'", source=source)
    if is_size(lines[0].text):
        board = _read_size(lines[0])
    elif ":" in lines[0].text:
        board = _read_header(lines[0])
    elif re.match(" *[0-9]", lines[0].text):
        found = shortened(lines[0].text.strip())
        raise lines[0].error(lines[0].indent, f"found {found!r}, expected a size such as 4x5, or a row of W, B and _")
    else:
        return _read_matrices(lines)
    if len(lines) > 1:
        extra = lines[1]
        found = shortened(extra.text.strip())
        raise extra.error(extra.indent, f"found {found!r} after a standard board, expected the end of the file")
    return board


def _without_numbers(lines: list[Line]) -> list[Line]:
    """The picture that copla draws, three characters a square and numbers around them, as lines of a matrix."""
    numbers = next((line for line in lines if re.fullmatch("[ 0-9]+", line.text)), None)
    if numbers is None:
        return lines
    rows = [line for line in lines if line.number > numbers.number and re.match(" *[0-9]+( |$)", line.text)]
    columns = numbers.text.split()
    width = columns.index("1", 1) if "1" in columns[1:] else len(columns)
    margin = len(str(len(rows))) + 1
    beside = margin + max(3 * width, len(" start")) + len(BETWEEN) + margin
    starts = [margin] if width == len(columns) else [margin, beside]
    contents = {glyph: what for what, glyph in GLYPHS.items()}
    found = []
    for start in starts:
        if start > margin:
            found.append(Line(numbers.number, "goal:", numbers.source))
        for row in rows:
            glyphs = f"{row.text:{start + 3 * width}}"[start + 1 : start + 3 * width : 3]
            found.append(Line(row.number, "".join(contents.get(glyph, glyph) for glyph in glyphs), row.source))
    return found


def is_size(text: str) -> bool:
    """Whether a text is meant as the size of a standard board, right or wrong.

    >>> is_size("4x5"), is_size("WxB")
    (True, False)
    """
    return _SIZE.fullmatch(text.rstrip()) is not None


def write(board: Board, form: str) -> str:
    """The board in one of FORMS; ModelError if that form cannot express it.

    >>> write(Board.standard(4, 3), "short")
    '4x3\\n'
    """
    match form:
        case "matrix":
            return "\n".join([*board.start, "goal:", *board.goal]) + "\n"
        case "short":
            if not board.is_standard:
                raise ModelError("only a standard board has a short form: W in the first row, B in the last, swapped")
            return f"{board.rows}x{board.columns}\n"
    raise ModelError(f"there is no form {form!r} of a Guarini board, expected {' or '.join(FORMS)}")


def _read_size(line: Line) -> Board:
    size = _SIZE.fullmatch(line.text)
    assert size is not None, "is_size() admits nothing else"
    rows = _number(line, size.start(1), size[1], FEWEST_STANDARD_ROWS, LARGEST_SIDE, "rows")
    columns = _number(line, size.start(3), size[3], FEWEST_STANDARD_COLUMNS, LARGEST_SIDE, "columns")
    return Board.standard(rows, columns)


def _read_header(line: Line) -> Board:
    key, value, column = line.header()
    word = key.lower()
    if word == "columns":
        columns = _number(line, column, value, FEWEST_STANDARD_COLUMNS, LARGEST_SIDE, "columns")
        return Board.standard(_STANDARD_ROWS, columns)
    if word == "difficulty":
        difficulty = _number(line, column, value, 1, len(_COLUMNS_BY_DIFFICULTY), "as the difficulty")
        return Board.standard(_STANDARD_ROWS, _COLUMNS_BY_DIFFICULTY[difficulty])
    if word == "goal":
        raise line.error(line.indent, "found the goal first, expected the start above it")
    found = f"the header {shortened(key)!r}" if word else "a colon without a word before it"
    raise line.error(line.indent, f"found {found}, expected 'columns', 'difficulty' or a board")


def _number(line: Line, column: int, text: str, least: int, most: int, what: str) -> int:
    if not text:
        raise line.error(column, f"found nothing behind the colon, expected a number from {least} to {most}")
    if not re.fullmatch("[0-9]+", text):
        raise line.error(column, f"found {shortened(text)!r}, expected a number from {least} to {most}")
    if len(text) > 4 or not least <= int(text) <= most:
        amount = f"{shortened(text)} {what if text != '1' else what.removesuffix('s')}"
        raise line.error(column, f"found {amount}, expected {least} to {most}")
    return int(text)


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of squares, and the column of the line in which each stands."""

    line: Line
    squares: str
    places: list[int]


def _read_matrices(lines: list[Line]) -> Board:
    start: list[_Row] = []
    goal: list[_Row] = []
    heading: Line | None = None
    for line in lines:
        if ":" in line.text:
            _check_heading(line, heading)
            heading = line
        elif heading is None:
            start.append(_read_row(line))
            _check_start_row(start)
        else:
            goal.append(_read_row(line))
            _check_goal_row(start, goal)
    position = tuple(row.squares for row in start)
    if not any(colour in row for row in position for colour in COLOURS):
        raise start[0].line.error(start[0].places[0], "found a board without knights, expected a W or a B on it")
    if heading is None:
        return _without_goal(start, position)
    if len(goal) < len(start):
        last = goal[-1].line if goal else heading
        amount = counted(len(goal), "row")
        raise last.error(len(last.text), f"found {amount} in the goal, expected {len(start)} as in the start")
    target = tuple(row.squares for row in goal)
    for colour in COLOURS:
        before, after = len(knights(position, colour)), len(knights(target, colour))
        if before != after:
            message = f"found {after} {colour} in the goal, expected {before} as in the start"
            raise heading.error(heading.indent, message)
    return Board(position, target)


def _without_goal(start: list[_Row], position: Position) -> Board:
    white, black = len(knights(position, WHITE)), len(knights(position, BLACK))
    if white != black:
        last = start[-1].line
        found = f"{white} W and {black} B and no goal"
        raise last.error(len(last.text), f"found {found}, expected as many of both, or 'goal:'")
    return Board(position, exchanged(position))


def _check_heading(line: Line, earlier: Line | None) -> None:
    key, rest, column = line.header()
    if key.lower() != "goal":
        raise line.error(line.indent, f"found the header {shortened(key)!r} below a board, expected a row or 'goal:'")
    if rest:
        raise line.error(column, f"found {shortened(rest)!r} behind 'goal:', expected the end of the line")
    if earlier is not None:
        raise line.error(line.indent, f"found a second goal, expected only that of line {earlier.number}")


def _read_row(line: Line) -> _Row:
    places = [column for column, what in enumerate(line.text) if what != " "]
    for column in places:
        if line.text[column] not in (WHITE, BLACK, EMPTY, HOLE):
            raise line.error(column, f"found {line.text[column]!r}, expected W, B, _ or x")
    if " " in line.text.strip(" "):
        for group in re.finditer("[^ ]+", line.text):
            if len(group[0]) > 1:
                found = shortened(group[0])
                raise line.error(group.start(), f"found {found!r} in a row with spaces, expected one square at a time")
    if len(places) > LARGEST_SIDE:
        column = places[LARGEST_SIDE]
        raise line.error(column, f"found {len(places)} squares in a row, expected at most {LARGEST_SIDE}")
    return _Row(line, line.text.replace(" ", ""), places)


def _check_start_row(start: list[_Row]) -> None:
    row, width = start[-1], len(start[0].squares)
    if len(start) > LARGEST_SIDE:
        raise row.line.error(row.places[0], f"found row {len(start)}, expected at most {LARGEST_SIDE} rows")
    if len(row.squares) != width:
        amount = counted(len(row.squares), "square")
        raise row.line.error(_first_difference(row, width), f"found {amount} in this row, expected {width} as in row 1")


def _check_goal_row(start: list[_Row], goal: list[_Row]) -> None:
    row, number = goal[-1], len(goal)
    if number > len(start):
        amount = counted(len(start), "row")
        raise row.line.error(row.places[0], f"found row {number} of the goal, expected {amount} as in the start")
    given = start[number - 1].squares
    if len(row.squares) != len(given):
        amount = counted(len(row.squares), "square")
        column = _first_difference(row, len(given))
        raise row.line.error(column, f"found {amount} in this row of the goal, expected {len(given)} as in the start")
    for column, (before, after) in enumerate(zip(given, row.squares, strict=True)):
        if (before == HOLE) != (after == HOLE):
            found, expected = ("a hole", "a square") if after == HOLE else ("a square", "a hole")
            where = cell_name((number - 1, column))
            message = f"found {found} at {where} of the goal, expected {expected} as in the start"
            raise row.line.error(row.places[column], message)


def _first_difference(row: _Row, width: int) -> int:
    """Where a row goes on though it should not, or ends too early."""
    return row.places[width] if len(row.places) > width else len(row.line.text)
