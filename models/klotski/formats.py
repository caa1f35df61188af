"""Reading and writing boards: the general form, a matrix in a frame, and the classic form with header lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from copla.ground.errors import FormatError, ModelError
from copla.ground.text import Line, cell_name, read_lines, shortened
from copla.models.klotski.board import (
    FREE,
    GATE,
    LARGEST_SIDE,
    METRICS,
    SHOWN,
    SPECIAL,
    SYMBOLS,
    WALL,
    Board,
    Cell,
    blocks_of,
)
from copla.models.klotski.kinds import parts_of

HEADERS = ("rules", "metric", "title", "optimum")
LONGEST_REMARK = 120
GOAL = "goal"
FORMS = ("matrix",)
ANYWHERE = "'#', '-', '.', '*', a-z, A-Z or 0-9"
"""The characters of a matrix of the classic form, for messages."""


def read(text: str, source: str) -> Board:
    """A board in either form; FormatError names the place of what is wrong.

    >>> read("####\\n#a*.\\n####", "example").rows
    ('####', '#a*.', '####')
    """
    lines = _without_doubles(read_lines(text, source, comment=None))
    if not lines:
        raise FormatError("found nothing, expected a Klotski board", source=source)
    headers, rest = _read_headers(lines)
    classic = "rules" in headers and headers["rules"][1] == "classic"
    title, optimum = (headers[key][1] if key in headers else "" for key in ("title", "optimum"))
    if not rest:
        raise lines[-1].error(len(lines[-1].text), "found the end, expected the matrix after the header lines")
    if not classic:
        if "metric" in headers:
            raise headers["metric"][0].error(0, "found a metric, expected it only after 'rules: classic'")
        if (wrong := next(filter(_is_goal_line, rest), None)) is not None:
            raise wrong.error(wrong.indent, "found 'goal:', expected it only in a file with 'rules: classic'")
        return Board(_general(rest), title=title, optimum=optimum)
    if "metric" not in headers:
        names = " or ".join(f"'metric: {name}'" for name in METRICS)
        raise rest[0].error(0, f"found the matrix, expected {names} before it")
    start, goal = _split_at_goal(rest)
    rows, wanted = _classic(start), _rows_of(goal, SYMBOLS + FREE, "'.', '*' or a block's symbol")
    _check_goal(rows, wanted, goal)
    return Board(rows, wanted, headers["metric"][1], title, optimum)


def write(board: Board, form: str) -> str:
    """The board as a matrix, under header lines where it needs them; ModelError if there is no such form.

    >>> write(read("title: small\\n####\\n#a*.\\n####", "example"), "matrix").splitlines()[0]
    'title: small'
    """
    if form not in FORMS:
        raise ModelError(f"there is no form {form!r} of a Klotski, expected {' or '.join(FORMS)}")
    lines = [f"title: {board.title}"] if board.title else []
    if board.classic:
        lines += ["rules: classic", f"metric: {board.metric}"]
    lines += [f"optimum: {board.optimum}"] if board.optimum else []
    lines += board.rows
    if board.classic:
        lines += [f"{GOAL}:", *board.goal]
    return "\n".join(lines) + "\n"


def read_matrix(lines: Sequence[Line], rows: tuple[str, ...]) -> tuple[str, ...]:
    """A configuration in a solution file: a matrix of the same size as the board."""
    found = _rows_of(lines, SYMBOLS + FREE + WALL + GATE, ANYWHERE)
    if (len(found), len(found[0])) != (len(rows), len(rows[0])):
        size = f"{len(found)} x {len(found[0])}"
        raise lines[0].error(0, f"found a configuration of {size}, expected {len(rows)} x {len(rows[0])}")
    return found


def _without_doubles(lines: list[Line]) -> list[Line]:
    """The picture that copla draws, two characters a cell, as a matrix; any other lines as they are."""
    doubles = {shown: content for content, shown in SHOWN.items()}
    rows = [line.text for line in lines if ":" not in line.text]
    full = bool(rows) and all(re.fullmatch(r"( \S)+", row) for row in rows)  # without a free cell
    if not full and not any(SHOWN[FREE] in row or SHOWN[WALL] in row for row in rows):
        return lines
    found = []
    for line in lines:
        if ":" in line.text:
            found.append(line)
            continue
        pairs = [line.text[at : at + 2] for at in range(0, len(line.text), 2)]
        found.append(
            Line(line.number, "".join(doubles.get(pair, pair.removeprefix(" ")) for pair in pairs), line.source)
        )
    return found


def _read_headers(lines: list[Line]) -> tuple[dict[str, tuple[Line, str]], list[Line]]:
    """The header lines by key with their values, and the lines after them."""
    headers: dict[str, tuple[Line, str]] = {}
    for number, line in enumerate(lines):
        if ":" not in line.text or _is_goal_line(line):
            return headers, lines[number:]
        key, content, column = line.header()
        name = key.lower()
        if name not in HEADERS:
            known = ", ".join(HEADERS)
            raise line.error(line.indent, f"found the header {shortened(key)!r}, expected one of {known}")
        if name in headers:
            raise line.error(line.indent, f"found a second header '{name}', expected one")
        if not content:
            raise line.error(len(line.text), f"found nothing after '{name}:', expected its value")
        if name == "rules" and content not in ("classic", "general"):
            raise line.error(column, f"found the rules {shortened(content)!r}, expected 'classic' or 'general'")
        if name == "metric" and content not in METRICS:
            raise line.error(column, f"found the metric {shortened(content)!r}, expected {' or '.join(METRICS)}")
        if len(content) > LONGEST_REMARK:
            found = f"{len(content)} characters after '{name}:'"
            raise line.error(column, f"found {found}, expected at most {LONGEST_REMARK}")
        headers[name] = line, content
    return headers, []


def _general(lines: list[Line]) -> tuple[str, ...]:
    """The matrix of the general form: a frame with one exit, and blocks inside."""
    rows = _rows_of(lines, SYMBOLS + FREE + WALL, "'#', '.', '*', a-z, A-Z or 0-9")
    height, width = len(rows), len(rows[0])
    if height < 3 or width < 3:
        size = f"{height} x {width}"
        raise lines[0].error(0, f"found a matrix of {size}, expected at least 3 x 3, a frame with an inside")
    for r in range(1, height - 1):
        c = rows[r].find(WALL, 1, width - 1)
        if c >= 0:
            raise lines[r].error(c, "found '#' inside the frame, expected it only on the border")
    _check_exit(lines, rows)
    _check_connected(lines, rows)
    return rows


def _check_exit(lines: list[Line], rows: tuple[str, ...]) -> None:
    """Once around the border, clockwise, there is exactly one gap."""
    height, width = len(rows), len(rows[0])
    border = [(0, c) for c in range(width)] + [(r, width - 1) for r in range(1, height)]
    border += [(height - 1, c) for c in range(width - 2, -1, -1)] + [(r, 0) for r in range(height - 2, 0, -1)]
    closed = [rows[r][c] == WALL for r, c in border]
    if not any(closed):
        raise lines[0].error(0, "found no '#' on the border, expected a frame with one exit")
    if all(closed):
        raise lines[0].error(0, "found no exit, expected one gap in the border")
    exits = [cell for at, cell in enumerate(border) if not closed[at] and closed[at - 1]]
    if len(exits) > 1:
        r, c = sorted(exits)[1]
        places = " and ".join(cell_name(cell) for cell in sorted(exits)[:2])
        raise lines[r].error(c, f"found {len(exits)} exits, at {places}, expected one gap in the border")


def _classic(lines: list[Line]) -> tuple[str, ...]:
    """The start matrix of the classic form: walls and gates anywhere."""
    rows = _rows_of(lines, SYMBOLS + FREE + WALL + GATE, ANYWHERE)
    if not any(SPECIAL in row for row in rows):
        raise lines[0].error(0, "found no '*' in the start matrix, expected the special block")
    _check_connected(lines, rows)
    return rows


def _split_at_goal(lines: list[Line]) -> tuple[list[Line], list[Line]]:
    """The lines of the start matrix and those of the goal matrix."""
    found = [number for number, line in enumerate(lines) if _is_goal_line(line)]
    if not found:
        raise lines[-1].error(len(lines[-1].text), "found the end, expected 'goal:' and the goal matrix")
    if len(found) > 1:
        raise lines[found[1]].error(0, "found a second 'goal:', expected one goal matrix")
    at = found[0]
    line = lines[at]
    if at == 0:
        raise line.error(0, "found 'goal:', expected the start matrix before it")
    _, after, column = line.header()
    if after:
        shown = shortened(after)
        raise line.error(column, f"found {shown!r} after 'goal:', expected the goal matrix on the next lines")
    if at + 1 == len(lines):
        raise line.error(len(line.text), "found the end, expected the goal matrix after 'goal:'")
    return lines[:at], lines[at + 1 :]


def _is_goal_line(line: Line) -> bool:
    return ":" in line.text and line.header()[0].lower() == GOAL


def _check_goal(rows: tuple[str, ...], goal: tuple[str, ...], lines: list[Line]) -> None:
    if (len(goal), len(goal[0])) != (len(rows), len(rows[0])):
        size = f"{len(goal)} x {len(goal[0])}"
        raise lines[0].error(0, f"found a goal matrix of {size}, expected {len(rows)} x {len(rows[0])} as the start")
    start, wanted = blocks_of(rows), blocks_of(goal)
    for symbol, cells in wanted.items():
        first = min(cells)
        if symbol not in start:
            raise _at(lines, first, f"found {symbol!r} in the goal, expected a block of the start matrix")
        if parts_of(cells) != parts_of(start[symbol]):
            raise _at(lines, first, f"found {symbol!r} with another shape in the goal, expected the shape of the start")
        for r, c in sorted(cells):
            if rows[r][c] == WALL or (rows[r][c] == GATE and symbol != SPECIAL):
                what = "wall" if rows[r][c] == WALL else "gate"
                raise _at(lines, (r, c), f"found {symbol!r} in the goal on a {what}, expected a cell that it can cover")
    if SPECIAL not in wanted:
        raise lines[0].error(0, "found no '*' in the goal matrix, expected the goal cells of the special block")


def _rows_of(lines: Sequence[Line], allowed: str, expected: str) -> tuple[str, ...]:
    """Lines as the rows of a matrix: consecutive, of one length, with nothing but the allowed characters."""
    if len(lines) > LARGEST_SIDE:
        raise lines[LARGEST_SIDE].error(0, f"found {len(lines)} lines of a matrix, expected at most {LARGEST_SIDE}")
    for before, line in zip([lines[0], *lines], lines, strict=False):
        if ":" in line.text:
            raise line.error(0, "found a header line in the matrix, expected header lines before it")
        for column, character in enumerate(line.text):
            if character not in allowed:
                shown = "a space" if character == " " else repr(character)
                raise line.error(column, f"found {shown}, expected {expected}")
            if column >= LARGEST_SIDE:
                length = len(line.text)
                raise line.error(column, f"found a line of {length} cells, expected at most {LARGEST_SIDE}")
        if line.number > before.number + 1:
            raise FormatError(
                "found an empty line in the matrix, expected its next row", source=line.source, line=before.number + 1
            )
        if len(line.text) != len(lines[0].text):
            length, first = len(line.text), len(lines[0].text)
            raise line.error(min(length, first), f"found a line of {length} cells, expected {first} as in the first")
    return tuple(line.text for line in lines)


def _check_connected(lines: list[Line], rows: tuple[str, ...]) -> None:
    for symbol, cells in blocks_of(rows).items():
        reached, waiting = {min(cells)}, [min(cells)]
        while waiting:
            r, c = waiting.pop()
            for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                if near in cells and near not in reached:
                    reached.add(near)
                    waiting.append(near)
        if cells - reached:
            raise _at(
                lines, min(cells - reached), f"found a second block {symbol!r}, expected all its cells to be connected"
            )


def _at(lines: list[Line], cell: Cell, message: str) -> FormatError:
    return lines[cell[0]].error(cell[1], message)
