"""Solution files: what is written is read and is right; what is wrong is named with its step."""

from __future__ import annotations

import random

import pytest

from copla import FormatError, Limits, Solution, Statistics, Status, solve, violations
from copla.models.klotski import PUZZLE, Board
from copla.models.klotski.solutions import read_all, write_report
from tests.models.klotski.rules import CLASSIC, GENERAL, SMALL_CLASSIC, classic, general, random_board

SOLVABLE = [name for name in GENERAL if name not in ("does not fit", "blocked")]
CORRIDOR = """\
solution 1
length: 3
cost: 3
start
#####
#.*..
#####
step 1: * right
#####
#..*.
#####
step 2: * right
#####
#...*
#####
step 3: * right
#####
#....
#####
"""


def best(board: Board) -> Solution:
    return solve(PUZZLE.problem(board), "search", options={"algorithm": "ucs"}).best


def read(board: Board, text: str) -> Solution:
    return PUZZLE.read_solution(board, text, "moves.txt")


def faults(board: Board, text: str) -> list[str]:
    return violations(PUZZLE.problem(board), read(board, text))


def same(first: Solution, second: Solution) -> bool:
    return (first.moves, first.cost) == (second.moves, second.cost)


def test_a_solution_file_shows_every_configuration_from_start_to_goal() -> None:
    board = general("corridor")
    assert PUZZLE.write(board, "matrix", best(board)) == CORRIDOR


@pytest.mark.parametrize("name", SOLVABLE)
def test_a_written_solution_is_read_and_is_right(name: str) -> None:
    board = general(name)
    solution = best(board)
    again = read(board, PUZZLE.write(board, "matrix", solution))
    assert same(again, solution)
    assert violations(PUZZLE.problem(board), again) == []


@pytest.mark.parametrize("metric", ["steps", "moves", "slides"])
@pytest.mark.parametrize("name", SMALL_CLASSIC)
def test_a_written_solution_of_a_classic_board_is_read_and_is_right(name: str, metric: str) -> None:
    board = classic(name, metric)
    solution = best(board)
    again = read(board, PUZZLE.write(board, "matrix", solution))
    assert same(again, solution)
    assert violations(PUZZLE.problem(board), again) == []
    assert len(PUZZLE.moves(board, solution)) == (solution.length if metric == "steps" else solution.cost)


@pytest.mark.parametrize("name", SOLVABLE)
def test_the_moves_in_words_are_a_solution_file_too(name: str) -> None:
    board = general(name)
    solution = best(board)
    if solution.moves:
        assert same(read(board, "\n".join(PUZZLE.moves(board, solution))), solution)


@pytest.mark.parametrize("metric", ["steps", "moves", "slides"])
@pytest.mark.parametrize("name", SMALL_CLASSIC)
def test_the_moves_of_a_classic_board_in_words_are_a_solution_file_too(name: str, metric: str) -> None:
    board = classic(name, metric)
    solution = best(board)
    assert same(read(board, "\n".join(PUZZLE.moves(board, solution))), solution)


@pytest.mark.parametrize("seed", range(25))
def test_solutions_of_random_boards_survive_writing_and_reading(seed: int) -> None:
    board = random_board(random.Random(1000 + seed))
    result = solve(PUZZLE.problem(board), "search", options={"algorithm": "bfs"}, limits=Limits(bytes=200_000_000))
    for solution in result.solutions:
        again = read(board, PUZZLE.write(board, "matrix", solution))
        assert same(again, solution)
        assert violations(PUZZLE.problem(board), again) == []


def test_a_start_that_is_a_goal_has_a_solution_of_length_0() -> None:
    board = general("no special block")
    text = "solution 1\nlength: 0\ncost: 0\nstart\n####\n#a..\n####\n"
    assert PUZZLE.write(board, "matrix", best(board)) == text
    assert same(read(board, text), Solution(cost=0, moves=()))
    assert faults(board, text) == []


def test_directions_may_be_abbreviated_and_a_distance_follows_them() -> None:
    board = general("corridor")
    for text in ("* right 3", "* r 3\n", "* R r 2", "* right\n* Right\n\n* right"):
        assert same(read(board, text), best(board)), text


def test_a_move_along_a_path_is_one_line_and_costs_one() -> None:
    board = PUZZLE.parse("rules: classic\nmetric: moves\n*a\n..\ngoal:\n..\n.*\n", "test")
    solution = read(board, "* down right")
    assert solution == Solution(cost=1, moves=("* at r1c1 down ...", "* at r2c1 right"))
    assert violations(PUZZLE.problem(board), solution) == []
    assert PUZZLE.moves(board, solution) == ["* down right"]


def test_the_same_path_in_two_lines_is_two_moves() -> None:
    board = PUZZLE.parse("rules: classic\nmetric: moves\n*a\n..\ngoal:\n..\n.*\n", "test")
    solution = read(board, "* down\n* right")
    assert solution == Solution(cost=2, moves=("* at r1c1 down", "* at r2c1 right"))
    assert violations(PUZZLE.problem(board), solution) == []


def test_a_slide_of_two_cells_is_one_action() -> None:
    board = PUZZLE.parse("rules: classic\nmetric: slides\n*..\na..\ngoal:\n...\n..*\n", "test")
    solution = read(board, "* right 2 down")
    assert solution == Solution(cost=2, moves=("* at r1c1 right 2", "* at r1c3 down"))
    assert violations(PUZZLE.problem(board), solution) == []


def test_words_name_the_real_block_among_equal_ones() -> None:
    board = PUZZLE.parse(CLASSIC, "classic")
    solution = Solution(moves=("1x1 at r4c3 down", "1x1 at r4c2 right", "1x1 at r5c1 right"))
    assert PUZZLE.moves(board, solution) == ["H down", "G right", "I right"]


def test_words_of_an_impossible_plan_end_with_its_labels() -> None:
    board = general("corridor")
    solution = Solution(moves=("* at r2c3 right", "* at r2c3 right", "nonsense"))
    assert PUZZLE.moves(board, solution) == ["* right", "* at r2c3 right", "nonsense"]
    held = classic("three goals", "moves")
    mixed = Solution(moves=("* at r1c1 down ...", "a at r1c2 left", "* at r2c1 up"))
    assert PUZZLE.moves(held, mixed) == list(mixed.moves or ())


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("* up", "step 1, * at r2c3 up: there is no such move"),
        ("* right\n* right\n* right\n* right", "step 4, * right: there is no such move"),
        ("* right\nQ down", "step 2, Q down: there is no such move"),
        ("* right", "after 1 step the goal is not reached: special is here, expected gone"),
        (CORRIDOR.replace("cost: 3", "cost: 4"), "the cost is given as 4, it is 3"),
        (
            CORRIDOR.replace("#..*.", "#.*.."),
            "step 1, * right to another configuration: there is no such move",
        ),
    ],
)
def test_a_wrong_solution_is_named_with_its_step(text: str, fault: str) -> None:
    assert faults(general("corridor"), text) == [fault]


def test_a_move_into_another_block_is_named_with_what_is_in_the_way() -> None:
    board = PUZZLE.parse("######\n#.*a..\n######\n", "test")
    assert faults(board, "a right\n* right\n* right") == [
        "step 3, * at r2c4 right: not possible here: r2c5 is 1x1:1, expected free"
    ]


def test_a_path_through_a_block_is_named_with_its_step() -> None:
    board = PUZZLE.parse("rules: classic\nmetric: moves\n*a\n..\ngoal:\n..\n.*\n", "test")
    [fault] = faults(board, "* right down")
    assert fault.startswith("step 1, * at r1c1 right ...: not possible here: r1c2 is 1x1:1, expected free")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1: found nothing, expected a solution or a list of moves"),
        ("no solution found\n", "1:1: found 'no solution found', expected a solution or a list of moves"),
        ("B", "1:2: found the block 'B' alone, expected a direction after it"),
        ("BB down", "1:1: found 'BB', expected a block, one letter or digit or '*'"),
        ("? down", "1:1: found '?', expected a block, one letter or digit or '*'"),
        ("* sideways", "1:3: found 'sideways', expected up, down, left or right"),
        ("* right 0", "1:9: found '0', expected up, down, left or right or a distance from 1 to 99"),
        ("* right 2 3", "1:11: found '3', expected up, down, left or right"),
        ("* 2", "1:3: found '2', expected up, down, left or right"),
        ("step 2: * right", "1:1: found step 2, expected step 1"),
        ("step 1:", "1:8: found no move, expected a block and a direction such as 'B down'"),
        ("cost: three", "1:7: found 'three' as the cost, expected a whole number"),
        ("cost: 1\ncost: 1", "2:1: found a second cost, expected one in a solution"),
        (
            "colour: red",
            "1:1: found 'colour', expected a move, 'step', 'start' or one of length, cost, time, memmax, nmax",
        ),
        ("length: 2\n* right", "1:1: found the length 2, expected 1, the number of steps"),
        ("start\n#####\n#.*..\n#####\nstart", "5:1: found a second 'start', expected one in a solution"),
        ("start\n", "1:6: found no configuration after 'start', expected the start matrix"),
        ("start\n#####\n#*...\n#####", "2:1: found another start, expected the configuration of the instance"),
        ("start\n####\n#.*.\n####", "2:1: found a configuration of 3 x 4, expected 3 x 5"),
        ("start\n#####\n#.*.?\n#####", "3:5: found '?', expected '#', '-', '.', '*', a-z, A-Z or 0-9"),
        ("start\n#####\n#.*..\n\n#####", "4:1: found an empty line in the matrix, expected its next row"),
        ("* right\t", "1:8: found a tab, expected printable text"),
    ],
)
def test_text_that_is_no_solution_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(general("corridor"), text)
    assert str(caught.value) == f"moves.txt:{message}"


def test_a_plan_without_end_is_refused() -> None:
    with pytest.raises(FormatError, match=r"moves\.txt:20001:1: found more than 20000 moves, expected fewer"):
        read(general("corridor"), "* right\n" * 20_001)


def test_a_report_holds_all_solutions_with_the_figures_of_the_run() -> None:
    board = general("two in a room")
    result = solve(PUZZLE.problem(board), "search", options={"algorithm": "astar-tree"}, limits=Limits(solutions=3))
    text = write_report(board, result.solutions, result.statistics)
    again = read_all(board, text, "report")
    assert [(s.moves, s.cost) for s in again] == [(s.moves, s.cost) for s in result.solutions]
    assert [line for line in text.splitlines() if line.startswith("solution")] == [
        "solution 1",
        "solution 2",
        "solution 3",
    ]
    for name, counts in (
        ("memMax", [s.max_nodes for s in result.solutions]),
        ("nMax", [s.generated for s in result.solutions]),
    ):
        assert [int(line.split()[1]) for line in text.splitlines() if line.startswith(f"{name}:")] == counts
        assert counts == sorted(counts, key=lambda count: count or 0)
    assert result.solutions[-1].generated == result.statistics.generated
    times = [float(line.split()[1]) for line in text.splitlines() if line.startswith("time:")]
    assert times == sorted(times)
    assert times == [pytest.approx(s.seconds, abs=1e-5) for s in result.solutions]
    assert same(read(board, text), result.solutions[0])


def test_a_report_of_a_run_without_solution_says_so() -> None:
    board = general("blocked")
    result = solve(PUZZLE.problem(board), "search")
    assert result.status is Status.INFEASIBLE
    text = write_report(board, result.solutions, Statistics(generated=5, seconds=0.25))
    assert text == "no solution found\ntime: 0.250000\nmemMax: unknown\nnMax: 5\n"
