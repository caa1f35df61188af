"""What the formats share: the characters of signs and empty cells, and how sizes and values of cells are read."""

from __future__ import annotations

from copla.ground.text import Line, shortened
from copla.models.futoshiki.board import LARGEST_SIZE

DIGITS = "0123456789"
EMPTY = "._?0"
DASH = "-"
"""An empty cell, too, but for adjacent boards, where it is a sign."""
LESS = "<(«‹"
GREATER = ">)»›"
UPPER_LESS = "^∧˄A"
UPPER_GREATER = "v∨˅V"
ADJACENT_ACROSS = "|"
ADJACENT_DOWN = "-"


def read_size(line: Line, digits: str, column: int) -> int:
    number = _number(digits)
    if not 1 <= number <= LARGEST_SIZE:
        raise line.error(column, f"found the size {shortened(digits)}, expected 1 to {LARGEST_SIZE}")
    return number


def read_value(line: Line, digits: str, size: int, column: int) -> int:
    number = _number(digits)
    if number > size:
        raise line.error(column, f"found {shortened(digits)}, expected a number from 1 to {size}, or 0 for empty")
    return number


def _number(digits: str) -> int:
    """The number that the digits write, or a large one where Python would take long to find out."""
    return int(digits.lstrip("0")[:4] or 0)
