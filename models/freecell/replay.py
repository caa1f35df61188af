"""The states of a plan on a real table: the model knows no columns and cells by number, people do.

A card goes to the first cell that is free and to the first column that is empty.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from copla.answers.result import Solution
from copla.ground.errors import ModelError
from copla.models.freecell.board import SUITS, Card, Deal, fits

COLUMN, CELL, FOUNDATION = "column", "cell", "foundation"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a card can be: a column or a cell by number from 0, or its foundation."""

    kind: str
    number: int = 0

    def __str__(self) -> str:
        match self.kind:
            case "column":
                return f"column {self.number + 1}"
            case "cell":
                return f"cell {cell_letter(self.number)}"
        return "its foundation"


@dataclass(frozen=True, slots=True)
class Move:
    """A move as the model labels it: ``freecell C2``, ``stack S3 H4``, ``newstack C2`` or ``foundation D1``."""

    kind: str
    card: Card
    onto: Card | None = None

    @property
    def label(self) -> str:
        return f"{self.kind} {self.card}" + (f" {self.onto}" if self.onto else "")


@dataclass(frozen=True, slots=True)
class Step:
    """A move that was made: from where, to where, and the position after it."""

    move: Move
    source: Place
    target: Place
    after: Deal

    @property
    def words(self) -> str:
        """For people: ``3♠ from column 3 onto 4♥ in column 1``."""
        way = f"onto {self.move.onto.face} in" if self.move.onto else "to"
        empty = "the empty " if self.move.kind == "newstack" else ""
        return f"{self.move.card.face} from {self.source} {way} {empty}{self.target}"

    @property
    def is_idle(self) -> bool:
        """A card alone in its column went to another empty one: to the model nothing happened."""
        return self.move.kind == "newstack" and self.source.kind == COLUMN and not self.after.stacks[self.source.number]


def cell_letter(number: int) -> str:
    """The name of a cell, from a.

    >>> cell_letter(1)
    'b'
    """
    return "abcdefgh"[number]


def read_label(label: str) -> Move | None:
    """The move that a label means, if it is one.

    >>> read_label("stack S3 H4").onto
    Card(suit='H', value=4)
    """
    found = re.fullmatch(r"(freecell|newstack|foundation|stack) ([SHDC])([0-9]{1,2})(?: ([SHDC])([0-9]{1,2}))?", label)
    if found is None or (found[1] == "stack") != (found[4] is not None):
        return None
    onto = Card(found[4], int(found[5])) if found[4] else None
    return Move(found[1], Card(found[2], int(found[3])), onto)


def replay(deal: Deal, solution: Solution) -> list[Step]:
    """The steps of a plan; ModelError at the first one that the rules do not allow.

    >>> deal = Deal(((Card("H", 1),), (Card("S", 1),)))
    >>> [step.words for step in replay(deal, Solution(moves=("freecell S1", "foundation S1")))]
    ['A♠ from column 2 to cell a', 'A♠ from cell a to its foundation']
    """
    steps: list[Step] = []
    for number, label in enumerate(solution.moves or (), 1):
        step = make_move(deal, label)
        if step is None:
            raise ModelError(f"step {number}, {label}: not possible here")
        steps.append(step)
        deal = step.after
    return steps


def make_move(deal: Deal, label: str) -> Step | None:
    """Make the move that a label means, or None if the rules do not allow it."""
    move = read_label(label)
    source = _find(deal, move.card) if move else None
    target = _target(deal, move) if move and source else None
    return move_card(deal, source, target) if source and target else None


def move_card(deal: Deal, source: Place, target: Place) -> Step | None:
    """Move the card at one place to another place, or None if the rules do not allow it."""
    move = move_between(deal, source, target)
    if move is None or not _is_allowed(deal, move, source, target):
        return None
    return Step(move, source, target, _put(_taken(deal, source), target, move.card))


def move_between(deal: Deal, source: Place, target: Place) -> Move | None:
    """The move that takes the card at one place to another, allowed or not; None if there is no card to take.

    >>> deal = Deal(((Card("H", 4),), (Card("S", 3),)))
    >>> move_between(deal, Place(COLUMN, 1), Place(COLUMN, 0)).label
    'stack S3 H4'
    """
    card = top(deal, source)
    if card is None or source == target:
        return None
    match target.kind:
        case "column":
            onto = top(deal, target)
            return Move("stack", card, onto) if onto else Move("newstack", card)
        case "cell":
            return Move("freecell", card)
    return Move("foundation", card)


def _is_allowed(deal: Deal, move: Move, source: Place, target: Place) -> bool:
    match target.kind:
        case "column":
            return move.onto is None or fits(move.card, move.onto)
        case "cell":  # from one cell to another is no move: cells have no order
            return source.kind != CELL and deal.cells[target.number] is None
    return deal.foundation(move.card.suit) == move.card.value - 1


def _find(deal: Deal, card: Card) -> Place | None:
    """Where a card can be taken from, or None if it cannot move."""
    for number, stack in enumerate(deal.stacks):
        if stack and stack[-1] == card:
            return Place(COLUMN, number)
    return Place(CELL, deal.cells.index(card)) if card in deal.cells else None


def top(deal: Deal, place: Place) -> Card | None:
    """The card that can be taken from a place; none from a foundation."""
    if place.kind == COLUMN:
        return deal.stacks[place.number][-1] if deal.stacks[place.number] else None
    return deal.cells[place.number] if place.kind == CELL else None


def _target(deal: Deal, move: Move) -> Place | None:
    match move.kind:
        case "freecell":
            return Place(CELL, deal.cells.index(None)) if None in deal.cells else None
        case "newstack":
            return Place(COLUMN, deal.stacks.index(())) if () in deal.stacks else None
        case "stack":
            below = _find(deal, move.onto) if move.onto else None
            return below if below and below.kind == COLUMN else None
    return Place(FOUNDATION)


def _taken(deal: Deal, place: Place) -> Deal:
    if place.kind == COLUMN:
        return _with_stack(deal, place.number, deal.stacks[place.number][:-1])
    return _with_cell(deal, place.number, None)


def _put(deal: Deal, place: Place, card: Card) -> Deal:
    match place.kind:
        case "column":
            return _with_stack(deal, place.number, (*deal.stacks[place.number], card))
        case "cell":
            return _with_cell(deal, place.number, card)
    reached = zip(SUITS, deal.foundations, strict=True)
    return replace(deal, foundations=tuple(value + (suit == card.suit) for suit, value in reached))


def _with_stack(deal: Deal, number: int, stack: tuple[Card, ...]) -> Deal:
    return replace(deal, stacks=(*deal.stacks[:number], stack, *deal.stacks[number + 1 :]))


def _with_cell(deal: Deal, number: int, card: Card | None) -> Deal:
    return replace(deal, cells=(*deal.cells[:number], card, *deal.cells[number + 1 :]))
