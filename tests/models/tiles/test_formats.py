"""Boards as text: what each way of writing means, and that what is written is read back."""

from __future__ import annotations

import random

import pytest

from copla import ModelError
from copla.models.tiles import PUZZLE, Board
from copla.models.tiles.board import goal_board


def read(text: str) -> Board:
    return PUZZLE.parse(text, "test")


@pytest.mark.parametrize(
    "text",
    [
        "1 2 3 4 5 6 7 8 0",
        "1 2 3\n4 5 6\n7 8 0\n",
        "1,2,3,4,5,6,7,8,0",
        "1, 2, 3,\n4, 5, 6,\n7, 8, 0",
        "1\n2\n3\n4\n5\n6\n7\n8\n0",
        "# a comment\n\n  1\t2\t3 # the first row\n 4 5 6\n#\n 7 8 0 #",
        "size: 3x3\n1 2 3 4 5 6 7 8 0",
        "SIZE : 3 X 3\nGoal: FIRST\n1 2 3 4 5 6 7 8 0",
        "1 2 3 4\n5 6 7 8\n0",
    ],
)
def test_nine_numbers_are_a_square_of_three_however_they_are_laid_out(text: str) -> None:
    assert read(text) == Board(3, 3, (1, 2, 3, 4, 5, 6, 7, 8, 0), "first")


@pytest.mark.parametrize("side", range(2, 7))
def test_a_square_number_of_numbers_is_a_square_board(side: int) -> None:
    board = read(" ".join(map(str, range(side * side))))
    assert (board.rows, board.columns) == (side, side)
    assert board == goal_board(side, side, "first")


def test_the_headers_say_the_shape_and_where_the_blank_belongs() -> None:
    board = read("goal: last\nsize: 2x3\n1 2 3\n4 5 0")
    assert board == Board(2, 3, (1, 2, 3, 4, 5, 0), "last")
    assert board == goal_board(2, 3, "last")
    assert read("size: 3x2\n1 2\n3 4\n5 0").goal == "first"


def test_a_shape_may_be_written_in_any_lines_but_not_as_if_turned() -> None:
    assert read("size: 2x3\n0 1 2 3\n4 5").columns == 3
    assert read("size: 2x3\n0\n1\n2\n3\n4\n5").rows == 2


@pytest.mark.parametrize("goal", ["first", "last"])
@pytest.mark.parametrize("rows", range(2, 7))
@pytest.mark.parametrize("columns", range(2, 7))
def test_every_shape_is_read_as_it_was_written(rows: int, columns: int, goal: str) -> None:
    tiles = list(range(rows * columns))
    random.Random(rows * columns).shuffle(tiles)
    board = Board(rows, columns, tuple(tiles), goal)
    assert read(PUZZLE.write(board, "board")) == board


def test_the_written_form_is_rows_under_the_headers_that_are_needed() -> None:
    assert PUZZLE.write(Board(2, 2, (3, 1, 0, 2)), "board") == "3 1\n0 2\n"
    assert PUZZLE.write(Board(2, 3, (1, 2, 3, 4, 5, 0), "last"), "board") == "size: 2x3\ngoal: last\n1 2 3\n4 5 0\n"
    fifteen = PUZZLE.write(goal_board(4, 4, "last"), "board")
    assert fifteen == "goal: last\n 1  2  3  4\n 5  6  7  8\n 9 10 11 12\n13 14 15  0\n"


def test_one_line_holds_a_square_board_whose_blank_belongs_first() -> None:
    board = Board(3, 3, (8, 0, 6, 5, 4, 7, 2, 3, 1))
    assert PUZZLE.write(board, "line") == "8 0 6 5 4 7 2 3 1\n"
    assert read(PUZZLE.write(board, "line")) == board
    for other in (goal_board(2, 3, "first"), goal_board(3, 3, "last")):
        with pytest.raises(ModelError, match="use the form 'board'"):
            PUZZLE.write(other, "line")


def test_an_unknown_form_is_refused() -> None:
    with pytest.raises(ModelError, match="there is no form 'csv' of a board of tiles, expected board or line"):
        PUZZLE.write(goal_board(2, 2, "first"), "csv")


@pytest.mark.parametrize("text", ["1 2 3 4 5 6 7 8 0", "1,2,3,0", " 1, 2 ,3 0 ", "1 1", "1,2", "1 2 3,", "99 0 1 2"])
def test_a_list_of_numbers_is_meant_as_a_board_right_or_wrong(text: str) -> None:
    assert PUZZLE.is_inline(text)


@pytest.mark.parametrize("text", ["", "korf-1", "12", "1.txt", "boards/1 2", "1 2 x", "size: 2x2 0 1 2 3", ",", " "])
def test_anything_else_is_not(text: str) -> None:
    assert not PUZZLE.is_inline(text)


def test_a_board_is_described_in_a_few_words() -> None:
    assert PUZZLE.describe(Board(2, 3, (1, 0, 2, 3, 4, 5), "first")) == "2x3, blank first, 1 tile out of place"
    assert PUZZLE.describe(Board(2, 2, (2, 1, 3, 0), "last")) == "2x2, blank last, 2 tiles out of place"
