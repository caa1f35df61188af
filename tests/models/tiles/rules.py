"""The rules of sliding tiles once more, on plain tuples and slowly: what the tests compare with."""

from __future__ import annotations

from collections import deque
from functools import cache

Tiles = tuple[int, ...]

STEPS = [("up", -1, 0), ("left", 0, -1), ("right", 0, 1), ("down", 1, 0)]
TILE_GOES = {"up": "down", "left": "right", "right": "left", "down": "up"}


def solved(rows: int, columns: int, goal: str) -> Tiles:
    tiles = list(range(1, rows * columns))
    return (0, *tiles) if goal == "first" else (*tiles, 0)


def moves(rows: int, columns: int, tiles: Tiles) -> list[tuple[str, Tiles]]:
    """What a person sees: the blank may go up, left, right or down, and a tile comes the other way."""
    r, c = divmod(tiles.index(0), columns)
    found = []
    for direction, down, right in STEPS:
        if 0 <= r + down < rows and 0 <= c + right < columns:
            new = list(tiles)
            tile = tiles[(r + down) * columns + c + right]
            new[r * columns + c], new[(r + down) * columns + c + right] = tile, 0
            found.append((f"{tile} {TILE_GOES[direction]}", tuple(new)))
    return found


@cache
def distances(rows: int, columns: int, goal: str) -> dict[Tiles, int]:
    """The number of moves to the goal from every board that can be solved (moves can be undone)."""
    start = solved(rows, columns, goal)
    found = {start: 0}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for _, there in moves(rows, columns, here):
            if there not in found:
                found[there] = found[here] + 1
                waiting.append(there)
    return found


def state_of(tiles: Tiles) -> tuple[int, ...]:
    """The state of the model: the cell of the blank and of each tile."""
    return tuple(tiles.index(tile) for tile in range(len(tiles)))


def tiles_of(state: tuple[int, ...]) -> Tiles:
    return tuple(state.index(cell) for cell in range(len(state)))
