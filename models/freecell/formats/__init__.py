"""The text formats of a deal, told apart by their content: a number, a picture, or stacks of cards in either notation.

A board is one line a stack, the bottom card first, and ``-`` for an empty stack (a leading ``:`` is Freecell
Solver's). Before the stacks there may be ``cells: 2`` or the cards in the cells, and ``foundations: S0 H2 D0 C1``.
Freecell Solver's words for them are ``Freecells:`` or ``FC:``, and ``Foundations: H-2 C-A`` or ``Founds:``.
"""

from __future__ import annotations

import re

from copla.ground.errors import FormatError, ModelError
from copla.ground.text import Line, read_lines, shortened
from copla.models.freecell.board import MOST_CELLS, MOST_STACKS, SUITS, USUAL_CELLS, Card, Deal
from copla.models.freecell.formats import picture
from copla.models.freecell.formats.cards import RANK_FIRST, SUIT_FIRST, Notation, notation_of, read_foundation
from copla.models.freecell.formats.inventory import Inventory
from copla.models.freecell.formats.microsoft import LARGEST_NUMBER, microsoft_deal

FORMS = ("copla", "fc-solve")
EMPTY = "-"
MOST_LINES = 1000

_HEADERS = {
    "cells": "cells",
    "freecells": "freecells",
    "fc": "freecells",
    "foundations": "foundations",
    "founds": "foundations",
}


def read(text: str, source: str) -> Deal:
    """A deal in any of the formats; FormatError names the place of what is wrong.

    >>> read("cells: 1\\nH1 S1\\nC1 D1", "example").stacks[0]
    (Card(suit='H', value=1), Card(suit='S', value=1))
    """
    length = text.count("\n")
    if length > MOST_LINES:
        raise FormatError(f"found {length} lines, expected a deal of at most {MOST_LINES} lines", source=source)
    lines = read_lines(text, source)
    if not lines:
        raise FormatError("found nothing, expected a deal: its stacks, or its number", source=source)
    if is_number(lines[0].text.strip()):
        return _read_number(lines)
    if picture.looks_like(lines):
        lines = picture.as_board(lines)
    return _BoardReader(lines).read()


def write(deal: Deal, form: str) -> str:
    """The deal in one of FORMS; ModelError if that form cannot hold it.

    >>> write(read("cells: 1\\nH1 S1\\nC1 D1", "example"), "copla")
    'cells: 1\\nH1 S1\\nC1 D1\\n'
    """
    match form:
        case "copla":
            return _write(deal, SUIT_FIRST, "cells", "foundations", "")
        case "fc-solve":
            if len(deal.cells) < USUAL_CELLS:
                raise ModelError(
                    f"the form fc-solve always has {USUAL_CELLS} or more free cells, this deal has {len(deal.cells)}"
                )
            return _write(deal, RANK_FIRST, "Freecells", "Foundations", "-")
    raise ModelError(f"there is no form {form!r} of a FreeCell deal, expected {' or '.join(FORMS)}")


def is_number(text: str) -> bool:
    """Whether a text is meant as the number of a deal.

    >>> is_number("617"), is_number("H1")
    (True, False)
    """
    return re.fullmatch("[0-9]+", text) is not None


def _read_number(lines: list[Line]) -> Deal:
    line = lines[0]
    if len(lines) > 1:
        raise lines[1].error(lines[1].indent, "found a second line, expected the number of a deal alone")
    digits = line.text.strip()
    if len(digits) > 10 or not 1 <= int(digits) <= LARGEST_NUMBER:
        raise line.error(line.indent, f"found the deal {shortened(digits, 12)}, expected 1 to {LARGEST_NUMBER}")
    return microsoft_deal(int(digits))


class _BoardReader:
    """Reads headers and stacks; the first card decides about the notation of all."""

    def __init__(self, lines: list[Line]) -> None:
        self.lines = lines
        self.notation = _notation(lines)
        self.inventory = Inventory(self.notation)
        self.cells: tuple[Card | None, ...] = (None,) * USUAL_CELLS
        self.seen: set[str] = set()
        self.stacks: list[tuple[Card, ...]] = []

    def read(self) -> Deal:
        for line in self.lines:
            key, colon, _ = line.text.partition(":")
            if colon and key.strip():
                self.read_header(line, key)
            else:
                self.read_stack(line)
        if not self.stacks:
            last = self.lines[-1]
            raise last.error(len(last.text), "found the end, expected the stacks after the header")
        self.inventory.check(self.lines[-1])
        foundations = tuple(self.inventory.foundations.get(suit, 0) for suit in SUITS)
        return Deal(tuple(self.stacks), self.cells, foundations)

    def read_header(self, line: Line, key: str) -> None:
        name = key.strip().lower()
        kind = _HEADERS.get(name)
        if kind is None:
            raise line.error(line.indent, f"found the header {shortened(key.strip())!r}, expected cells or foundations")
        if self.stacks:
            raise line.error(line.indent, f"found the header {name!r} behind a stack, expected it before the stacks")
        group = "foundations" if kind == "foundations" else "cells"
        if group in self.seen:
            raise line.error(line.indent, f"found the header {name!r} again, expected one line for the {group}")
        self.seen.add(group)
        start = len(key) + 1
        if kind == "foundations":
            self.read_foundations(line, start)
        else:
            self.read_cells(line, start, padded=kind == "freecells")

    def read_cells(self, line: Line, start: int, *, padded: bool) -> None:
        found = line.words(start)
        if len(found) == 1 and is_number(found[0][1]):
            column, digits = found[0]
            if len(digits) > 2 or int(digits) > MOST_CELLS:
                raise line.error(column, f"found {shortened(digits, 6)} cells, expected 0 to {MOST_CELLS}")
            self.cells = (None,) * int(digits)
            return
        if not found and not padded:
            raise line.error(len(line.text), "found the end, expected the number of cells or the cards in them")
        if len(found) > MOST_CELLS:
            raise line.error(found[MOST_CELLS][0], f"found more than {MOST_CELLS} cells, expected 0 to {MOST_CELLS}")
        if found and is_number(found[0][1]):
            column, word = found[1]
            raise line.error(column, f"found {shortened(word)!r}, expected the number of cells alone")
        if found and re.fullmatch("[-+][0-9]+|[a-z]{3,}", found[0][1]):
            expected = f"a number from 0 to {MOST_CELLS} or the cards in the cells"
            raise line.error(found[0][0], f"found {shortened(found[0][1])!r}, expected {expected}")
        cells = [None if word == EMPTY else self.read_card(line, column, word) for column, word in found]
        missing = USUAL_CELLS - len(cells) if padded else 0
        self.cells = (*cells, *[None] * missing)

    def read_foundations(self, line: Line, start: int) -> None:
        for column, word in line.words(start):
            suit, value = read_foundation(word, line, column)
            if suit in self.inventory.foundations:
                raise line.error(column, f"found the foundation {suit} again, expected each suit once")
            self.inventory.foundations[suit] = value
        if not self.inventory.foundations:
            raise line.error(len(line.text), "found the end, expected foundations such as S0 H2 D0 C1")

    def read_stack(self, line: Line) -> None:
        if len(self.stacks) == MOST_STACKS:
            raise line.error(line.indent, f"found more than {MOST_STACKS} stacks, expected 1 to {MOST_STACKS}")
        has_colon = line.text.lstrip().startswith(":")
        found = line.words(line.indent + 1 if has_colon else 0)
        if len(found) == 1 and found[0][1] == EMPTY:
            found = []
        self.stacks.append(tuple(self.read_card(line, column, word) for column, word in found))

    def read_card(self, line: Line, column: int, word: str) -> Card:
        if word == EMPTY:
            raise line.error(column, "found '-' among cards, expected it alone, for an empty stack")
        card = self.notation.read(word, line, column)
        self.inventory.add(card, line, column)
        return card


def _notation(lines: list[Line]) -> Notation:
    for line in lines:
        key, colon, _ = line.text.partition(":")
        for _, word in line.words(len(key) + 1 if colon else 0):
            found = notation_of(word)
            if found is not None and key.strip().lower() not in ("foundations", "founds"):
                return found
    return SUIT_FIRST


def _write(deal: Deal, notation: Notation, cells: str, foundations: str, dash: str) -> str:
    lines = []
    if any(deal.foundations):
        reached = zip(SUITS, deal.foundations, strict=True)
        lines.append(f"{foundations}: " + " ".join(f"{suit}{dash}{value}" for suit, value in reached))
    if deal.held or (len(deal.cells) != USUAL_CELLS and dash):
        held = [notation.write(card) if card else EMPTY for card in deal.cells]
        lines.append(f"{cells}: " + " ".join(held))
    elif len(deal.cells) != USUAL_CELLS:
        lines.append(f"{cells}: {len(deal.cells)}")
    colon = ": " if dash and (lines or () in deal.stacks) else ""
    for stack in deal.stacks:
        row = " ".join(map(notation.write, stack)) or ("" if colon else EMPTY)
        lines.append((colon + row).rstrip())
    return "\n".join(lines) + "\n"
