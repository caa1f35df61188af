"""The heuristics: distances on a board without other blocks, as tables over cells."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial

from copla.ground.text import cell_name
from copla.language.heuristics import INFINITE, Function, Heuristic, Maximum, PatternTable, Sum
from copla.language.planning_problem import PlanningProblem
from copla.models.klotski.board import COST, DIRECTIONS, MOVES, SLIDES, SPECIAL, WALL, Board, Cell, shift
from copla.models.klotski.kinds import HERE, Kind, held_name, part_name


def declare(problem: PlanningProblem, board: Board, kinds: list[Kind]) -> None:
    """Declare the heuristics of a problem that states this board; the first one is the default."""
    aimed = [kind for kind in kinds if kind.name == SPECIAL or kind.goals]

    def far() -> Heuristic:
        return Sum(_tables(problem, board, aimed))

    known: list[tuple[str, Callable[[], Heuristic], bool, str]]
    if board.metric == COST:
        special = problem["special"]
        here = PatternTable((special.index,), (2,), [int(value == HERE) for value in special.domain])
        touching = partial(_Neighbours, problem, board, kinds)
        known = [
            ("admissible", far, True, "steps of the special block to outside, other blocks aside (Manhattan distance)"),
            ("trivial", lambda: Sum((here,)), True, "1 unless the special block is gone"),
            ("inadmissible", lambda: Function(touching()), False, "the number of blocks that touch the special block"),
        ]
    else:
        away = partial(_one_unless_there, problem, board, aimed)
        known = [
            ("distance", far, True, f"{board.metric} of the special block to its goal, other blocks aside"),
            ("trivial", away, True, "1 unless the special block is at its goal"),
        ]
    for name, make, consistent, summary in known:
        problem.heuristic(name, make, admissible=consistent, consistent=consistent, summary=summary)


def distances(kind: Kind, metric: str) -> dict[Cell, int]:
    """For each anchor how far a block of this kind is from its goal, alone on the board, in the metric's unit."""
    found = dict.fromkeys(kind.goals, 0)
    waiting = deque(kind.goals)
    while waiting:
        anchor = waiting.popleft()
        for direction in DIRECTIONS:
            way = kind.way(anchor, direction)
            for new in way if metric == SLIDES else way[:1]:
                if new not in found:
                    found[new] = found[anchor] + 1
                    waiting.append(new)
    if metric == MOVES:
        return {anchor: min(1, distance) for anchor, distance in found.items()}
    return found


def _tables(problem: PlanningProblem, board: Board, aimed: list[Kind]) -> tuple[PatternTable, ...]:
    return tuple(table for kind in aimed for table in _tables_of(problem, board, kind, distances(kind, board.metric)))


def _one_unless_there(problem: PlanningProblem, board: Board, aimed: list[Kind]) -> Heuristic:
    sums = []
    for kind in aimed:
        away = {anchor: int(anchor not in kind.goals) for anchor in kind.anchors}
        sums.append(Sum(_tables_of(problem, board, kind, away)))
    return Maximum(tuple(sums))


def _tables_of(
    problem: PlanningProblem, board: Board, kind: Kind, estimates: dict[Cell, int]
) -> tuple[PatternTable, ...]:
    """The estimate of the block's anchor as a sum of tables, one a cell.

    Any part tells where the whole block is; the first one on the matrix brings the estimate, the others nothing.
    In the middle of a move (metric ``moves``) the held block gets anywhere for nothing: the table asks the hand, too.
    """
    entries: dict[Cell, dict[int, tuple[Cell, int]]] = {}
    for anchor in kind.anchors:
        on_matrix = [(cell, part) for part, cell in enumerate(kind.cells(anchor)) if board.on_matrix(cell)]
        estimate = estimates.get(anchor, INFINITE)
        if on_matrix and estimate:
            cell, part = on_matrix[0]
            value = problem[cell_name(cell)].domain.index(part_name(kind, part))
            entries.setdefault(cell, {})[value] = anchor, estimate
    tables = []
    hand = problem["hand"] if board.metric == MOVES else None
    for cell, by_value in entries.items():
        variable = problem[cell_name(cell)]
        if hand is None:
            column = [0] * len(variable.domain)
            for value, (_, estimate) in by_value.items():
                column[value] = estimate
            tables.append(PatternTable((variable.index,), (len(column),), column))
            continue
        width = len(hand.domain)
        matrix = [0] * (len(variable.domain) * width)
        for value, (anchor, estimate) in by_value.items():
            matrix[value * width : (value + 1) * width] = [estimate] * width
            if estimate < INFINITE:
                matrix[value * width + hand.domain.index(held_name(kind, anchor))] = 0
        tables.append(PatternTable((variable.index, hand.index), (len(variable.domain), width), matrix))
    return tuple(tables)


class _Neighbours:
    """Counts the blocks that touch the special block."""

    def __init__(self, problem: PlanningProblem, board: Board, kinds: list[Kind]) -> None:
        meaning = {
            part_name(kind, part): (kind.name, offset) for kind in kinds for part, offset in enumerate(kind.parts)
        }
        self.cells = [(r, c) for r, row in enumerate(board.rows) for c, content in enumerate(row) if content != WALL]
        index = {cell: problem[cell_name(cell)].index for cell in self.cells}
        self.parts = [
            [meaning.get(str(value)) for value in problem.variables[index[cell]].domain] for cell in self.cells
        ]
        self.beside = [
            [index[near] for near in (shift(cell, direction) for direction in DIRECTIONS) if near in index]
            for cell in self.cells
        ]

    def __call__(self, state: Sequence[int]) -> int:
        touching = set()
        for here, near in enumerate(self.beside):
            part = self.parts[here][state[here]]
            if part is None or part[0] != SPECIAL:
                continue
            for there in near:
                other = self.parts[there][state[there]]
                if other is not None and other[0] != SPECIAL:
                    (row, column), (down, right) = self.cells[there], other[1]
                    touching.add((other[0], row - down, column - right))
        return len(touching)
