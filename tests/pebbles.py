"""Pebbles on a small graph: planning problems with invariants, commuting and reversible moves, costs and dead ends."""

from __future__ import annotations

import random

from copla import PatternTable, PlanningProblem, Sum

EMPTY = "-"


def pebbles(seed: int, costs: tuple[int, ...] = (1,)) -> PlanningProblem:
    """A few coloured pebbles move along the edges of a random graph, some of them one-way, to given nodes.

    The heuristic counts the goal nodes without their pebble: each needs a move of its own.
    """
    chance = random.Random(seed)
    problem = PlanningProblem(f"pebbles {seed}")
    size = chance.randint(3, 6)
    colours = "rgb"[: chance.randint(1, 3)]
    placed = [chance.choice(colours) for _ in range(chance.randint(1, size - 1))]
    content = placed + [EMPTY] * (size - len(placed))
    chance.shuffle(content)
    nodes = [problem.variable(f"n{i}", [EMPTY, *colours], value) for i, value in enumerate(content)]
    edges = [(i, chance.randrange(i)) for i in range(1, size)]
    edges += [(j, i) for i, j in edges if chance.random() < 0.8]
    edges += [(i, (i + chance.randrange(1, size)) % size) for i in chance.choices(range(size), k=chance.randint(0, 3))]
    for i, j in sorted(set(edges)):
        cost = chance.choice(costs)
        for colour in colours:
            problem.action(
                f"{i} to {j}", {nodes[i]: colour, nodes[j]: EMPTY}, {nodes[i]: EMPTY, nodes[j]: colour}, cost
            )
    chance.shuffle(content)
    goal = chance.sample(range(size), chance.randint(1, size))
    problem.set_goal({nodes[i]: content[i] for i in goal})
    cheapest = min(costs)

    def misplaced() -> Sum:
        tables = []
        for i in goal:
            if content[i] != EMPTY:
                wrong = [0 if value == content[i] else cheapest for value in nodes[i].domain]
                tables.append(PatternTable((i,), (len(wrong),), wrong))
        return Sum(tuple(tables))

    problem.heuristic("misplaced", misplaced, admissible=True, consistent=True, summary="goal nodes without a pebble")
    return problem
