"""A student's knights: breadth-first search over boards. Right as it stands."""

# mypy: ignore-errors

from collections import deque

from copla.models.guarini.board import Board, moved

OFFSETS = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]
MOST_POSITIONS = 20_000


def solve(board: Board):
    seen, waiting = {board.start}, deque([(board.start, ())])
    while waiting:
        position, moves = waiting.popleft()
        if position == board.goal:
            return list(moves) or "0\n"
        if len(seen) > MOST_POSITIONS:
            return "unknown"
        for r, row in enumerate(position):
            for c, what in enumerate(row):
                for down, right in OFFSETS if what in "WB" else ():
                    target = r + down, c + right
                    inside = 0 <= target[0] < len(position) and 0 <= target[1] < len(row)
                    if not inside or position[target[0]][target[1]] != "_":
                        continue
                    after = moved(position, (r, c), target)
                    if after not in seen:
                        seen.add(after)
                        waiting.append((after, (*moves, ((r, c), (down, right)))))
    return None
