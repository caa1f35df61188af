"""The classic models of examples/: short, and answered as the literature says by every backend that is quick enough.

Numbers of solutions and optima are known ones: 92 boards of eight queens, 32 all-interval series of seven notes, 30
Steiner systems on seven points, six car sequences (CSPLib 1), the one magic hexagon, a ruler of 11, ft06 in 55, a level
of Sokoban in 33 steps.
"""

from __future__ import annotations

import runpy
from itertools import permutations, product
from pathlib import Path

import pytest

from copla import ConstraintProblem, Limits, PlanningProblem, Result, Solution, Status, solve, violations
from tests.tasks import optimum

FOLDER = Path(__file__).parent.parent.parent / "examples"
ENGINES = ("cp-sat", "native", "forward-checking", "sat")
EVERYBODY = (*ENGINES, "python-constraint")

COUNTS: dict[str, tuple[int, tuple[str, ...]]] = {
    "all_interval": (32, EVERYBODY),
    "bibd": (1, ENGINES),
    "car_sequencing": (6, EVERYBODY),
    "crossword": (4, ENGINES),
    "graph_colouring": (6, EVERYBODY),
    "kakuro": (1, EVERYBODY),
    "killer_sudoku": (1, ENGINES),
    "langford": (2, EVERYBODY),
    "magic_hexagon": (1, ENGINES),
    "magic_square": (8, ENGINES),
    "n_queens": (92, EVERYBODY),
    "nonogram": (1, ENGINES),
    "quasigroup": (2, ENGINES),
    "send_more_money": (1, ENGINES),
    "skyscrapers": (1, ENGINES),
    "steiner_triples": (30, ("cp-sat", "native", "sat")),
    "sudoku": (1, ENGINES),
    "zebra": (1, ENGINES),
}
"""The number of all solutions."""

SOME = {"knights_tour": ("cp-sat", "native", "sat"), "social_golfers": ENGINES}
"""Too many to count: one is asked for."""

OPTIMA: dict[str, tuple[int, tuple[str, ...]]] = {
    "bin_packing": (3, ENGINES),
    "golomb_ruler": (11, EVERYBODY),
    "job_shop": (55, ENGINES),
    "knapsack": (18, EVERYBODY),
    "travelling_salesman": (74, ENGINES),
}

PLANS = {
    "blocks_world": 3,
    "lights_out": 5,
    "peg_solitaire": 13,
    "river_crossing": 7,
    "rush_hour": 8,
    "sokoban": 33,
    "towers_of_hanoi": 15,
}


def stated(name: str) -> ConstraintProblem | PlanningProblem:
    problem = runpy.run_path(str(FOLDER / f"{name}.py"))["problem"]
    assert isinstance(problem, ConstraintProblem | PlanningProblem)
    return problem


def test_there_are_32_models_of_at_most_30_lines_and_all_are_run() -> None:
    files = sorted(FOLDER.glob("*.py"))
    assert {path.stem for path in files} == {*COUNTS, *SOME, *OPTIMA, *PLANS}
    assert len(files) == 32
    for path in files:
        assert len(path.read_text().splitlines()) <= 30, path


@pytest.mark.parametrize(("name", "backend"), [(name, one) for name, (_, found) in COUNTS.items() for one in found])
def test_the_number_of_solutions_is_the_known_one(name: str, backend: str) -> None:
    result = solve(stated(name), backend, limits=Limits(solutions=None))
    assert result.complete
    assert len(result.solutions) == COUNTS[name][0]


@pytest.mark.parametrize(("name", "backend"), [(name, one) for name, found in SOME.items() for one in found])
def test_a_solution_is_found(name: str, backend: str) -> None:
    assert solve(stated(name), backend).status is Status.SOLVED


@pytest.mark.parametrize(("name", "backend"), [(name, one) for name, (_, found) in OPTIMA.items() for one in found])
def test_the_optimum_is_the_known_one(name: str, backend: str) -> None:
    result = solve(stated(name), backend)
    assert (result.status, result.cost, result.bound) == (Status.OPTIMAL, OPTIMA[name][0], OPTIMA[name][0])


@pytest.mark.parametrize("backend", ["search", "native"])
@pytest.mark.parametrize("name", PLANS)
def test_the_shortest_plan_is_the_known_one(name: str, backend: str) -> None:
    result = solve(stated(name), backend)
    assert (result.status, result.cost) == (Status.OPTIMAL, PLANS[name])


@pytest.mark.parametrize("backend", ["cp-sat", "sat"])
@pytest.mark.parametrize("name", ["blocks_world", "lights_out", "river_crossing", "rush_hour", "towers_of_hanoi"])
def test_the_shortest_plan_is_proven_by_horizons(name: str, backend: str) -> None:
    result = solve(stated(name), backend)
    assert (result.status, result.cost) == (Status.OPTIMAL, PLANS[name])


@pytest.mark.parametrize("name", ["blocks_world", "lights_out", "river_crossing", "rush_hour", "towers_of_hanoi"])
def test_the_shortest_plan_is_the_shortest_of_all(name: str) -> None:
    problem = stated(name)
    assert isinstance(problem, PlanningProblem)
    assert optimum(problem) == PLANS[name]


def values(result: Result, *names: str) -> tuple[int, ...]:
    return tuple(result.best.values[name] for name in names)


def test_the_answers_are_those_of_the_literature() -> None:
    digits = solve(stated("send_more_money"), "native")
    assert values(digits, *"SENDMORY") == (9, 5, 6, 7, 1, 0, 8, 2)
    houses = solve(stated("zebra"), "native")
    assert values(houses, "zebra", "japanese", "water", "norwegian") == (5, 5, 1, 1)
    heart = solve(stated("nonogram"), "native")
    rows = ["".join(".#"[heart.best.values[f"cell[{r},{c}]"]] for c in range(5)) for r in range(5)]
    assert rows == [".#.#.", "#####", "#####", ".###.", "..#.."]


def test_small_examples_by_trying_everything() -> None:
    """Plain Python, without the language."""
    roads = runpy.run_path(str(FOLDER / "travelling_salesman.py"))["ROADS"]
    tours = [(0, *order) for order in permutations(range(1, 6))]
    assert min(sum(roads[a][b] for a, b in zip(t, (*t[1:], 0), strict=True)) for t in tours) == 74
    things = runpy.run_path(str(FOLDER / "knapsack.py"))["THINGS"].values()
    loads = [[thing for thing, taken in zip(things, row, strict=True) if taken] for row in product((0, 1), repeat=6)]
    assert max(sum(value for value, _ in load) for load in loads if sum(weight for _, weight in load) <= 26) == 18
    squares = [
        p for p in product(permutations(range(4)), repeat=4) if all(len(set(c)) == 4 for c in zip(*p, strict=True))
    ]
    right = [t for t in squares if all(t[a][a] == a and t[t[a][b]][t[b][a]] == a for a in range(4) for b in range(4))]
    assert len(right) == 2
    problem = stated("quasigroup")
    for square in right:
        found = {f"times[{a},{b}]": square[a][b] for a in range(4) for b in range(4)}
        assert violations(problem, Solution(found)) == []
