"""The reference solver: every combination of options is right, and the inferences are what they claim."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import copla
from copla import ConstraintProblem, Limits, Status, all_different, solve
from copla.backends.forward_checking.matching import consistent_values, find_matching
from copla.backends.forward_checking.ordering import VALUE_ORDERS, VARIABLE_ORDERS
from copla.backends.forward_checking.solver import INFERENCES
from tests.backends.test_every_backend import queens
from tests.problems import brute_force, key, random_problem

ALL = Limits(solutions=None)
COMBINATIONS = list(product(INFERENCES, VARIABLE_ORDERS, VALUE_ORDERS))


@pytest.mark.parametrize(("inference", "variables", "values"), COMBINATIONS)
def test_every_combination_of_options_finds_all_solutions(inference: str, variables: str, values: str) -> None:
    options = {"inference": inference, "variables": variables, "values": values}
    for seed in range(60):
        problem = random_problem(seed)
        result = solve(problem, "forward-checking", limits=ALL, options=options)
        assert {key(s.values) for s in result.solutions} == brute_force(problem), seed
    assert len(solve(queens(6), "forward-checking", limits=ALL, options=options).solutions) == 4


@pytest.mark.parametrize(("inference", "variables", "values"), COMBINATIONS)
def test_every_combination_of_options_finds_the_optimum(inference: str, variables: str, values: str) -> None:
    options = {"inference": inference, "variables": variables, "values": values}
    for seed in range(40):
        problem = random_problem(seed, objective=True)
        expected = solve(problem, "python-constraint")
        result = solve(problem, "forward-checking", options=options)
        assert (result.status, result.cost) == (expected.status, expected.cost), seed


def nodes(problem: ConstraintProblem, **options: object) -> int:
    generated = solve(problem, "forward-checking", limits=ALL, options=options).statistics.generated
    assert generated is not None
    return generated


def test_plain_backtracking_on_three_queens_counts_what_one_counts_by_hand() -> None:
    # Row 0 tries 3 places. Each leaves row 1 three to try: from 0 only 2 is safe, from 1 none, from 2 only 0.
    # Under each of the two safe pairs row 2 tries 3 places, all attacked.
    statistics = solve(
        queens(3), "forward-checking", limits=ALL, options={"inference": "none", "variables": "input"}
    ).statistics
    assert statistics.generated == 3 + 3 * 3 + 2 * 3
    assert statistics.expanded == 1 + 3 + 2
    assert statistics.backtracks == (9 - 2) + 6
    assert statistics.guesses == 6
    assert statistics.max_nodes == 3
    assert statistics.prunings == 0


def test_forward_checking_on_three_queens_counts_what_one_counts_by_hand() -> None:
    # 0: row 1 keeps {2}, row 2 keeps {1}. Row 1 takes 2, which wipes out row 2. The middle place wipes out
    # row 1 at once. 2 mirrors 0.
    statistics = solve(
        queens(3), "forward-checking", limits=ALL, options={"inference": "forward", "variables": "input"}
    ).statistics
    assert statistics.generated == 3 + 2
    assert statistics.expanded == 1 + 2
    assert statistics.backtracks == 3
    assert statistics.guesses == 1


def test_stronger_inference_never_needs_more_nodes_in_the_same_order() -> None:
    for problem in (queens(6), queens(7), *(random_problem(seed) for seed in range(50))):
        plain, forward, arc = (nodes(problem, inference=name, variables="input") for name in INFERENCES)
        assert plain >= forward >= arc


def test_forward_checking_with_the_smallest_domain_first_tries_as_many_values_as_python_constraint() -> None:
    # An independent witness of the node counts: on queens all degrees are equal, so both orders are the same.
    for size in (4, 5, 6, 7, 8):
        theirs = solve(queens(size), "python-constraint", limits=ALL).statistics.generated
        assert nodes(queens(size), inference="forward", variables="smallest") == theirs


def test_guesses_can_be_limited() -> None:
    result = solve(queens(8), "forward-checking", options={"guesses": 0})
    assert (result.status, result.message) == (Status.UNKNOWN, "gave up after 0 guesses")
    assert result.statistics.guesses == 1
    assert solve(queens(8), "forward-checking", options={"guesses": 50}).status is Status.SOLVED


def test_least_constraining_values_come_first() -> None:
    # x = 2 takes a value from y and from z, x = 1 only from y, x = 0 from nobody.
    problem = ConstraintProblem()
    x, y, z = problem.variable("x", range(3)), problem.variable("y", [1, 2]), problem.variable("z", [2, 3])
    problem.add(x != y)
    problem.add(x != z)
    options = {"variables": "input", "values": "least-constraining", "inference": "forward"}
    found = solve(problem, "forward-checking", limits=ALL, options=options).solutions
    assert [s.values["x"] for s in found] == [0, 0, 0, 0, 1, 1, 2]


def test_arc_consistency_of_all_different_is_exact() -> None:
    # Hall's condition: a and b take 1 and 2, so c and d are left with 3 and 4; single values show nothing.
    problem = ConstraintProblem()
    domains = {"a": [1, 2], "b": [1, 2], "c": [1, 3], "d": [2, 3, 4]}
    problem.add(all_different([problem.variable(name, domain) for name, domain in domains.items()]))
    result = solve(problem, "forward-checking", limits=ALL, options={"inference": "mac"})
    assert {(s.values["c"], s.values["d"]) for s in result.solutions} == {(3, 4)}
    assert result.statistics.expanded == 1


@given(st.lists(st.integers(1, 63), min_size=1, max_size=5))
@settings(max_examples=300, deadline=None)
def test_matching_keeps_exactly_the_values_in_some_solution(domains: list[int]) -> None:
    masks = [[1 << k for k in range(6) if domain >> k & 1] for domain in domains]
    rows = [row for row in product(*masks) if len(set(row)) == len(row)]
    matching = [0] * len(domains)
    assert find_matching(domains, matching, lambda: None) == bool(rows)
    if rows:
        assert tuple(matching) in rows
        assert consistent_values(domains, matching, lambda: None) == [
            sum(set(column)) for column in zip(*rows, strict=True)
        ]


def test_a_matching_is_repaired_when_domains_shrink() -> None:
    chance = random.Random(7)
    for _ in range(200):
        domains = [chance.randint(1, 255) for _ in range(5)]
        matching = [0] * 5
        if find_matching(domains, matching, lambda: None):
            smaller = [domain & chance.randint(1, 255) for domain in domains]
            repaired, fresh = list(matching), [0] * 5
            assert find_matching(smaller, repaired, lambda: None) == find_matching(smaller, fresh, lambda: None)


def test_a_board_of_thirty_does_not_overflow_the_stack() -> None:
    futoshiki = copla.puzzle("futoshiki")
    board = futoshiki.parse("\n".join([" ".join(["."] * 30)] * 30), "empty board")
    options = {"inference": "forward", "variables": "smallest"}
    result = solve(futoshiki.problem(board), "forward-checking", options=options)
    assert (result.status, result.statistics.max_nodes) == (Status.SOLVED, 900)
