"""A student's sliding tiles: IDA* with the Manhattan distance and linear conflicts in rows; right as it stands."""

# mypy: ignore-errors

from itertools import pairwise

from copla.models.tiles import Board

SIDES = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
OPPOSITE = {"up": "down", "down": "up", "left": "right", "right": "left"}


def solve(board: Board):
    rows, columns, goal = board.rows, board.columns, board.goal_tiles
    place = {tile: divmod(cell, columns) for cell, tile in enumerate(goal)}

    def estimate(tiles):
        total = 0
        for cell, tile in enumerate(tiles):
            if tile:
                r, c = divmod(cell, columns)
                total += abs(r - place[tile][0]) + abs(c - place[tile][1])
        for r in range(rows):
            at_home = [place[t][1] for t in tiles[r * columns : (r + 1) * columns] if t and place[t][0] == r]
            if any(a > b for a, b in pairwise(at_home)):
                total += 2
        return total

    def search(tiles, cost, bound, path, moves):
        value = cost + estimate(tiles)
        if value > bound:
            return value
        if tiles == goal:
            return True
        least = float("inf")
        blank = tiles.index(0)
        for name, (dr, dc) in SIDES.items():
            r, c = blank // columns + dr, blank % columns + dc
            if 0 <= r < rows and 0 <= c < columns:
                other = r * columns + c
                after = list(tiles)
                after[blank], after[other] = after[other], 0
                after = tuple(after)
                if after in path:
                    continue
                moves.append(f"{tiles[other]} {OPPOSITE[name]}")
                found = search(after, cost + 1, bound, path | {after}, moves)
                if found is True:
                    return True
                moves.pop()
                least = min(least, found)
        return least

    if parity(board.tiles, rows, columns) != parity(goal, rows, columns):
        return None
    bound, moves = estimate(board.tiles), []
    while True:
        found = search(board.tiles, 0, bound, frozenset([board.tiles]), moves)
        if found is True:
            return moves
        bound = found


def parity(tiles, rows, columns):
    seen = [tile for tile in tiles if tile]
    swaps = sum(a > b for i, a in enumerate(seen) for b in seen[i + 1 :])
    return swaps % 2 if columns % 2 else (swaps + tiles.index(0) // columns) % 2
