"""The heuristics: lower bounds, and one better guide, for the number of moves that a deal still needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from math import prod

from copla.language.heuristics import Function, Heuristic, PatternTable, Sum
from copla.language.planning_problem import PlanningProblem
from copla.models.freecell.board import SUITS, Deal, deck, fits

LARGEST_TABLE = 5000
"""Entries of a table; a longer run of cards is left out of the estimate."""

UNSEEN = 99
"""Above every value: no card of the suit lies beneath."""


def declare(problem: PlanningProblem, deal: Deal) -> None:
    """Declare the heuristics of a problem that states this deal; the first one is the default."""
    own = "cards left, and one more for each card above a lower card of its suit in its column"
    any_suit = "cards left, and one more for each card above a lower one of any suit: for greedy search"
    known: tuple[tuple[str, Callable[[PlanningProblem, Deal], Heuristic], bool, str], ...] = (
        ("blocked", blocked, True, own),
        ("buried", buried, True, "like blocked, but only for cards that still lie where they were dealt; tables only"),
        ("cards-left", cards_left, True, "the cards that are not on the foundations"),
        ("disorder", disorder, False, any_suit),
    )
    for name, make, consistent, summary in known:
        build = partial(make, problem, deal)
        problem.heuristic(name, build, admissible=consistent, consistent=consistent, summary=summary)


def cards_left(problem: PlanningProblem, deal: Deal) -> Sum:
    """Every card needs a move to its foundation."""
    return Sum(tuple(_foundation_tables(problem, deal)))


def buried(problem: PlanningProblem, deal: Deal) -> Sum:
    """Cards left, and the cards that lie where they were dealt above a lower card of their suit.

    Such a card must leave its column before the lower card can be freed, and needs another move later. A card on a
    card that it fits may have been put there in play, on any column; it lies where it was dealt if the run of fitting
    cards beneath it does, down to the first one that could only have been dealt.
    """
    tables = _foundation_tables(problem, deal)
    for stack in deal.stacks:
        for height, card in enumerate(stack):
            if not any(other.suit == card.suit and other.value < card.value for other in stack[:height]):
                continue
            bottom = height
            while fits(stack[bottom], stack[bottom - 1]):
                bottom -= 1
            run = [problem[f"place of {member}"] for member in stack[bottom : height + 1]]
            sizes = tuple(len(variable.domain) for variable in run)
            dealt = tuple(variable.initial for variable in run)
            if prod(sizes) <= LARGEST_TABLE:
                entries = [int(places == dealt) for places in product(*map(range, sizes))]
                tables.append(PatternTable(tuple(variable.index for variable in run), sizes, entries))
    return Sum(tuple(tables))


def blocked(problem: PlanningProblem, deal: Deal) -> Function:
    """Cards left, and the cards above a lower card of their suit in their column, wherever that is by now."""
    columns = _Columns(problem, deal)
    suits, values = columns.suits, columns.values

    def estimate(state: Sequence[int]) -> int:
        total = columns.cards_left(state)
        for column in columns.of(state):
            lowest = [UNSEEN] * len(SUITS)
            for card in column:
                if values[card] > lowest[suits[card]]:
                    total += 1
                else:
                    lowest[suits[card]] = values[card]
        return total

    return Function(estimate)


def disorder(problem: PlanningProblem, deal: Deal) -> Function:
    """Cards left, and the cards above a lower card of any suit: not a lower bound, but a good guide."""
    columns = _Columns(problem, deal)
    values = columns.values

    def estimate(state: Sequence[int]) -> int:
        total = columns.cards_left(state)
        for column in columns.of(state):
            lowest = UNSEEN
            for card in column:
                if values[card] > lowest:
                    total += 1
                else:
                    lowest = values[card]
        return total

    return Function(estimate)


class _Columns:
    """Reads the columns out of a state; cards are their places in the deck, as in the state."""

    def __init__(self, problem: PlanningProblem, deal: Deal) -> None:
        cards = deck(deal.ranks)
        number = {str(card): index for index, card in enumerate(cards)}
        self.suits = [SUITS.index(card.suit) for card in cards]
        self.values = [card.value for card in cards]
        self.size = len(cards)
        self.foundations = [problem[f"foundation {suit}"].index for suit in SUITS]
        self.base = problem[f"place of {cards[0]}"].domain.index("column")
        self.children = [
            [number.get(str(value).removeprefix("under "), -1) for value in problem[f"top of {card}"].domain]
            for card in cards
        ]

    def cards_left(self, state: Sequence[int]) -> int:
        return self.size - sum(state[foundation] for foundation in self.foundations)

    def of(self, state: Sequence[int]) -> list[list[int]]:
        found = []
        for card in range(self.size):
            if state[card] == self.base:
                column = []
                while card >= 0:
                    column.append(card)
                    card = self.children[card][state[self.size + card]]
                found.append(column)
        return found


def _foundation_tables(problem: PlanningProblem, deal: Deal) -> list[PatternTable]:
    foundations = [problem[f"foundation {suit}"].index for suit in SUITS]
    entries = range(deal.ranks, -1, -1)
    return [PatternTable((foundation,), (len(entries),), entries) for foundation in foundations]
