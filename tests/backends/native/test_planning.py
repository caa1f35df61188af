"""The native kernels against the textbook engine: the same answers, the same plans, the same count of nodes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from copla import Limits, ModelError, PlanningProblem, Result, Status, Watch, solve
from copla.backends.native import enumeration, planning
from copla.backends.search.bidirectional import inverse
from copla.language.heuristics import INFINITE, Maximum, PatternTable, Sum
from copla.models.tiles import model as tiles_model
from copla.models.tiles.generator import generate
from copla.plugins.algorithms import ALGORITHMS
from copla.plugins.loading import load
from tests.tasks import distances, optimum, random_task, successors

GRAPH = ("bfs", "ucs", "greedy", "astar", "wastar", "bidirectional", "beam")


def ask(problem: PlanningProblem, backend: str, solutions: int | None = 1, **options: Any) -> Result:
    if backend == "native":
        options = {"kernel": "generic", **options}
    return solve(problem, backend, limits=Limits(solutions=solutions), options=options)


def account(result: Result) -> tuple[Any, ...]:
    """Everything that must be equal: what was found, what it proves, and what it cost in nodes."""
    counts = result.statistics.expanded, result.statistics.generated, result.statistics.max_nodes
    plans = [(s.moves, s.cost, s.generated, s.max_nodes) for s in result.solutions]
    return result.status, result.bound, result.message, counts, plans


def both(problem: PlanningProblem, solutions: int | None = 1, **options: Any) -> Result:
    ours = ask(problem, "native", solutions, **options)
    assert account(ours) == account(ask(problem, "search", solutions, **options)), (problem, options)
    return ours


def with_tables(problem: PlanningProblem, chance: random.Random) -> None:
    """Heuristics made of tables: with and without infinite entries, over one variable and over several."""

    def table(variables: list[int], dead: bool) -> PatternTable:
        sizes = tuple(len(problem.variables[v].domain) for v in variables)
        entries = [chance.randrange(4) for _ in range(_product(sizes))]
        if dead:
            entries[chance.randrange(len(entries))] = INFINITE
        return PatternTable(tuple(variables), sizes, entries)

    everything = list(range(len(problem.variables)))
    one = Sum(tuple(table([v], False) for v in everything))
    many = Sum((table(everything, True), table(everything[:2], False)))
    for name, built in (("one", one), ("many", many), ("most", Maximum((one, many)))):
        problem.heuristic(name, partial(_same, built), admissible=False, consistent=False, summary="random")


def _same(built: Sum | Maximum) -> Sum | Maximum:
    return built


def _product(sizes: tuple[int, ...]) -> int:
    result = 1
    for size in sizes:
        result *= size
    return result


def one_goal(problem: PlanningProblem, chance: random.Random) -> None:
    """Makes the goal one state, mostly a reachable one."""
    reachable = sorted(distances(problem))
    anywhere = tuple(chance.randrange(len(v.domain)) for v in problem.variables)
    goal = anywhere if chance.random() < 0.2 else chance.choice(reachable)
    problem.set_goal({v: v.domain[x] for v, x in zip(problem.variables, goal, strict=True)})


def configurations() -> Iterator[dict[str, Any]]:
    for algorithm in ALGORITHMS:
        if algorithm in ("bfs", "iddfs", "bidirectional"):
            yield {"algorithm": algorithm}
        elif algorithm in ("dfs", "ucs"):
            yield from ({"algorithm": algorithm, "closed": closed} for closed in (True, False))
        else:
            for heuristic in ("blind", "timid", "bold", "one", "many", "most"):
                yield {"algorithm": algorithm, "heuristic": heuristic}
    yield {"algorithm": "dfs", "depth": 2}
    yield {"algorithm": "bfs", "depth": 2}
    yield {"algorithm": "iddfs", "depth": 2}
    yield {"algorithm": "beam", "heuristic": "bold", "width": 2}
    yield {"algorithm": "wastar", "heuristic": "one", "weight": 1.3}
    yield {"algorithm": "wastar", "heuristic": "bold", "weight": 0.1}


@pytest.mark.parametrize("options", list(configurations()), ids=lambda o: " ".join(str(x) for x in o.values()))
def test_random_tasks_node_for_node(options: dict[str, Any]) -> None:
    for seed in range(120):
        problem = random_task(seed)
        chance = random.Random(seed)
        with_tables(problem, chance)
        if options["algorithm"] == "bidirectional":
            one_goal(problem, chance)
        both(problem, **options)


@pytest.mark.parametrize("algorithm", ["astar-tree", "idastar", "dfs", "iddfs", "ucs"])
def test_several_plans_are_the_same_in_the_same_order(algorithm: str) -> None:
    for seed in range(60):
        problem = random_task(seed)
        for wanted in (3, None):
            both(problem, wanted, algorithm=algorithm, **({"closed": False} if algorithm == "ucs" else {}))


@given(seed=st.integers(10**6, 10**9), algorithm=st.sampled_from([a for a in ALGORITHMS if a != "bidirectional"]))
@settings(max_examples=80, deadline=None)
def test_more_random_tasks(seed: int, algorithm: str) -> None:
    both(random_task(seed), algorithm=algorithm)


PUZZLES = [
    ("tiles", "eight-20", ["bfs", "astar", "greedy", "idastar", "wastar", "bidirectional", "beam"]),
    ("tiles", "three-by-two", list(ALGORITHMS)),
    ("guarini", "classic-3x3", ["bfs", "ucs", "astar", "greedy", "bidirectional", "beam", "wastar"]),
    ("guarini", "unsolvable-ring-3x3", list(GRAPH)),
    ("klotski", "easy", ["bfs", "ucs", "astar", "greedy", "wastar", "idastar", "beam", "dfs", "astar-tree"]),
    ("klotski", "no-solution", ["bfs", "dfs", "ucs", "astar", "astar-tree", "idastar", "beam"]),
    ("freecell", "ranks-2-1", ["bfs", "dfs", "greedy", "astar", "wastar", "beam"]),
    ("freecell", "deal-1", ["greedy"]),
]


@pytest.mark.slow
@pytest.mark.parametrize(("puzzle", "instance", "algorithms"), PUZZLES, ids=[f"{p} {i}" for p, i, _ in PUZZLES])
def test_puzzles_node_for_node(puzzle: str, instance: str, algorithms: list[str]) -> None:
    problem = load(puzzle, instance).problem()
    assert isinstance(problem, PlanningProblem)
    for algorithm in algorithms:
        informed = ALGORITHMS[algorithm].informed
        for heuristic in list(problem.heuristics)[:2] if informed else [None]:
            both(problem, algorithm=algorithm, heuristic=heuristic, closed=True if algorithm == "dfs" else None)


def test_parent_pruning_on_random_tasks_node_for_node() -> None:
    """Only tasks with a plan and without free steps: the others go round in circles for ever."""
    compared = 0
    for seed in range(1500):
        problem = random_task(seed)
        if optimum(problem) is None or any(action.cost == 0 for action in problem.actions):
            continue
        both(problem, algorithm="idastar", heuristic="timid", prune="parent")
        compared += 1
    assert compared > 100


@pytest.mark.parametrize(
    ("puzzle", "instance"),
    [
        ("tiles", "eight-16"),
        ("tiles", "eight-20"),
        ("tiles", "three-by-two"),
        ("tiles", "two-by-four-last"),
        ("klotski", "easy"),
        ("guarini", "corner-to-corner-8x8"),
        ("freecell", "ranks-2-1"),
    ],
)
def test_parent_pruning_on_puzzles_node_for_node(puzzle: str, instance: str) -> None:
    problem = load(puzzle, instance).problem()
    assert isinstance(problem, PlanningProblem)
    for heuristic in list(problem.heuristics)[:2]:
        both(problem, algorithm="idastar", heuristic=heuristic, prune="parent")


@given(seed=st.integers(0, 10**6), shape=st.sampled_from([(2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (4, 4)]))
@settings(max_examples=40, deadline=None)
def test_parent_pruning_on_boards_of_any_shape_node_for_node(seed: int, shape: tuple[int, int]) -> None:
    """Here the tree is cut by the declared invariant: no search for what would lead back."""
    board = generate(*shape, "last", 14, seed)
    problem = tiles_model.problem_of(board)
    both(problem, algorithm="idastar", heuristic="manhattan", prune="parent")
    pruned = ask(problem, "native", algorithm="idastar", heuristic="manhattan", prune="moves")
    assert pruned.cost == both(problem, algorithm="astar", heuristic="manhattan").cost


@pytest.mark.parametrize("extra", [{"prune": "moves"}, {"table": 1}], ids=str)
def test_idastar_with_derived_pruning_finds_the_same_cost(extra: dict[str, Any]) -> None:
    fewer = 0
    for seed in range(150):
        problem = random_task(seed)
        plain = ask(problem, "native", algorithm="idastar")
        pruned = ask(problem, "native", algorithm="idastar", **extra) if plain.solutions else plain
        assert (pruned.status, pruned.cost) == (plain.status, optimum(problem)), seed
        assert plain.statistics.generated is not None
        assert pruned.statistics.generated is not None
        fewer += pruned.statistics.generated < plain.statistics.generated
    assert fewer > 5
    board = load("guarini", "classic-3x3").problem()
    assert isinstance(board, PlanningProblem)
    assert ask(board, "native", algorithm="idastar", **extra).cost == 16


def test_pruning_that_loses_plans_is_refused_for_several() -> None:
    problem = random_task(1)
    for options in ({"prune": "moves"}, {"table": 1}):
        with pytest.raises(ModelError, match="finds one solution"):
            ask(problem, "native", 2, algorithm="idastar", **options)
    with pytest.raises(ModelError, match="would lose plans"):
        ask(problem, "native", algorithm="idastar", prune="moves", table=1)


@pytest.mark.parametrize(
    ("puzzle", "instance"),
    [
        ("tiles", "korf-1"),
        ("guarini", "4x4"),
        ("klotski", "klotski"),
        ("freecell", "ranks-3-1"),
        ("freecell", "deal-1"),
    ],
)
def test_kernel_and_model_walk_side_by_side(puzzle: str, instance: str) -> None:
    from copla.backends.native.engine import _engine

    problem = load(puzzle, instance).problem()
    assert isinstance(problem, PlanningProblem)
    walker = _engine.Walker(planning.read_task(problem))
    by_value: dict[tuple[int, int], list[int]] = {}
    for index, action in enumerate(problem.actions):
        by_value.setdefault(action.condition[0], []).append(index)
    chance = random.Random(7)
    now = problem.initial_state
    for step in range(200_000 // len(problem.actions) if len(problem.actions) > 200 else 1500):
        candidates = sorted(i for fact in enumerate(now) for i in by_value.get(fact, ()))
        applicable = [i for i in candidates if problem.actions[i].applicable(now)]
        expected = [(i, problem.actions[i].cost, list(problem.actions[i].apply(now))) for i in applicable]
        assert walker.steps(now) == expected, step
        assert walker.is_goal(now) == problem.is_goal(now)
        if not expected or step % 300 == 299:
            now = problem.initial_state
            continue
        index, _, after = chance.choice(expected)
        assert (index, problem.actions[index].cost, list(now)) in walker.steps(after, backward=True)
        now = tuple(after)
    goal = dict(enumerate(problem.initial_state)) | dict(problem.goal)
    assert walker.is_goal([goal[v] for v in range(len(problem.variables))])


def test_backward_steps_are_those_of_the_inverted_actions() -> None:
    from copla.backends.native.engine import _engine

    for seed in range(60):
        problem = random_task(seed)
        walker = _engine.Walker(planning.read_task(problem))
        turned = [inverse(action) for action in problem.actions]
        for now in distances(problem):
            expected = [(i, a.cost, list(a.apply(now))) for i, a in enumerate(turned) if a.applicable(now)]
            assert walker.steps(now, backward=True) == expected


def test_enumeration_counts_every_state_at_its_distance() -> None:
    for puzzle, instance, states in (
        ("guarini", "classic-3x3", None),
        ("tiles", "two-by-three", 360),
        ("guarini", "4x3", 18480),
    ):
        problem = load(puzzle, instance).problem()
        assert isinstance(problem, PlanningProblem)
        counted = enumeration.layers(problem)
        by_hand: dict[int, int] = {}
        for distance in _steps(problem).values():
            by_hand[distance] = by_hand.get(distance, 0) + 1
        assert counted == [by_hand[d] for d in range(len(by_hand))]
        assert states in (None, sum(counted))
    assert sum(enumeration.layers(_problem("tiles", "eight-31-1"))) == 181440
    with pytest.raises(ModelError, match="move values between variables"):
        enumeration.layers(_problem("klotski", "easy"))


def _problem(puzzle: str, instance: str) -> PlanningProblem:
    problem = load(puzzle, instance).problem()
    assert isinstance(problem, PlanningProblem)
    return problem


def _steps(problem: PlanningProblem) -> dict[tuple[int, ...], int]:
    """Distances in steps, by the slow and obvious way."""
    found = {problem.initial_state: 0}
    layer = [problem.initial_state]
    while layer:
        following = []
        for now in layer:
            for _, _, after in successors(problem, now):
                if after not in found:
                    found[after] = found[now] + 1
                    following.append(after)
        layer = following
    return found


def test_the_engine_chooses_an_algorithm_that_proves_its_plan() -> None:
    for seed in range(100):
        problem = random_task(seed)
        if seed % 2:
            one_goal(problem, random.Random(seed))
        best = optimum(problem)
        for threads in (1, 3):
            result = ask(problem, "native", threads=threads)
            assert result.status is (Status.INFEASIBLE if best is None else Status.OPTIMAL), seed
            assert result.cost == best
            assert result.options["algorithm"] in ("bfs", "ucs", "astar", "idastar", "bidirectional")
    board = _problem("tiles", "eight-20")
    assert ask(board, "native").options["algorithm"] == "astar"
    board.heuristics.clear()
    assert ask(board, "native").options["algorithm"] == "bidirectional"
    assert len(ask(random_task(3), "native", 2).solutions) <= 2


def test_limits_end_a_run_with_what_it_has() -> None:
    problem = _problem("guarini", "4x5")
    for algorithm in ("bfs", "ucs", "dfs", "bidirectional"):
        result = solve(
            problem, "native", limits=Limits(bytes=3_000_000), options={"algorithm": algorithm, "heuristic": None}
        )
        assert result.status is Status.MEMORY, algorithm
        assert result.statistics.peak_bytes is not None
        assert result.statistics.generated
    watch = Watch(Limits())
    watch.stop()
    stopped = solve(problem, "native", options={"algorithm": "bfs"}, watch=watch)
    assert stopped.status is Status.INTERRUPTED


def test_bidirectional_search_refuses_open_goals() -> None:
    for backend in ("search", "native"):
        with pytest.raises(ModelError, match="one state"):
            ask(_problem("klotski", "easy"), backend, algorithm="bidirectional")
