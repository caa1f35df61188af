"""New deals: a shuffled deck, dealt to the stacks in turn; on request only one that a search has solved."""

from __future__ import annotations

import random

from copla.ground.errors import LimitError, ModelError
from copla.ground.limits import Watch
from copla.models.freecell.board import Deal, deal_out, deck
from copla.models.freecell.model import problem_of
from copla.running.solving import solve

_ATTEMPTS = 40


def generate(ranks: int, stacks: int, cells: int, solvable: bool, seed: int, watch: Watch) -> tuple[Deal, int | None]:
    """A deal, and the length of a solution if it had to be solvable.

    >>> deal, length = generate(1, 2, 0, solvable=True, seed=1, watch=Watch())
    >>> deal.ranks, length
    (1, 4)
    """
    watch.begin()
    chance = random.Random(seed)
    for _ in range(_ATTEMPTS):
        cards = deck(ranks)
        chance.shuffle(cards)
        deal = deal_out(cards, stacks, cells)
        if not solvable:
            return deal, None
        length = _solution_length(deal, watch)
        if length is not None:
            return deal, length
    raise ModelError(
        f"no solvable deal with {ranks} ranks, {stacks} stacks and {cells} cells in {_ATTEMPTS} attempts: "
        "try more cells, more stacks or another seed"
    )


def _solution_length(deal: Deal, watch: Watch) -> int | None:
    """The length of some solution; None if it is proven that there is none."""
    options = {"algorithm": "greedy", "heuristic": "disorder"}
    result = solve(problem_of(deal), "search", options=options, watch=watch.again(watch.limits))
    if result.solutions:
        return result.best.length
    if not result.status.finished:
        raise LimitError("the limits were reached before a solvable deal was found", result.status)
    return None
