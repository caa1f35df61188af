"""One test body, every solver: what each backend must do with every constraint of the language."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import threading
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from copla import (
    BackendError,
    ConstraintProblem,
    Expression,
    Limits,
    ModelError,
    Status,
    Watch,
    all_different,
    clause,
    solve,
    table,
    total,
)
from tests.conftest import CONSTRAINT_BACKENDS
from tests.problems import brute_force, key, random_problem

ALL = Limits(solutions=None)


def queens(size: int) -> ConstraintProblem:
    problem = ConstraintProblem(f"{size} queens")
    rows = [problem.variable(f"q{i}", range(size)) for i in range(size)]
    problem.add(all_different(rows))
    for i in range(size):
        for j in range(i):
            problem.add(rows[i] - rows[j] != i - j)
            problem.add(rows[i] - rows[j] != j - i)
    return problem


def market_split(rows: int = 5) -> ConstraintProblem:
    """Divide customers between two divisions evenly for each product (Cornuejols and Dawande): hopeless by search."""
    chance = random.Random(5)
    problem = ConstraintProblem("market split")
    customers = [problem.variable(f"c{i}", range(2)) for i in range(10 * (rows - 1))]
    for _ in range(rows):
        demand = [chance.randrange(100) for _ in customers]
        problem.add(total(d * c for d, c in zip(demand, customers, strict=True)) == sum(demand) // 2)
    return problem


def test_all_solutions_of_random_problems_equal_brute_force(backend: str) -> None:
    for seed in range(150):
        problem = random_problem(seed)
        result = solve(problem, backend, limits=ALL)
        assert result.status is (Status.SOLVED if result.solutions else Status.INFEASIBLE), seed
        assert result.complete
        assert {key(s.values) for s in result.solutions} == brute_force(problem), seed


def test_optima_of_random_problems_equal_brute_force(backend: str) -> None:
    for seed in range(100):
        problem = random_problem(seed, objective=True)
        assert problem.objective is not None
        result = solve(problem, backend)
        costs = [problem.objective.value(dict(values)) for values in brute_force(_without_cost_check(problem))]
        if not costs:
            assert result.status is Status.INFEASIBLE, seed
            continue
        best = min(costs) if problem.objective.sense == "minimize" else max(costs)
        assert (result.status, result.cost, result.bound) == (Status.OPTIMAL, best, best), seed


def _without_cost_check(problem: ConstraintProblem) -> ConstraintProblem:
    return problem.restricted(problem.constraints)


@pytest.mark.parametrize("name", CONSTRAINT_BACKENDS)
@given(seed=st.integers(10**6, 10**9))
@settings(max_examples=60, deadline=None)
def test_more_random_problems(name: str, seed: int) -> None:
    problem = random_problem(seed)
    result = solve(problem, name, limits=ALL)
    assert {key(s.values) for s in result.solutions} == brute_force(problem)


@pytest.mark.parametrize(("size", "count"), [(4, 2), (5, 10), (6, 4), (7, 40), (8, 92)])
def test_the_number_of_queens_solutions_is_the_known_one(backend: str, size: int, count: int) -> None:
    assert len(solve(queens(size), backend, limits=ALL).solutions) == count


def test_the_first_k_solutions_are_valid_and_different(backend: str) -> None:
    result = solve(queens(8), backend, limits=Limits(solutions=7))
    assert result.status is Status.SOLVED
    assert len({key(s.values) for s in result.solutions}) == 7
    assert not result.complete
    assert result.unique is False


def test_one_solution_says_nothing_about_others(backend: str) -> None:
    result = solve(queens(6), backend)
    assert (len(result.solutions), result.complete, result.unique) == (1, False, None)


def test_exactly_as_many_solutions_as_asked_for_is_not_called_complete(backend: str) -> None:
    result = solve(queens(6), backend, limits=Limits(solutions=4))
    assert (len(result.solutions), result.complete) == (4, False)
    result = solve(queens(6), backend, limits=Limits(solutions=5))
    assert (len(result.solutions), result.complete) == (4, True)


def test_send_more_money(backend: str) -> None:
    problem = ConstraintProblem("SEND + MORE = MONEY")
    letters = {c: problem.variable(c, range(1 if c in "SM" else 0, 10)) for c in "SENDMORY"}

    def number(word: str) -> Expression:
        return total(10**i * letters[c] for i, c in enumerate(reversed(word)))

    problem.add(all_different(letters.values()))
    problem.add(number("SEND") + number("MORE") == number("MONEY"))
    if backend == "python-constraint":
        for letter, value in (("S", 9), ("M", 1), ("O", 0)):  # enough for the weakest
            problem.add(letters[letter] == value)
    result = solve(problem, backend, limits=ALL)
    assert [s.values for s in result.solutions] == [
        {"S": 9, "E": 5, "N": 6, "D": 7, "M": 1, "O": 0, "R": 8, "Y": 2}
    ]  # fmt: skip


def test_the_smallest_problems(backend: str) -> None:
    empty = ConstraintProblem("nothing")
    result = solve(empty, backend, limits=ALL)
    assert [s.values for s in result.solutions] == [{}]
    impossible = ConstraintProblem("impossible")
    impossible.variable("x", range(3))
    impossible.add(clause([]))
    assert solve(impossible, backend, limits=ALL).status is Status.INFEASIBLE
    free = ConstraintProblem("free")
    free.variable("x", [5, 7])
    assert sorted(solution.values["x"] for solution in solve(free, backend, limits=ALL).solutions) == [5, 7]


def test_constraints_that_say_nothing_or_everything(backend: str) -> None:
    problem = ConstraintProblem()
    x, y = problem.variable("x", range(2)), problem.variable("y", range(2))
    problem.add(all_different([x]))
    problem.add(all_different([]))
    problem.add(table([x, y], [], allowed=False))
    problem.add(clause([x == 99, x != 99]))
    assert len(solve(problem, backend, limits=ALL).solutions) == 4
    problem.add(table([x, y], []))
    assert solve(problem, backend, limits=ALL).status is Status.INFEASIBLE


def test_an_objective_without_variables_is_a_constant(backend: str) -> None:
    problem = ConstraintProblem()
    x = problem.variable("x", range(3))
    problem.minimize(x - x + 4)
    result = solve(problem, backend)
    assert (result.status, result.cost) == (Status.OPTIMAL, 4)


def test_several_best_solutions_make_no_sense(backend: str) -> None:
    problem = random_problem(1, objective=True)
    with pytest.raises(ModelError, match="ask for one solution"):
        solve(problem, backend, limits=Limits(solutions=2))


def test_a_time_limit_of_zero_gives_no_answer(backend: str) -> None:
    result = solve(market_split(), backend, limits=Limits(seconds=0))
    assert (result.status, result.solutions, result.complete) == (Status.TIMEOUT, (), False)


def test_the_time_limit_ends_a_hopeless_search(backend: str) -> None:
    result = solve(market_split(), backend, limits=Limits(seconds=0.3))
    assert result.status is Status.TIMEOUT
    assert 0.2 < result.statistics.seconds < 5  # it may end a little early or, on a busy machine, late


ENDLESS = """
import json, sys
from copla import ConstraintProblem, Limits, solve
problem = ConstraintProblem("ten thousand million solutions")
for i in range(10):
    problem.variable(f"x{i}", range(10))
solve(problem, sys.argv[1])  # all is loaded now
result = solve(problem, sys.argv[1], limits=Limits(bytes=10_000_000, solutions=None))
print(json.dumps([result.status, result.complete, result.statistics.peak_bytes, len(result.solutions)]))
"""


@pytest.mark.slow
def test_the_memory_limit_ends_an_endless_enumeration(backend: str) -> None:
    # In a process of its own: one that has held much memory before needs no more of the system for a long time.
    run = subprocess.run([sys.executable, "-c", ENDLESS, backend], capture_output=True, text=True, check=True)
    status, complete, peak_bytes, solutions = json.loads(run.stdout)
    assert (status, complete) == ("memory", False)
    accounted = backend == "native"  # it stops before an allocation would pass the limit, the others just after it
    assert peak_bytes > (9_900_000 if accounted else 10_000_000)
    assert solutions > 0


def test_a_run_can_be_stopped_from_another_thread(backend: str) -> None:
    watch = Watch(Limits(seconds=60))
    threading.Timer(0.2, watch.stop).start()
    start = time.process_time()
    result = solve(market_split(), backend, watch=watch)
    assert result.status is Status.INTERRUPTED
    assert time.process_time() - start < 30


def test_solutions_found_before_the_limit_are_kept(backend: str) -> None:
    watch = Watch(Limits(solutions=None, seconds=1.0))
    result = solve(queens(12), backend, watch=watch)
    if result.status is Status.TIMEOUT:
        assert not result.complete
    else:
        assert len(result.solutions) == 14200
    assert result.solutions


def test_runs_repeat(backend: str) -> None:
    first = solve(queens(7), backend, limits=Limits(solutions=5))
    second = solve(queens(7), backend, limits=Limits(solutions=5))
    assert [s.values for s in first.solutions] == [s.values for s in second.solutions]
    assert first.statistics.generated == second.statistics.generated
    assert first.statistics.expanded == second.statistics.expanded


def test_unknown_options_are_refused(backend: str) -> None:
    with pytest.raises(ModelError, match="has no option 'speed'"):
        solve(queens(4), backend, options={"speed": "high"})


def test_an_unknown_backend_is_refused_with_a_suggestion() -> None:
    with pytest.raises(BackendError, match="there is no backend 'cpsat'; did you mean 'cp-sat'"):
        solve(queens(4), "cpsat")
