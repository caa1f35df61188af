"""Solution files: written, read again, and checked move by move."""

from __future__ import annotations

import pytest

from copla import FormatError, Solution, solve, violations
from copla.models.guarini import PUZZLE
from tests.models.guarini.rules import board

LINE = board("W__|__x|___|__B|goal:|___|__x|_W_|__B")
MOVE = "((0, 0), (2, 1))"


def read(text: str) -> Solution:
    return PUZZLE.read_solution(LINE, text, "plan.txt")


@pytest.mark.parametrize(
    "text",
    [
        f"1\n{MOVE}\n",
        f"# a remark\n\n 1 \n {MOVE} ",
        MOVE,
        "1\n((0,0),(2,1))",
        "( ( 0 , 0 ) , ( 2 , 1 ) )",
        "((00, 0), (2, 001))",
        "W r1c1 -> r3c2",
        "1\nr1c1->r3c2",
    ],
)
def test_a_move_is_read_in_every_way_it_is_written(text: str) -> None:
    assert read(text) == Solution(cost=1, moves=(MOVE,))


def test_a_plan_without_moves_is_a_zero() -> None:
    assert read("0\n") == Solution(cost=0, moves=())
    assert PUZZLE.write(LINE, "matrix", Solution(cost=0, moves=())) == "0\n"


@pytest.mark.parametrize("text", ["4x3", "4x5", "W_W|___|B_B", "x_W_x|_____|W___B|_____|x_B_x"])
def test_what_a_solver_finds_is_written_read_and_right(text: str) -> None:
    instance = board(text)
    problem = PUZZLE.problem(instance)
    found = solve(problem, "search").best
    written = PUZZLE.write(instance, "matrix", found)
    lines = written.splitlines()
    assert lines[0] == str(found.cost) == str(len(lines) - 1)
    again = PUZZLE.read_solution(instance, written, "plan.txt")
    assert (again.moves, again.cost) == (found.moves, found.cost)
    assert violations(problem, again) == []
    words = "\n".join(PUZZLE.moves(instance, found))
    assert PUZZLE.read_solution(instance, words, "plan.txt") == again


@pytest.mark.parametrize(
    ("text", "violation"),
    [
        ("((0, 0), (1, 1))", "step 1, ((0, 0), (1, 1)): there is no such move"),
        ("((0, 0), (-2, 1))", "step 1, ((0, 0), (-2, 1)): there is no such move"),
        ("((0, 0), (1, 2))", "step 1, ((0, 0), (1, 2)): there is no such move"),
        ("((99, 0), (2, 1))", "step 1, ((99, 0), (2, 1)): there is no such move"),
        ("r0c0 -> r2c1", "step 1, ((-1, -1), (2, 1)): there is no such move"),
        ("((0, 1), (2, 1))", "step 1, ((0, 1), (2, 1)): not possible here: r1c2 is _, expected W"),
        (f"{MOVE}\n{MOVE}", f"step 2, {MOVE}: not possible here: r1c1 is _, expected W; r3c2 is W, expected _"),
        ("B r1c1 -> r3c2", "step 1, B r1c1 -> r3c2: there is no such move"),
        ("0", "after 0 steps the goal is not reached: r1c1 is W, expected _; r3c2 is _, expected W"),
        (
            f"{MOVE}\nW r3c2 -> r1c1",
            "after 2 steps the goal is not reached: r1c1 is W, expected _; r3c2 is _, expected W",
        ),
    ],
)
def test_a_broken_plan_is_named_with_its_step(text: str, violation: str) -> None:
    assert violations(PUZZLE.problem(LINE), read(text)) == [violation]


def test_a_move_of_the_wrong_colour_is_named_even_if_all_else_is_right() -> None:
    instance = board("W_B|___|___")
    plan = PUZZLE.read_solution(instance, "W r1c1 -> r3c2\nW r1c3 -> r3c2\nW r1c3 -> r2c1", "plan.txt")
    assert violations(PUZZLE.problem(instance), plan)[0].startswith("step 2, ((0, 2), (2, -1)): not possible here")
    plan = PUZZLE.read_solution(instance, "W r1c1 -> r3c2\nW r1c3 -> r2c1", "plan.txt")
    assert violations(PUZZLE.problem(instance), plan) == ["step 2, W r1c3 -> r2c1: there is no such move"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1: found nothing, expected the number of moves and then one operator a line"),
        ("2\n" + MOVE, "2:17: found the end after 1 move, expected 2 moves"),
        ("1", "1:2: found the end after 0 moves, expected 1 move"),
        (f"1\n{MOVE}\n {MOVE}", "3:2: found move 2, expected 1 as the first line says"),
        ("9" * 10, "1:1: found 9999999999 as the number of moves, expected at most 9 digits"),
        ("-1", "1:1: found '-1', expected '(' in ((x, y), (dx, dy))"),
        ("hello", "1:1: found 'hello', expected '(' in ((x, y), (dx, dy))"),
        ("((0, 0), (2, 1)", "1:16: found the end of the line, expected ')' in ((x, y), (dx, dy))"),
        ("((0, a), (2, 1))", "1:6: found 'a), (2, 1))', expected a number of at most 3 digits in ((x, y), (dx, dy))"),
        (
            "((0, 1000), (2, 1))",
            "1:6: found '1000), (2, 1))', expected a number of at most 3 digits in ((x, y), (dx, dy))",
        ),
        ("((0, 0), (2, 1)) W", "1:18: found 'W' after an operator, expected the end of the line"),
        ("W r1c1 to r3c2", "1:1: found 'W r1c1 to r3c2', expected a move such as W r1c1 -> r3c2"),
        ("1\tmove", "1:2: found a tab, expected printable text"),
    ],
)
def test_an_unreadable_plan_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(FormatError) as refused:
        read(text)
    assert str(refused.value) == f"plan.txt:{message}"
