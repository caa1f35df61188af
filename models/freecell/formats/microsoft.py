"""The numbered deals of Microsoft's FreeCell, with the larger numbers that PySolFC and Freecell Solver know.

Numbers below 2^31 take 15 bits of each pseudo-random number, those below 2^32 set the sixteenth bit, and the
rest take 16 bits of a generator that starts 2^32 lower, plus one.
"""

from __future__ import annotations

from copla.models.freecell.board import Card, Deal, deal_out

LARGEST_NUMBER = 2**33 - 1


def microsoft_deal(number: int) -> Deal:
    """The deal with this number, from 1 to LARGEST_NUMBER.

    >>> [str(stack[0]) for stack in microsoft_deal(1).stacks]
    ['D11', 'D2', 'H9', 'C11', 'D5', 'H7', 'C7', 'H5']
    """
    cards = [Card(suit, value) for value in range(1, 14) for suit in "CDHS"]
    state = number % 2**32
    dealt = []
    for left in range(52, 0, -1):
        state = (214013 * state + 2531011) % 2**32
        if number < 2**31:
            random = state >> 16 & 0x7FFF
        elif number < 2**32:
            random = state >> 16 | 0x8000
        else:
            random = (state >> 16) + 1
        chosen = random % left
        dealt.append(cards[chosen])
        cards[chosen] = cards[left - 1]
    return deal_out(dealt, 8)
