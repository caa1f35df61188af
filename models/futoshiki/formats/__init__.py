"""The text formats of Futoshiki, one module each, told apart by their content. See docs/formats.md."""

from __future__ import annotations

from dataclasses import replace

from copla.ground.errors import FormatError, ModelError
from copla.ground.text import Line, read_lines, shortened
from copla.models.futoshiki.board import Board
from copla.models.futoshiki.formats import character_grid, drawn, game_id, grid, three_strings

FORMS = ("grid", "unequal", "strings")


def read(text: str, source: str) -> Board:
    """A board in any of the formats; FormatError names the place of what is wrong.

    >>> read("1 < .\\n\\n.   .", "example").sign((0, 0), (0, 1))
    '<'
    """
    lines = read_lines(text.replace("\t", " "), source)
    if not lines:
        raise FormatError("found nothing, expected a Futoshiki board or game ID", source=source)
    if drawn.looks_like(lines):
        return drawn.read(lines)
    if game_id.looks_like(lines[0].text):
        return game_id.read(lines)
    if three_strings.looks_like(lines):
        return three_strings.read(lines)
    adjacent = False
    if ":" in lines[0].text:
        adjacent = _read_header(lines[0])
        if len(lines) == 1:
            raise lines[0].error(len(lines[0].text), "found the end, expected the board after its header")
        lines = lines[1:]
    if drawn.looks_like(lines):
        return replace(drawn.read(lines), adjacent=adjacent)
    if not adjacent and character_grid.looks_like(lines):
        return character_grid.read(lines)
    return grid.read(lines, adjacent)


def write(board: Board, form: str) -> str:
    """The board in one of FORMS; ModelError if that form cannot express it.

    >>> write(read("1 < .\\n\\n.   .", "example"), "unequal")
    '2:1,0L,0,0,\\n'
    """
    match form:
        case "grid":
            return grid.write(board)
        case "unequal":
            return game_id.write(board)
        case "strings":
            return three_strings.write(board)
    raise ModelError(f"there is no form {form!r} of a Futoshiki, expected {' or '.join(FORMS)}")


def _read_header(line: Line) -> bool:
    key, value, column = line.header()
    if key.lower() != "rules":
        found = shortened(key)
        raise line.error(line.indent, f"found the header {found!r}, expected 'rules: unequal' or 'rules: adjacent'")
    rules = value.lower()
    if rules not in ("unequal", "adjacent"):
        raise line.error(column, f"found the rules {shortened(rules)!r}, expected 'unequal' or 'adjacent'")
    return rules == "adjacent"
