"""The words of the model: labels of its actions, and values of its variables."""

from __future__ import annotations

import re
from dataclasses import dataclass

from copla.ground.text import cell_name
from copla.models.klotski.board import Cell
from copla.models.klotski.kinds import Kind

FREE_CELL = "free"
HERE, GONE = "here", "gone"
EMPTY = "nothing"
UNFINISHED = " ..."
"""Ends the label of a step after which the same move goes on."""

_LABEL = re.compile(r"(\S+) at r([0-9]{1,3})c([0-9]{1,3}) (up|down|left|right)( [0-9]{1,3})?( \.\.\.)?")


@dataclass(frozen=True, slots=True)
class Label:
    """What an action's label says: the kind, its first cell on the matrix, where it goes, whether it goes on."""

    name: str
    first: Cell
    direction: str
    distance: int
    unfinished: bool


def part_name(kind: Kind, part: int) -> str:
    """The value of a cell that holds this part, counted from 0."""
    return f"{kind.name}:{part + 1}"


def held_name(kind: Kind, anchor: Cell) -> str:
    """The value of ``hand`` in the middle of a move."""
    return f"{kind.name} at {cell_name(anchor)}"


def label_of(name: str, first: Cell, direction: str, distance: int = 1) -> str:
    """The label of an action.

    >>> label_of("2x1", (0, 3), "down"), label_of("*", (1, 1), "left", 2)
    ('2x1 at r1c4 down', '* at r2c2 left 2')
    """
    return f"{name} at {cell_name(first)} {direction}" + (f" {distance}" if distance > 1 else "")


def read_label(label: str) -> Label | None:
    """The inverse of :func:`label_of`; None for what is no label.

    >>> read_label("2x1 at r1c4 down ...")
    Label(name='2x1', first=(0, 3), direction='down', distance=1, unfinished=True)
    """
    found = _LABEL.fullmatch(label)
    if found is None:
        return None
    name, row, column, direction, distance, unfinished = found.groups()
    return Label(name, (int(row) - 1, int(column) - 1), direction, int(distance or 1), unfinished is not None)
