"""What is proven while a run goes on: a bound that the optimum never undercuts, and none where nothing is proven."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

import copla
from copla.ground.limits import Progress, Watch


def _run(name: str, backend: str, **options: object) -> tuple[copla.Result, Watch]:
    watch = Watch(copla.Limits())
    return copla.solve(copla.load("tiles", name).problem(), backend, options=options, watch=watch), watch


@pytest.mark.parametrize("algorithm", ["ucs", "astar", "astar-tree", "idastar"])
def test_the_bound_ends_at_the_optimum(algorithm: str) -> None:
    name = "eight-10" if algorithm == "astar-tree" else "eight-20"
    result, watch = _run(name, "search", algorithm=algorithm)
    assert watch.bound == result.cost == int(name.split("-")[1])


@pytest.mark.parametrize("algorithm", ["bfs", "dfs", "greedy", "wastar", "beam"])
def test_a_search_that_does_not_climb_proves_nothing_on_its_way(algorithm: str) -> None:
    depth = {"depth": 22} if algorithm == "dfs" else {}
    _, watch = _run("eight-10", "search", algorithm=algorithm, **depth)
    assert watch.bound is None


def test_an_inadmissible_heuristic_proves_nothing() -> None:
    problem = copla.load("tiles", "eight-10").problem()
    assert isinstance(problem, copla.PlanningProblem)
    guess = copla.Function(lambda state: 50)
    problem.heuristic("too high", lambda: guess, admissible=False, consistent=False, summary="50 everywhere")
    for backend in ("search", "native"):
        for algorithm in ("astar", "idastar"):
            watch = Watch(copla.Limits())
            copla.solve(problem, backend, options={"algorithm": algorithm, "heuristic": "too high"}, watch=watch)
            assert watch.bound is None


def test_after_the_first_of_several_plans_the_bound_stays() -> None:
    watch = Watch(copla.Limits(solutions=2))
    problem = copla.load("tiles", "1 0 2 3").problem()
    result = copla.solve(problem, "search", options={"algorithm": "idastar"}, watch=watch)
    assert [plan.cost for plan in result.solutions] == [1, 11]
    assert watch.bound == result.solutions[0].cost == 1


def _seen(name: str, backend: str, options: dict[str, object]) -> Iterator[int]:
    """The bounds of a long run, which is stopped as soon as there was one."""
    watch = Watch(copla.Limits())
    problem = copla.load("tiles", name).problem()
    run = threading.Thread(target=lambda: copla.solve(problem, backend, options=options, watch=watch))
    run.start()
    while run.is_alive():
        told = watch.progress()
        if told.bound is not None:
            watch.stop()
            yield told.bound
        run.join(0.01)


@pytest.mark.parametrize(
    ("backend", "options"),
    [
        ("native", {"algorithm": "idastar", "heuristic": "manhattan"}),
        ("native", {"algorithm": "astar", "heuristic": "manhattan", "kernel": "generic"}),
        ("search", {"algorithm": "idastar"}),
        ("cp-sat", {}),
    ],
)
def test_a_bound_is_told_while_the_run_goes_on(backend: str, options: dict[str, object]) -> None:
    bounds = list(_seen("korf24-1", backend, options))
    assert bounds
    assert all(0 < bound <= 95 for bound in bounds)
    assert bounds == sorted(bounds)


@pytest.mark.parametrize("backend", ["cp-sat", "sat"])
@pytest.mark.parametrize("sense", ["minimize", "maximize"])
def test_the_bound_of_an_objective_is_never_beyond_its_best_value(backend: str, sense: str) -> None:
    problem = copla.ConstraintProblem()
    xs = [problem.variable(f"x{n}", range(10)) for n in range(6)]
    problem.add(copla.all_different(xs))
    problem.add(xs[0] + xs[1] >= 7)
    getattr(problem, sense)(xs[0] + 2 * xs[1] + xs[2] + 100)
    watch = Watch(copla.Limits())
    result = copla.solve(problem, backend, watch=watch)
    assert result.status is copla.Status.OPTIMAL
    assert watch.bound is not None
    assert result.cost is not None
    assert watch.bound <= result.cost if sense == "minimize" else watch.bound >= result.cost


@pytest.mark.parametrize("backend", ["cp-sat", "sat"])
def test_the_bound_is_that_of_the_first_objective(backend: str) -> None:
    problem = copla.ConstraintProblem()
    x, y = problem.variable("x", range(5)), problem.variable("y", range(20))
    problem.add(x + y >= 6)
    problem.minimize(x + y)
    problem.then_minimize(y)
    watch = Watch(copla.Limits())
    result = copla.solve(problem, backend, watch=watch)
    assert (result.best.values, watch.bound) == ({"x": 4, "y": 2}, 6)


def test_progress_without_a_bound_adds_up() -> None:
    total = Watch()
    total.show([Progress(expanded=2, bound=3), Progress(expanded=5)])
    assert (total.expanded, total.bound) == (7, None)
    assert Watch(bound=4).progress() == Progress(bound=4)
