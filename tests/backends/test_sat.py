"""sat: every encoding means what the constraint says, and what a solver of python-sat proves is what is claimed."""

from __future__ import annotations

import random
import threading
from collections.abc import Sequence
from itertools import combinations, product

import pytest

from copla import (
    ConstraintProblem,
    LimitError,
    Limits,
    Status,
    Variable,
    Watch,
    all_different,
    backend,
    clause,
    explain,
    solve,
    table,
    total,
)
from copla.backends.sat import adder
from copla.backends.sat import clauses as clauses_module
from copla.backends.sat.clauses import FALSE, TRUE, Clauses
from copla.backends.sat.domains import filtered
from copla.backends.sat.engine import Engine, NotAtOnceError
from copla.backends.sat.literals import Unknown
from copla.backends.sat.objective import Cost
from copla.plugins.backend import HasCores
from tests.problems import brute_force, key, random_problem

ALL = Limits(solutions=None)
SETTINGS = [
    {"solver": solver, "encoding": encoding, "sums": sums}
    for solver, encoding, sums in product(
        ("glucose", "cadical"), ("auto", "direct", "order"), ("auto", "diagrams", "adders")
    )
]


def assert_all_found(problem: ConstraintProblem, options: dict[str, str]) -> None:
    result = solve(problem, "sat", limits=ALL, options=options)
    assert result.complete
    assert len(result.solutions) == len({key(s.values) for s in result.solutions}), "one solution twice"
    assert {key(s.values) for s in result.solutions} == brute_force(problem), options


@pytest.mark.parametrize("options", SETTINGS, ids=lambda options: "-".join(options.values()))
def test_every_setting_finds_each_solution_once(options: dict[str, str]) -> None:
    for seed in range(60):
        assert_all_found(random_problem(seed), options)


@pytest.mark.parametrize("sums", ["auto", "diagrams", "adders"])
@pytest.mark.parametrize("comparison", ["<", "<=", "==", "!=", ">=", ">"])
def test_long_sums_over_gapped_domains_with_large_and_negative_coefficients(sums: str, comparison: str) -> None:
    for seed in range(25):
        chance = random.Random(f"{comparison} {seed}")
        problem = ConstraintProblem()
        terms = []
        for i in range(chance.randint(3, 6)):
            domain = chance.sample([-(10**9), -7, -3, -1, 0, 2, 3, 10, 10**9], chance.randint(1, 3))
            terms.append(chance.choice([-(2**20), -3, -2, -1, 1, 2, 5, 2**20]) * problem.variable(f"x{i}", domain))
        witness = sum(part.terms[0][0] * chance.choice(part.terms[0][1].domain) for part in terms)
        bound = witness + chance.choice([-1, 0, 0, 0, 1])
        sides = {"<": total(terms) < bound, "<=": total(terms) <= bound, "==": total(terms) == bound}
        sides |= {"!=": total(terms) != bound, ">=": total(terms) >= bound, ">": total(terms) > bound}
        problem.add(sides[comparison])
        assert_all_found(problem, {"sums": sums})


@pytest.mark.parametrize("options", SETTINGS, ids=lambda options: "-".join(options.values()))
def test_optima_and_their_bounds_equal_brute_force(options: dict[str, str]) -> None:
    for seed in range(40):
        problem = random_problem(seed, objective=True)
        assert problem.objective is not None
        costs = [problem.objective.value(dict(v)) for v in brute_force(problem.restricted(problem.constraints))]
        result = solve(problem, "sat", options=options)
        if costs:
            best = min(costs) if problem.objective.sense == "minimize" else max(costs)
            assert (result.status, result.cost, result.bound) == (Status.OPTIMAL, best, best), seed
        else:
            assert result.status is Status.INFEASIBLE, seed


@pytest.mark.parametrize("encoding", ["direct", "order"])
@pytest.mark.parametrize("values", [[4], [-2, 5], [1, 2, 9], [0, 1, 2, 3], list(range(-20, 20, 3)), list(range(70))])
def test_direct_and_order_literals_mean_the_same(encoding: str, values: list[int]) -> None:
    from pysat.solvers import Solver

    written = Clauses(Watch())
    unknown = Unknown(written, values, encoding)
    equals, steps = dict(unknown.equals), list(unknown.steps)
    assert [unknown.at_least(value) for value in values] == steps[:-1]
    assert (steps[0], steps[-1], unknown.equal(max(values) + 1)) == (TRUE, FALSE, FALSE)
    with Solver(name="glucose4", bootstrap_with=list(written.taken())) as solver:
        for place, value in enumerate(values):
            assert solver.solve([equals[value]])
            positive = {literal for literal in solver.get_model() if literal > 0}
            assert unknown.value(positive) == value
            for other, step in enumerate(steps):
                assert solver.solve([equals[value], step]) == (other <= place)
        for first, second in combinations(equals.values(), 2):
            assert not solver.solve([first, second])
        assert not solver.solve([-literal for literal in equals.values()])


def test_a_variable_with_very_many_values_needs_no_literal_for_each_of_them() -> None:
    problem = ConstraintProblem()
    x, y = problem.variable("x", range(50_000)), problem.variable("y", range(50_000))
    problem.add(x - y >= 49_000)
    problem.add(clause([x == 49_003, x == 49_007, x == 12]))
    problem.add(y != 3)
    result = solve(problem, "sat", limits=ALL)
    assert result.complete
    assert len(result.solutions) == 10  # y is 0 to 3 or 0 to 7, and never 3
    problem.maximize(x + y)
    assert solve(problem, "sat").cost == 49_014


@pytest.mark.parametrize("count", [3, 33, 60])
def test_at_most_one_of_many(count: int) -> None:
    problem = ConstraintProblem()
    switches = [problem.variable(f"s{i}", range(2)) for i in range(count)]
    problem.add(total(switches) <= 1)
    result = solve(problem, "sat", limits=ALL)
    assert result.complete
    assert len(result.solutions) == count + 1


def test_filtering_removes_nothing_that_a_solution_has() -> None:
    for seed in range(300):
        problem = random_problem(seed)
        solutions = [dict(values) for values in brute_force(problem)]
        domains = filtered(problem, problem.constraints, Watch())
        assert domains is not None or not solutions, seed
        for variable, domain in zip(problem.variables, domains or (), strict=False):
            assert {values[variable.name] for values in solutions} <= set(domain), seed


def test_bounds_that_would_creep_are_left_to_the_solver() -> None:
    problem = ConstraintProblem()
    x, y = problem.variable("x", range(10_000)), problem.variable("y", range(10_000))
    problem.add(x < y)
    problem.add(y < x)
    assert filtered(problem, problem.constraints, Watch()) is not None
    assert solve(problem, "sat").status is Status.INFEASIBLE


@pytest.mark.parametrize("sums", ["diagrams", "adders"])
def test_a_cost_can_be_asked_to_be_at_most_anything(sums: str) -> None:
    from pysat.solvers import Solver

    written = Clauses(Watch())
    unknowns = [Unknown(written, values) for values in ([0, 1], [-3, 0, 4], [2], [0, 5, 6, 7])]
    terms = list(zip((3, -2, 10, 1), unknowns, strict=True))
    costs = sorted(3 * a - 2 * b + 10 * c + d for a, b, c, d in product(*(u.values for u in unknowns)))
    cost = Cost(written, terms, sums)
    assert (cost.least, cost.most) == (costs[0], costs[-1])
    assumed = {bound: cost.at_most(bound) for bound in range(costs[0] - 2, costs[-1] + 3)}
    with Solver(name="glucose4", bootstrap_with=list(written.taken())) as solver:
        for bound, literal in assumed.items():
            found = 0
            for choice in product(*(unknown.equals.values() for unknown in unknowns)):
                found += solver.solve([*choice, literal])
            assert found == sum(amount <= bound for amount in costs), bound


def sudden(problem: ConstraintProblem) -> list[Variable]:
    return [problem.variable(name, range(1, 4)) for name in "abc"]


def test_a_core_cannot_hold_together_and_leaves_out_what_has_nothing_to_do_with_it() -> None:
    sat = backend("sat")
    assert isinstance(sat, HasCores)
    problem = ConstraintProblem()
    a, b, c = sudden(problem)
    d = problem.variable("d", range(9))
    problem.add(all_different([a, b, c]))
    for comparison in (a < b, d > 3, b < c, c == 2, d != 5):
        problem.add(comparison)
    problem.add(table([d], [[6], [7]]))
    problem.add(all_different([a, d]))
    core = sat.core(problem, range(1, 8), Watch())
    assert core is not None
    assert solve(problem.restricted([problem.constraints[i] for i in (0, *core)]), "cp-sat").status == "infeasible"
    assert set(core) <= {1, 3, 4}
    assert sat.core(problem.restricted(problem.constraints[:4]), range(1, 4), Watch()) is None
    assert sat.core(problem, range(1, 8), Watch(Limits(seconds=0))) is None


def test_cores_of_random_problems_cannot_hold_together() -> None:
    sat = backend("sat")
    assert isinstance(sat, HasCores)
    infeasible = 0
    for seed in range(300):
        problem = random_problem(seed)
        places = range(len(problem.constraints) // 2, len(problem.constraints))
        core = sat.core(problem, places, Watch())
        assert (core is None) == bool(brute_force(problem)), seed
        if core is not None:
            infeasible += 1
            kept = [c for place, c in enumerate(problem.constraints) if place not in places or place in core]
            assert not brute_force(problem.restricted(kept)), seed
    assert infeasible > 20


def test_explanations_are_the_same_with_another_backend() -> None:
    problem = ConstraintProblem()
    a, b, c = sudden(problem)
    problem.add(all_different([a, b, c]), label="all different")
    for constraint, label in ((a < b, "a < b"), (b < c, "b < c"), (c == 2, "c = 2"), (a != 2, "a is not 2")):
        problem.add(constraint, label=label, clue=True)
    assert str(explain(problem, "sat")) == str(explain(problem, "forward-checking"))


def pigeons(count: int) -> ConstraintProblem:
    """One more than there are holes, said in pairs: resolution takes for ever to see it."""
    problem = ConstraintProblem(f"{count} pigeons")
    for one, other in combinations([problem.variable(f"p{i}", range(count - 1)) for i in range(count)], 2):
        problem.add(one - other != 0)
    return problem


@pytest.mark.parametrize("solver", ["glucose", "cadical"])
def test_limits_end_a_hopeless_proof_in_time(solver: str) -> None:
    for seconds in (0.3, 1.0):
        result = solve(pigeons(14), "sat", limits=Limits(seconds=seconds), options={"solver": solver})
        assert (result.status, result.solutions) == (Status.TIMEOUT, ())
        assert seconds <= result.statistics.seconds < 5  # other processes may be running, too
        assert result.statistics.backtracks is not None


@pytest.mark.parametrize("solver", ["glucose", "cadical"])
def test_a_proof_can_be_stopped_from_another_thread(solver: str) -> None:
    watch = Watch()
    threading.Timer(0.3, watch.stop).start()
    result = solve(pigeons(14), "sat", watch=watch, options={"solver": solver})
    assert result.status is Status.INTERRUPTED
    assert watch.expanded > 0


@pytest.mark.parametrize("here", [0, 1, 3])
def test_what_was_begun_here_goes_on_in_a_thread(here: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if more than so many questions took longer than a moment: nothing is lost, and nothing found twice."""
    asked: list[bool] = []
    ask = Engine.ask

    def asked_here(self: Engine, assumptions: Sequence[int] = ()) -> bool:
        asked.append(threading.current_thread() is threading.main_thread())
        if asked[-1] and len(asked) > here:
            raise NotAtOnceError
        return ask(self, assumptions)

    monkeypatch.setattr(Engine, "ask", asked_here)
    problem = ConstraintProblem()
    x, y, z = problem.array("x", 3, range(4))
    problem.add(x + 2 * y - z <= 2)
    result = solve(problem, "sat", limits=ALL)
    assert asked == [True] * (here + 1) + [False] * (len(asked) - here - 1)
    assert result.complete
    assert len(result.solutions) == len(brute_force(problem))
    assert {key(solution.values) for solution in result.solutions} == brute_force(problem)
    asked.clear()
    problem.minimize(z - x - y)
    assert problem.objective is not None
    assert solve(problem, "sat").cost == min(problem.objective.value(dict(one)) for one in brute_force(problem))
    assert asked[0]
    assert not asked[-1] or len(asked) <= here


def test_what_is_small_but_hard_is_proven() -> None:
    result = solve(pigeons(8), "sat")
    assert (result.status, result.complete) == (Status.INFEASIBLE, True)


def test_very_many_solutions_of_a_small_problem_end_at_the_limit() -> None:
    problem = ConstraintProblem()
    problem.array("x", 60, range(2))
    result = solve(problem, "sat", limits=Limits(seconds=0.2, solutions=None))
    assert (result.status, result.complete) == (Status.TIMEOUT, False)
    assert len(result.solutions) == len({key(one.values) for one in result.solutions}) > 10


def test_limits_are_looked_at_while_many_clauses_of_one_constraint_are_handed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    handed: list[int] = []
    add = Engine.add

    def counting(self: Engine, clauses: Sequence[Sequence[int]]) -> None:
        handed.append(len(clauses))
        add(self, clauses)

    monkeypatch.setattr(Engine, "add", counting)
    problem = ConstraintProblem("all different numbers")
    problem.add(all_different(problem.array("x", 30, range(400))))
    assert solve(problem, "sat").status is Status.SOLVED
    assert sum(handed) > 100_000
    assert max(handed) <= 50_000


def test_limits_are_kept_while_clauses_are_written() -> None:
    problem = ConstraintProblem()
    grid = [problem.variable(f"x{i}", range(400)) for i in range(400)]
    problem.add(all_different(grid))
    for limits, status in ((Limits(seconds=0.2), Status.TIMEOUT), (Limits(bytes=10_000_000), Status.MEMORY)):
        result = solve(problem, "sat", limits=limits, options={"encoding": "direct"})
        assert (result.status, result.solutions) == (status, ())


def test_limits_are_looked_at_while_a_large_diagram_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = ConstraintProblem()
    x, y, z = (problem.variable(name, range(400)) for name in "xyz")
    problem.add(5 * x + 7 * y + 11 * z <= 4000)
    asked: list[float] = []
    check = Watch.check

    def noted(self: Watch, what: str = "") -> None:
        asked.append(self.seconds)
        check(self, what)

    monkeypatch.setattr(Watch, "check", noted)
    assert solve(problem, "sat", options={"sums": "diagrams"}).status is Status.SOLVED
    assert len(asked) > 50


def test_what_needs_too_many_clauses_is_given_up_with_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clauses_module, "MOST_CLAUSES", 1_000)
    problem = ConstraintProblem()
    problem.add(all_different([problem.variable(f"x{i}", range(30)) for i in range(30)]))
    result = solve(problem, "sat")
    assert (result.status, result.message) == (Status.MEMORY, "the problem needs more than 1,000 clauses")


class StopsAtFirst(Watch):
    """Reaches its limit as soon as there is a solution."""

    def reached(self) -> Status | None:
        return Status.TIMEOUT if self.note else None


@pytest.mark.parametrize("sums", ["diagrams", "adders"])
def test_a_bound_at_a_limit_is_proven(sums: str) -> None:
    chance = random.Random(3)
    problem = ConstraintProblem("a knapsack in several ways")
    items = [problem.variable(f"i{k}", range(2)) for k in range(30)]
    for _ in range(4):
        row = [chance.randrange(10, 100) for _ in items]
        problem.add(total(w * x for w, x in zip(row, items, strict=True)) <= sum(row) // 3)
    problem.maximize(total(chance.randrange(10, 100) * x for x in items))
    exact = solve(problem, "cp-sat")
    assert exact.status is Status.OPTIMAL
    result = solve(problem, "sat", watch=StopsAtFirst(), options={"sums": sums})
    assert (result.status, len(result.solutions)) in ((Status.TIMEOUT, 1), (Status.OPTIMAL, 1))
    assert result.cost is not None
    assert result.bound is not None
    assert exact.cost is not None
    assert result.cost <= exact.cost <= result.bound


def test_a_number_of_very_many_values_looks_at_the_limits() -> None:
    watch = Watch(Limits(seconds=60))
    watch.begin()
    clauses = Clauses(watch)
    clauses.look()
    values = [(amount, clauses.new()) for amount in range(30_000)]
    watch.stop()
    with pytest.raises(LimitError):
        adder.add_up(clauses, [values])
