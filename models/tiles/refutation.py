"""Which boards can be solved at all."""

from __future__ import annotations

from copla.models.tiles.board import Board


def refute(board: Board) -> str | None:
    """Why a board cannot be solved, or None if it can: exactly half of all boards can, whatever the shape.

    A move swaps the blank with a tile. So it changes whether the tiles and the blank are an even or an odd
    permutation of the goal, and also whether the blank is an even or an odd number of steps from its place.

    >>> refute(Board(2, 2, (0, 1, 2, 3))) is None, refute(Board(2, 2, (0, 1, 3, 2))) is None
    (True, False)
    """
    place = {tile: cell for cell, tile in enumerate(board.goal_tiles)}
    swaps = _swaps([place[tile] for tile in board.tiles])
    here, home = board.blank, place[0]
    steps = abs(here // board.columns - home // board.columns) + abs(here % board.columns - home % board.columns)
    if swaps % 2 == steps % 2:
        return None
    words = ("even", "odd")
    return (
        f"every move is one swap and one step of the blank, but here an {words[swaps % 2]} number of swaps "
        f"leads to the goal and an {words[steps % 2]} number of steps takes the blank to its place"
    )


def _swaps(permutation: list[int]) -> int:
    """How many swaps sort a permutation: its length minus its number of cycles."""
    seen: set[int] = set()
    cycles = 0
    for start in permutation:
        if start not in seen:
            cycles += 1
        while start not in seen:
            seen.add(start)
            start = permutation[start]
    return len(permutation) - cycles
