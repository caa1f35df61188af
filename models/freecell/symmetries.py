"""Deals with the same answer: suits of one colour exchanged, or the colours, and the columns in another order."""

from __future__ import annotations

import re
from dataclasses import replace

from copla.answers.result import Solution
from copla.models.freecell.board import SUITS, Card, Deal
from copla.plugins.puzzle import Symmetry

_EXCHANGES = {
    "the deal with spades and clubs exchanged": "CHDS",
    "the deal with hearts and diamonds exchanged": "SDHC",
    "the deal with the colours exchanged": "HSCD",
}
"""What becomes of each suit, in the order of SUITS."""


def symmetries(deal: Deal) -> list[Symmetry]:
    """What can be done to a deal without changing how many moves it needs.

    >>> from copla.models.freecell.board import deal_out, deck
    >>> [str(one.instance.stacks[0][0]) for one in symmetries(deal_out(deck(1), 2))]
    ['C1', 'S1', 'H1', 'H1']
    """
    columns = replace(deal, stacks=deal.stacks[::-1])
    return [
        *(_exchanged(words, deal, becomes) for words, becomes in _EXCHANGES.items()),
        Symmetry("the deal with its columns in reverse", columns, lambda solution: solution),
    ]


def _exchanged(words: str, deal: Deal, becomes: str) -> Symmetry:
    suits = dict(zip(SUITS, becomes, strict=True))
    was = {new: old for old, new in suits.items()}
    changed = Deal(
        tuple(tuple(Card(suits[card.suit], card.value) for card in stack) for stack in deal.stacks),
        tuple(card and Card(suits[card.suit], card.value) for card in deal.cells),
        tuple(deal.foundation(was[suit]) for suit in SUITS),
    )

    def back(solution: Solution) -> Solution:
        moves = (re.sub(f"\\b([{SUITS}])(?=\\d)", lambda m: was[m[1]], label) for label in solution.moves or ())
        return replace(solution, moves=tuple(moves))

    return Symmetry(words, changed, back)
