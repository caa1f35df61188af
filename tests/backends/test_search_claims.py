"""What search claims is true: every algorithm with every option against cheapest costs by relaxation.

The oracle shares nothing with an engine: costs come from going over all states again and again, lists of plans from
walking all simple paths.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from copla import INFINITE, Function, Limits, ModelError, PatternTable, PlanningProblem, Result, Status, Sum, solve
from copla.backends.native.heuristics import BUILT_IN
from copla.ground.numbers import LARGEST
from copla.plugins.algorithms import ALGORITHMS, Run
from tests.tasks import COSTS, add_heuristics, costs_to_goal, random_task, simple_plans, task_with_costs

ENGINES = ("search", "native")
HEURISTICS = ("exact", "inconsistent", "inadmissible", "wrong dead ends")
KINDS = [*HEURISTICS, *(f"{name}, a function" for name in HEURISTICS)]


def ask(problem: PlanningProblem, engine: str, solutions: int | None = 1, **options: Any) -> Result:
    if engine == "native":
        options = {"kernel": "generic", **options}
    return solve(problem, engine, limits=Limits(solutions=solutions), options=options)


def configurations(engine: str) -> Iterator[dict[str, Any]]:
    for name, algorithm in ALGORITHMS.items():
        variants: list[dict[str, Any]] = [{}]
        if "closed" in algorithm.reads:
            variants = [{"closed": True}, {"closed": False}]
        if "depth" in algorithm.reads:
            variants += [{**variant, "depth": depth} for variant in list(variants) for depth in (0, 2, 50)]
        if "width" in algorithm.reads:
            variants = [{"width": 1}, {"width": 3}, {"width": 10**6}]
        if "weight" in algorithm.reads:
            variants = [{"weight": weight} for weight in (0, 0.5, 1, 2, 7.5)]
        if name == "idastar" and engine == "native":
            variants = [{}, {"table": 1}, {"prune": "moves"}]
        for variant in variants:
            yield {"algorithm": name, **variant}


def asked(problem: PlanningProblem, engine: str, options: dict[str, Any]) -> Iterator[tuple[str | None, Result]]:
    """One algorithm with each heuristic that the problem declares, or without."""
    informed = ALGORITHMS[options["algorithm"]].informed
    for heuristic in KINDS if informed else [None]:
        yield heuristic, ask(problem, engine, heuristic=heuristic, **options)


CONFIGURATIONS = [(engine, options) for engine in ENGINES for options in configurations(engine)]


@pytest.mark.parametrize("costs", COSTS)
@pytest.mark.parametrize(
    ("engine", "options"), CONFIGURATIONS, ids=[f"{e} {' '.join(map(str, o.values()))}" for e, o in CONFIGURATIONS]
)
def test_no_claim_is_wrong_and_none_goes_beyond_the_record(engine: str, options: dict[str, Any], costs: str) -> None:
    algorithm = ALGORITHMS[options["algorithm"]]
    for seed in range(25):
        problem = task_with_costs(seed, costs)
        if options["algorithm"] == "bidirectional":
            end = max(costs_to_goal(problem))
            problem.set_goal({v: v.domain[x] for v, x in zip(problem.variables, end, strict=True)})
        if options.get("prune") == "moves" and any(action.cost == 0 for action in problem.actions):
            continue  # goes round in circles
        add_heuristics(problem, seed)
        best = costs_to_goal(problem).get(problem.initial_state)
        if options.get("prune") == "moves" and best is None:
            continue
        for heuristic, result in asked(problem, engine, options):
            where = seed, heuristic
            admissible = heuristic is None or problem.heuristics[heuristic].admissible
            equal = len({action.cost for action in problem.actions}) == 1
            may = Run(admissible, admissible, equal, options.get("weight", 1))
            if result.status is Status.OPTIMAL:
                assert (result.cost, result.bound) == (best, best), where
                assert algorithm.optimal(may), where
            elif result.status is Status.INFEASIBLE:
                assert best is None, where
            elif result.status is Status.SOLVED:
                assert best is not None, where
                assert (result.cost or 0) >= best, where
                assert result.bound is None
                assert not algorithm.optimal(may), where  # no less is claimed than is known
            else:
                assert result.status is Status.UNKNOWN, where
                assert result.message.startswith("no plan"), where
                cut = options.get("depth") in (0, 2) or options.get("width") in (1, 3)
                assert cut or "wrong dead ends" in str(heuristic), where


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("algorithm", ["astar-tree", "idastar", "dfs", "iddfs", "ucs"])
def test_all_plans_are_all_simple_paths_whatever_the_heuristic(engine: str, algorithm: str) -> None:
    options: dict[str, Any] = (
        {"algorithm": algorithm, "closed": False} if algorithm == "ucs" else {"algorithm": algorithm}
    )
    several = 0
    for seed in range(80):
        problem = random_task(seed)
        problem.heuristics.clear()
        plans = simple_plans(problem)
        if len(plans) > 300:
            continue
        several += len(plans) > 1
        add_heuristics(problem, seed)
        for heuristic in KINDS if ALGORITHMS[algorithm].informed else [None]:
            result = ask(problem, engine, None, heuristic=heuristic, **options)
            listed = {s.moves: s.cost for s in result.solutions}
            assert len(listed) == len(result.solutions), (seed, heuristic)
            if heuristic is not None and heuristic.startswith("wrong dead ends"):
                assert listed.items() <= plans.items(), (seed, heuristic)
            else:
                assert listed == plans, (seed, heuristic)
            few = ask(problem, engine, 3, heuristic=heuristic, **options)
            assert len(few.solutions) == min(3, len(listed)), (seed, heuristic)
            if algorithm == "iddfs":
                assert [len(s.moves or ()) for s in few.solutions] == sorted(map(len, plans))[:3], seed
            elif algorithm != "dfs" and (heuristic is None or problem.heuristics[heuristic].admissible):
                assert [s.cost for s in few.solutions] == sorted(plans.values())[:3], (seed, heuristic)
    assert several > 10


@pytest.mark.parametrize("engine", ENGINES)
def test_several_plans_have_different_labels_and_their_least_cost(engine: str) -> None:
    """Actions that share labels: the ways of one plan are one plan."""
    shared = 0
    for seed in range(60):
        problem = random_task(seed)
        problem.heuristics.clear()
        problem.actions[:] = [
            type(a)(f"a{number % 3}", a.condition, a.effects, a.cost) for number, a in enumerate(problem.actions)
        ]
        plans = simple_plans(problem)
        if not 1 < len(plans) <= 200:
            continue
        shared += 1
        for algorithm in ("astar-tree", "idastar", "dfs"):
            result = ask(problem, engine, None, algorithm=algorithm)  # solve() lets the checker look at the costs
            assert {s.moves for s in result.solutions} == set(plans), (seed, algorithm)
            assert len(result.solutions) == len(plans), (seed, algorithm)
            assert all(s.cost is not None and s.cost <= plans[s.moves or ()] for s in result.solutions)
            assert len(ask(problem, engine, 2, algorithm=algorithm).solutions) == 2, (seed, algorithm)
    assert shared > 5


def chain(*costs: int) -> PlanningProblem:
    problem = PlanningProblem("chain")
    at = problem.variable("at", range(len(costs) + 1), 0)
    for place, cost in enumerate(costs):
        problem.action(f"to {place + 1}", {at: place}, {at: place + 1}, cost=cost)
    problem.set_goal({at: len(costs)})
    return problem


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_costs_up_to_the_largest_number_are_ordinary_ones(engine: str, algorithm: str) -> None:
    for costs in (
        (2**30,),
        (2**30, 2**30, 2**30),
        (2**31, 1),
        (2**52, 2**52),
        (LARGEST,),
        (LARGEST, 0),
        (1, LARGEST - 1),
    ):
        problem = chain(*costs)
        result = ask(problem, engine, algorithm=algorithm)
        assert result.cost == sum(costs), costs
        assert result.status in (Status.OPTIMAL, Status.SOLVED)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_paths_above_the_largest_number_are_cut_and_known_to_be(engine: str, algorithm: str) -> None:
    for costs in ((LARGEST, 1), (1, LARGEST), (2**52, 2**52, 1)):
        result = ask(chain(*costs), engine, algorithm=algorithm)
        assert (result.status, result.solutions) == (Status.UNKNOWN, ()), costs
        assert "2**53" in result.message
    both = chain(LARGEST, 1)
    at = both["at"]
    both.action("jump", {at: 0}, {at: 2}, cost=LARGEST - 1)
    result = ask(both, engine, algorithm=algorithm)
    assert (result.cost, result.best.moves) == (LARGEST - 1, ("jump",))


@pytest.mark.parametrize("engine", ENGINES)
def test_sums_near_the_largest_number_are_ordered_exactly(engine: str) -> None:
    """Cost plus estimate is above 2**53, where not every whole number is a double."""
    problem = PlanningProblem("two ways")
    at = problem.variable("at", "SABG", "S")
    for edge, cost in (("SA", LARGEST - 9), ("SB", LARGEST - 8), ("AG", 9), ("BG", 7)):
        problem.action(edge, {at: edge[0]}, {at: edge[1]}, cost=cost)
    problem.set_goal({at: "G"})
    guess = [0, 10, 8, 0]
    problem.heuristic("off", lambda: Function(lambda s: guess[s[0]]), admissible=False, consistent=False, summary="")
    problem.heuristic("none", lambda: Function(lambda s: 0), admissible=True, consistent=True, summary="")
    for algorithm in ("astar", "astar-tree", "idastar", "ucs", "wastar"):
        for heuristic in ("off", "none") if ALGORITHMS[algorithm].informed else (None,):
            result = ask(problem, engine, algorithm=algorithm, heuristic=heuristic)
            assert (result.cost, result.best.moves) == (LARGEST - 1, ("SB", "BG")), (algorithm, heuristic)


WRONG = (-1, 0.5, 2.0, float("inf"), float("nan"), None, "3", True, LARGEST + 1, INFINITE - 1, -(2**70))
INFORMED = [name for name, algorithm in ALGORITHMS.items() if algorithm.informed]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("algorithm", INFORMED)
@pytest.mark.parametrize("wrong", WRONG, ids=repr)
def test_what_is_no_estimate_is_an_error_that_names_heuristic_and_state(
    engine: str, algorithm: str, wrong: object
) -> None:
    for place in (0, 1):
        problem = chain(1, 1)
        problem.heuristic(
            "odd",
            lambda place=place: Function(lambda s: wrong if s[0] == place else 1),  # type: ignore[misc,arg-type,return-value]
            admissible=True,
            consistent=True,
            summary="",
        )
        with pytest.raises(ModelError, match=f"heuristic 'odd' gives .* for at = {place}, expected a whole number"):
            ask(problem, engine, algorithm=algorithm)


@pytest.mark.parametrize("wrong", WRONG, ids=repr)
def test_a_table_with_such_an_entry_is_refused_when_it_is_made(wrong: object) -> None:
    with pytest.raises(ModelError, match=r"entry 1 of a table is .*, expected a whole number"):
        PatternTable((0,), (3,), [0, wrong, 2])  # type: ignore[list-item]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_heuristic_that_fails_is_an_error_of_one_line(engine: str) -> None:
    problem = chain(1, 1)
    problem.heuristic(
        "broken", lambda: Function(lambda s: {0: 0}[s[0] + 7]), admissible=True, consistent=True, summary=""
    )
    with pytest.raises(ModelError, match="heuristic 'broken' fails for at = 0: KeyError"):
        ask(problem, engine, algorithm="astar")
    problem = chain(1, 1)
    problem.heuristic(
        "unbuilt", lambda: Sum((PatternTable((0,), (2,), [1]),)), admissible=True, consistent=True, summary=""
    )
    with pytest.raises(ModelError, match="heuristic 'unbuilt': a table of 2 combinations has 1 entries"):
        ask(problem, engine, algorithm="astar")


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("algorithm", INFORMED)
def test_large_estimates_are_kept_exactly(engine: str, algorithm: str) -> None:
    """Entries of 64 bits, in a list, an array and a function; 2**30 is a number like any other."""
    from array import array

    for large in (2**30, 2**31, 2**32 + 1, 2**40, LARGEST):
        entries = [2, large, 1, 0]
        for table in (entries, array("q", entries), tuple(entries)):
            problem = PlanningProblem("two ways")
            at = problem.variable("at", "SABG", "S")
            for edge, cost in (("SA", 1), ("SB", 2), ("AG", 1), ("BG", 2)):
                problem.action(edge, {at: edge[0]}, {at: edge[1]}, cost=cost)
            problem.set_goal({at: "G"})
            made = Sum((PatternTable((0,), (4,), table),))
            problem.heuristic("large", lambda made=made: made, admissible=False, consistent=False, summary="")  # type: ignore[misc]
            result = ask(problem, engine, algorithm=algorithm, weight=1)
            assert (result.status, result.best.moves) == (Status.SOLVED, ("SB", "BG")), (large, table)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("algorithm", INFORMED)
def test_dead_ends_prove_something_only_where_the_heuristic_promises_it(engine: str, algorithm: str) -> None:
    for dead in (0, 1):
        for admissible, status in ((True, Status.INFEASIBLE), (False, Status.UNKNOWN)):
            problem = chain(1, 1)
            entries = [0, 0, 0]
            entries[dead] = INFINITE
            made = Sum((PatternTable((0,), (3,), entries),))
            problem.heuristic("h", lambda made=made: made, admissible=admissible, consistent=False, summary="")  # type: ignore[misc]
            result = ask(problem, engine, algorithm=algorithm)
            assert (result.status, result.solutions) == (status, ()), (dead, admissible)
            if status is Status.UNKNOWN:
                assert "heuristic h calls dead ends" in result.message


@pytest.mark.parametrize("costs", COSTS)
@pytest.mark.parametrize("heuristic", sorted(BUILT_IN))
def test_what_the_engine_claims_with_its_own_heuristics_is_true(heuristic: str, costs: str) -> None:
    for seed in range(30):
        problem = task_with_costs(seed, costs)
        best = costs_to_goal(problem).get(problem.initial_state)
        options: dict[str, Any] = {"heuristic": heuristic, "preparation": 10, "pdb_states": 10**4}
        if heuristic == "pdb":
            options["pattern"] = ",".join(variable.name for variable in problem.variables[:2])
        for algorithm in ("astar", "idastar"):
            result = ask(problem, "native", algorithm=algorithm, **options)
            assert bool(result.solutions) == (best is not None), (seed, algorithm)
            if best is None:
                assert result.status is Status.INFEASIBLE, (seed, algorithm)
            elif BUILT_IN[heuristic].admissible:
                assert (result.status, result.cost) == (Status.OPTIMAL, best), (seed, algorithm)
            else:
                assert (result.status, (result.cost or 0) >= best) == (Status.SOLVED, True), (seed, algorithm)


def test_variables_with_one_value_say_nothing_in_a_pattern() -> None:
    problem = chain(1, 2)
    for i in range(70):
        problem.variable(f"v{i}", [0], 0)
    pattern = ",".join(variable.name for variable in problem.variables)
    result = ask(problem, "native", algorithm="astar", heuristic="pdb", pattern=pattern)
    assert (result.status, result.cost) == (Status.OPTIMAL, 3)
    only = ",".join(variable.name for variable in problem.variables[1:])
    assert ask(problem, "native", algorithm="astar", heuristic="pdb", pattern=only).cost == 3


@pytest.mark.parametrize("backend", ["search", "native"])
def test_a_way_that_is_too_costly_may_hide_a_plan_and_nothing_else_is_said(backend: str) -> None:
    problem = PlanningProblem("a dear way and a cheap one")
    place = problem.variable("place", range(4), 0)
    for label, here, there, cost in (("dear", 0, 1, 2**53), ("away", 0, 2, 1), ("back", 2, 1, 1), ("on", 1, 3, 1)):
        problem.action(label, {place: here}, {place: there}, cost)
    problem.set_goal({place: 3})
    assert solve(problem, backend, options={"algorithm": "ucs"}).cost == 3
    result = solve(problem, backend, options={"algorithm": "bfs"})
    assert result.status is Status.UNKNOWN
    assert result.message == "no plan was found, and ways that cost more than 2**53 were not followed"
