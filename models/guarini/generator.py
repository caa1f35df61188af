"""New boards that can be solved: knights are put on a board at random and then moved about at random."""

from __future__ import annotations

import random

from copla.ground.errors import ModelError
from copla.ground.limits import Watch
from copla.models.guarini.board import BLACK, COLOURS, EMPTY, WHITE, Board, Cell, Position, moved

_ATTEMPTS = 100


def generate(rows: int, columns: int, white: int, black: int, scrambles: int, seed: int, watch: Watch) -> Board:
    """A board whose start is so many random moves away from its goal: every move can be undone.

    >>> generate(3, 3, 1, 1, scrambles=5, seed=1, watch=Watch()).start
    ('___', '__B', '__W')
    """
    if not 1 <= white + black < rows * columns:
        raise ModelError(
            f"found {white} white and {black} black knights for {rows * columns} squares, "
            f"expected 1 to {rows * columns - 1} knights in all"
        )
    watch.begin()
    chance = random.Random(seed)
    for _ in range(_ATTEMPTS):
        pieces = list(WHITE * white + BLACK * black + EMPTY * (rows * columns - white - black))
        chance.shuffle(pieces)
        goal = tuple("".join(pieces[row * columns : (row + 1) * columns]) for row in range(rows))
        start = _scrambled(goal, scrambles, chance, watch)
        if start != goal:
            return Board(start, goal)
    raise ModelError(
        f"no {rows}x{columns} board with {white} white and {black} black knights that could move away from its goal "
        f"in {_ATTEMPTS} attempts: try another size, fewer knights or another number of scrambles"
    )


def _scrambled(goal: Position, scrambles: int, chance: random.Random, watch: Watch) -> Position:
    """Random moves from the goal; none takes the last one back unless there is no other."""
    graph = Board(goal, goal).graph
    position = goal
    last: tuple[Cell, Cell] | None = None
    for _ in range(scrambles):
        watch.check("no board")
        steps = [
            (source, target)
            for source, targets in graph.items()
            if position[source[0]][source[1]] in COLOURS
            for target in targets
            if position[target[0]][target[1]] == EMPTY
        ]
        if not steps:
            break
        onward = [step for step in steps if (step[1], step[0]) != last]
        last = chance.choice(onward or steps)
        position = moved(position, *last)
    return position
