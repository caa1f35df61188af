"""Solution files: the ways of writing a plan, and how mistakes in it reach the checker."""

from __future__ import annotations

import pytest

from copla import FormatError, ModelError, Solution, solve, violations
from copla.models.tiles import PUZZLE, Board
from copla.models.tiles.generator import generate
from copla.models.tiles.solutions import MOST_MOVES

BOARD = Board(3, 3, (1, 4, 2, 3, 0, 5, 6, 7, 8))
PLAN = ("4 down", "1 right")


def read(text: str, board: Board = BOARD) -> Solution:
    return PUZZLE.read_solution(board, text, "test")


@pytest.mark.parametrize(
    "text",
    [
        "2\n4 down\n1 right\n",
        "4 down\n1 right",
        "# mine\n2 # moves\n4 Down\n\n1 RIGHT # and done",
        "2\n4 d\n1 r",
        "2\n4, down\n1, right",
        "2\n4\n1\n",
        "2\n4 1\n",
        "4 1",
        "4, 1",
        "up left",
        "up\nleft\n",
        "2\nUL",
        "u l",
        "Ul",
    ],
)
def test_a_plan_may_be_written_as_moves_as_tiles_or_as_the_way_of_the_blank(text: str) -> None:
    solution = read(text)
    assert solution.moves == PLAN
    assert solution.cost == 2
    assert violations(PUZZLE.problem(BOARD), solution) == []


def test_zero_is_the_empty_plan() -> None:
    assert read("0") == Solution(moves=(), cost=0)
    assert violations(PUZZLE.problem(Board(2, 2, (0, 1, 2, 3))), read("0", Board(2, 2, (0, 1, 2, 3)))) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2\n4 down\n4 down", "step 2, 4 down: not possible here: blank is r1c2, expected r3c2"),
        ("2\n4 up\n1 right", "step 1, 4 up: not possible here: "),
        ("2\n4 down\n9 left", "step 2, 9 left: there is no such move"),
        ("4 17", "step 2, 17: there is no such move"),
        ("0 4", "step 1, 0: there is no such move"),
        ("4 8", "step 2, 8 up: not possible here: "),
        ("2 4 1", "step 1, 2 down: not possible here: "),
        ("up up", "step 2, blank up: there is no such move"),
        ("left left", "step 2, blank left: there is no such move"),
        ("1\n4 down", "after 1 step the goal is not reached: blank is r1c2, expected r1c1"),
        ("3\n4 down\n1 right", "the cost is given as 3, it is 2"),
        ("0", "after 0 steps the goal is not reached"),
    ],
)
def test_a_wrong_plan_is_read_and_the_checker_names_its_step(text: str, found: str) -> None:
    [message] = violations(PUZZLE.problem(BOARD), read(text))
    assert message.startswith(found)


@pytest.mark.parametrize("form", ["board", "line"])
@pytest.mark.parametrize("goal", ["first", "last"])
@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (3, 2), (3, 3), (3, 5), (4, 4), (6, 6)])
def test_a_written_solution_is_read_back_and_passes_the_checker(rows: int, columns: int, goal: str, form: str) -> None:
    for seed in range(3):
        board = generate(rows, columns, goal, 14, seed)
        problem = PUZZLE.problem(board)
        best = solve(problem, "search").best
        solution = read(PUZZLE.write(board, form, best), board)
        assert (solution.moves, solution.cost) == (best.moves, best.cost)
        assert violations(problem, solution) == []


def test_the_written_forms_are_the_number_of_moves_and_then_moves_or_tiles() -> None:
    solution = Solution(moves=PLAN, cost=2)
    assert PUZZLE.write(BOARD, "board", solution) == "2\n4 down\n1 right\n"
    assert PUZZLE.write(BOARD, "line", solution) == "2\n4 1\n"
    empty = Solution(moves=(), cost=0)
    assert PUZZLE.write(BOARD, "board", empty) == PUZZLE.write(BOARD, "line", empty) == "0\n"
    with pytest.raises(ModelError, match="there is no form 'csv' of a solution of tiles, expected board or line"):
        PUZZLE.write(BOARD, "csv", solution)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1: found no moves, expected their number or moves such as '7 left'"),
        ("# only a comment\n", "1:1: found no moves, expected their number or moves such as '7 left'"),
        ("2", "1:2: found no moves after their number, expected 2"),
        ("12345678901\n4 down", "1:1: found 12345678901, expected a number of moves below 1000000000"),
        ("2\n4 north\n1 right", "2:3: found the direction 'north', expected up, left, right or down"),
        ("2\n4 down\n1", "3:1: found a tile alone, expected a tile and its direction as before"),
        ("2\n4 1\nup", "3:1: found a direction of the blank, expected a tile alone as before"),
        ("up\n4 down", "2:1: found a tile and its direction, expected a direction of the blank as before"),
        ("4 down 1 right", "1:3: found a direction of the blank, expected a tile alone as before"),
        ("2 moves", "1:3: found the direction 'moves', expected up, left, right or down"),
        ("tile 4 moves down", "1:1: found 'tile', expected a move such as '7 left', '7' or 'left'"),
        ("-4 down", "1:1: found '-4', expected a move such as '7 left', '7' or 'left'"),
        ("URDX", "1:1: found 'urdx', expected a move such as '7 left', '7' or 'left'"),
        ("12345 down", "1:1: found 12345, expected the number of a tile"),
        ("1\n99999999999999999999999999999 1", "2:1: found 999999999999999999999999..., expected the number of"),
        ("1\n4 \x07down", "2:3: found the control character U+0007, expected printable text"),
        ("u" * (MOST_MOVES + 1), f"1:{MOST_MOVES + 1}: found more than {MOST_MOVES} moves, expected a shorter"),
    ],
)
def test_an_unreadable_solution_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(FormatError) as refused:
        PUZZLE.read_solution(BOARD, text, "a.txt")
    assert str(refused.value).startswith(f"a.txt:{message}")
