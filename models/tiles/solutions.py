"""Solution files: the number of moves, then a move a line, such as ``7 left`` for the tile and its way.

Also read are, instead of such lines, just the tiles that move (``7 3 12``, in lines or not), or where the
*blank* goes (``up left``, or in letters ``ULDR``). The number of moves may be left out, but a number that is
alone on the first line always is the number of moves. Comments begin with ``#``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from copla.answers.result import Solution
from copla.ground.errors import FormatError, ModelError
from copla.ground.text import Line, read_lines, shortened
from copla.models.tiles.board import DIRECTIONS, OPPOSITE, Board
from copla.models.tiles.formats import FORMS, without_comments

TILE_AND_WAY, TILE, BLANK = "a tile and its direction", "a tile alone", "a direction of the blank"

MOST_MOVES = 200_000

_LETTERS = {way[0]: way for way in DIRECTIONS}


def read(board: Board, text: str, source: str) -> Solution:
    """The moves as labels of the model; what is impossible gets a label that the checker will name.

    >>> read(Board(2, 2, (1, 0, 2, 3)), "1\\n1 right", "example").moves
    ('1 right',)
    >>> read(Board(2, 2, (1, 0, 2, 3)), "left", "example").moves
    ('1 right',)
    """
    lines = without_comments(read_lines(text.replace("\t", " "), source))
    if not lines:
        raise FormatError("found no moves, expected their number or moves such as '7 left'", source=source)
    stated = _stated_count(lines[0])
    kinds: list[str] = []
    moves: list[str] = []
    for line in lines if stated is None else lines[1:]:
        for column, kind, word in _words(line):
            if kinds and kinds[-1] != kind:
                raise line.error(column, f"found {kind}, expected {kinds[-1]} as before")
            if len(moves) == MOST_MOVES:
                raise line.error(column, f"found more than {MOST_MOVES} moves, expected a shorter solution")
            kinds.append(kind)
            label = _label(board, kind, word)
            moves.append(label)
            board = board.after(label) or board
    if stated and not moves:
        raise lines[0].error(len(lines[0].text), f"found no moves after their number, expected {stated}")
    return Solution(moves=tuple(moves), cost=len(moves) if stated is None else stated)


def write(solution: Solution, form: str) -> str:
    """The number of moves and then each on a line, or in the form ``line`` only their tiles, in one line.

    >>> write(Solution(moves=("7 left", "3 up")), "line")
    '2\\n7 3\\n'
    """
    moves = solution.moves or ()
    if form not in FORMS:
        raise ModelError(f"there is no form {form!r} of a solution of tiles, expected {' or '.join(FORMS)}")
    if form == "line":
        moves = (" ".join(label.partition(" ")[0] for label in moves),) if moves else ()
    return "\n".join([str(len(solution.moves or ())), *moves]) + "\n"


def _stated_count(line: Line) -> int | None:
    word = line.text.strip()
    if not re.fullmatch("[0-9]+", word):
        return None
    if len(word) > 9:
        raise line.error(line.indent, f"found {shortened(word)}, expected a number of moves below 1000000000")
    return int(word)


def _words(line: Line) -> Iterator[tuple[int, str, str]]:
    """The moves of a line: column, kind, and the move as ``7 left``, ``7`` or ``left``."""
    words = [(match.start(), match[0].lower()) for match in re.finditer(r"[^\s,]+", line.text)]
    if len(words) == 2 and _is_tile(words[0][1]) and not _is_tile(words[1][1]):
        way = _LETTERS.get(words[1][1], words[1][1])
        if way not in DIRECTIONS:
            found = shortened(words[1][1])
            raise line.error(words[1][0], f"found the direction {found!r}, expected up, left, right or down")
        yield words[0][0], TILE_AND_WAY, f"{_number(line, *words[0])} {way}"
        return
    for column, word in words:
        if _is_tile(word):
            yield column, TILE, str(_number(line, column, word))
        elif word in DIRECTIONS:
            yield column, BLANK, word
        elif set(word) <= set(_LETTERS):
            yield from ((column + place, BLANK, _LETTERS[letter]) for place, letter in enumerate(word))
        else:
            raise line.error(column, f"found {shortened(word)!r}, expected a move such as '7 left', '7' or 'left'")


def _is_tile(word: str) -> bool:
    return re.fullmatch("[0-9]+", word) is not None


def _number(line: Line, column: int, word: str) -> int:
    if len(word) > 4:
        raise line.error(column, f"found {shortened(word)}, expected the number of a tile")
    return int(word)


def _label(board: Board, kind: str, word: str) -> str:
    """The model's label for a move; one that is not possible here if there is none that is."""
    if kind == TILE_AND_WAY:
        return word
    if kind == BLANK:
        cell = board.neighbour(board.blank, word)
        return f"blank {word}" if cell is None else f"{board.tiles[cell]} {OPPOSITE[word]}"
    tile = int(word)
    if not 0 < tile < len(board.tiles):
        return word
    return board.move_of(tile) or f"{tile} {_way_to_blank(board, tile)}"


def _way_to_blank(board: Board, tile: int) -> str:
    """Roughly where the blank is, seen from a tile that is not beside it."""
    here, there = divmod(board.tiles.index(tile), board.columns), divmod(board.blank, board.columns)
    if here[0] != there[0]:
        return "up" if there[0] < here[0] else "down"
    return "left" if there[1] < here[1] else "right"
