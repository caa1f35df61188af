"""The picture that copla draws of a deal, read back: cells and foundations on top, then the columns.

a    b      ♠    ♥    ♦    ♣
·   Q♥      A♠   ·    ·    ·

1    2    3
K♦   2♠    ·
"""

from __future__ import annotations

import re

from copla.ground.text import Line
from copla.models.freecell.board import NAMES, SUITS, SYMBOLS

FIELD = 5
_EMPTY = "·"
_SUITS = {symbol: suit for suit, symbol in SYMBOLS.items()}
_VALUES = {name: value for value, name in NAMES.items()}
_TITLE = re.compile(r"[ a-h]*" + " +".join(SYMBOLS[suit] for suit in SUITS) + " *")


def looks_like(lines: list[Line]) -> bool:
    return _TITLE.fullmatch(lines[0].text) is not None


def as_board(lines: list[Line]) -> list[Line]:
    """The same deal as lines of the ordinary form; FormatError where the picture is none."""
    title, *rest = lines
    cells = len(title.text.split()) - len(SUITS)
    if len(rest) < 3:
        raise lines[-1].error(len(lines[-1].text), "found the end, expected the cells and the columns of a picture")
    top, numbers, *rows = rest
    held = [_card(top, FIELD * at) or "-" for at in range(cells)]
    start = FIELD * cells + (2 if cells else 0)
    reached = [_card(top, start + FIELD * at) for at in range(len(SUITS))]
    count = len(numbers.text.split())
    if numbers.text.split() != [str(number) for number in range(1, count + 1)]:
        raise numbers.error(numbers.indent, "found no line '1 2 3 ...', expected the numbers of the columns")
    in_cells = " ".join(held) if any(card != "-" for card in held) else str(cells)
    found = [Line(top.number, f"cells: {in_cells}", top.source)]
    if any(reached):
        for suit, card in zip(SUITS, reached, strict=True):
            if card and card[0] != suit:
                raise top.error(start, f"found {card} on the foundation {SYMBOLS[suit]}, expected its own suit")
        values = " ".join(f"{suit}{card[1:] if card else 0}" for suit, card in zip(SUITS, reached, strict=True))
        found.append(Line(top.number, f"foundations: {values}", top.source))
    for column in range(count):
        cards = [card for row in rows if (card := _card(row, FIELD * column))]
        found.append(Line(numbers.number, " ".join(cards) or "-", numbers.source))
    for row in rows:
        if len(row.text) > FIELD * count:
            raise row.error(FIELD * count, f"found a card behind column {count}, expected none")
    return found


def _card(line: Line, start: int) -> str | None:
    """The card of one field in the ordinary notation; None where there is none."""
    word = line.text[start : start + FIELD].strip(" []")
    if word in ("", _EMPTY):
        return None
    suit, value = _SUITS.get(word[-1]), word[:-1]
    number = _VALUES.get(value) or (int(value) if re.fullmatch("[2-9]|10", value) else None)
    if suit is None or number is None:
        raise line.error(start, f"found {word!r}, expected a card such as K♠, or {_EMPTY}")
    return f"{suit}{number}"
