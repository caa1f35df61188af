"""Counts the cards of a board that is being read: each one once, none forgotten."""

from __future__ import annotations

from copla.ground.text import Line, listed
from copla.models.freecell.board import MOST_RANKS, Card, deck
from copla.models.freecell.formats.cards import Notation

_MOST_NAMED = 3


class Inventory:
    """The cards that were read so far, with their places."""

    def __init__(self, notation: Notation) -> None:
        self.notation = notation
        self.foundations: dict[str, int] = {}
        self.places: dict[Card, list[tuple[Line, int]]] = {}
        self.count = 0

    def add(self, card: Card, line: Line, column: int) -> None:
        """Note a card; FormatError if there cannot be so many."""
        self.count += 1
        if self.count > 4 * MOST_RANKS + _MOST_NAMED:
            raise line.error(column, f"found more than {4 * MOST_RANKS} cards, expected each card once")
        self.places.setdefault(card, []).append((line, column))

    def check(self, last: Line) -> None:
        """FormatError unless every card up to the highest value is there exactly once."""
        ranks = max([card.value for card in self.places] + list(self.foundations.values()), default=0)
        if ranks == 0:
            raise last.error(len(last.text), "found no card, expected a deal with at least the four aces")
        for card, places in self.places.items():
            if card.value <= self.foundations.get(card.suit, 0):
                top = self.notation.write(Card(card.suit, self.foundations[card.suit]))
                message = f"found {self.notation.write(card)}, expected it only on its foundation, which reaches {top}"
                raise places[0][0].error(places[0][1], message)
        repeated = [card for card, places in self.places.items() if len(places) > 1]
        missing = [
            card for card in deck(ranks) if card not in self.places and card.value > self.foundations.get(card.suit, 0)
        ]
        if not repeated and not missing:
            return
        faults = [f"{self.notation.write(card)} {_times(len(self.places[card]))}" for card in repeated[:_MOST_NAMED]]
        if missing:
            faults.append("no " + self._named(missing))
        line, column = self.places[repeated[0]][1] if repeated else (last, len(last.text))
        values = f"{self.notation.rank(1)} to {self.notation.rank(ranks)}"
        raise line.error(column, f"found {listed(faults)}, expected every card from {values} once")

    def _named(self, cards: list[Card]) -> str:
        names = [self.notation.write(card) for card in cards[:_MOST_NAMED]]
        if len(cards) > _MOST_NAMED:
            return ", ".join(names) + f" and {len(cards) - _MOST_NAMED} more"
        return listed(names, "or")


def _times(count: int) -> str:
    return {2: "twice", 3: "three times"}.get(count, f"{count} times")
