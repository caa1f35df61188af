"""Known answers: the classic board in all metrics, a selection of layouts, and the boards with an exit."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from copla import Limits, PlanningProblem, Result, Status, solve
from copla.ground.files import decode
from copla.models.klotski import PUZZLE, Board
from tests.models.klotski.rules import GENERAL, general

pytestmark = pytest.mark.slow

OPTIMAL: list[dict[str, object]] = [
    {"algorithm": "ucs"},
    {"algorithm": "ucs", "closed": False},
    {"algorithm": "astar", "heuristic": "admissible"},
    {"algorithm": "astar", "heuristic": "trivial"},
    {"algorithm": "astar-tree", "heuristic": "admissible"},
    {"algorithm": "astar-tree", "heuristic": "trivial"},
    {"algorithm": "idastar", "heuristic": "admissible"},
    {"algorithm": "idastar", "heuristic": "trivial"},
]
SEVERAL = [options for options in OPTIMAL if options["algorithm"] != "astar" and len(options) > 1]
# Layouts whose state spaces are small enough for a few seconds in all metrics.
SELECTED = (
    "cluttered-bag",
    "dads-puzzler",
    "fayaa-41",
    "fayaa-143",
    "fayaa-188",
    "fayaa-190",
    "fayaa-259",
    "fayaa-262",
    "grab-the-key",
)


def shipped(name: str) -> Board:
    return PUZZLE.parse(decode((PUZZLE.shipped() / f"{name}.txt").read_bytes(), name), name)


def known(board: Board, metric: str) -> int:
    """The optimum that the file names."""
    found = re.search(rf"([0-9]+) {metric}", board.optimum)
    assert found is not None
    return int(found[1])


def run(problem: PlanningProblem, options: dict[str, object], solutions: int = 1) -> Result:
    return solve(problem, "search", options=options, limits=Limits(solutions=solutions))


@pytest.mark.parametrize(("name", "cost"), [("klotski", 116), ("klotski-moves", 81), ("klotski-slides", 90)])
def test_the_classic_board_takes_116_steps_or_81_moves_or_90_slides(name: str, cost: int) -> None:
    board = shipped(name)
    result = run(PUZZLE.problem(board), {"algorithm": "ucs"})
    assert (result.status, result.cost) == (Status.OPTIMAL, cost)
    assert len(PUZZLE.moves(board, result.best)) == cost
    assert known(board, board.metric) == cost


def test_breadth_first_search_generates_as_many_states_as_a_planner_on_the_same_encoding() -> None:
    result = run(PUZZLE.problem(shipped("klotski")), {"algorithm": "bfs"})
    assert (result.status, result.cost) == (Status.OPTIMAL, 116)
    assert result.statistics.generated == 77_807


def test_a_star_with_the_distance_agrees_on_the_classic_board() -> None:
    result = run(PUZZLE.problem(shipped("klotski")), {"algorithm": "astar", "heuristic": "distance"})
    assert (result.status, result.cost) == (Status.OPTIMAL, 116)


@pytest.mark.parametrize("metric", ["steps", "moves", "slides"])
@pytest.mark.parametrize("name", SELECTED)
def test_a_layout_has_its_known_optimum_in_every_metric(name: str, metric: str) -> None:
    board = replace(shipped(name), metric=metric)
    result = run(PUZZLE.problem(board), {"algorithm": "ucs"})
    assert (result.status, result.cost) == (Status.OPTIMAL, known(board, metric))
    assert len(PUZZLE.moves(board, result.best)) == result.cost


@pytest.mark.parametrize(("name", "metric"), [("gnome-bone", "slides"), ("the-dragon-bridge", "steps")])
def test_gates_and_goals_of_several_blocks_give_the_known_optimum(name: str, metric: str) -> None:
    board = replace(shipped(name), metric=metric)
    result = run(PUZZLE.problem(board), {"algorithm": "astar", "heuristic": "distance"})
    assert (result.status, result.cost) == (Status.OPTIMAL, known(board, metric))


def test_breadth_first_search_claims_nothing_where_costs_differ() -> None:
    board = replace(shipped("fayaa-259"), metric="moves")
    result = run(PUZZLE.problem(board), {"algorithm": "bfs"})
    assert result.status is Status.SOLVED
    assert result.cost is not None
    assert result.cost >= known(board, "moves")


@pytest.mark.parametrize("name", ["corridor", "blocked", "no special block"])
def test_all_optimal_algorithms_agree_on_a_small_board_with_an_exit(name: str) -> None:
    problem = PUZZLE.problem(general(name))
    results = [run(problem, options) for options in OPTIMAL]
    assert len({(result.status, result.cost) for result in results}) == 1
    assert results[0].status is (Status.INFEASIBLE if name == "blocked" else Status.OPTIMAL)


@pytest.mark.parametrize("name", GENERAL)
def test_the_algorithms_with_a_closed_list_agree_on_a_board_with_an_exit(name: str) -> None:
    problem = PUZZLE.problem(general(name))
    results = [run(problem, options) for options in (OPTIMAL[0], OPTIMAL[2], OPTIMAL[3])]
    assert len({(result.status, result.cost) for result in results}) == 1


@pytest.mark.parametrize("options", OPTIMAL)
def test_the_easy_board_is_solved_at_cost_8_by_every_algorithm(options: dict[str, object]) -> None:
    result = run(PUZZLE.problem(shipped("easy")), options)
    assert (result.status, result.cost, result.best.length) == (Status.OPTIMAL, 8, 8)


@pytest.mark.parametrize("options", SEVERAL)
def test_the_first_two_solutions_of_the_easy_board_have_length_8_cost_8_and_length_9_cost_10(
    options: dict[str, object],
) -> None:
    result = run(PUZZLE.problem(shipped("easy")), options, solutions=2)
    assert [(solution.length, solution.cost) for solution in result.solutions] == [(8, 8), (9, 10)]


def test_a_better_heuristic_computes_fewer_nodes_of_the_easy_board() -> None:
    problem = PUZZLE.problem(shipped("easy"))
    counts = [
        run(problem, options, solutions=2).statistics.generated
        for options in SEVERAL
        if options["algorithm"] in ("ucs", "astar-tree")
    ]
    assert counts == [16_730, 56, 6_429]


@pytest.mark.parametrize("name", ["no-solution", "no-solution-too-wide"])
@pytest.mark.parametrize("options", [*OPTIMAL, {"algorithm": "astar", "heuristic": "inadmissible"}])
def test_a_board_without_solution_is_proven_to_have_none(name: str, options: dict[str, object]) -> None:
    assert run(PUZZLE.problem(shipped(name)), options).status is Status.INFEASIBLE


@pytest.mark.parametrize("options", OPTIMAL)
def test_a_start_that_is_a_goal_has_length_0_and_cost_0(options: dict[str, object]) -> None:
    result = run(PUZZLE.problem(shipped("already-goal")), options)
    assert (result.status, result.cost, result.best.length) == (Status.OPTIMAL, 0, 0)


@pytest.mark.parametrize("name", ["hard", "hard-small"])
def test_the_optimum_of_a_hard_board_has_length_11_and_cost_12(name: str) -> None:
    problem = PUZZLE.problem(shipped(name))
    for options in (OPTIMAL[0], OPTIMAL[2], OPTIMAL[3]):
        result = run(problem, options)
        assert (result.status, result.cost, result.best.length) == (Status.OPTIMAL, 12, 11)


@pytest.mark.parametrize("name", ["hard", "hard-small"])
def test_a_star_with_the_inadmissible_heuristic_is_not_optimal_on_a_hard_board(name: str) -> None:
    result = run(PUZZLE.problem(shipped(name)), {"algorithm": "astar", "heuristic": "inadmissible"})
    assert (result.status, result.cost) == (Status.SOLVED, 13)


def test_iterative_deepening_does_not_get_through_the_hard_board_soon() -> None:
    options = {"algorithm": "idastar", "heuristic": "admissible"}
    result = solve(PUZZLE.problem(shipped("hard")), "search", options=options, limits=Limits(seconds=1))
    assert (result.status, result.solutions) == (Status.TIMEOUT, ())
