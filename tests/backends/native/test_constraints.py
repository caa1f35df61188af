"""Constraint problems on the engine: the same nodes as the readable solver, the same solutions as brute force."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import copla
from copla import (
    BackendError,
    ConstraintProblem,
    Limits,
    ModelError,
    Result,
    Solution,
    Status,
    Watch,
    all_different,
    clause,
    solve,
    solve_many,
    table,
    total,
)
from copla.backends.forward_checking.ordering import VALUE_ORDERS, VARIABLE_ORDERS
from copla.backends.forward_checking.solver import INFERENCES
from copla.backends.native import BACKEND, constraints
from copla.backends.native.engine import _engine
from copla.checking.explain import explain
from copla.ground.text import cell_name
from copla.language.constraints import AllDifferent, Linear
from copla.models.futoshiki.board import Board, cells, neighbours
from copla.models.futoshiki.model import problem_of
from tests.backends.test_every_backend import queens
from tests.problems import brute_force, key, random_problem

ALL = Limits(solutions=None)
SHARED = list(product(INFERENCES, VARIABLE_ORDERS, VALUE_ORDERS))
EVERY_WAY: list[dict[str, Any]] = [
    *({"inference": level, "variables": "input"} for level in constraints.INFERENCES),
    *({"inference": level, "variables": "dual"} for level in ("arc", "hidden", "mac")),
    {"inference": "hidden", "variables": "dual", "values": "least-constraining", "restarts": 1},
    {"learning": "always"},
    {},
]


def everything(result: Result) -> tuple[object, ...]:
    """All that two runs of the same search must have in common."""
    counts = replace(result.statistics, seconds=0.0, peak_bytes=None)
    return result.status, result.complete, result.bound, counts, [(s.values, s.cost) for s in result.solutions]


def assert_same_search(problem: ConstraintProblem, options: dict[str, Any], limits: Limits = ALL) -> None:
    limits = Limits() if problem.objective else limits
    expected, found = (
        solve(problem, backend, limits=limits, options=options) for backend in ("forward-checking", "native")
    )
    assert everything(found) == everything(expected), (problem.name, options)


@pytest.mark.parametrize("objective", [False, True])
def test_every_shared_option_visits_the_nodes_of_the_readable_solver(objective: bool) -> None:
    for seed in range(1500):
        inference, variables, values = SHARED[seed % len(SHARED)]
        options = {"inference": inference, "variables": variables, "values": values}
        assert_same_search(random_problem(seed // 3, objective=objective), options)


@pytest.mark.parametrize(("inference", "variables", "values"), SHARED)
def test_queens_visit_the_nodes_of_the_readable_solver(inference: str, variables: str, values: str) -> None:
    assert_same_search(queens(5), {"inference": inference, "variables": variables, "values": values})


SHIPPED = """naked-single-5 forward-checking-5 arc-consistency-7 recursive-4-1 recursive-6-3 extreme-5-2 extreme-7-4
    adjacent-4 adjacent-6 several-6 several-empty-3 unsolvable-9 unsolvable-chain"""


@pytest.mark.parametrize("instance", SHIPPED.split())
def test_shipped_boards_visit_the_nodes_of_the_readable_solver(instance: str) -> None:
    problem = shipped(instance)
    two = Limits(solutions=2)
    for variables, values in product(("smallest", "smallest-degree", "dom/wdeg"), VALUE_ORDERS):
        assert_same_search(problem, {"inference": "mac", "variables": variables, "values": values}, two)
    if not instance.startswith(("unsolvable", "extreme-7", "arc-consistency-7")):
        assert_same_search(problem, {"inference": "forward", "variables": "smallest-degree"}, two)


def wide_problem(seed: int) -> ConstraintProblem:
    """Hundreds of values, so that a domain is several words; with holes and with values far apart."""
    chance = random.Random(seed)
    problem = ConstraintProblem(f"wide {seed}")
    far = chance.random() < 0.3
    pool = [k * k * k if far else k for k in range(-70, chance.choice([60, 130]))]
    xs = [problem.variable(f"x{i}", chance.sample(pool, size)) for i, size in enumerate((3, 6, 5, 100))]
    problem.add(all_different(xs[:3]))
    problem.add(xs[0] + chance.choice([-2, 1, 3]) * xs[1] <= chance.choice(pool))
    problem.add(xs[1] + xs[2] == chance.choice(pool) + 1 if chance.random() < 0.5 else xs[1] < xs[2])
    rows = {tuple(chance.choice(v.domain) for v in xs[2:]) for _ in range(60)}
    problem.add(table(xs[2:], rows, allowed=chance.random() < 0.7))
    problem.add(total(xs) != chance.choice(pool))
    problem.add(clause([xs[0] == xs[0].domain[0], xs[3] != xs[3].domain[-1], xs[2] == 10**12]))
    return problem


def test_domains_of_many_words_visit_the_nodes_of_the_readable_solver() -> None:
    for seed in range(60):
        problem = wide_problem(seed)
        options = {"inference": ("forward", "mac")[seed % 2], "variables": VARIABLE_ORDERS[seed % 4]}
        assert_same_search(problem, options, Limits(solutions=20))
        solutions = [
            {key(s.values) for s in solve(problem, "native", limits=ALL, options=way).solutions}
            for way in ({"inference": "mac"}, {"learning": "always"})
        ]
        assert solutions[0] == solutions[1], seed


@pytest.mark.parametrize("way", EVERY_WAY, ids=str)
def test_every_way_finds_all_solutions_and_the_optimum_of_random_problems(way: dict[str, Any]) -> None:
    for seed in range(2000, 2100):
        problem = random_problem(seed)
        result = solve(problem, "native", limits=ALL, options=way)
        assert result.complete
        assert {key(s.values) for s in result.solutions} == brute_force(problem), seed
        assert len({key(s.values) for s in result.solutions}) == len(result.solutions)
        problem = random_problem(seed, objective=True)
        expected = solve(problem, "forward-checking")
        found = solve(problem, "native", options=way)
        assert (found.status, found.cost, found.bound) == (expected.status, expected.cost, expected.bound), seed


SQUARES = [
    rows
    for rows in product(permutations((1, 2, 3)), repeat=3)
    if all(len(set(c)) == 3 for c in zip(*rows, strict=True))
]


def small_boards() -> Iterator[Board]:
    """All 3 x 3 boards with up to two clues; between two cells there is room for one sign."""
    givens = [(cell, value) for cell in cells(3) for value in (1, 2, 3)]
    signs = [pair for a, b in neighbours(3) for pair in ((a, b), (b, a))]
    for count in range(3):
        for chosen in combinations([*givens, *signs], count):
            rows = [[0] * 3 for _ in range(3)]
            for (r, c), value in (clue for clue in chosen if clue in givens):
                assert isinstance(value, int)
                rows[r][c] = value
            kept: Any = frozenset(clue for clue in chosen if clue in signs)
            if any(sign[::-1] in kept for sign in kept):
                continue
            yield Board(3, tuple(map(tuple, rows)), kept)


def squares_of(board: Board) -> set[tuple[int, ...]]:
    """What the definition says, without any solver."""
    return {
        sum(rows, ())
        for rows in SQUARES
        if all(given in (0, rows[r][c]) for r, c in cells(3) for given in [board.givens[r][c]])
        and all(rows[a[0]][a[1]] < rows[b[0]][b[1]] for a, b in board.signs)
    }


def test_every_way_finds_exactly_the_squares_of_all_small_boards() -> None:
    assert len(SQUARES) == 12
    names = [cell_name(cell) for cell in cells(3)]
    for number, board in enumerate(small_boards()):
        problem, expected = problem_of(board), squares_of(board)
        for way in (EVERY_WAY[number % len(EVERY_WAY)], {"learning": "always"}, {"inference": "mac"}):
            found = solve(problem, "native", limits=ALL, options=way).solutions
            assert {tuple(s.values[n] for n in names) for s in found} == expected, (board, way)
            assert len(found) == len(expected)


def test_each_level_needs_no_more_nodes_than_the_weaker_one() -> None:
    for instance in ("recursive-5-1", "extreme-5-3", "several-6"):
        problem = shipped(instance)
        generated = [
            solve(
                problem, "native", limits=ALL, options={"inference": level, "variables": "input"}
            ).statistics.generated
            for level in constraints.INFERENCES[1:]
        ]
        assert generated == sorted(generated, key=lambda count: -(count or 0)), instance


def test_what_learning_is_for_pigeons_and_sums() -> None:
    # Two colours for a triangle, hidden among free variables: the light search would enumerate those.
    problem = ConstraintProblem("hidden triangle")
    free = [problem.variable(f"free{i}", range(2)) for i in range(40)]
    a, b, c = (problem.variable(n, range(2)) for n in "abc")
    for i in range(len(free) - 1):
        problem.add(clause([free[i] == 0, free[i + 1] == 1, a == 1]))
    for x, y in ((a, b), (b, c), (a, c)):
        problem.add(table([x, y], [(0, 0), (1, 1)], allowed=False))
    problem.add(total(free) >= 10)
    result = solve(problem, "native", options={"learning": "always", "variables": "input"})
    assert result.status is Status.INFEASIBLE
    assert result.statistics.backtracks is not None
    assert result.statistics.backtracks < 100


@given(st.integers(0, 10**9))
@settings(max_examples=25, deadline=None)
def test_knapsacks_have_the_optimum_that_a_table_of_sums_finds(seed: int) -> None:
    chance = random.Random(seed)
    weights = [chance.randint(1, 12) for _ in range(9)]
    prices = [chance.randint(1, 15) for _ in weights]
    room = sum(weights) // 2
    best = [0] * (room + 1)  # the best price for each weight
    for weight, price in zip(weights, prices, strict=True):
        for load in range(room, weight - 1, -1):
            best[load] = max(best[load], best[load - weight] + price)
    problem = ConstraintProblem("knapsack")
    taken = [problem.variable(f"x{i}", range(2)) for i in range(len(weights))]
    problem.add(total(w * x for w, x in zip(weights, taken, strict=True)) <= room)
    problem.maximize(total(p * x for p, x in zip(prices, taken, strict=True)))
    for way in ({}, {"learning": "always"}, {"inference": "mac"}):
        result = solve(problem, "native", options=way)
        assert (result.status, result.cost, result.bound) == (Status.OPTIMAL, best[room], best[room])


@pytest.mark.parametrize("instance", ["minimal-9-1", "minimal-10-3", "quasigroup-20-17-2", "quasigroup-25-19-1"])
def test_hard_boards_are_answered_and_runs_repeat(instance: str) -> None:
    results = [solve(shipped(instance), "native", limits=Limits(solutions=2)) for _ in range(2)]
    assert everything(results[0]) == everything(results[1])
    assert results[0].unique is not None
    assert results[0].options["learning"] == "always"
    if instance.startswith("minimal"):
        assert results[0].unique


def test_guesses_can_be_limited_and_options_say_what_was_chosen() -> None:
    result = solve(queens(8), "native", options={"guesses": 0})
    assert (result.status, result.message) == (Status.UNKNOWN, "gave up after 0 guesses")
    assert (result.options["inference"], result.options["learning"]) == ("mac", "never")
    chosen = solve(queens(8), "native").options
    assert (chosen["inference"], chosen["variables"], chosen["learning"]) == ("hidden", "dual", "never")
    with pytest.raises(ModelError, match="variables=dual needs inference arc, hidden or mac, found forward"):
        solve(queens(4), "native", options={"inference": "forward", "variables": "dual"})
    with pytest.raises(ModelError, match="option inference is 'full', expected auto or none or forward"):
        solve(queens(4), "native", options={"inference": "full"})


def test_empty_problems_and_contradictions() -> None:
    assert solve(ConstraintProblem(), "native").best.values == {}
    problem = ConstraintProblem()
    x = problem.variable("x", [7])
    for way in EVERY_WAY:
        assert solve(problem, "native", limits=ALL, options=way).best.values == {"x": 7}
        assert solve(problem.restricted([clause([])]), "native", options=way).status is Status.INFEASIBLE
        assert solve(problem.restricted([x == 8]), "native", options=way).status is Status.INFEASIBLE


@pytest.mark.parametrize("learning", ["never", "always"])
def test_a_stop_signal_and_the_memory_limit_end_a_run_honestly(learning: str) -> None:
    watch = Watch(Limits(solutions=None))
    watch.stop()
    result = solve(queens(12), "native", watch=watch, options={"learning": learning})
    assert (result.status, result.complete) == (Status.INTERRUPTED, False)
    full = solve(queens(9), "native", limits=Limits(bytes=50_000, solutions=None), options={"learning": learning})
    assert (full.status, full.complete) == (Status.MEMORY, False)
    assert full.statistics.peak_bytes is not None
    assert full.statistics.generated


def test_the_engine_is_the_default_for_constraints() -> None:
    assert solve(queens(6)).backend == "native"


def test_solve_many_answers_in_order_takes_problems_as_needed_and_checks() -> None:
    taken: list[int] = []

    def problems() -> Iterator[ConstraintProblem]:
        for size in (4, 5, 3, 6):
            taken.append(size)
            yield queens(size)

    results = solve_many(problems(), limits=ALL)
    assert len(next(results).solutions) == 2
    assert taken == [4]
    assert [len(result.solutions) for result in results] == [10, 0, 4]
    assert list(solve_many([], "native")) == []

    class Liar:
        name, summary, options = "liar", "says that all is zero", ()

        def missing(self) -> None:
            return None

        def refuses(self, problem: object) -> None:
            return None

        def solve(self, problem: Any, options: object, watch: Watch) -> Result:
            return Result(Status.SOLVED, (Solution({v.name: 0 for v in problem.variables}),))

    with pytest.raises(BackendError, match="gave a wrong answer"):
        list(solve_many([queens(4)], Liar()))


def shipped(instance: str) -> ConstraintProblem:
    futoshiki: Any = copla.puzzle("futoshiki")
    text = (futoshiki.shipped() / f"{instance}.txt").read_text()
    problem = futoshiki.problem(futoshiki.parse(text, instance))
    assert isinstance(problem, ConstraintProblem)
    return problem


@pytest.mark.parametrize("name", ["6", "7", "chain", "column", "cycle", "edge", "row"])
def test_a_core_from_assumptions_is_a_conflict_no_smaller_than_the_smallest(name: str) -> None:
    problem = shipped(f"unsolvable-{name}")
    clues = [place for place, constraint in enumerate(problem.constraints) if constraint.clue]
    core = BACKEND.core(problem, clues, Watch())
    assert core is not None
    assert set(core) <= set(clues)
    kept = [c for place, c in enumerate(problem.constraints) if place in core or not c.clue]
    assert copla.solve(problem.restricted(kept), "cp-sat").status is Status.INFEASIBLE
    found = explain(problem, "native")
    witness = explain(problem, "cp-sat")
    assert found is not None
    assert witness is not None
    assert found.smallest
    assert witness.smallest
    assert len(found.clues) == len(witness.clues) <= len(core)


def test_clues_that_hold_together_have_no_core() -> None:
    problem = ConstraintProblem()
    x, y = problem.variable("x", range(3)), problem.variable("y", range(3))
    problem.add(x < y, clue=True)
    assert BACKEND.core(problem, [0], Watch()) is None


def test_a_core_of_random_boards_is_a_conflict_for_another_backend() -> None:
    chance = random.Random(5)
    refuted = 0
    while refuted < 25:
        size = chance.randint(3, 5)
        pairs = chance.sample(list(neighbours(size)), chance.randint(size, 2 * size))
        signs = frozenset(pair if chance.random() < 0.5 else (pair[1], pair[0]) for pair in pairs)
        givens = [[chance.randint(1, size) if chance.random() < 0.15 else 0 for _ in range(size)] for _ in range(size)]
        problem = problem_of(replace(Board.empty(size), signs=signs).with_givens(givens))
        clues = [place for place, constraint in enumerate(problem.constraints) if constraint.clue]
        core = BACKEND.core(problem, clues, Watch())
        whole = solve(problem, "forward-checking").status
        assert (core is None) == (whole is Status.SOLVED)
        if core is None:
            continue
        refuted += 1
        kept = [c for place, c in enumerate(problem.constraints) if place in core or not c.clue]
        assert set(core) <= set(clues)
        assert solve(problem.restricted(kept), "forward-checking").status is Status.INFEASIBLE


class Named:
    """A variable of somebody else, whose attributes are no slots: in a dictionary, and computed."""

    def __init__(self, name: str, index: int, domain: tuple[int, ...]) -> None:
        self.name, self.domain, self._index = name, domain, index

    @property
    def index(self) -> int:
        return self._index


def test_objects_without_slots_are_read_as_well_and_unset_slots_are_errors() -> None:
    made = _engine.constraint_solver(constraints._KINDS)
    x, y = Named("x", 0, (1, 2, 3)), Named("y", 1, (2, 3))
    settings = _engine.ConstraintSettings(
        inference="hidden",
        variables="dual",
        values="ascending",
        learning="auto",
        guesses=None,
        restarts=None,
        solutions=None,
    )

    def answers(*stated: Any) -> list[dict[str, int]]:
        variables: Any = [x, y]
        return made(variables, list(stated), None, settings, lambda *_: 0, -1.0, -1).solutions

    unlike: Any = (x, y)
    less: Any = ((1, x), (-1, y))
    assert answers(AllDifferent(unlike), Linear(less, "<", 0)) == [{"x": 1, "y": 2}, {"x": 1, "y": 3}, {"x": 2, "y": 3}]
    with pytest.raises(ValueError, match="no constraint problem: AttributeError: 'AllDifferent' object"):
        answers(AllDifferent.__new__(AllDifferent))
    with pytest.raises(ValueError, match="unknown kind"):
        answers("x < y")
    with pytest.raises(TypeError, match="seven arguments"):
        made()  # type: ignore[call-arg]
