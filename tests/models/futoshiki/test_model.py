"""The model: what it states, and that its solutions are those of the rules."""

from __future__ import annotations

import random

import pytest

import copla
from copla import Limits, Solution, Status, solve, violations
from copla.ground.text import cell_name
from copla.language.constraints import AllDifferent, Linear, Table
from copla.models.futoshiki import PUZZLE, Board
from copla.models.futoshiki.board import cells
from copla.models.futoshiki.model import problem_of
from tests.models.futoshiki.rules import Square, fits, latin_squares, random_board, true_board

ALL = Limits(solutions=None)
BACKENDS = [backend.name for backend in copla.suitable_backends(problem_of(Board.empty(2)))]


def squares(board: Board, backend: str) -> set[Square]:
    """All solutions that a backend finds, as squares."""
    result = solve(problem_of(board), backend, limits=ALL)
    assert result.complete
    assert result.status is (Status.SOLVED if result.solutions else Status.INFEASIBLE)
    n = range(board.size)
    return {tuple(tuple(s.values[cell_name((r, c))] for c in n) for r in n) for s in result.solutions}


def test_every_backend_for_constraint_problems_takes_a_board() -> None:
    assert {"cp-sat", "forward-checking", "python-constraint"} <= set(BACKENDS) <= set(copla.backend_names())


def test_the_oracle_knows_how_many_latin_squares_there_are() -> None:
    assert [len(latin_squares(size)) for size in (1, 2, 3, 4)] == [1, 2, 12, 576]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("adjacent", [False, True], ids=["unequal", "adjacent"])
@pytest.mark.parametrize("size", [1, 2, 3])
def test_the_solutions_of_any_board_are_those_of_brute_force(size: int, adjacent: bool, backend: str) -> None:
    chance = random.Random(size)
    counts = set()
    for _ in range(40):
        any_board = random_board(size, adjacent, chance)
        for board in (any_board, true_board(chance.choice(latin_squares(size)), adjacent, chance)):
            expected = {square for square in latin_squares(size) if fits(square, board)}
            assert squares(board, backend) == expected, board
            counts.add(len(expected))
    assert 1 in counts
    assert size == 1 or len(counts) > 1


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("adjacent", [False, True], ids=["unequal", "adjacent"])
def test_the_solutions_of_boards_of_size_4_are_those_of_brute_force(adjacent: bool, backend: str) -> None:
    chance = random.Random(4)
    for _ in range(12):
        board = true_board(chance.choice(latin_squares(4)), adjacent, chance)
        assert squares(board, backend) == {square for square in latin_squares(4) if fits(square, board)}


@pytest.mark.parametrize("size", range(1, 8))
def test_a_board_is_one_variable_a_cell_two_rules_a_line_and_one_constraint_a_clue(size: int) -> None:
    chance = random.Random(size)
    board = random_board(size, False, chance)
    givens = sum(value > 0 for row in board.givens for value in row)
    problem = problem_of(board)
    rules = [c for c in problem.constraints if not c.clue]
    clues = [c for c in problem.constraints if c.clue]
    assert [v.name for v in problem.variables] == [cell_name(cell) for cell in cells(size)]
    assert {v.domain for v in problem.variables} == {tuple(range(1, size + 1))}
    assert len(rules) == 2 * size
    assert all(isinstance(rule, AllDifferent) and len(rule.scope) == size for rule in rules)
    assert len(clues) == givens + len(board.signs)
    assert all(isinstance(clue, Linear) for clue in clues)


@pytest.mark.parametrize("size", range(1, 8))
def test_in_the_adjacent_variant_every_pair_of_neighbours_is_a_clue(size: int) -> None:
    board = random_board(size, True, random.Random(size))
    tables = [c for c in problem_of(board).constraints if isinstance(c, Table)]
    assert len(tables) == 2 * size * (size - 1)
    assert all(constraint.clue for constraint in tables)
    assert sum(constraint.allowed for constraint in tables) == len(board.signs)


def test_rules_and_clues_are_labelled_for_people() -> None:
    board = PUZZLE.parse("1 < .\n    v\n.   .\n", "test")
    assert [str(constraint) for constraint in problem_of(board).constraints] == [
        "row 1 all different",
        "column 1 all different",
        "row 2 all different",
        "column 2 all different",
        "given r1c1 = 1",
        "clue r1c1 < r1c2",
        "clue r1c2 > r2c2",
    ]
    adjacent = PUZZLE.parse("rules: adjacent\n. | .\n\n.   .\n", "test")
    assert [str(constraint) for constraint in problem_of(adjacent).constraints][4:6] == [
        "clue r1c1 next to r1c2 in value",
        "clue r1c1 not next to r2c1 in value",
    ]


def test_a_wrong_solution_is_told_which_clue_it_breaks() -> None:
    problem = problem_of(PUZZLE.parse("1 < .\n\n.   .\n", "test"))
    wrong = Solution({"r1c1": 2, "r1c2": 1, "r2c1": 1, "r2c2": 1})
    assert violations(problem, wrong) == [
        "row 2 all different: violated by r2c1 = 1, r2c2 = 1",
        "column 2 all different: violated by r1c2 = 1, r2c2 = 1",
        "given r1c1 = 1: violated by r1c1 = 2",
        "clue r1c1 < r1c2: violated by r1c1 = 2, r1c2 = 1",
    ]
