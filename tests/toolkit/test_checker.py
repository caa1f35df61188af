"""The checker finds everything that is wrong with an answer, in words."""

from __future__ import annotations

from copla import ConstraintProblem, Limits, Result, Solution, Status, all_different, clause, table, violations
from copla.checker import faults


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
    one = Limits()

    def found(result: Result, limits: Limits = one) -> list[str]:
        return faults(problem, result, limits)

    assert found(Result(Status.SOLVED, (good,))) == []
    assert found(Result(Status.SOLVED, (good, good)), Limits(solutions=2)) == ["the same solution is listed twice"]
    assert found(Result(Status.INFEASIBLE, (good,))) == ["the status is 'infeasible', but there are solutions"]
    assert found(Result(Status.SOLVED)) == ["the status is 'solved', but there is no solution"]
    assert found(Result(Status.OPTIMAL, (good,))) == ["the status is 'optimal', but the problem has no objective"]
    assert found(Result(Status.SOLVED, (good,)), Limits(solutions=2)) == [
        "2 solutions were asked for, 1 given without a reason"
    ]
    assert found(Result(Status.SOLVED, (good,)), Limits(solutions=None)) == [
        "all solutions were asked for, but the result does not claim to have them all"
    ]
    assert found(Result(Status.TIMEOUT, (good,)), Limits(solutions=2)) == []
