"""Random FreeCell tables: along random walks, the kernel's moves must be those of the declarative model.

Run ``python benchmarks/freecell_walks.py`` (2,000 tables, about 15 CPU seconds). The tests do the same with fewer.
With ``--answers 500`` so many of the tables are solved, too, and the shortest answers must be as long as those of the
backends search and fast-downward, where these finish within a second.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter

import copla
from copla.backends.native import freecell
from copla.backends.native.engine import _engine
from copla.models.freecell.board import Deal, deal_out, deck
from copla.models.freecell.model import problem_of, structure


def random_table(chance: random.Random, ranks: int) -> Deal:
    cards = deck(ranks)
    chance.shuffle(cards)
    return deal_out(cards, chance.randint(1, 10), chance.randint(0, 8))


def walk(seed: int, steps: int) -> int:
    """Walks on one table, and returns how many positions were compared."""
    chance = random.Random(seed)
    deal = random_table(chance, chance.choice((3, 4)) if seed % 50 == 0 else chance.randint(1, 2))
    problem, kernel = problem_of(deal), _engine.FreecellWalk(freecell.board(structure(deal).data))
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


def answers(seed: int) -> dict[str, int]:
    """Solves one table, and returns which of the other backends have given the same answer."""
    chance = random.Random(seed)
    problem = problem_of(random_table(chance, chance.choice((1, 2, 2, 3, 3, 4, 5))))
    ours = copla.solve(problem, "native", options={"algorithm": "optimal"})
    fast = copla.solve(problem, "native", options={"algorithm": "fast"})
    if bool(fast.solutions) != bool(ours.solutions):
        raise SystemExit(f"seed {seed}: fast says {fast.status}, optimal {ours.status}")
    agreed = {}
    for name, options in (("search", {"algorithm": "astar"}), ("fast-downward", {})):
        theirs = copla.solve(problem, name, options=options, limits=copla.Limits(seconds=1.0))
        if theirs.status not in (copla.Status.OPTIMAL, copla.Status.INFEASIBLE):
            continue
        if (theirs.status, theirs.cost) != (ours.status, ours.cost):
            raise SystemExit(f"seed {seed}: {name} {theirs.status} {theirs.cost}, native {ours.status} {ours.cost}")
        agreed[name] = 1
    return agreed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=2000)
    parser.add_argument("--steps", type=int, default=4)
    parser.add_argument("--answers", type=int, default=0, help="how many tables to solve")
    given = parser.parse_args()
    compared = sum(walk(seed, given.steps) for seed in range(given.tables))
    print(f"{given.tables:,} tables, {compared:,} positions: the moves are the same")
    if given.answers:
        same = Counter[str]()
        for seed in range(given.answers):
            same.update(answers(seed))
        print(f"{given.answers:,} tables solved; the same answers: {dict(same)}")


if __name__ == "__main__":
    main()
