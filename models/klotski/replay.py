"""The states of a plan with named blocks: from its labels to the moves that people make, and back."""

from __future__ import annotations

from dataclasses import dataclass

from copla.answers.result import Solution
from copla.models.klotski.board import COST, FREE, GATE, MOVES, SLIDES, SPECIAL, WALL, Blocks, Board, Cell, shift
from copla.models.klotski.kinds import UNFINISHED, label_of, names_of, read_label


@dataclass(frozen=True, slots=True)
class Move:
    """What people do: one block, and how far it goes in which direction, one or more times in turn."""

    symbol: str
    legs: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        """The move in people's words.

        >>> str(Move("B", (("down", 2), ("right", 1))))
        'B down 2 right'
        """
        legs = (direction + (f" {distance}" if distance > 1 else "") for direction, distance in self.legs)
        return " ".join([self.symbol, *legs])


@dataclass(frozen=True, slots=True)
class Step:
    """A move that was made, how many labels of the plan it took, and where the blocks are after it."""

    move: Move
    labels: int
    after: Blocks


def replay(board: Board, solution: Solution) -> list[Step]:
    """The moves that a plan makes, up to the first that is not possible.

    >>> board = Board(("####", "#*..", "####"))
    >>> [str(step.move) for step in replay(board, Solution(moves=("* at r2c2 right", "* at r2c3 up")))]
    ['* right']
    """
    kinds = names_of(board)
    blocks = board.blocks()
    steps: list[Step] = []
    legs: list[tuple[str, int]] = []
    held: str | None = None
    for label in solution.moves or ():
        said = read_label(label)
        symbol = None if said is None else _block_at(board, blocks, kinds, said.name, said.first)
        after = None
        if said is not None and symbol is not None:
            after = moved(board, blocks, symbol, said.direction, said.distance)
        if said is None or symbol is None or after is None or held not in (None, symbol):
            break
        blocks = after
        legs = _joined(legs, said.direction, said.distance)
        held = symbol if said.unfinished else None
        if not said.unfinished:
            taken = 1 if board.metric != MOVES else sum(distance for _, distance in legs)
            steps.append(Step(Move(symbol, tuple(legs)), taken, blocks))
            legs = []
    return steps


def in_words(board: Board, solution: Solution) -> list[str]:
    """A plan in people's words; what is not possible stays as it is.

    >>> in_words(Board(("####", "#*..", "####")), Solution(moves=("* at r2c2 right", "no label")))
    ['* right', 'no label']
    """
    steps = replay(board, solution)
    return [*(str(step.move) for step in steps), *(solution.moves or ())[sum(step.labels for step in steps) :]]


def labels_of(board: Board, blocks: Blocks, move: Move) -> tuple[list[str], Blocks]:
    """The model's labels of a move, and where the blocks are after it (as before, if it is not possible).

    An impossible move gets labels, too: those of the unmoved block, or the move's own words. The checker will
    not find them applicable and says so.
    """
    if not board.visible(blocks.get(move.symbol, frozenset())):
        return [str(move)], blocks
    name = names_of(board)[move.symbol]
    legs = list(move.legs)
    if board.metric != SLIDES:
        legs = [(direction, 1) for direction, distance in move.legs for _ in range(distance)]
    labels: list[str] = []
    current: Blocks = blocks
    for number, (direction, distance) in enumerate(legs, 1):
        cells = board.visible(current[move.symbol])
        if not cells:
            return [*labels, str(move)], blocks
        label = label_of(name, cells[0], direction, distance)
        labels.append(label + UNFINISHED if board.metric == MOVES and number < len(legs) else label)
        after = moved(board, current, move.symbol, direction, distance)
        if after is None:
            return labels, blocks
        current = after
    return labels, current


def cost_of(board: Board, move: Move) -> int:
    """What a move costs in the board's metric.

    >>> cost_of(Board(("#####", "#aa*.", "#####")), Move("a", (("left", 1),)))
    2
    """
    if board.metric == MOVES:
        return 1
    if board.metric == SLIDES:
        return len(move.legs)
    steps = sum(distance for _, distance in move.legs)
    if board.metric == COST and move.symbol != SPECIAL:
        return steps * len(board.blocks().get(move.symbol, ()))
    return steps


def moved(board: Board, blocks: Blocks, symbol: str, direction: str, distance: int) -> Blocks | None:
    """The blocks after a slide, or None if something is in the way."""
    others = {cell for other, cells in blocks.items() if other != symbol for cell in cells}
    cells = blocks[symbol]
    for _ in range(distance):
        if not board.visible(cells):
            return None  # it has left
        cells = frozenset(shift(cell, direction) for cell in cells)
        if not all(board.open_to(symbol, cell) and cell not in others for cell in cells):
            return None
    return {**blocks, symbol: cells}


def matrix_of(board: Board, blocks: Blocks) -> tuple[str, ...]:
    """The matrix with the blocks where they are now.

    >>> matrix_of(Board(("####", "#*..", "####")), {"*": frozenset({(1, 3)})})
    ('####', '#..*', '####')
    """
    rows = [[content if content in (WALL, GATE) else FREE for content in row] for row in board.rows]
    for symbol, cells in blocks.items():
        for r, c in board.visible(cells):
            rows[r][c] = symbol
    return tuple(map("".join, rows))


def _block_at(board: Board, blocks: Blocks, kinds: dict[str, str], name: str, first: Cell) -> str | None:
    """The block of this kind whose first cell on the matrix is this one."""
    alike = {symbol: cells for symbol, cells in blocks.items() if kinds[symbol] == name}
    return next((symbol for symbol, cells in alike.items() if board.visible(cells)[:1] == [first]), None)


def _joined(legs: list[tuple[str, int]], direction: str, distance: int) -> list[tuple[str, int]]:
    """The legs of a move with one more step, which lengthens the last one if it goes the same way."""
    if legs and legs[-1][0] == direction:
        return [*legs[:-1], (direction, legs[-1][1] + distance)]
    return [*legs, (direction, distance)]
