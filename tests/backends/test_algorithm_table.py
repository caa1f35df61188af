"""One table of algorithms: refusals, the choice of a heuristic and claims are the same in every backend."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

import copla
from copla import Limits, ModelError, PlanningProblem, Result, Status, solve
from copla.backends import native
from copla.backends.fast_downward import program
from copla.backends.fast_downward import searches as planner
from copla.backends.fast_downward.searches import HEURISTICS
from copla.backends.native.heuristics import BUILT_IN
from copla.comparing.runs import configurations
from copla.formats import sas
from copla.language.heuristics import INFINITE
from copla.models.tiles import model as tiles
from copla.models.tiles.generator import generate
from copla.plugins.algorithms import ALGORITHMS, Algorithm, Cut, Ending, Run, goal_state, never
from copla.plugins.backend import HasAlgorithms
from tests.backends.native.built_in import build
from tests.tasks import distances, optimum, random_task

ENGINES = ("search", "native", "fast-downward")
TABLES: dict[str, dict[str, Algorithm]] = {
    "search": ALGORITHMS,
    "native": native.KNOWN,
    "fast-downward": planner.ALGORITHMS,
}


def ask(problem: PlanningProblem, backend: str, solutions: int | None = 1, **options: Any) -> Result:
    return solve(problem, backend, limits=Limits(solutions=solutions), options=options)


def counts(result: Result) -> tuple[Any, ...]:
    found = result.statistics
    return result.status, result.cost, result.bound, found.expanded, found.generated, found.max_nodes


def door() -> PlanningProblem:
    problem = PlanningProblem("a door")
    variable, light = problem.variable("door", ["open", "closed"], "closed"), problem.variable("light", [0, 1], 0)
    problem.action("open", {variable: "closed"}, {variable: "open"})
    problem.action("switch", {light: 0}, {light: 1})
    problem.set_goal({variable: "open"})
    return problem


# --- the table


@pytest.mark.parametrize("backend", ENGINES)
def test_the_choices_of_a_backend_are_its_records(backend: str) -> None:
    found = copla.backend(backend)
    (option,) = [option for option in found.options if option.name == "algorithm"]
    assert option.choices == tuple(TABLES[backend])
    assert isinstance(found, HasAlgorithms)
    for name, algorithm in TABLES[backend].items():
        assert algorithm.name == name


@pytest.mark.parametrize("backend", ENGINES)
def test_what_backends_share_is_read_and_claimed_alike(backend: str) -> None:
    for name, algorithm in TABLES[backend].items():
        if name not in ALGORITHMS:
            continue
        assert algorithm.reads == ALGORITHMS[name].reads
        for admissible, equal, weight in product((False, True), (False, True), (0.5, 1, 2)):
            run = Run(admissible, admissible, equal, weight)
            assert algorithm.optimal(run) == ALGORITHMS[name].optimal(run), (name, run)


@pytest.mark.parametrize("algorithm", ALGORITHMS.values(), ids=lambda algorithm: algorithm.name)
def test_the_ladder_from_an_ending_to_a_status(algorithm: Algorithm) -> None:
    run = Run(admissible=True, safe=True, equal_costs=True)
    best = Status.OPTIMAL if algorithm.optimal(run) else Status.SOLVED
    assert algorithm.status(run, Ending(found=True)) is best
    assert algorithm.status(run, Ending(found=True, limit=Status.TIMEOUT)) is Status.TIMEOUT
    assert algorithm.status(run, Ending(found=True, limit=Status.TIMEOUT, met=True)) is Status.OPTIMAL
    assert algorithm.status(run, Ending(found=False)) is Status.INFEASIBLE
    assert algorithm.status(run, Ending(found=False, limit=Status.MEMORY)) is Status.MEMORY
    for cut in Cut:
        expected = Status.INFEASIBLE if cut is Cut.DEAD_END else Status.UNKNOWN
        assert algorithm.status(run, Ending(found=False, cuts=[cut])) is expected
        unsafe = Run(admissible=False, safe=False, equal_costs=True)
        assert algorithm.status(unsafe, Ending(found=False, cuts=[cut])) is Status.UNKNOWN
        status, message = algorithm.conclude(unsafe, Ending(found=False, cuts=[cut]), {})
        assert (status, message[:7]) == (Status.UNKNOWN, "no plan")
    assignments = Run(admissible=True, safe=True, equal_costs=True, priced=False)
    assert algorithm.status(assignments, Ending(found=True)) is Status.SOLVED


def test_a_comparison_runs_nothing_twice_on_the_planner_either() -> None:
    chosen, same = configurations(["fast-downward"], {"algorithm": ["ucs"], "heuristic": ["lmcut", "blind"]})
    assert [c.label for c in chosen] == ["fast-downward ucs"]
    assert len(same) == 1
    chosen, same = configurations(["fast-downward"], {"search": ["astar(blind())"], "algorithm": ["ucs", "astar"]})
    assert (len(chosen), len(same)) == (1, 1)
    chosen, _ = configurations(["fast-downward"], {"algorithm": ["astar", "wastar"], "weight": [2, 3]})
    assert len(chosen) == 3


# --- refusals


SEVERAL = "for several use iddfs, astar-tree, idastar, or dfs or ucs with closed=false"


@pytest.mark.parametrize(
    ("backend", "options", "text"),
    [
        ("search", {"algorithm": "bfs"}, f"bfs with a closed list finds one solution; {SEVERAL}"),
        ("native", {"algorithm": "bfs"}, f"bfs with a closed list finds one solution; {SEVERAL}"),
        ("native", {"algorithm": "ucs"}, f"ucs with a closed list finds one solution; {SEVERAL}"),
        ("fast-downward", {}, "astar with a closed list finds one solution; ask for one solution"),
        (
            "native",
            {"algorithm": "idastar", "table": 1},
            "idastar with prune=moves or a table finds one solution; for several use prune=path",
        ),
    ],
)
def test_several_plans_are_refused_in_one_way(backend: str, options: dict[str, Any], text: str) -> None:
    with pytest.raises(ModelError) as error:
        ask(door(), backend, 2, **options)
    assert str(error.value) == text


@pytest.mark.parametrize("backend", ["search", "native"])
def test_a_search_from_the_goal_needs_one(backend: str) -> None:
    with pytest.raises(ModelError) as error:
        ask(door(), backend, algorithm="bidirectional")
    assert str(error.value) == "bidirectional search needs a goal that is one state: this one leaves variables open"
    assert goal_state(door()) is None
    closed = door()
    closed.set_goal({closed["door"]: "open", closed["light"]: 1})
    assert goal_state(closed) == (0, 1)
    assert ask(closed, backend, algorithm="bidirectional").cost == 2


@pytest.mark.parametrize("backend", ["search", "native"])
@pytest.mark.parametrize("algorithm", ["astar", "bfs"])
def test_a_heuristic_that_is_not_offered_is_refused_with_those_that_are(backend: str, algorithm: str) -> None:
    known = copla.backend(backend).heuristics(door())  # type: ignore[attr-defined]
    with pytest.raises(ModelError) as error:
        ask(door(), backend, algorithm=algorithm, heuristic="best")
    assert str(error.value) == f"this problem has no heuristic 'best'; it has: {', '.join(known)}"


# --- one name, one method


def test_names_that_backends_share() -> None:
    shared = HEURISTICS.keys() & {*BUILT_IN, "blind"}
    assert shared == {"blind", "goal-count", "hmax", "hadd", "ff", "lmcut", "ipdb"}
    for name in shared - {"blind"}:
        assert HEURISTICS[name].admissible == BUILT_IN[name].admissible


def test_the_planner_estimates_what_our_heuristics_of_the_same_name_do() -> None:
    """Where a definition leaves no choice; with a bound of 0 the planner looks at the start and nothing else."""
    compared = 0
    for seed in range(30):
        problem = random_task(seed)
        task = sas.write(problem)
        for name in ("hmax", "hadd", "goal-count"):
            ours = build(problem, name).estimate(problem.initial_state)
            if not problem.is_goal(problem.initial_state) and ours != INFINITE:
                assert program.run(task, f"astar({HEURISTICS[name].text},bound=0)").log.f == ours, (seed, name)
                compared += 1
    assert compared > 40


@pytest.mark.slow
@pytest.mark.parametrize("shape", [(2, 3), (3, 3), (3, 4)])
@pytest.mark.parametrize("goal", ["first", "last"])
def test_a_heuristic_of_tiles_is_one_heuristic_in_search_and_native(shape: tuple[int, int], goal: str) -> None:
    for seed in range(3):
        problem = tiles.problem_of(generate(*shape, goal, 16, seed))
        for heuristic in (*problem.heuristics, "blind"):
            for algorithm in ("astar", "greedy"):
                ours, theirs = (
                    ask(problem, backend, algorithm=algorithm, heuristic=heuristic) for backend in ("native", "search")
                )
                assert counts(ours) == counts(theirs), (seed, heuristic, algorithm)
            if heuristic != "blind":
                ours, theirs = (
                    ask(problem, backend, algorithm="idastar", prune="path", heuristic=heuristic)
                    for backend in ("native", "search")
                )
                assert counts(ours) == counts(theirs), (seed, heuristic)
        ours, theirs = (
            ask(problem, backend, algorithm="idastar", heuristic="pattern") for backend in ("native", "search")
        )
        assert counts(ours) == counts(theirs)


def test_what_only_the_kernel_has_goes_with_its_algorithms() -> None:
    problem = tiles.problem_of(generate(3, 3, "first", 10, 1))
    known = copla.backend("native").heuristics(problem)  # type: ignore[attr-defined]
    assert {"databases", "databases+dual", "walking-distance"} <= set(known)
    refused: list[dict[str, Any]] = [
        {"heuristic": "databases", "algorithm": "astar"},
        {"heuristic": "walking-distance", "kernel": "generic"},
    ]
    for options in refused:
        with pytest.raises(ModelError, match="only the kernel for sliding-tiles has this heuristic: walking-distance"):
            ask(problem, "native", **options)


# --- blind


@pytest.mark.parametrize("backend", ["search", "native"])
def test_blind_is_uniform_cost_search_node_for_node(backend: str) -> None:
    solved = 0
    for seed in range(80):
        problem = random_task(seed)
        blind = ask(problem, backend, algorithm="astar", heuristic="blind")
        assert counts(blind) == counts(ask(problem, backend, algorithm="ucs")), seed
        best = optimum(problem)
        assert (blind.cost, blind.status) == (best, Status.INFEASIBLE if best is None else Status.OPTIMAL), seed
        assert blind.options["heuristic"] == "blind"
        solved += best is not None
    assert solved > 20


def test_blind_is_uniform_cost_search_in_the_planner_too() -> None:
    for seed in (2, 3, 7, 11, 20):
        problem = random_task(seed)
        blind = ask(problem, "fast-downward", heuristic="blind")
        assert counts(blind) == counts(ask(problem, "fast-downward", algorithm="ucs")), seed
        if optimum(problem) is None:
            assert blind.statistics.max_nodes == len(distances(problem)), seed


def test_a_problem_may_have_a_blind_heuristic_of_its_own() -> None:
    problem = door()
    problem.heuristic(
        "blind", lambda: copla.Function(lambda state: 3), admissible=False, consistent=False, summary="three"
    )
    for backend in ("search", "native"):
        assert ask(problem, backend, algorithm="astar", heuristic="blind").status is Status.SOLVED


def test_assignments_may_be_searched_blindly() -> None:
    problem = copla.ConstraintProblem()
    x, y = problem.variable("x", range(2)), problem.variable("y", range(2))
    problem.add(copla.AllDifferent((x, y)))
    result = solve(problem, "search", options={"algorithm": "astar", "heuristic": "blind"})
    assert (result.status, result.options["heuristic"]) == (Status.SOLVED, "blind")


# --- the planner


@pytest.mark.parametrize("seed", range(12))
def test_the_planners_wastar_with_weight_1_is_astar(seed: int) -> None:
    problem = random_task(seed)
    best = optimum(problem)
    result = ask(problem, "fast-downward", algorithm="wastar", weight=1, heuristic="lmcut")
    assert (result.cost, result.status) == (best, Status.INFEASIBLE if best is None else Status.OPTIMAL)
    heavier = ask(problem, "fast-downward", algorithm="wastar", weight=2, heuristic="lmcut")
    assert heavier.status is (Status.INFEASIBLE if best is None else Status.SOLVED)


def test_what_the_planner_adds_claims_nothing() -> None:
    for name, algorithm in planner.ALGORITHMS.items():
        assert (name in ALGORITHMS) != (algorithm.optimal is never and name.startswith(("lazy", "lama")))
