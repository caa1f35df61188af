"""What the heuristics claim, checked against true distances in whole state spaces."""

from __future__ import annotations

import random
from functools import cache
from itertools import permutations

import pytest

from copla import INFINITE, Heuristic, PlanningProblem, Sum
from copla.models.guarini import PUZZLE, Board
from copla.models.guarini.assignment import cheapest_assignment
from copla.models.guarini.board import distances
from tests.models.guarini.rules import Rows, board, distances_to, placements, state_of, successors

pytestmark = pytest.mark.slow

NAMES = ("matching", "distance", "easy", "same-column", "average")
ADMISSIBLE = ("matching", "distance", "easy")
SPACES = [
    "W_W|___|B_B",  # the classic ring; its centre is out of reach
    "4x3",
    "W_B_|_x__|B__W|goal:|B__B|_x__|__WW",  # a hole, and a goal that is no exchange
    "WB_B|B_WW|_xBW|goal:|B_BW|WB_W|WxB_",  # half of the placements cannot reach the goal
    "WW___|B____|goal:|____B|___WW",  # two rows: four parts that no knight can leave
    "WWB|___|___|goal:|___|B__|W_W",
]


@cache
def space(text: str) -> dict[Rows, int]:
    return distances_to(board(text).goal)


def built(text: str, name: str) -> tuple[PlanningProblem, Heuristic]:
    problem = PUZZLE.problem(board(text))
    return problem, problem.heuristics[name].build()


def test_the_best_admissible_heuristic_comes_first() -> None:
    heuristics = PUZZLE.problem(Board.standard(4, 3)).heuristics
    assert tuple(heuristics) == NAMES
    assert [name for name in NAMES if heuristics[name].admissible and heuristics[name].consistent] == list(ADMISSIBLE)
    assert not any(heuristics[name].admissible or heuristics[name].consistent for name in ("same-column", "average"))


@pytest.mark.parametrize("text", SPACES)
@pytest.mark.parametrize("name", ADMISSIBLE)
def test_an_admissible_heuristic_is_never_above_the_true_distance(text: str, name: str) -> None:
    problem, estimate = built(text, name)
    for position in placements(board(text).start):
        true = space(text).get(position)
        assert true is None or 0 <= estimate(state_of(problem, position)) <= true


@pytest.mark.parametrize("text", SPACES)
@pytest.mark.parametrize("name", ADMISSIBLE)
def test_a_consistent_heuristic_changes_by_at_most_one_with_a_move(text: str, name: str) -> None:
    problem, estimate = built(text, name)
    values = {position: estimate(state_of(problem, position)) for position in placements(board(text).start)}
    for position, value in values.items():
        assert all(abs(value - values[after]) <= 1 for after in successors(position).values())


@pytest.mark.parametrize("text", SPACES)
@pytest.mark.parametrize("name", NAMES)
def test_every_heuristic_is_zero_at_the_goal_and_infinite_only_where_there_is_no_way(text: str, name: str) -> None:
    problem, estimate = built(text, name)
    assert estimate(state_of(problem, board(text).goal)) == 0
    for position in space(text):
        assert 0 <= estimate(state_of(problem, position)) < INFINITE


@pytest.mark.parametrize("name", ["same-column", "average"])
def test_a_heuristic_that_claims_nothing_is_above_the_true_distance_somewhere(name: str) -> None:
    problem, estimate = built("4x3", name)
    excess = [estimate(state_of(problem, position)) - true for position, true in space("4x3").items()]
    assert max(excess) > 0


@pytest.mark.parametrize("name", ["same-column", "average"])
def test_a_heuristic_that_claims_nothing_is_inconsistent(name: str) -> None:
    problem, estimate = built("4x3", name)
    falls = [
        estimate(state_of(problem, position)) - estimate(state_of(problem, after))
        for position in list(space("4x3"))[::20]
        for after in successors(position).values()
    ]
    assert max(falls) > 1


def test_matching_is_at_least_distance_and_distance_at_least_easy() -> None:
    problem = PUZZLE.problem(board("4x3"))
    matching, distance, easy = (problem.heuristics[name].build() for name in ADMISSIBLE)
    for position in space("4x3"):
        state = state_of(problem, position)
        assert matching(state) >= distance(state) >= easy(state)


def test_matching_tells_an_even_number_of_moves_from_an_odd_one() -> None:
    problem, estimate = built("4x3", "matching")
    for position, true in space("4x3").items():
        assert (true - estimate(state_of(problem, position))) % 2 == 0


@pytest.mark.parametrize(
    ("columns", "estimates"),
    [(3, (14, 12, 6, 26, 18)), (4, (16, 16, 8, 32, 22)), (5, (22, 20, 10, 38, 26))],
)
def test_the_estimates_of_the_standard_starts_are_known(columns: int, estimates: tuple[int, ...]) -> None:
    problem = PUZZLE.problem(Board.standard(4, columns))
    assert tuple(problem.heuristics[name].build()(problem.initial_state) for name in NAMES) == estimates


def test_distances_on_a_wide_board_are_those_of_the_unbounded_one() -> None:
    walk = distances(Board.standard(16, 16).graph, [(6, 6)])
    table = [[walk[6 + dx, 6 + dy] for dy in range(5)] for dx in range(4)]
    assert table == [[0, 3, 2, 3, 2], [3, 2, 1, 2, 3], [2, 1, 4, 3, 2], [3, 2, 3, 2, 3]]


def test_same_column_adds_the_distances_to_the_other_row_in_each_column() -> None:
    instance = Board.standard(4, 5)
    problem = PUZZLE.problem(instance)
    walks = [distances(instance.graph, [(3, column)])[0, column] for column in range(5)]
    assert problem.heuristics["same-column"].build()(problem.initial_state) == 2 * sum(walks)


def test_same_column_falls_back_to_the_nearest_goal_square_where_the_column_has_none() -> None:
    problem, estimate = built("W__|___|___|___|goal:|___|___|_W_|___", "same-column")
    assert estimate(problem.initial_state) == 1


def test_average_counts_open_goal_squares_and_rewards_a_knight_at_home() -> None:
    # One knight is at home, which counts -1; the other has one goal square left.
    instance = board("W_W|___|___|___|goal:|W__|___|___|_W_")
    problem = PUZZLE.problem(instance)
    way = distances(instance.graph, [(3, 1)])[0, 2]
    assert problem.heuristics["average"].build()(problem.initial_state) == way - 1
    two_open = board("_WW|___|___|___|goal:|W__|___|___|_W_")
    problem = PUZZLE.problem(two_open)
    ways = [distances(two_open.graph, [goal])[0, column] for goal in ((0, 0), (3, 1)) for column in (1, 2)]
    assert problem.heuristics["average"].build()(problem.initial_state) == sum(ways) // 2


@pytest.mark.parametrize("name", ["matching", "distance", "same-column", "average"])
def test_a_knight_that_can_never_reach_a_goal_square_makes_an_infinite_estimate(name: str) -> None:
    problem, estimate = built("___|_W_|__B|goal:|W__|___|__B", name)
    assert estimate(problem.initial_state) == INFINITE


def test_the_heuristics_that_look_at_one_square_at_a_time_are_sums_of_tables() -> None:
    problem = PUZZLE.problem(Board.standard(4, 3))
    for name in ("distance", "easy", "same-column"):
        heuristic = problem.heuristics[name].build()
        assert isinstance(heuristic, Sum)
        assert [table.variables for table in heuristic.tables] == [(index,) for index in range(12)]


@pytest.mark.parametrize("size", range(7))
def test_an_assignment_is_as_cheap_as_the_best_of_all_permutations(size: int) -> None:
    chance = random.Random(size)
    for _ in range(60):
        costs = [[chance.choice([0, 1, 2, 3, 4, 5, 9, INFINITE]) for _ in range(size)] for _ in range(size)]
        totals = [sum(costs[row][column] for row, column in enumerate(order)) for order in permutations(range(size))]
        assert cheapest_assignment(costs) == min(INFINITE, *totals)
