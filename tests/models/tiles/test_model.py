"""The declarative model, compared with the slow rules: the same moves to the same boards, in Korf's order."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from copla import Solution, Status, solve, violations
from copla.backends.search.space import TaskSpace
from copla.models.tiles import PUZZLE, Board
from copla.models.tiles.board import goal_board
from tests.models.tiles.rules import distances, moves, solved, state_of, tiles_of


def test_the_model_of_the_fifteen_puzzle_has_a_variable_a_tile_and_an_action_a_tile_and_pair_of_cells() -> None:
    problem = PUZZLE.problem(goal_board(4, 4, "first"))
    assert [variable.name for variable in problem.variables] == ["blank", *(f"tile {t}" for t in range(1, 16))]
    assert len(problem.actions) == 15 * 2 * 24
    assert {action.cost for action in problem.actions} == {1}
    assert problem.invariants == [tuple(range(16))]
    assert len(problem.goal) == 16


def test_a_state_in_words_says_where_each_tile_is() -> None:
    problem = PUZZLE.problem(Board(2, 3, (1, 0, 2, 5, 4, 3)))
    assert problem.values(problem.initial_state) == {
        "blank": "r1c2",
        "tile 1": "r1c1",
        "tile 2": "r1c3",
        "tile 3": "r2c3",
        "tile 4": "r2c2",
        "tile 5": "r2c1",
    }


@pytest.mark.parametrize("goal", ["first", "last"])
@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2)])
def test_a_whole_small_space_is_that_of_the_slow_rules(rows: int, columns: int, goal: str) -> None:
    space = TaskSpace(PUZZLE.problem(goal_board(rows, columns, goal)))
    for tiles in distances(rows, columns, goal):
        found = [(label, cost, tiles_of(state)) for label, cost, state in space.successors(state_of(tiles))]
        assert found == [(label, 1, after) for label, after in moves(rows, columns, tiles)]
        assert space.is_goal(state_of(tiles)) == (tiles == solved(rows, columns, goal))


def test_the_eight_puzzle_has_181440_states_and_the_deepest_two_are_31_moves_away() -> None:
    space = TaskSpace(PUZZLE.problem(goal_board(3, 3, "first")))
    depth = {space.initial: 0}
    level = [space.initial]
    while level:
        following = []
        for state in level:
            for _, _, after in space.successors(state):
                if after not in depth:
                    depth[after] = depth[state] + 1
                    following.append(after)
        level = following
    assert len(depth) == 181_440
    assert max(depth.values()) == 31
    assert sorted(tiles_of(state) for state, far in depth.items() if far == 31) == [
        (8, 0, 6, 5, 4, 7, 2, 3, 1),
        (8, 7, 6, 0, 4, 1, 2, 5, 3),
    ]
    slow = distances(3, 3, "first")
    assert depth == {state_of(tiles): far for tiles, far in slow.items()}
    assert Counter(depth.values())[24] == 24047  # a well-known row of numbers: 1, 2, 4, 8, 16, 20, 39, ...
    assert [Counter(depth.values())[far] for far in range(8)] == [1, 2, 4, 8, 16, 20, 39, 62]


@pytest.mark.parametrize(("rows", "columns"), [(4, 4), (3, 5), (5, 5), (6, 6), (2, 6), (6, 3)])
def test_along_random_walks_the_moves_are_those_of_the_slow_rules(rows: int, columns: int) -> None:
    space = TaskSpace(PUZZLE.problem(goal_board(rows, columns, "last")))
    chance = random.Random(rows * 10 + columns)
    state = space.initial
    for _ in range(1000):
        successors = space.successors(state)
        assert [(label, tiles_of(after)) for label, _, after in successors] == moves(rows, columns, tiles_of(state))
        assert len(set(state)) == rows * columns
        state = chance.choice(successors)[2]


def test_no_two_actions_of_one_name_are_possible_at_once() -> None:
    problem = PUZZLE.problem(goal_board(2, 3, "first"))
    for tiles in distances(2, 3, "first"):
        labels = [action.label for action in problem.actions if action.applicable(state_of(tiles))]
        assert len(set(labels)) == len(labels)


def test_the_first_heuristic_is_linear_conflict_and_only_square_boards_have_a_reflection() -> None:
    assert list(PUZZLE.problem(goal_board(4, 4, "last")).heuristics) == [
        "linear-conflict",
        "manhattan",
        "pattern",
        "pattern-reflected",
        "misplaced",
    ]
    wide = PUZZLE.problem(goal_board(3, 4, "last"))
    assert list(wide.heuristics) == ["linear-conflict", "manhattan", "pattern", "misplaced"]


def test_a_board_that_is_solved_needs_no_move() -> None:
    result = solve(PUZZLE.problem(goal_board(6, 6, "last")), "search")
    assert result.best.moves == ()
    assert result.cost == 0


def test_searching_a_refuted_board_to_the_end_finds_nothing_either() -> None:
    board = Board(2, 3, (0, 1, 2, 3, 5, 4))
    assert PUZZLE.refute(board) is not None
    assert solve(PUZZLE.problem(board), "search").status is Status.INFEASIBLE


def test_the_checker_names_the_step_of_a_broken_plan() -> None:
    problem = PUZZLE.problem(Board(3, 3, (1, 2, 0, 3, 4, 5, 6, 7, 8)))
    assert violations(problem, Solution(moves=("2 right", "1 right"), cost=2)) == []
    assert violations(problem, Solution(moves=("2 right", "2 right"), cost=2)) == [
        "step 2, 2 right: not possible here: tile 2 is r1c3, expected r1c1"
    ]
    assert violations(problem, Solution(moves=("2 right", "9 left"), cost=2)) == [
        "step 2, 9 left: there is no such move"
    ]
    assert violations(problem, Solution(moves=("2 right",), cost=1)) == [
        "after 1 step the goal is not reached: blank is r1c2, expected r1c1; tile 1 is r1c1, expected r1c2"
    ]
    assert violations(problem, Solution(moves=("2 right", "1 right"), cost=3)) == ["the cost is given as 3, it is 2"]
