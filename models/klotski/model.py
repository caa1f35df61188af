"""A board as a planning problem: one state variable a cell, whose value is free or a part of a kind of block.

A part in a cell tells where its whole block is. So equal blocks are interchangeable, and the classic board has
25,955 states instead of millions with named blocks.

*Leaving (general form).* The parts of the special block that are beyond the border are on no cell. The parts that
are still on the matrix tell where it is; when the last one leaves, one more variable, ``special``, becomes ``gone``.

*Straight slides* are grounded as they are, one action a distance, with all cells on the way in the condition.

*Moves along any path* are sequences of unit steps. A variable ``hand`` holds the block that is in the middle of its
move: the first step costs 1, the further ones nothing, and no other block moves meanwhile. The label of a step
after which the move goes on ends with ``...``. Grounding whole paths instead would need one action for every
minimal set of cells on the way, too many where a board has more than a few free cells.
"""

from __future__ import annotations

from copla.ground.text import cell_name
from copla.language.planning_problem import PlanningProblem, StateVariable, Value
from copla.models.klotski.board import COST, DIRECTIONS, MOVES, SLIDES, SPECIAL, WALL, Board, Cell
from copla.models.klotski.heuristics import declare
from copla.models.klotski.kinds import (
    EMPTY,
    FREE_CELL,
    GONE,
    HERE,
    UNFINISHED,
    Kind,
    held_name,
    kinds_of,
    label_of,
    names_of,
    part_name,
)

Facts = dict[StateVariable, Value]


def problem_of(board: Board) -> PlanningProblem:
    """The board in copla's language; see the head of this file.

    >>> problem = problem_of(Board(("####", "#*a.", "#..#", "####")))
    >>> problem["r2c2"].domain, len(problem.actions)
    (('free', '*:1', '1x1:1'), 21)
    """
    task = _Task(board)
    for kind in task.kinds:
        for anchor in kind.anchors:
            for direction in DIRECTIONS:
                task.add_actions(kind, anchor, direction)
    task.set_goal()
    declare(task.problem, board, task.kinds)
    return task.problem


class _Task:
    """A problem while it is being written."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.kinds = kinds_of(board)
        self.problem = PlanningProblem(board.title or "klotski")
        self.cells = self.cell_variables()
        self.special: StateVariable | None = None
        self.hand: StateVariable | None = None
        if board.metric == COST:
            there = any(kind.name == SPECIAL for kind in self.kinds)
            self.special = self.problem.variable("special", [HERE, GONE], HERE if there else GONE)
        if board.metric == MOVES:
            held = [held_name(kind, anchor) for kind in self.kinds for anchor in kind.anchors]
            self.hand = self.problem.variable("hand", [EMPTY, *held], EMPTY)

    def cell_variables(self) -> dict[Cell, StateVariable]:
        """A variable for each cell of the matrix, with the parts that can ever be there as its values."""
        rows = self.board.rows
        domains: dict[Cell, list[Value]] = {
            (r, c): [FREE_CELL] for r, row in enumerate(rows) for c, content in enumerate(row) if content != WALL
        }
        by_name = {kind.name: kind for kind in self.kinds}
        for kind in self.kinds:
            for anchor in kind.anchors:
                for cell, value in self.parts(kind, anchor).items():
                    domains[cell].append(value)
        initial: dict[Cell, Value] = {}
        blocks = self.board.blocks()
        for symbol, name in names_of(self.board).items():
            initial.update(self.parts(by_name[name], min(blocks[symbol])))
        return {
            cell: self.problem.variable(cell_name(cell), domain, initial.get(cell, FREE_CELL))
            for cell, domain in domains.items()
        }

    def parts(self, kind: Kind, anchor: Cell) -> dict[Cell, Value]:
        """What the cells of the matrix hold where a block of this kind stands; its parts beyond are nowhere."""
        cells = enumerate(kind.cells(anchor))
        return {cell: part_name(kind, part) for part, cell in cells if self.board.on_matrix(cell)}

    def add_actions(self, kind: Kind, anchor: Cell, direction: str) -> None:
        """All ways to move a block of this kind from here in one direction."""
        old = self.parts(kind, anchor)
        if not old:
            return  # it has left
        way = kind.way(anchor, direction)
        swept: set[Cell] = set()
        for distance, target in enumerate(way if self.board.metric == SLIDES else way[:1], 1):
            new = self.parts(kind, target)
            swept |= new.keys() - old.keys()
            condition: Facts = {self.cells[cell]: value for cell, value in old.items()}
            condition |= {self.cells[cell]: FREE_CELL for cell in swept}
            effects: Facts = {self.cells[cell]: new.get(cell, FREE_CELL) for cell in old.keys() | new.keys()}
            label = label_of(kind.name, min(old), direction, distance)
            if self.hand is not None:
                self.add_steps_of_a_move(label, condition, effects, held_name(kind, anchor), held_name(kind, target))
                continue
            if self.special is not None and not new:
                condition[self.special], effects[self.special] = HERE, GONE
            self.problem.action(label, condition, effects, kind.cost)

    def add_steps_of_a_move(self, label: str, condition: Facts, effects: Facts, before: str, after: str) -> None:
        """A unit step as the whole of a move, as its first, a middle and its last step."""
        assert self.hand is not None
        for held, then, cost in ((EMPTY, EMPTY, 1), (EMPTY, after, 1), (before, after, 0), (before, EMPTY, 0)):
            changed: Facts = {} if held == then else {self.hand: then}
            self.problem.action(
                label if then == EMPTY else label + UNFINISHED,
                {**condition, self.hand: held},
                {**effects, **changed},
                cost,
            )

    def set_goal(self) -> None:
        if self.special is not None:
            self.problem.set_goal({self.special: GONE})
            return
        goal: Facts = {self.hand: EMPTY} if self.hand is not None else {}
        for kind in self.kinds:
            for anchor in kind.goals:
                goal |= {self.cells[cell]: value for cell, value in self.parts(kind, anchor).items()}
        self.problem.set_goal(goal)
