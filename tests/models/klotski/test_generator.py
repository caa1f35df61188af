"""Generated boards: the same for the same seed, proper, and solvable as their remark says."""

from __future__ import annotations

import re

import pytest

from copla import LimitError, Limits, ModelError, Status, Watch, read_options, solve
from copla.models.klotski import PUZZLE, Board
from copla.models.klotski.generator import LARGEST_BLOCK


def generated(seed: int, **options: int) -> tuple[Board, str]:
    made = PUZZLE.generate(seed, read_options(PUZZLE.generator_options, options, "klotski"), Watch())
    assert isinstance(made.instance, Board)
    return made.instance, made.remark


def border(board: Board) -> str:
    """The border once around, clockwise."""
    rows = board.rows
    sides = rows[0][:-1], "".join(row[-1] for row in rows[:-1]), rows[-1][:0:-1], "".join(row[0] for row in rows[:0:-1])
    return "".join(sides)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_board() -> None:
    assert generated(7) == generated(7)
    assert generated(8, rows=3, columns=3) == generated(8, rows=3, columns=3)
    assert len({generated(seed, rows=3, columns=4, blocks=4)[0].rows for seed in range(6)}) >= 5


@pytest.mark.parametrize("seed", range(6))
def test_a_generated_board_is_valid_and_as_large_as_asked_for(seed: int) -> None:
    board, _ = generated(seed, rows=3, columns=4, blocks=4)
    assert PUZZLE.parse(PUZZLE.write(board, "matrix"), "again") == board
    assert (len(board.rows), len(board.rows[0])) == (5, 6)
    blocks = board.blocks()
    assert len(blocks) == 5
    assert all(len(cells) <= LARGEST_BLOCK for cells in blocks.values())
    assert [symbol for symbol in blocks if symbol != "*"] == list("abcd")


@pytest.mark.parametrize("seed", range(6))
def test_the_exit_is_as_wide_as_the_special_block(seed: int) -> None:
    board, _ = generated(seed, rows=4, columns=3, blocks=3)
    special = board.blocks()["*"]
    sides = {len({r for r, _ in special}), len({c for _, c in special})}
    assert len(border(board).replace("#", "")) in sides


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("size", [(2, 2, 1), (3, 3, 4), (3, 4, 5)])
def test_a_generated_board_is_solvable_in_the_steps_that_the_remark_names(
    seed: int, size: tuple[int, int, int]
) -> None:
    rows, columns, blocks = size
    board, remark = generated(seed, rows=rows, columns=columns, blocks=blocks)
    result = solve(PUZZLE.problem(board), "search", options={"algorithm": "bfs"})
    assert result.status in (Status.SOLVED, Status.OPTIMAL)
    found = re.search(r"solvable in ([0-9]+) steps, seed ([0-9]+)", remark)
    assert found is not None
    assert (result.best.length or 0) <= int(found[1])
    assert int(found[2]) == seed


def test_a_board_without_other_blocks_can_be_made() -> None:
    board, _ = generated(3, rows=2, columns=2, blocks=0)
    assert list(board.blocks()) == ["*"]


def test_more_blocks_than_there_is_room_for_are_refused() -> None:
    with pytest.raises(ModelError, match="3 blocks do not fit into 2 x 2 cells, expected at most 2"):
        generated(1, rows=2, columns=2, blocks=3)


def test_the_fullest_board_can_be_made() -> None:
    for seed in range(10):
        board, _ = generated(seed, rows=2, columns=3, blocks=4)
        assert len(board.blocks()) == 5


def test_a_limit_ends_the_generator() -> None:
    options = read_options(PUZZLE.generator_options, {}, "klotski")
    with pytest.raises(LimitError, match=r"no board: timeout after [0-9.]+ s"):
        PUZZLE.generate(1, options, Watch(Limits(seconds=0)))
