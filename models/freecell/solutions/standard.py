"""The standard notation of moves, as Freecell Solver writes it: ``4h 7a 37``.

Source and destination: columns 1 to 9, cells a to g, h for the foundation. Between columns a move takes the whole run
of cards that fits; into an empty column as many as can go (or one), or as many as a suffix says: ``37v2`` takes two.
What is written here moves one card at a time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from copla.ground.errors import ModelError
from copla.ground.text import Line, shortened
from copla.models.freecell.board import Card, Deal, fits
from copla.models.freecell.replay import (
    CELL,
    COLUMN,
    FOUNDATION,
    Place,
    Step,
    cell_letter,
    move_between,
    move_card,
    top,
)

MOST_COLUMNS = 9
MOST_CELLS = 7

_MOVE = re.compile(r"([1-9a-g])([1-9a-h])(?:v([1-9a-f]))?", re.IGNORECASE | re.ASCII)
_IN_A_LINE = 10


def looks_like(found: Sequence[str]) -> bool:
    """Whether these words of a file are moves in this notation; one number alone is a number of moves."""
    if len(found) == 1 and found[0].isdigit():
        return False
    return _MOVE.fullmatch(found[0]) is not None and not any(word.isalpha() and len(word) > 3 for word in found)


def write(deal: Deal, steps: Sequence[Step]) -> str:
    """The steps of a plan in this notation; ModelError if the table is too large for it."""
    if len(deal.stacks) > MOST_COLUMNS or len(deal.cells) > MOST_CELLS:
        raise ModelError(f"the standard notation has names for {MOST_COLUMNS} columns and {MOST_CELLS} cells only")
    names = []
    for step in steps:
        alone = step.move.kind != "newstack" or step.source.kind != COLUMN or _run_to_empty(deal, step.source) == 1
        names.append(_name(step.source) + _name(step.target) + ("" if alone else "v1"))
        deal = step.after
    rows = [names[i : i + _IN_A_LINE] for i in range(0, len(names), _IN_A_LINE)]
    return "".join(" ".join(row) + "\n" for row in rows)


def read(deal: Deal, lines: list[Line]) -> list[str]:
    """The labels of the moves, card by card; from the first impossible one on, names that no move has.

    A move without a suffix into an empty column means as many cards as can go, or a single one: Freecell Solver writes
    a suffix for runs alone. The first reading that is possible throughout is taken, else the first.
    """
    moves = [(*_read_move(deal, line, column, word), word) for line in lines for column, word in line.words()]
    readings = [_labels(deal, moves, whole_runs=whole_runs) for whole_runs in (True, False)]
    return next((labels for labels, possible in readings if possible), readings[0][0])


def _labels(
    deal: Deal, moves: Sequence[tuple[Place, Place, int | None, str]], *, whole_runs: bool
) -> tuple[list[str], bool]:
    """The labels, and whether every move was possible."""
    labels: list[str] = []
    possible = True
    for source, target, count, word in moves:
        if not possible:
            labels.append(word)
            continue
        into_empty = target.kind == COLUMN and top(deal, target) is None
        for step in _steps(deal, source, target, 1 if into_empty and count is None and not whole_runs else count):
            if step is None:
                labels.append(_impossible(deal, source, target) or word)
                possible = False
            else:
                labels.append(step.move.label)
                deal = step.after
    return labels, possible


def _name(place: Place) -> str:
    if place.kind == FOUNDATION:
        return "h"
    return str(place.number + 1) if place.kind == COLUMN else cell_letter(place.number)


def _read_move(deal: Deal, line: Line, column: int, word: str) -> tuple[Place, Place, int | None]:
    found = _MOVE.fullmatch(word)
    if found is None:
        raise line.error(column, f"found {shortened(word)!r}, expected a move such as 4h, 7a or 37")
    source = _read_place(deal, line, column, found[1])
    target = Place(FOUNDATION) if found[2] in "hH" else _read_place(deal, line, column + 1, found[2])
    return source, target, int(found[3], 16) if found[3] else None


def _read_place(deal: Deal, line: Line, column: int, name: str) -> Place:
    if name.isdigit():
        if int(name) > len(deal.stacks):
            raise line.error(column, f"found column {name}, expected 1 to {len(deal.stacks)}")
        return Place(COLUMN, int(name) - 1)
    number = "abcdefg".index(name.lower())
    if number >= len(deal.cells):
        last = f"a to {cell_letter(len(deal.cells) - 1)}" if deal.cells else "no cell"
        raise line.error(column, f"found cell {name}, expected {last}")
    return Place(CELL, number)


def _steps(deal: Deal, source: Place, target: Place, count: int | None) -> Iterator[Step | None]:
    """The single steps of a move; None for one that is not possible."""
    if source.kind != COLUMN or target.kind != COLUMN or source == target:
        yield move_card(deal, source, target) if count in (None, 1) else None
        return
    goal, card = top(deal, target), top(deal, source)
    if card is None:
        yield None
        return
    if goal is None:
        count = _run_to_empty(deal, source) if count is None else count
        wrong = count > len(_run(deal, source))
    else:
        needed = goal.value - card.value
        run = _run(deal, source)
        wrong = count not in (None, needed) or not 1 <= needed <= len(run) or not fits(run[-needed], goal)
        count = needed
    if wrong:
        yield None
    else:
        yield from _transfer(deal, source, target, count)


def _transfer(deal: Deal, source: Place, target: Place, count: int) -> Iterator[Step | None]:
    """Move a run card by card: through free cells, and half of it through an empty column if they are too few."""
    cells = [Place(CELL, number) for number, card in enumerate(deal.cells) if card is None]
    if count <= len(cells) + 1:
        used = cells[: count - 1]
        journeys = [(source, cell) for cell in used] + [(source, target)] + [(cell, target) for cell in reversed(used)]
        for start, end in journeys:
            step = move_card(deal, start, end)
            yield step
            if step is None:
                return
            deal = step.after
        return
    empty = (Place(COLUMN, number) for number, stack in enumerate(deal.stacks) if not stack)
    spares = [place for place in empty if place != target]
    if count > (len(cells) + 1) * 2 ** len(spares):
        yield None
        return
    upper = (count + 1) // 2
    for start, end, part in ((source, spares[0], upper), (source, target, count - upper), (spares[0], target, upper)):
        for step in _transfer(deal, start, end, part):
            yield step
            if step is None:
                return
            deal = step.after


def _run(deal: Deal, source: Place) -> tuple[Card, ...]:
    """The longest run of fitting cards at the end of a column."""
    stack = deal.stacks[source.number]
    start = len(stack) - 1
    while start > 0 and fits(stack[start], stack[start - 1]):
        start -= 1
    return stack[start:]


def _run_to_empty(deal: Deal, source: Place) -> int:
    """How many cards go at most from a column into an empty one."""
    others = deal.stacks.count(()) - 1
    return min(len(_run(deal, source)), (deal.cells.count(None) + 1) << others)


def _impossible(deal: Deal, source: Place, target: Place) -> str | None:
    """A label for a move that cannot be made, if no rule allows it: the checker will say what is wrong."""
    move = move_between(deal, source, target)
    return None if move is None or move.kind == "newstack" else move.label
