"""The checker finds everything that is wrong with an answer, in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from copla import ConstraintProblem, Result, Solution, Status, all_different, clause, table, violations
from copla.answers.checker import faults


def small_problem() -> ConstraintProblem:
    problem = ConstraintProblem()
    x, y, z = (problem.variable(name, range(1, 4)) for name in "xyz")
    problem.add(all_different([x, y, z]), label="all three differ")
    problem.add(x < y, label="clue x < y")
    problem.add(table([x, z], [(1, 2), (1, 3)]), label="the table")
    problem.add(clause([y == 2, z != 2]), label="the clause")
    return problem


def test_a_right_solution_has_no_violations() -> None:
    assert violations(small_problem(), Solution({"x": 1, "y": 2, "z": 3})) == []


def test_every_violated_constraint_is_named_with_its_culprits() -> None:
    assert violations(small_problem(), Solution({"x": 3, "y": 3, "z": 2})) == [
        "all three differ: violated by x = 3, y = 3",
        "clue x < y: violated by x = 3, y = 3",
        "the table: violated by x = 3, z = 2",
        "the clause: violated by y = 3, z = 2",
    ]


def test_missing_unknown_and_impossible_values_come_first() -> None:
    assert violations(small_problem(), Solution({"x": 9, "z": 3, "w": 1})) == [
        "w: there is no such variable",
        "x = 9: expected a value from 1 to 3",
        "y: has no value",
    ]


@pytest.mark.parametrize("size", [1, 5, 63, 64, 65, 1000])
def test_a_value_is_one_of_its_domain_or_wrong(size: int) -> None:
    problem = ConstraintProblem("a domain with holes")
    x = problem.variable("x", range(-size, size, 2))
    for value in range(-size - 3, size + 4):
        assert (violations(problem, Solution({"x": value})) == []) == (value in set(x.domain))
    for nonsense in (True, None, 1.0, "1", [1]):
        assert violations(problem, Solution({"x": nonsense}))  # type: ignore[dict-item]


def test_a_domain_with_holes_is_listed() -> None:
    problem = ConstraintProblem()
    problem.variable("x", [1, 5, 9])
    assert violations(problem, Solution({"x": 2})) == ["x = 2: expected one of 1, 5, 9"]


def test_the_cost_is_recomputed() -> None:
    problem = ConstraintProblem()
    x = problem.variable("x", range(5))
    problem.minimize(2 * x + 1)
    assert violations(problem, Solution({"x": 2}, 5)) == []
    assert violations(problem, Solution({"x": 2}, 4)) == ["the cost is given as 4, it is 5"]
    assert violations(problem, Solution({"x": 2})) == ["the cost is given as None, it is 5"]


def test_results_that_contradict_themselves() -> None:
    problem = small_problem()
    good = Solution({"x": 1, "y": 2, "z": 3})

    def found(result: Result) -> list[str]:
        return faults(problem, result)

    assert found(Result(Status.SOLVED, (good,))) == []
    assert found(Result(Status.SOLVED, (good, good))) == ["the same solution is listed twice"]
    assert found(Result(Status.INFEASIBLE, (good,))) == ["the status is 'infeasible', but there are solutions"]
    assert found(Result(Status.SOLVED)) == ["the status is 'solved', but there is no solution"]
    assert found(Result(Status.OPTIMAL, (good,))) == ["the status is 'optimal', but the problem has no objective"]
    assert found(Result(Status.TIMEOUT, (good,))) == []


def test_a_result_is_judged_by_what_it_claims_and_not_by_what_was_asked_for() -> None:
    good = Result(Status.SOLVED, (Solution({"x": 1, "y": 2, "z": 3}),))
    assert faults(small_problem(), good) == []
    for status in (Status.TIMEOUT, Status.MEMORY, Status.INTERRUPTED, Status.UNKNOWN, Status.UNSUPPORTED):
        assert faults(small_problem(), replace(good, status=status, complete=True)) == [
            f"the status is '{status}', but the solutions are said to be all"
        ]


def test_answers_of_the_wrong_type_are_faults_and_no_exceptions() -> None:
    good = Result(Status.SOLVED, (Solution({"x": 1, "y": 2, "z": 3}),))
    for wrong, message in (
        ({"status": "fine"}, "the status is 'fine', expected one of solved, optimal"),
        ({"status": "solved"}, "the status is 'solved', expected one of"),
        ({"solutions": (42,)}, "the solutions are (42,), expected a tuple of Solution"),
        ({"solutions": None}, "the solutions are None"),
        ({"complete": 1}, "complete is 1, expected True or False"),
        ({"bound": 1.5}, "the bound is 1.5, expected a whole number or None"),
        ({"bound": True}, "the bound is True, expected a whole number or None"),
    ):
        [found] = faults(small_problem(), replace(good, **wrong))
        assert found.startswith(message)
    for value in (True, 1.0, "1", None, [1]):
        solution = Solution({"x": value, "y": 2, "z": 3})  # type: ignore[dict-item]
        assert violations(small_problem(), solution) == [f"x = {value!r}: expected a value from 1 to 3"]


def test_bounds_and_optima_that_contradict_the_solutions() -> None:
    def found(sense: str, status: Status, bound: int | None, *costs: object) -> list[str]:
        problem = ConstraintProblem()
        x = problem.variable("x", range(10))
        (problem.minimize if sense == "minimize" else problem.maximize)(x)
        solutions = tuple(Solution({"x": cost}, cost) for cost in costs)  # type: ignore[arg-type,dict-item]
        return faults(problem, Result(status, solutions, bound=bound))

    assert found("minimize", Status.OPTIMAL, 3, 3) == found("minimize", Status.OPTIMAL, None, 3) == []
    assert found("minimize", Status.SOLVED, 2, 3) == found("maximize", Status.SOLVED, 4, 3) == []
    assert found("minimize", Status.TIMEOUT, 4, 3) == ["the bound is 4, but a solution costs 3"]
    assert found("maximize", Status.TIMEOUT, 2, 3) == ["the bound is 2, but a solution costs 3"]
    assert found("minimize", Status.OPTIMAL, 2, 3) == ["the cost 3 is said to be optimal, but the proven bound is 2"]
    assert found("maximize", Status.OPTIMAL, 4, 3) == ["the cost 3 is said to be optimal, but the proven bound is 4"]
    assert found("minimize", Status.OPTIMAL, None, 3, 2) == ["the cost 3 is said to be optimal, but a solution costs 2"]
    assert found("minimize", Status.SOLVED, 3, 4, 2) == ["the bound is 3, but a solution costs 2"]
    problem = small_problem()
    solved = Result(Status.SOLVED, (Solution({"x": 1, "y": 2, "z": 3}),), bound=0)
    assert faults(problem, solved) == ["the bound is 0, but the problem has no objective"]


def test_costs_are_whole_numbers() -> None:
    problem = ConstraintProblem()
    problem.minimize(problem.variable("x", range(3)))
    for cost in (1.0, True, "1", float("nan")):
        assert violations(problem, Solution({"x": 1}, cost)) == [  # type: ignore[arg-type]
            f"the cost is given as {cost!r}, it is 1"
        ]
