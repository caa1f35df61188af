"""The text of a board: numbers row by row, 0 for the blank, under optional headers.

    # a comment
    size: 2x3
    goal: last
    1 0 2
    4 5 3

Numbers are separated by spaces, line ends or single commas. Without ``size:`` the board is square. Without
``goal:`` the blank belongs first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from copla.ground.errors import FormatError, ModelError
from copla.ground.text import Line, counted, read_lines, shortened
from copla.models.tiles.board import DIRECTIONS, FIRST, GOALS, LARGEST_SIDE, SMALLEST_SIDE, Board

FORMS = ("board", "line")

Shape = tuple[int, int]

_SQUARES = {side * side: side for side in range(SMALLEST_SIDE, LARGEST_SIDE + 1)}
_MOST = LARGEST_SIDE * LARGEST_SIDE
_EXAMPLES = {"size": "rows x columns, such as 3x5", "goal": "'first' or 'last'"}
_LIST = re.compile(r"[\s,]*[0-9]+([\s,]+[0-9]+)+[\s,]*")


@dataclass(frozen=True, slots=True)
class _Number:
    value: int
    line: Line
    column: int


def looks_like_list(text: str) -> bool:
    """Whether a text is two or more numbers and nothing else.

    >>> looks_like_list("1 0 2 3"), looks_like_list("15")
    (True, False)
    """
    return _LIST.fullmatch(text) is not None


def read(text: str, source: str) -> Board:
    """A board; FormatError names the place of what is wrong.

    >>> read("goal: last\\n1 2 3\\n4 5 6\\n7 0 8", "example").rows
    3
    """
    text = _without_frame(text) if "┌" in text else text
    lines = without_comments(read_lines(text.replace("\t", " "), source))
    headers = _Headers()
    while lines and ":" in lines[0].text:
        headers.read(lines.pop(0))
    if not lines:
        found = "only headers" if headers.size or headers.goal else "only comments" if text.strip() else "nothing"
        end = text.count("\n") + 1
        raise FormatError(f"found {found}, expected the numbers of a board", source=source, line=end)
    numbers = _numbers(lines)
    shape = _shape(numbers, headers.size, lines)
    _check_values(numbers)
    _check_layout(lines, numbers, shape)
    return Board(*shape, tuple(number.value for number in numbers), headers.goal or FIRST)


def write(board: Board, form: str) -> str:
    """The board as rows under its headers, or as one line where that says everything.

    >>> write(Board(2, 2, (1, 0, 2, 3), "last"), "board")
    'goal: last\\n1 0\\n2 3\\n'
    """
    if form not in FORMS:
        raise ModelError(f"there is no form {form!r} of a board of tiles, expected {' or '.join(FORMS)}")
    square = board.rows == board.columns
    if form == "line":
        if not square or board.goal != FIRST:
            raise ModelError("one line of numbers is a square board whose blank belongs first; use the form 'board'")
        return " ".join(map(str, board.tiles)) + "\n"
    headers = ([] if square else [f"size: {board.rows}x{board.columns}"]) + (
        [] if board.goal == FIRST else [f"goal: {board.goal}"]
    )
    width = len(str(len(board.tiles) - 1))
    rows = [board.tiles[start : start + board.columns] for start in range(0, len(board.tiles), board.columns)]
    return "\n".join([*headers, *(" ".join(f"{tile:>{width}}" for tile in row) for row in rows)]) + "\n"


def _without_frame(text: str) -> str:
    """The picture that copla draws of a board as its text: each line stays where it is, and so does each tile."""
    rows, columns = text.count("├") + 1, text.partition("┌")[2].partition("\n")[0].count("┬") + 1
    lines = text.split("\n")
    top = next(number for number, line in enumerate(lines) if "┌" in line)
    lines[top] = f"size: {rows}x{columns}"
    return "\n".join(lines).translate(_OF_A_PICTURE)


_OF_A_PICTURE = str.maketrans("·" + "┌─┬┐│├┼┤└┴┘", "0" + " " * 11)


def without_comments(lines: list[Line]) -> list[Line]:
    """Lines without what follows a ``#``; those that say something."""
    cut = [Line(line.number, line.text.partition("#")[0].rstrip(), line.source) for line in lines]
    return [line for line in cut if line.text]


class _Headers:
    """The lines ``key: value`` before the numbers."""

    def __init__(self) -> None:
        self.size: Shape | None = None
        self.goal: str | None = None

    def read(self, line: Line) -> None:
        key, value, column = line.header()
        name, value = key.lower(), value.lower()
        if name not in ("size", "goal"):
            raise line.error(line.indent, f"found the header {shortened(key)!r}, expected 'size: 3x5' or 'goal: last'")
        if getattr(self, name) is not None:
            raise line.error(line.indent, f"found a second header '{name}', expected one")
        if not value:
            raise line.error(column, f"found nothing after '{name}:', expected {_EXAMPLES[name]}")
        if name == "size":
            self.size = _read_size(line, column, value)
        elif value in GOALS:
            self.goal = value
        else:
            raise line.error(column, f"found the goal {shortened(value)!r}, expected {_EXAMPLES['goal']}")


def _read_size(line: Line, column: int, value: str) -> Shape:
    match = re.fullmatch("([0-9]+) ?x ?([0-9]+)", value, re.ASCII)
    if match is None:
        raise line.error(column, f"found the size {shortened(value)!r}, expected {_EXAMPLES['size']}")
    for group, side in ((1, "rows"), (2, "columns")):
        if len(match[group]) > 3 or not SMALLEST_SIDE <= int(match[group]) <= LARGEST_SIDE:
            expected = f"from {SMALLEST_SIDE} to {LARGEST_SIDE} {side}"
            raise line.error(column + match.start(group), f"found {shortened(match[group])}, expected {expected}")
    return int(match[1]), int(match[2])


def _numbers(lines: list[Line]) -> list[_Number]:
    """All numbers, each a short one, with at most one comma between two."""
    numbers: list[_Number] = []
    comma: tuple[Line, int] | None = None
    for line in lines:
        if ":" in line.text:
            found = shortened(line.text.partition(":")[0].strip())
            raise line.error(line.indent, f"found the header {found!r} after numbers, expected headers first")
        for match in re.finditer(r"[^\s,]+|,", line.text):
            word, column = match[0], match.start()
            if word == ",":
                if comma is not None or not numbers:
                    raise line.error(column, "found a comma, expected a number before it")
                comma = line, column
                continue
            comma = None
            if not re.fullmatch("[0-9]+", word):
                raise line.error(column, f"found {shortened(word)!r}, expected {_instead_of(word)}")
            if len(word) > 1 and word[0] == "0":
                raise line.error(column, f"found {shortened(word)!r}, expected a number without leading zeros")
            if len(word) > 2:
                raise line.error(column, f"found {shortened(word)}, expected numbers of at most {_MOST - 1}")
            if len(numbers) == _MOST:
                raise line.error(column, f"found more than {_MOST} numbers, expected at most 6 rows and 6 columns")
            numbers.append(_Number(int(word), line, column))
    if comma is not None:
        raise comma[0].error(comma[1], "found a comma at the end, expected a number after it")
    return numbers


def _instead_of(word: str) -> str:
    """What a word that is no number should have been."""
    if word in (".", "_", "-", "x", "X", "*", "·", "blank"):
        return "a number: 0 is the blank"
    if word.lower() in DIRECTIONS:
        return "a number: this looks like a solution, not like a board"
    if re.fullmatch(r"-[0-9]+", word):
        return "a number of at least 0"
    if re.fullmatch(r"[0-9]*\.[0-9]*|\+[0-9]+", word):
        return "a whole number in digits only"
    if any(character.isnumeric() and character not in "0123456789" for character in word):
        return "the digits 0 to 9"
    if not any(character.isalpha() for character in word):
        return "numbers separated by spaces or commas"
    return "a whole number"


def _shape(numbers: list[_Number], size: Shape | None, lines: list[Line]) -> Shape:
    count, end = len(numbers), lines[-1]
    if size is None:
        if count not in _SQUARES:
            squares = f"a square ({', '.join(map(str, _SQUARES))}) or a header 'size: 3x5'"
            raise end.error(len(end.text), f"found {counted(count, 'number')}, expected {squares}")
        return _SQUARES[count], _SQUARES[count]
    wanted = size[0] * size[1]
    message = f"found {counted(count, 'number')}, expected {wanted} for the size {size[0]}x{size[1]}"
    if count > wanted:
        raise numbers[wanted].line.error(numbers[wanted].column, message)
    if count < wanted:
        raise end.error(len(end.text), message)
    return size


def _check_values(numbers: list[_Number]) -> None:
    """Each number from 0 up once: then the blank is there, too."""
    largest = len(numbers) - 1
    seen: dict[int, _Number] = {}
    for number in numbers:
        if number.value > largest:
            raise number.line.error(number.column, f"found tile {number.value}, expected tiles up to {largest}")
        if number.value in seen:
            what = f"tile {number.value}" if number.value else "a blank (0)"
            first = seen[number.value]
            place = f"line {first.line.number}, column {first.column + 1}"
            raise number.line.error(number.column, f"found {what} again, expected it once: it is at {place} too")
        seen[number.value] = number


def _check_layout(lines: list[Line], numbers: list[_Number], shape: Shape) -> None:
    """Rows and columns mixed up would be read as another board: the one layout that cannot be meant."""
    rows, columns = shape
    in_line = [sum(number.line is line for number in numbers) for line in lines]
    if rows != columns and in_line == [rows] * columns:
        found, wanted = f"{columns} rows of {rows} numbers", f"{rows} rows of {columns}"
        raise lines[0].error(lines[0].indent, f"found {found}, expected {wanted}")
