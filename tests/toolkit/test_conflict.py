"""Explanations: a conflict is unsatisfiable, irreducible, and as small as any."""

from __future__ import annotations

from itertools import combinations

import pytest

from copla import (
    ConstraintProblem,
    LimitError,
    Limits,
    Status,
    all_different,
    explain,
    solve,
)
from tests.problems import brute_force, random_problem


def satisfiable(problem: ConstraintProblem, constraints: list[object]) -> bool:
    return bool(brute_force(problem.restricted(constraints)))


def test_conflicts_of_random_problems_are_smallest_by_exhaustive_search() -> None:
    explained = 0
    for seed in range(400):
        problem = random_problem(seed)
        conflict = explain(problem, "forward-checking")
        if brute_force(problem):
            assert conflict is None
            continue
        assert conflict is not None
        assert conflict.smallest
        assert not satisfiable(problem, list(conflict.clues))
        smaller = combinations(problem.constraints, len(conflict.clues) - 1) if conflict.clues else ()
        assert all(satisfiable(problem, list(chosen)) for chosen in smaller), seed
        explained += 1
    assert explained > 50


def board() -> ConstraintProblem:
    problem = ConstraintProblem()
    cells = [problem.variable(name, range(1, 4)) for name in "abc"]
    a, b, c = cells
    problem.add(all_different(cells), label="the rule")
    for clue in (a < b, b < c, a != 2, b > 2, c > 1):
        problem.add(clue, label=f"clue {clue}", clue=True)
    return problem


def test_clues_are_told_apart_from_rules(backend: str) -> None:
    conflict = explain(board(), backend)
    assert conflict is not None
    assert [str(clue) for clue in conflict.clues] == ["clue b < c", "clue b > 2"]
    assert conflict.rules == ()
    assert conflict.smallest


def test_the_rules_that_a_conflict_uses_are_named(backend: str) -> None:
    problem = board()
    problem.add(problem["a"] == 1, label="given a = 1", clue=True)
    problem.add(problem["c"] == 1, label="given c = 1", clue=True)
    problem.constraints = [c for c in problem.constraints if not str(c).startswith("clue")]
    conflict = explain(problem, backend)
    assert conflict is not None
    assert str(conflict) == "given a = 1; given c = 1 (with the rule)"


def test_rules_that_contradict_each_other_need_no_clue() -> None:
    problem = board()
    problem.add(problem["a"] > 3)
    conflict = explain(problem)
    assert conflict is not None
    assert conflict.clues == ()
    assert [str(rule) for rule in conflict.rules] == ["a > 3"]


def test_without_time_there_is_no_explanation() -> None:
    with pytest.raises(LimitError, match="no explanation: timeout"):
        explain(board(), limits=Limits(seconds=0))


def test_an_explained_problem_keeps_its_constraints() -> None:
    problem = board()
    before = list(problem.constraints)
    explain(problem)
    assert problem.constraints == before
    assert solve(problem).status is Status.INFEASIBLE


def test_an_objective_without_a_value_is_a_reason() -> None:
    """An assignment for which it has none is no solution, so that an explanation has to say so."""
    problem = ConstraintProblem("a quotient")
    x, y = problem.variable("x", range(3)), problem.variable("y", range(3))
    below = problem.add(x < y, clue=True)
    small = problem.add(y < 2, clue=True)
    problem.add(y > -1, clue=True)
    assert explain(problem) is None
    problem.minimize(5 // x)
    assert solve(problem).status is Status.INFEASIBLE
    conflict = explain(problem)
    assert conflict is not None
    assert conflict.clues == (below, small)
    assert list(map(str, conflict.rules)) == ["x != 0"]
    assert conflict.smallest
