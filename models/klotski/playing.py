"""Playing by hand: where the blocks lie in the picture, and where each of them can be pushed.

A block is pushed as far as a hand would push it: to every place that it reaches while the others lie still. In the
metrics of the classic game that is one move where it counts whole moves, and a slide at a time where it counts slides.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace

from copla.answers.result import Solution
from copla.ground.errors import ModelError
from copla.models.klotski.board import DIRECTIONS, SLIDES, SPECIAL, Blocks, Board, Cells
from copla.models.klotski.drawing import place
from copla.models.klotski.replay import Move, Step, cost_of, labels_of, matrix_of, moved, replay
from copla.plugins.puzzle import LegalMove, Scene


def scenes(board: Board, solution: Solution) -> list[Scene]:
    found = [_scene("start", 0, 0, board.blocks())]
    for step in _steps(board, solution.moves or ()):
        cost = found[-1].cost + cost_of(board, step.move)
        found.append(_scene(str(step.move), step.labels, cost, step.after))
    return found


def legal(board: Board, moves: Sequence[str]) -> list[LegalMove]:
    """Every block to every place that a push brings it to, near places first.

    >>> [move.words for move in legal(Board(("#####", "#*.a#", "#####")), ())]
    ['* right', 'a left']
    """
    steps = _steps(board, moves)
    blocks = steps[-1].after if steps else board.blocks()
    return [
        LegalMove(tuple(labels_of(board, blocks, move)[0]), str(move), symbol, (place(cells),), cost_of(board, move))
        for symbol in blocks
        for move, cells in _pushes(board, blocks, symbol)
    ]


def after(board: Board, moves: Sequence[str]) -> Board:
    """The board after these moves; what was said of the start's optimum is no longer true."""
    steps = _steps(board, moves)
    if not steps:
        return board
    if _on_its_way_out(board, steps[-1].after):
        raise ModelError("the special block is on its way out: push it on")
    return replace(board, rows=matrix_of(board, steps[-1].after), optimum="")


def is_solved(board: Board) -> bool:
    """Whether the special block has left, or every block is where the goal wants it."""
    blocks = board.blocks()
    if not board.classic:
        return SPECIAL not in blocks
    return all(blocks.get(symbol) == cells for symbol, cells in board.goal_blocks().items())


def _pushes(board: Board, blocks: Blocks, symbol: str) -> Iterator[tuple[Move, Cells]]:
    seen = {blocks[symbol]}
    waiting: deque[tuple[tuple[tuple[str, int], ...], Blocks]] = deque([((), blocks)])
    while waiting:
        legs, now = waiting.popleft()
        for direction in DIRECTIONS:
            following = moved(board, now, symbol, direction, 1)
            if following is None or following[symbol] in seen:
                continue
            further = bool(legs) and legs[-1][0] == direction
            if board.metric == SLIDES and legs and not further:
                continue  # one slide at a time
            path = (*legs[:-1], (direction, legs[-1][1] + 1)) if further else (*legs, (direction, 1))
            seen.add(following[symbol])
            if not _on_its_way_out(board, following) or _on_its_way_out(board, blocks):
                yield Move(symbol, path), following[symbol]
            waiting.append((path, following))


def _on_its_way_out(board: Board, blocks: Blocks) -> bool:
    """Whether a part of the special block has left, and a part has not: a matrix cannot say that."""
    cells = blocks.get(SPECIAL, frozenset())
    return 0 < len(board.visible(cells)) < len(cells)


def _steps(board: Board, moves: Sequence[str]) -> list[Step]:
    steps = replay(board, Solution(moves=tuple(moves)))
    done = sum(step.labels for step in steps)
    if done < len(moves):
        raise ModelError(f"step {done + 1}, {moves[done]}: not possible here")
    return steps


def _scene(words: str, labels: int, cost: int, blocks: Blocks) -> Scene:
    return Scene(words, labels, cost, {symbol: place(cells) for symbol, cells in blocks.items()})
