"""The board: its cells, its borders, and the signs between them."""

from __future__ import annotations

import pytest

from copla import ModelError
from copla.models.futoshiki import PUZZLE, Board
from copla.models.futoshiki.board import LARGEST_SIZE, cells, neighbours


def test_a_board_has_a_cell_for_every_place_and_a_pair_for_every_border() -> None:
    for size in range(1, 7):
        assert len(list(cells(size))) == size * size
        pairs = list(neighbours(size))
        assert len(set(pairs)) == len(pairs) == 2 * size * (size - 1)
        assert all(a < b and abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 for a, b in pairs)


@pytest.mark.parametrize("size", [-1, 0, LARGEST_SIZE + 1])
def test_a_size_without_sense_is_refused(size: int) -> None:
    with pytest.raises(ModelError, match=f"the size is {size}, expected 1 to 64"):
        Board.empty(size)


def test_the_sign_between_two_cells_is_seen_from_the_first() -> None:
    board = PUZZLE.parse(". < .\nv\n.   .\n", "test")
    assert board.sign((0, 0), (0, 1)) == "<"
    assert board.sign((0, 1), (0, 0)) == ">"
    assert board.sign((0, 0), (1, 0)) == ">"
    assert board.sign((0, 1), (1, 1)) == ""
