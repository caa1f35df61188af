"""A deal as a planning problem: the one definition of the rules.

Columns and cells have no numbers here. A card knows what it lies on: its foundation, a cell, the base of a column,
one of the two cards that it may be put onto, or the card that the deal put it onto. Conditions can only ask for
values, so three things are stated a second time: what lies on a card (so that one can ask for an open card), how
many cells are free and how many columns are empty, and how far each foundation is.

A card that is alone in its column could move to another empty column. Nothing would change: there is no such action.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from copla.language.planning_problem import PlanningProblem, StateVariable, Structure, Value
from copla.models.freecell.board import SUITS, Card, Deal, deck, fits
from copla.models.freecell.heuristics import declare

FOUNDATION, CELL, BASE = "foundation", "cell", "column"
OPEN, CLOSED = "open", "closed"


def problem_of(deal: Deal) -> PlanningProblem:
    """The deal as a planning problem; every action moves one card and costs 1.

    >>> problem_of(Deal((tuple(deck(1)),), cells=())).variables[0].domain
    ('foundation', 'cell', 'column')
    """
    problem = PlanningProblem(f"freecell, {deal.ranks} ranks")
    layout = _Layout.of(deal)
    variables = _declare_variables(problem, deal, layout)
    for card in deck(deal.ranks):
        if card.value > deal.foundation(card.suit):
            _declare_moves(problem, variables, layout, card)
    problem.set_goal({variables.foundations[suit]: deal.ranks for suit in SUITS})
    declare(problem, deal)
    problem.structure = structure(deal)
    return problem


def structure(deal: Deal) -> Structure:
    """The table as plain data, for an engine with a FreeCell kernel of its own.

    >>> structure(Deal((tuple(deck(1)),), cells=(None,))).data["stacks"]
    [['S1', 'H1', 'D1', 'C1']]
    """
    data = {
        "ranks": deal.ranks,
        "stacks": [[str(card) for card in stack] for stack in deal.stacks],
        "cells": len(deal.cells),
        "held": [str(card) for card in deal.held],
        "foundations": list(deal.foundations),
    }
    return Structure("freecell", data)


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where the cards begin, and what each may ever lie on."""

    beneath: dict[Card, Card]
    above: dict[Card, Card]
    parents: dict[Card, tuple[Card, ...]]

    @staticmethod
    def of(deal: Deal) -> _Layout:
        beneath = {card: below for stack in deal.stacks for below, card in pairwise(stack)}
        cards = deck(deal.ranks)
        parents = {}
        for card in cards:
            legal = [below for below in cards if fits(card, below)]
            dealt = [beneath[card]] if card in beneath and beneath[card] not in legal else []
            parents[card] = (*legal, *dealt)
        return _Layout(beneath, {below: card for card, below in beneath.items()}, parents)


@dataclass(frozen=True, slots=True)
class _Variables:
    place: dict[Card, StateVariable]
    top: dict[Card, StateVariable]
    foundations: dict[str, StateVariable]
    free_cells: StateVariable
    empty_columns: StateVariable


def _declare_variables(problem: PlanningProblem, deal: Deal, layout: _Layout) -> _Variables:
    cards = deck(deal.ranks)
    place, top = {}, {}
    in_columns = {card for stack in deal.stacks for card in stack}
    for card in cards:
        if card in layout.beneath:
            start = on(layout.beneath[card])
        elif card in in_columns:
            start = BASE
        else:
            start = CELL if card in deal.held else FOUNDATION
        place[card] = problem.variable(
            f"place of {card}", [FOUNDATION, CELL, BASE, *map(on, layout.parents[card])], start
        )
    for card in cards:
        children = [child for child in cards if card in layout.parents[child]]
        uncovered = OPEN if card in in_columns else CLOSED
        start = under(layout.above[card]) if card in layout.above else uncovered
        top[card] = problem.variable(f"top of {card}", [CLOSED, OPEN, *map(under, children)], start)
    foundations = {
        suit: problem.variable(f"foundation {suit}", range(deal.ranks + 1), deal.foundation(suit)) for suit in SUITS
    }
    free = problem.variable("free cells", range(len(deal.cells) + 1), deal.cells.count(None))
    empty = problem.variable("empty columns", range(len(deal.stacks) + 1), deal.stacks.count(()))
    return _Variables(place, top, foundations, free, empty)


def on(card: Card) -> str:
    """The value of a card's place when it lies on this card."""
    return f"on {card}"


def under(card: Card) -> str:
    """The value of a card's top when this card lies on it."""
    return f"under {card}"


Facts = dict[StateVariable, Value]
Change = tuple[Facts, Facts]
"""What must hold before, and what holds after."""


def _declare_moves(problem: PlanningProblem, variables: _Variables, layout: _Layout, card: Card) -> None:
    """All moves of one card: every way to take it away joined with every way to put it down elsewhere."""
    targets = list(_ways_to_put(variables, layout, card))
    for place, taken_before, taken_after in _ways_to_take(variables, layout, card):
        for label, target, put_before, put_after in targets:
            if target == place:
                continue
            before = {**put_before, **taken_before}
            after = {**taken_after, **put_after}
            changed = {variable: value for variable, value in after.items() if before[variable] != value}
            problem.action(label, before, changed)


def _ways_to_take(variables: _Variables, layout: _Layout, card: Card) -> Iterator[tuple[str, Facts, Facts]]:
    """For each place of the card, what must hold and what is left behind."""
    place, top = variables.place[card], variables.top[card]
    for before, after in _rising(variables.free_cells):
        yield CELL, {place: CELL, top: CLOSED, **before}, after
    for before, after in _rising(variables.empty_columns):
        yield BASE, {place: BASE, top: OPEN, **before}, after
    for parent in layout.parents[card]:
        its_top = variables.top[parent]
        yield on(parent), {place: on(parent), top: OPEN, its_top: under(card)}, {its_top: OPEN}


def _ways_to_put(variables: _Variables, layout: _Layout, card: Card) -> Iterator[tuple[str, str, Facts, Facts]]:
    """For each new place of the card its label, what must hold and what holds then."""
    place, top = variables.place[card], variables.top[card]
    foundation = variables.foundations[card.suit]
    yield (
        f"foundation {card}",
        FOUNDATION,
        {foundation: card.value - 1},
        {foundation: card.value, place: FOUNDATION, top: CLOSED},
    )
    for parent in layout.parents[card]:
        if fits(card, parent):
            its_top = variables.top[parent]
            after: Facts = {its_top: under(card), place: on(parent), top: OPEN}
            yield f"stack {card} {parent}", on(parent), {its_top: OPEN}, after
    for before, after in _rising(variables.free_cells):
        yield f"freecell {card}", CELL, after, {**before, place: CELL, top: CLOSED}
    for before, after in _rising(variables.empty_columns):
        yield f"newstack {card}", BASE, after, {**before, place: BASE, top: OPEN}


def _rising(counter: StateVariable) -> Iterator[Change]:
    """Each step of a counter upwards; turned round it is one downwards."""
    for number in range(len(counter.domain) - 1):
        yield {counter: number}, {counter: number + 1}
