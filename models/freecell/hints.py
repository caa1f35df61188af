"""The next move of a plan, and the first later move that needs what it brought about."""

from __future__ import annotations

from collections.abc import Sequence

from copla.answers.result import Solution
from copla.ground.limits import Watch
from copla.models.freecell.board import Card, Deal
from copla.models.freecell.model import problem_of
from copla.models.freecell.replay import CELL, COLUMN, FOUNDATION, Place, Step, replay, top
from copla.plugins.puzzle import Hint
from copla.running.plan_hints import Advice, in_time, next_move


def hint(deal: Deal, watch: Watch, so_far: Solution | None = None) -> Hint:
    """The next move after those that were made.

    >>> found = hint(Deal(((Card("S", 1), Card("H", 2)), (Card("H", 1), Card("S", 2)), (Card("D", 1),), (Card("C", 1),),
    ...     (Card("D", 2),), (Card("C", 2),))), Watch())
    >>> found.move, found.optimal
    ('A♦ from column 3 to its foundation', True)
    """
    made = replay(deal, so_far or Solution())
    here = made[-1].after if made else deal

    def advise(plan: Solution) -> Advice:
        steps = replay(here, plan)
        return Advice(steps[0].words, 1, purpose(steps), len(steps))

    return next_move(problem_of(here), watch, advise)


def purpose(steps: Sequence[Step]) -> str:
    """What the first move is for: the first later move that it made possible."""
    first = steps[0]
    card = first.move.card
    below, follower = top(first.after, first.source), Card(card.suit, card.value + 1)
    for number, step in enumerate(steps[1:], 1):
        when = in_time(number)
        if below is not None and step.move.card == below:
            return f"so that {below.face}, the card below it, can go {_way(step)} {when}"
        if below is not None and step.move.onto == below:
            return f"so that {step.move.card.face} can be put onto {below.face}, the card below it, {when}"
        if first.target.kind == FOUNDATION and step.target.kind == FOUNDATION and step.move.card == follower:
            return f"so that {step.move.card.face} can follow it {when}"
        if step.move.onto == card:
            return f"so that {step.move.card.face} can be put onto it {when}"
        if below is None and step.target == first.source:
            return f"{_emptied(first.source)} then, for {step.move.card.face}, which goes there {when}"
        if step.move.card == card:
            return f"it goes {_way(step)} {when}"
    if first.target.kind == FOUNDATION:
        return "a card that is on its foundation is done with"
    return f"{_emptied(first.source)} then"


def _way(step: Step) -> str:
    if step.target.kind == FOUNDATION:
        return "to its foundation"
    if step.target.kind == CELL:
        return "to a cell"
    return f"onto {step.move.onto.face}" if step.move.onto else "to an empty column"


def _emptied(place: Place) -> str:
    return f"{place} is {'empty' if place.kind == COLUMN else 'free'}"
