"""The two ways to write a card: ``H10`` (suit, then value) and ``TH`` or ``10H`` (rank, then suit)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from copla.ground.text import Line, shortened
from copla.models.freecell.board import MOST_RANKS, SUITS, Card

RANKS = "A23456789TJQK"
_SUIT_FIRST = re.compile(r"([SHDC])([0-9]+)", re.ASCII)
_RANK_FIRST = re.compile(r"([0-9]+|[A-Z])([SHDC])", re.ASCII)


@dataclass(frozen=True, slots=True)
class Notation:
    """One of the two, with an example for error messages."""

    suit_first: bool
    example: str

    def write(self, card: Card) -> str:
        rank = self.rank(card.value)
        return card.suit + rank if self.suit_first else rank + card.suit

    def rank(self, value: int) -> str:
        return str(value) if self.suit_first else RANKS[value - 1]

    def read(self, word: str, line: Line, column: int) -> Card:
        """The card that a word names; FormatError with the reason if it names none."""
        upper = word.upper() if word.isascii() else word
        mine, others = (_SUIT_FIRST, _RANK_FIRST) if self.suit_first else (_RANK_FIRST, _SUIT_FIRST)
        found = mine.fullmatch(upper)
        if found is None:
            order = "suit and value" if self.suit_first else "rank and suit"
            hint = f"{order} as in {self.example}" if others.fullmatch(upper) else f"a card such as {self.example}"
            raise line.error(column, f"found {_shown(word, upper)}, expected {_wish(upper) or hint}")
        suit, rank = (found[1], found[2]) if self.suit_first else (found[2], found[1])
        return Card(suit, _value(rank, line, column if not self.suit_first else column + 1))


SUIT_FIRST = Notation(True, "H10")
RANK_FIRST = Notation(False, "TH")


def notation_of(word: str) -> Notation | None:
    """Which notation a word belongs to, if it looks like a card at all.

    >>> notation_of("C10") is SUIT_FIRST, notation_of("10C") is RANK_FIRST
    (True, True)
    """
    upper = word.upper() if word.isascii() else word
    if _SUIT_FIRST.fullmatch(upper):
        return SUIT_FIRST
    return RANK_FIRST if _RANK_FIRST.fullmatch(upper) else None


def read_foundation(word: str, line: Line, column: int) -> tuple[str, int]:
    """A foundation: ``S3``, or ``S-3`` with a rank's letter or number; 0 if it is empty.

    >>> read_foundation("H-Q", Line(1, "H-Q", "example"), 0)
    ('H', 12)
    """
    found = re.fullmatch(r"([SHDC])-?([0-9]+|[A-Z])", word.upper() if word.isascii() else word, re.ASCII)
    if found is None:
        raise line.error(column, f"found {shortened(word)!r}, expected a suit and a value such as H3 or H-0")
    value = 0 if found[2].strip("0") == "" else _value(found[2], line, column + found.start(2))
    return found[1], value


def _shown(word: str, upper: str) -> str:
    """A word that is no card, with what is wrong about it where that is clear."""
    if re.fullmatch("[0-9]+", upper):
        return f"the value {shortened(word, 6)} without a suit"
    if upper in SUITS:
        return f"the suit {word} without a value"
    if re.fullmatch("[SHDC][A-Z]", upper):
        return f"the value {word[1]!r}"
    if re.fullmatch("[A-Z][0-9]+|[0-9]+[A-Z]", upper) and notation_of(word) is None:
        return f"the suit {word.strip('0123456789')!r}"
    return repr(shortened(word))


def _wish(upper: str) -> str | None:
    """What would be right instead, where a card as an example says too little."""
    if "," in upper:
        return "cards separated by spaces"
    if re.fullmatch("[A-Z][0-9]+|[0-9]+[A-Z]", upper) and notation_of(upper) is None:
        return "S, H, D or C"
    if re.fullmatch("[SHDC][A-Z]", upper):
        return f"a number from 1 to {MOST_RANKS}"
    if re.fullmatch("([SHDC][0-9]+){2,}|([0-9TJQKA]+[SHDC]){2,}", upper):
        return "a space between two cards"
    return None


def _value(rank: str, line: Line, column: int) -> int:
    if rank in RANKS and not rank.isdigit():
        return RANKS.index(rank) + 1
    if not rank.isdigit():
        raise line.error(column, f"found the rank {rank!r}, expected A, 2 to 9, T, J, Q or K")
    if rank.startswith("0") or len(rank) > 2 or int(rank) > MOST_RANKS:
        raise line.error(column, f"found the value {shortened(rank, 6)}, expected 1 to {MOST_RANKS}")
    return int(rank)
