"""Values at the ends of the range of numbers: lists whose parts fit into it and their differences do not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from copla import (
    ConstraintProblem,
    Limits,
    Status,
    all_equal,
    count,
    element,
    if_else,
    iff,
    increasing,
    interval,
    inverse,
    lexicographic,
    max_of,
    no_overlap,
    solve,
)
from copla.ground.numbers import LARGEST
from tests.conftest import CONSTRAINT_BACKENDS
from tests.problems import brute_force, key

STATED: dict[str, Callable[..., Any]] = {
    "in order": lambda a, b, c: increasing([a, b]),
    "in order as a condition": lambda a, b, c: iff(increasing([a, b]), c == 1),
    "equal": lambda a, b, c: all_equal([a, b]),
    "inverse": lambda a, b, c: inverse([a, b], [c, c]),
    "as words": lambda a, b, c: lexicographic([a, c], [b, 1]),
    "places": lambda a, b, c: element([1, 2, 3], a) == c,
    "places of a list": lambda a, b, c: element([a, b], c) == LARGEST,
    "a choice": lambda a, b, c: if_else(c > 1, a, b) == LARGEST - 1,
    "the greatest": lambda a, b, c: max_of(a, b) == LARGEST - 1,
    "how many": lambda a, b, c: count([a, b], a) == c,
    "tasks": lambda a, b, c: no_overlap([interval(a, c), interval(b, c)]),
}


@pytest.mark.parametrize("size", [3, 25])  # few combinations of values are a table
@pytest.mark.parametrize("backend", CONSTRAINT_BACKENDS)
@pytest.mark.parametrize("stated", STATED.values(), ids=STATED)
def test_it_is_answered_or_refused(stated: Callable[..., Any], backend: str, size: int) -> None:
    problem = ConstraintProblem("ends of the range")
    near = [LARGEST - distance for distance in range(size)]
    a, b = problem.variable("a", [*near, -LARGEST]), problem.variable("b", [*near, 5])
    problem.add(stated(a, b, problem.variable("c", range(3))))
    result = solve(problem, backend, limits=Limits(solutions=None))
    if result.status is Status.UNSUPPORTED:
        assert (
            "numbers are too large" in result.message
            or "beyond 32 bits" in result.message
            or "more than" in (result.message)
        )
    else:
        assert {key(solution.values) for solution in result.solutions} == brute_force(problem)


@pytest.mark.parametrize("backend", CONSTRAINT_BACKENDS)
def test_a_place_that_no_list_has_in_a_later_objective(backend: str) -> None:
    problem = ConstraintProblem("ends of the range")
    place, x = problem.variable("place", [-LARGEST + 1, 1, LARGEST]), problem.variable("x", range(3))
    problem.maximize(x)
    problem.then_minimize(element([x, 5, 7], place))
    result = solve(problem, backend)
    assert result.status is Status.UNSUPPORTED or result.best.costs == (2, 5)
