"""Random FreeCell tables: along random walks, the kernel's moves must be those of the declarative model.

Run ``python benchmarks/freecell_walks.py`` (2,000 tables, about 15 CPU seconds). The tests do the same with fewer.
"""

from __future__ import annotations

import argparse
import random

from copla.backends.native import _engine, freecell
from copla.models.freecell.deal import deal_out, deck
from copla.models.freecell.model import state, structure


def walk(seed: int, steps: int) -> int:
    """Walks on one table, and returns how many positions were compared."""
    chance = random.Random(seed)
    ranks = chance.choice((3, 4)) if seed % 50 == 0 else chance.randint(1, 2)
    cards = deck(ranks)
    chance.shuffle(cards)
    deal = deal_out(cards, chance.randint(1, 10), chance.randint(0, 8))
    problem, kernel = state(deal), _engine.FreecellWalk(freecell.board(structure(deal).data))
    now = problem.initial_state
    for count in range(1, steps + 1):
        open_to = {action.label: action.apply(now) for action in problem.actions if action.applicable(now)}
        if sorted(kernel.moves()) != sorted(open_to):
            raise SystemExit(f"seed {seed}: the kernel has {sorted(kernel.moves())}, the model {sorted(open_to)}")
        if not open_to:
            return count
        label = chance.choice(sorted(open_to))
        kernel.make(label)
        now = open_to[label]
    return steps


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=2000)
    parser.add_argument("--steps", type=int, default=4)
    given = parser.parse_args()
    compared = sum(walk(seed, given.steps) for seed in range(given.tables))
    print(f"{given.tables:,} tables, {compared:,} positions: the moves are the same")


if __name__ == "__main__":
    main()
