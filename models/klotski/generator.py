"""New boards of the general form that are certain to have a solution.

A board is made backwards: the special block stands at the exit among random blocks, and a breadth-first search
over what the blocks can do looks for a configuration far from there. Every step can be undone, so the way back,
and then out, is a solution. The search looks at a fixed number of configurations: no clock decides, so that the
same seed gives the same board everywhere.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from operator import itemgetter
from string import ascii_lowercase, ascii_uppercase, digits

from copla.ground.errors import ModelError
from copla.ground.limits import Watch
from copla.models.klotski.board import DIRECTIONS, FREE, SPECIAL, WALL, Blocks, Board, Cell, shift
from copla.models.klotski.kinds import names_of
from copla.models.klotski.replay import matrix_of, moved

NAMES = ascii_lowercase + ascii_uppercase + digits
LARGEST_BLOCK = 4

_ATTEMPTS = 6
_CONFIGURATIONS = 600


def generate(rows: int, columns: int, blocks: int, seed: int, watch: Watch) -> tuple[Board, int]:
    """A board, and the length of the solution that it was made with: the longest of several attempts.

    >>> board, length = generate(2, 2, 1, seed=1, watch=Watch())
    >>> len(board.blocks()), length
    (2, 7)
    """
    if blocks + 2 > rows * columns:
        most = rows * columns - 2
        raise ModelError(f"{blocks} blocks do not fit into {rows} x {columns} cells, expected at most {max(0, most)}")
    watch.begin()
    chance = random.Random(seed)
    attempts = [_attempt(rows, columns, blocks, chance, watch) for _ in range(_ATTEMPTS)]
    return max(attempts, key=itemgetter(1))


def _attempt(rows: int, columns: int, blocks: int, chance: random.Random, watch: Watch) -> tuple[Board, int]:
    frame, special = _frame(rows, columns, blocks, chance)
    matrix = [list(row) for row in frame]
    for r, c in special:
        matrix[r][c] = SPECIAL
    _fill(matrix, blocks, chance)
    board = Board(tuple(map("".join, matrix)))
    depth, far = _farthest(board, watch)
    return _renamed(Board(matrix_of(board, far))), depth + _way_out(special, board)


def _frame(rows: int, columns: int, blocks: int, chance: random.Random) -> tuple[list[str], set[Cell]]:
    """A frame with an exit as wide as the special block, and that block's cells right before it."""
    sizes = [(h, w) for h in (1, 2) for w in (1, 2) if h < rows and w < columns and h * w + blocks < rows * columns]
    height, width = chance.choice(sizes or [(1, 1)])
    side = chance.choice(list(DIRECTIONS))
    top, left = chance.randint(1, rows - height + 1), chance.randint(1, columns - width + 1)
    top = {"up": 1, "down": rows - height + 1}.get(side, top)
    left = {"left": 1, "right": columns - width + 1}.get(side, left)
    special = {(r, c) for r in range(top, top + height) for c in range(left, left + width)}
    inside = [(r, c) for r in range(1, rows + 1) for c in range(1, columns + 1)]
    open_cells = {*inside, *(shift(cell, side) for cell in special)}
    frame = ["".join(FREE if (r, c) in open_cells else WALL for c in range(columns + 2)) for r in range(rows + 2)]
    return frame, special


def _fill(matrix: list[list[str]], blocks: int, chance: random.Random) -> None:
    """Put random blocks on the inside of a frame, and leave at least one cell free."""
    inside = range(1, len(matrix) - 1), range(1, len(matrix[0]) - 1)
    empty = {(r, c) for r in inside[0] for c in inside[1] if matrix[r][c] == FREE}
    spare = len(empty) - blocks - chance.randint(1, 3)
    for name in NAMES[:blocks]:
        cells = [chance.choice(sorted(empty))]
        empty.discard(cells[0])
        for _ in range(chance.randint(0, LARGEST_BLOCK - 1)):
            near = sorted({shift(cell, direction) for cell in cells for direction in DIRECTIONS} & empty)
            if spare <= 0 or not near:
                break
            cells.append(chance.choice(near))
            empty.discard(cells[-1])
            spare -= 1
        for r, c in cells:
            matrix[r][c] = name


def _farthest(board: Board, watch: Watch) -> tuple[int, Blocks]:
    """Among the first configurations of a breadth-first search one far away, with its steps.

    What counts are the steps, and the cells by which the special block is away from the exit; a special block
    in the exit counts for nothing.
    """
    names = names_of(board)

    def key(blocks: Blocks) -> frozenset[tuple[str, Cell]]:
        return frozenset((names[symbol], min(cells)) for symbol, cells in blocks.items())

    start = board.blocks()
    row, column = min(start[SPECIAL])

    def worth(depth: int, blocks: Blocks) -> int:
        if any(map(board.on_border, blocks[SPECIAL])):
            return -1
        r, c = min(blocks[SPECIAL])
        return depth + abs(r - row) + abs(c - column)

    seen = {key(start)}
    waiting = deque([(0, start)])
    best = (0, start)
    while waiting and len(seen) < _CONFIGURATIONS:
        watch.check("no board")
        depth, config = waiting.popleft()
        for blocks in _steps(board, config):
            reached = key(blocks)
            if reached not in seen:
                seen.add(reached)
                waiting.append((depth + 1, blocks))
                best = max(best, waiting[-1], key=lambda found: worth(*found))
    return best


def _steps(board: Board, blocks: Blocks) -> Iterator[Blocks]:
    """All configurations one step away; the special block stays on the matrix."""
    for symbol in blocks:
        for direction in DIRECTIONS:
            after = moved(board, blocks, symbol, direction, 1)
            if after is not None and all(map(board.on_matrix, after[symbol])):
                yield after


def _way_out(special: set[Cell], board: Board) -> int:
    """Steps from right before the exit until the last cell has left: through the border and its own length."""
    gap = next(
        (r, c)
        for r, row in enumerate(board.rows)
        for c, content in enumerate(row)
        if content != WALL and board.on_border((r, c))
    )
    across = 0 if gap[0] in (0, len(board.rows) - 1) else 1
    return 1 + len({cell[across] for cell in special})


def _renamed(board: Board) -> Board:
    """The same board with its blocks named in reading order."""
    symbols = [symbol for symbol in board.blocks() if symbol != SPECIAL]
    new = dict(zip(symbols, NAMES, strict=False))
    return Board(tuple("".join(new.get(content, content) for content in row) for row in board.rows))
