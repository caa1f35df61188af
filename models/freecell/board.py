"""Cards and deals of FreeCell: what lies in the columns, in the free cells and on the foundations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

SUITS = "SHDC"
RED = "HD"
SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
NAMES = {1: "A", 11: "J", 12: "Q", 13: "K"}
MOST_RANKS = 13
MOST_STACKS = 10
MOST_CELLS = 8
USUAL_STACKS = 8
USUAL_CELLS = 4


class Card(NamedTuple):
    """A card: its suit's letter and its value from 1, the ace.

    >>> str(Card("H", 10))
    'H10'
    """

    suit: str
    value: int

    def __str__(self) -> str:
        return f"{self.suit}{self.value}"

    @property
    def is_red(self) -> bool:
        return self.suit in RED

    @property
    def face(self) -> str:
        """What is printed on the card, for people.

        >>> Card("H", 12).face
        'Q♥'
        """
        return f"{NAMES.get(self.value, self.value)}{SYMBOLS[self.suit]}"


@dataclass(frozen=True, slots=True)
class Deal:
    """A position of FreeCell: stacks with the bottom card first, cells (None: free), foundations in the order of SUITS.

    A foundation is the value of its highest card, 0 if it is empty.
    """

    stacks: tuple[tuple[Card, ...], ...]
    cells: tuple[Card | None, ...] = (None,) * USUAL_CELLS
    foundations: tuple[int, ...] = (0, 0, 0, 0)

    @property
    def ranks(self) -> int:
        """N: the deck is the values 1 to N of each suit."""
        return (sum(map(len, self.stacks)) + len(self.held) + sum(self.foundations)) // len(SUITS)

    @property
    def held(self) -> tuple[Card, ...]:
        """The cards in the free cells."""
        return tuple(card for card in self.cells if card is not None)

    def foundation(self, suit: str) -> int:
        return self.foundations[SUITS.index(suit)]


def deck(ranks: int) -> list[Card]:
    """All cards, suit by suit.

    >>> [str(card) for card in deck(1)]
    ['S1', 'H1', 'D1', 'C1']
    """
    return [Card(suit, value) for suit in SUITS for value in range(1, ranks + 1)]


def fits(card: Card, below: Card) -> bool:
    """Whether a card may be put onto another one in a column: the other colour, one lower.

    >>> fits(Card("S", 3), Card("H", 4)), fits(Card("S", 3), Card("C", 4))
    (True, False)
    """
    return card.is_red != below.is_red and card.value + 1 == below.value


def deal_out(cards: list[Card], stacks: int, cells: int = USUAL_CELLS) -> Deal:
    """Deal cards to the stacks in turn.

    >>> [len(stack) for stack in deal_out(deck(2), 3).stacks]
    [3, 3, 2]
    """
    return Deal(tuple(tuple(cards[i::stacks]) for i in range(stacks)), (None,) * cells)
