"""The rules once more, slow and obvious, on dictionaries: what the tests compare the model with."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from copla import PlanningProblem, State
from copla.models.guarini import PUZZLE, Board

Rows = tuple[str, ...]


def board(text: str) -> Board:
    """An instance from its text; rows may be separated by a bar."""
    return PUZZLE.parse(text.replace("|", "\n"), "test")


@cache
def successors(position: Rows) -> dict[str, Rows]:
    """For each possible move its operator and the position after it."""
    squares = {(x, y): what for x, row in enumerate(position) for y, what in enumerate(row)}
    found = {}
    for (x, y), what in squares.items():
        for dx in (-2, -1, 1, 2):
            for dy in (-2, -1, 1, 2):
                if what in "WB" and abs(dx) != abs(dy) and squares.get((x + dx, y + dy)) == "_":
                    after = {**squares, (x, y): "_", (x + dx, y + dy): what}
                    rows = ["".join(after[r, c] for c in range(len(position[0]))) for r in range(len(position))]
                    found[f"(({x}, {y}), ({dx}, {dy}))"] = tuple(rows)
    return found


def distances_to(goal: Rows) -> dict[Rows, int]:
    """The fewest moves to the goal from every position that reaches it: every move can be taken back."""
    found = {goal: 0}
    layer = [goal]
    while layer:
        following = []
        for position in layer:
            for after in successors(position).values():
                if after not in found:
                    found[after] = found[position] + 1
                    following.append(after)
        layer = following
    return found


def placements(position: Rows) -> Iterator[Rows]:
    """All positions with the same holes and the same numbers of knights, within reach or not."""
    flat = "".join(position)
    squares = [place for place, what in enumerate(flat) if what != "x"]
    for white in combinations(squares, flat.count("W")):
        for black in combinations([place for place in squares if place not in white], flat.count("B")):
            signs = ["x" if what == "x" else "_" for what in flat]
            for place in white:
                signs[place] = "W"
            for place in black:
                signs[place] = "B"
            width = len(position[0])
            yield tuple("".join(signs[i : i + width]) for i in range(0, len(signs), width))


def state_of(problem: PlanningProblem, position: Rows) -> State:
    """A position as the model holds it."""
    return tuple(
        variable.domain.index(position[row - 1][column - 1])
        for variable in problem.variables
        for row, column in [map(int, variable.name[1:].split("c"))]
    )


def position_of(problem: PlanningProblem, state: State, shape: Rows) -> Rows:
    """A state of the model as rows; the holes are those of the shape."""
    values = problem.values(state)
    return tuple(
        "".join(str(values.get(f"r{r}c{c}", "x")) for c in range(1, len(row) + 1)) for r, row in enumerate(shape, 1)
    )
