"""The textbook search engine: right on random tasks, and its account of nodes is the one made by hand."""

from __future__ import annotations

import pytest

from copla import (
    ConstraintProblem,
    Function,
    Limits,
    ModelError,
    PlanningProblem,
    Result,
    Status,
    all_different,
    solve,
)
from copla.backends.search.space import TaskSpace
from copla.plugins.algorithms import ALGORITHMS
from tests.tasks import distances, optimum, random_task, successors

GRAPH_ALGORITHMS = ("bfs", "ucs", "greedy", "astar", "wastar")


def search(problem: PlanningProblem, algorithm: str, solutions: int | None = 1, **options: object) -> Result:
    return solve(problem, "search", limits=Limits(solutions=solutions), options={"algorithm": algorithm, **options})


def counts(result: Result) -> tuple[int | None, int | None, int | None]:
    return result.statistics.expanded, result.statistics.generated, result.statistics.max_nodes


def tree(costs: dict[str, int] | None = None) -> PlanningProblem:
    """A tree drawn by hand; the names of the states are the letters, G the goal.

    S - A - C          a step costs 1 unless stated
    |   + - D - G
    + - B - E - F
    """
    problem = PlanningProblem("tree")
    at = problem.variable("at", "SABCDEFG", "S")
    for edge in ("SA", "SB", "AC", "AD", "BE", "DG", "EF"):
        problem.action(f"to {edge[1]}", {at: edge[0]}, {at: edge[1]}, cost=(costs or {}).get(edge, 1))
    problem.set_goal({at: "G"})
    left = {"S": 3, "A": 2, "D": 1, "G": 0, "B": 3, "C": 3, "E": 3, "F": 3}
    letters = "SABCDEFG"
    problem.heuristic(
        "near", lambda: Function(lambda s: left[letters[s[0]]]), admissible=True, consistent=True, summary="by hand"
    )
    return problem


@pytest.mark.parametrize(
    ("algorithm", "by_hand"),
    [
        # S A B C D are expanded, D generates G; all but F are held then.
        ("bfs", (5, 6, 7)),
        # S A D, and G is next: both follow the estimate. Generated: A B, C D, G.
        ("greedy", (3, 5, 6)),
        ("astar", (3, 5, 6)),
    ],
)
def test_nodes_on_a_tiny_tree_are_counted_as_by_hand(algorithm: str, by_hand: tuple[int, int, int]) -> None:
    result = search(tree(), algorithm)
    assert result.best.moves == ("to A", "to D", "to G")
    assert counts(result) == by_hand


def test_uniform_cost_search_expands_by_cost() -> None:
    # Costs: A 1, B 1; C 2, D 2, E 2; F 3, G 3. G is generated before F, so it comes first: S A B C D E.
    result = search(tree(), "ucs")
    assert counts(result) == (6, 7, 8)
    # With a costly step D-G everything else is expanded first, F too: S A B C D E F.
    result = search(tree({"DG": 5}), "ucs")
    assert (result.cost, counts(result)) == (7, (7, 7, 8))


def test_depth_first_search_holds_the_path_and_what_waits() -> None:
    # S: held S, and A B wait: 3. A: held S A, and C D B wait: 5. C: dead end. D: held S A D, and G B wait: 5.
    result = search(tree(), "dfs")
    assert result.best.moves == ("to A", "to D", "to G")
    assert counts(result) == (4, 5, 5)
    assert result.status is Status.SOLVED


def test_the_tree_form_of_astar_holds_no_closed_list() -> None:
    # After S: A B wait; after A: B C D; after D: B C G. The node in hand counts, too.
    assert counts(search(tree(), "astar-tree")) == (3, 5, 4)


def test_idastar_sums_over_its_iterations() -> None:
    # The first bound is 3 and suffices: S, A, D are expanded; B and C are over it.
    result = search(tree(), "idastar")
    assert (result.cost, counts(result)[:2]) == (3, (3, 5))
    # With a costly last step the bounds are 3 4 5 6 7. Expanded under them: S A D; and B; and C E; and F; last S A C D.
    result = search(tree({"DG": 5}), "idastar")
    assert result.cost == 7
    assert counts(result)[:2] == (3 + 4 + 6 + 7 + 4, 5 + 6 + 7 + 7 + 5)


def test_a_start_that_is_a_goal_needs_no_node() -> None:
    problem = tree()
    problem.set_goal({problem["at"]: "S"})
    for algorithm in ALGORITHMS:
        result = search(problem, algorithm)
        assert (result.best.moves, result.cost, result.statistics.expanded) == ((), 0, 0), algorithm


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_random_tasks_are_solved_exactly_when_they_can_be(algorithm: str) -> None:
    solvable = 0
    for seed in range(150):
        problem = random_task(seed)
        if algorithm == "bidirectional":  # needs a goal that is one state
            end = sorted(distances(problem))[-1]
            problem.set_goal({v: v.domain[x] for v, x in zip(problem.variables, end, strict=True)})
        best = optimum(problem)
        result = search(problem, algorithm)
        if best is None:
            assert result.status is Status.INFEASIBLE, seed
            continue
        solvable += 1
        assert result.solutions, seed  # and solve() has checked the plan
        assert result.cost is not None
        assert result.cost >= best
        if algorithm in ("ucs", "astar", "astar-tree", "idastar", "bidirectional"):
            assert (result.status, result.cost, result.bound) == (Status.OPTIMAL, best, best), seed
    assert solvable > 60


def test_inadmissible_heuristics_are_never_called_optimal() -> None:
    worse = 0
    for seed in range(150):
        problem = random_task(seed)
        result = search(problem, "astar", heuristic="bold")
        assert result.status is not Status.OPTIMAL
        if result.solutions and result.cost != optimum(problem):
            worse += 1
    assert worse > 0


def test_a_closed_list_reopens_states_under_an_inconsistent_heuristic() -> None:
    # A is reached first by the costly step because the estimate of B is too high for its place; the cheap way
    # through B comes later and A must be expanded again.
    problem = PlanningProblem("inconsistent")
    at = problem.variable("at", "SABCG", "S")
    for edge, cost in (("SA", 4), ("SB", 1), ("BA", 1), ("AC", 1), ("CG", 6)):
        problem.action(f"{edge}", {at: edge[0]}, {at: edge[1]}, cost=cost)
    problem.set_goal({at: "G"})
    left = [0, 0, 8, 0, 0]
    problem.heuristic(
        "odd", lambda: Function(lambda s: left[s[0]]), admissible=True, consistent=False, summary="inconsistent"
    )
    result = search(problem, "astar")
    assert (result.status, result.cost, result.best.moves) == (Status.OPTIMAL, 9, ("SB", "BA", "AC", "CG"))
    assert result.statistics.expanded == 6  # S, A, C, B, and A and C again


def test_the_first_k_plans_come_in_the_order_of_their_cost() -> None:
    problem = PlanningProblem("two ways")
    x, y = problem.variable("x", range(3), 0), problem.variable("y", range(2), 0)
    problem.action("right", {x: 0}, {x: 1})
    problem.action("on", {x: 1}, {x: 2})
    problem.action("jump", {x: 0}, {x: 2}, cost=5)
    problem.action("light", {y: 0}, {y: 1})
    problem.set_goal({x: 2})
    for algorithm, options in (("astar-tree", {}), ("ucs", {"closed": False}), ("idastar", {})):
        result = search(problem, algorithm, solutions=4, **options)
        assert [s.cost for s in result.solutions] == [2, 3, 3, 5], algorithm
        assert len({s.moves for s in result.solutions}) == 4
    everything = search(problem, "astar-tree", solutions=None)
    assert [s.cost for s in everything.solutions] == [2, 3, 3, 5, 6]


@pytest.mark.parametrize("algorithm", GRAPH_ALGORITHMS)
def test_a_closed_list_finds_one_plan_only_and_says_so(algorithm: str) -> None:
    with pytest.raises(ModelError, match="finds one solution; for several use"):
        search(tree(), algorithm, solutions=2)


def test_depth_first_search_with_a_closed_list_and_a_depth_limit() -> None:
    for seed in range(100):
        problem = random_task(seed)
        best = optimum(problem)
        result = search(problem, "dfs", closed=True)
        assert bool(result.solutions) == (best is not None)
        assert (result.statistics.max_nodes or 0) <= len(distances(problem))
    result = search(tree(), "dfs", depth=2)
    assert (result.status, result.message) == (Status.UNKNOWN, "no plan within depth 2")
    assert search(tree(), "dfs", depth=3).status is Status.SOLVED


def test_the_successor_generator_equals_looking_at_every_action() -> None:
    for seed in range(200):
        problem = random_task(seed)
        space = TaskSpace(problem)
        for state in distances(problem):
            assert space.successors(state) == successors(problem, state)


def test_heuristics_are_asked_for_by_name() -> None:
    with pytest.raises(ModelError, match="no heuristic 'far'; it has: near"):
        search(tree(), "astar", heuristic="far")
    assert search(tree(), "astar").options["heuristic"] == "near"
    assert search(tree(), "bfs").options["heuristic"] is None


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_limits_end_a_search(algorithm: str) -> None:
    problem = PlanningProblem("counter")
    digits = [problem.variable(f"d{i}", range(10), 0) for i in range(9)]
    for i, digit in enumerate(digits):
        for value in range(9):
            problem.action(f"{i}: {value + 1}", {digit: value}, {digit: value + 1})
    never = problem.variable("never", ["no", "yes"], "no")
    problem.set_goal({never: "yes"} if algorithm != "bidirectional" else {never: "yes", **dict.fromkeys(digits, 9)})
    result = solve(problem, "search", limits=Limits(seconds=0.2), options={"algorithm": algorithm})
    assert (result.status, result.solutions) == (Status.TIMEOUT, ())
    assert (result.statistics.expanded or 0) > 0


def test_bidirectional_search_needs_one_goal_state() -> None:
    for problem in (random_task(0), ConstraintProblem()):
        with pytest.raises(ModelError, match="a goal that is one state"):
            solve(problem, "search", options={"algorithm": "bidirectional"})


def test_a_narrow_beam_proves_nothing() -> None:
    narrow = search(tree(), "beam", width=1)
    assert (narrow.status, narrow.best.moves) == (Status.SOLVED, ("to A", "to D", "to G"))
    assert counts(narrow) == (3, 5, 4)  # S A D; held: the beam so far, and the level below
    blind = tree()
    blind.heuristics.clear()
    lost = search(blind, "beam", width=1)  # S A C: the first of each level
    assert (lost.status, lost.message) == (Status.UNKNOWN, "no plan within a beam of width 1")
    assert search(blind, "beam", width=2).status is Status.SOLVED


@pytest.mark.parametrize("algorithm", [name for name in ALGORITHMS if name != "bidirectional"])
def test_a_constraint_problem_is_a_state_space_too(algorithm: str) -> None:
    problem = ConstraintProblem()
    x, y, z = (problem.variable(name, range(1, 4)) for name in "xyz")
    problem.add(all_different([x, y, z]))
    problem.add(x < y)
    problem.add(y < z)
    result = solve(problem, "search", options={"algorithm": algorithm})
    assert result.best.values == {"x": 1, "y": 2, "z": 3}
    problem.add(z != 3)
    assert solve(problem, "search", options={"algorithm": algorithm}).status is Status.INFEASIBLE


def test_objectives_are_refused_with_the_reason() -> None:
    problem = ConstraintProblem()
    problem.minimize(problem.variable("x", range(3)))
    result = solve(problem, "search")
    assert result.status is Status.UNSUPPORTED
    assert "objective" in result.message
