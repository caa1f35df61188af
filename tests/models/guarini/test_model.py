"""The model against the rules written out by hand."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from copla import PlanningProblem
from copla.models.guarini import PUZZLE, Board
from tests.models.guarini.rules import Rows, board, distances_to, placements, position_of, state_of, successors

SMALL = ["W_W|___|B_B", "4x3", "W_Bx|_xW_|B___", "W|_|B", "xWx|B_B|xWx"]


def steps_of(problem: PlanningProblem, position: Rows) -> dict[str, Rows]:
    """The successors that the model gives; a label that is possible twice would be lost, so it is counted."""
    state = state_of(problem, position)
    possible = [action for action in problem.actions if action.applicable(state)]
    found = {action.label: position_of(problem, action.apply(state), position) for action in possible}
    assert len(found) == len(possible)
    assert all(action.cost == 1 for action in possible)
    return found


@pytest.mark.parametrize("text", SMALL)
def test_the_model_allows_exactly_the_moves_of_the_rules(text: str) -> None:
    instance = board(text)
    problem = PUZZLE.problem(instance)
    for position in islice(placements(instance.start), 0, None, 37):
        assert steps_of(problem, position) == successors(position)


def test_the_model_follows_the_rules_in_the_whole_space_of_the_classic_board() -> None:
    instance = board("W_W|___|B_B")
    problem = PUZZLE.problem(instance)
    space = distances_to(instance.goal)
    assert len(space) == 280
    assert all(steps_of(problem, position) == successors(position) for position in space)


@pytest.mark.parametrize("text", ["4x5", "5x5", "WWxB|_xx_|W__B|____|BBxW|____", "16x3"])
def test_the_model_follows_the_rules_along_a_random_walk(text: str) -> None:
    instance = board(text)
    problem = PUZZLE.problem(instance)
    chance = random.Random(text)
    position = instance.start
    for _ in range(400):
        steps = successors(position)
        assert steps_of(problem, position) == steps
        position = steps[chance.choice(sorted(steps))]


@pytest.mark.parametrize("text", SMALL)
def test_the_model_starts_and_ends_where_the_board_says(text: str) -> None:
    instance = board(text)
    problem = PUZZLE.problem(instance)
    assert position_of(problem, problem.initial_state, instance.start) == instance.start
    goals = [position for position in placements(instance.start) if problem.is_goal(state_of(problem, position))]
    assert goals == [instance.goal]


def test_a_square_is_a_variable_and_a_hole_is_none() -> None:
    problem = PUZZLE.problem(board("Wx_|___|__B"))
    assert [variable.name for variable in problem.variables] == [
        "r1c1", "r1c3", "r2c1", "r2c2", "r2c3", "r3c1", "r3c2", "r3c3",
    ]  # fmt: skip
    assert {variable.domain for variable in problem.variables} == {("_", "W", "B")}


def test_every_move_can_be_taken_back() -> None:
    problem = PUZZLE.problem(Board.standard(4, 4))
    facts = {(action.condition, tuple(sorted(action.effects))) for action in problem.actions}
    assert all((effects, condition) in facts for condition, effects in facts)


def test_the_largest_board_has_two_actions_for_each_of_its_moves() -> None:
    problem = PUZZLE.problem(board("16x16"))
    assert len(problem.variables) == 256
    assert len(problem.actions) == 2 * 8 * 15 * 14


@pytest.mark.parametrize(("columns", "states"), [(3, 18_480)])
def test_all_placements_of_a_standard_board_are_within_reach(columns: int, states: int) -> None:
    instance = Board.standard(4, columns)
    assert len(distances_to(instance.goal)) == sum(1 for _ in placements(instance.start)) == states
