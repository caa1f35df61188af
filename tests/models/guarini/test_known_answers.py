"""Optima that are known from elsewhere, found again by every algorithm that promises one."""

from __future__ import annotations

import pytest

from copla import Result, Status, solve, violations
from copla.models.guarini import PUZZLE
from tests.models.guarini.rules import board

CLASSIC = "W_W|___|B_B"


def run(text: str, algorithm: str, heuristic: str | None = None) -> Result:
    problem = PUZZLE.problem(board(text))
    result = solve(problem, "search", options={"algorithm": algorithm, "heuristic": heuristic})
    for solution in result.solutions:
        assert violations(problem, solution) == []
    return result


@pytest.mark.slow
@pytest.mark.parametrize("text", [CLASSIC, "4x3"])
@pytest.mark.parametrize(
    ("algorithm", "heuristic"),
    [
        ("bfs", None),
        ("ucs", None),
        ("astar", "matching"),
        ("astar", "distance"),
        ("astar", "easy"),
        ("idastar", "matching"),
        ("astar-tree", "matching"),
    ],
)
def test_sixteen_moves_are_the_optimum(text: str, algorithm: str, heuristic: str | None) -> None:
    result = run(text, algorithm, heuristic)
    assert result.status is Status.OPTIMAL
    assert result.cost == result.bound == 16


@pytest.mark.parametrize("text", [CLASSIC, "4x3", "4x4"])
@pytest.mark.parametrize("algorithm", ["greedy", "astar", "wastar"])
@pytest.mark.parametrize("heuristic", ["same-column", "average"])
def test_a_heuristic_that_is_not_admissible_finds_a_plan_and_proves_nothing(
    text: str, algorithm: str, heuristic: str
) -> None:
    result = run(text, algorithm, heuristic)
    assert result.status is Status.SOLVED
    assert result.cost is not None
    assert result.cost >= 16
    assert result.bound is None


@pytest.mark.parametrize(("columns", "optimum"), [(3, 16), (4, 16), (5, 22), (6, 24), (7, 30), (8, 32)])
def test_the_default_search_proves_the_optimum_of_the_standard_boards(columns: int, optimum: int) -> None:
    result = solve(PUZZLE.problem(board(f"columns: {columns}")), "search")
    assert result.status is Status.OPTIMAL
    assert result.cost == optimum


@pytest.mark.parametrize("text", ["4x4", "4x5", "3x4", "W_B|___|B_W"])
def test_idastar_finds_the_same_optimum_as_astar(text: str) -> None:
    found = run(text, "idastar", "matching")
    assert found.status is Status.OPTIMAL
    assert found.cost == run(text, "astar", "matching").cost


def test_uniform_cost_search_expands_as_many_nodes_as_the_reference_program_reports() -> None:
    assert run("4x3", "ucs").statistics.expanded == 17_175


def test_depth_first_search_finds_a_long_plan() -> None:
    problem = PUZZLE.problem(board("4x3"))
    result = solve(problem, "search", options={"algorithm": "dfs", "closed": True})
    assert result.cost is not None
    assert result.cost > 100
    assert violations(problem, result.best) == []


def test_breadth_first_search_visits_all_reachable_states_of_a_board_without_solution() -> None:
    result = run(f"{CLASSIC}|goal:|W_B|___|B_W", "bfs")
    assert result.status is Status.INFEASIBLE
    assert result.statistics.expanded == 280
