"""What the constraint engine takes: malformed problems are refused with one line, and limits of memory are kept."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from copla import ConstraintProblem, Limits, ModelError, Status, Watch, solve, total
from copla.backends.native import BACKEND, constraints
from copla.language.constraint_problem import Objective
from copla.language.constraints import AllDifferent, Clause, Linear, Literal, Table
from copla.language.expressions import Variable
from tests.backends.native.varied import optimum_of, solutions_of

X, Y = Variable("x", (0, 1, 2), 0), Variable("y", (0, 1, 2), 1)
ELSEWHERE = Variable("z", (0, 1), 7)
LARGE = 2**53

Case = tuple[list[Any], str]
MALFORMED: list[Case] = [
    ([Linear(((0, X),), "==", 0)], "coefficient of 0"),
    ([Linear(((1, X), (2, Y), (0, X)), "<=", 3)], "coefficient of 0"),
    ([Linear(((1, X), (2, X), (1, Y)), "<=", 3)], "a variable stands twice in a sum"),
    ([Linear(((1, X), (1, ELSEWHERE)), "<=", 3)], "a variable of another problem"),
    ([Linear(((1, X),), "=<", 3)], "a comparison is one of"),  # type: ignore[arg-type]
    ([Linear(((1, X),), None, 3)], "a comparison is one of"),  # type: ignore[arg-type]
    ([Linear(((LARGE, X),), "<=", 3)], "a sum could exceed"),
    ([Linear(((1, X),), "<=", LARGE)], "a sum could exceed"),
    ([Linear(((1, X),), "<=", LARGE + 1)], "the bound of a sum is beyond"),
    ([Linear(((2**70, X),), "<=", 0)], "does not fit in 64 bits"),
    ([Linear(((-(2**63), X),), ">=", 0)], "coefficient beyond"),
    ([Linear(((1, X),), "<", -(2**63))], "the bound of a sum is beyond"),
    ([Linear(((1.5, X),), "<=", 1)], "expected a whole number"),  # type: ignore[arg-type]
    ([Linear(((1, X),), "<=", "1")], "expected a whole number"),  # type: ignore[arg-type]
    ([Linear([(1, X)], "<=", 1)], "expected a tuple"),  # type: ignore[arg-type]
    ([Linear(((1, X, 3),), "<=", 1)], "a term is a coefficient and a variable"),  # type: ignore[arg-type]
    ([Linear((1, 2), "<=", 1)], "expected a tuple"),  # type: ignore[arg-type]
    ([Linear(((1, 2),), "<=", 1)], "no constraint problem: AttributeError"),  # type: ignore[arg-type]
    ([AllDifferent((X, Y, X))], "a variable stands twice in an all-different"),
    ([AllDifferent([X, Y])], "expected a tuple"),  # type: ignore[arg-type]
    ([AllDifferent(("x", "y"))], "expected a whole number"),  # type: ignore[arg-type]
    ([Table((X, Y), ([0, 1],))], "expected a tuple"),  # type: ignore[arg-type]
    ([Table((X, Y), [(0, 1)])], "expected a tuple"),  # type: ignore[arg-type]
    ([Table((X, Y), ((0, 1, 2),))], "another length"),
    ([Table((X, Y), ((0,),))], "another length"),
    ([Table((X, Y), ("01",))], "expected a tuple"),  # type: ignore[arg-type]
    ([Table((X, Y), ((0, None),))], "expected a whole number"),  # type: ignore[arg-type]
    ([Table((X, X), ((0, 0),))], "a variable stands twice in a table"),
    ([Table((X,), ((0,),), "yes")], "expected True or False"),  # type: ignore[arg-type]
    ([Table((), (None,))], "expected a tuple"),  # type: ignore[arg-type]
    ([Clause((Literal(X, 1.0, True),))], "expected a whole number"),  # type: ignore[arg-type]
    ([Clause((Literal(ELSEWHERE, 1, True),))], "a variable of another problem"),
    ([Clause((None,))], "no constraint problem"),  # type: ignore[arg-type]
    ([None], "unknown kind"),
    ([X], "unknown kind"),
]


def problem_of(stated: list[Any], objective: Any = None, variables: Any = None) -> ConstraintProblem:
    """A problem whose lists were written by hand, past everything that checks them in Python."""
    problem = ConstraintProblem("by hand")
    problem.variables = [X, Y] if variables is None else variables
    problem.constraints = stated
    problem.objective = objective
    return problem


def run(problem: ConstraintProblem, **options: Any) -> Any:
    """The engine itself, without what the toolkit does before."""
    given = {option.name: option.default for option in constraints.OPTIONS} | options
    return constraints.solve(problem, given, Watch(Limits(solutions=None)))


@pytest.mark.parametrize(
    ("stated", "message"), MALFORMED, ids=[message + str(i) for i, (_, message) in enumerate(MALFORMED)]
)
def test_malformed_constraints_are_refused_with_one_line(stated: list[Any], message: str) -> None:
    calls: list[Callable[[], Any]] = [
        lambda: run(problem_of(stated)),
        lambda: run(problem_of([AllDifferent((X, Y)), *stated]), learning="always"),
        lambda: BACKEND.core(problem_of(stated), [0], Watch()),
    ]
    for call in calls:
        with pytest.raises(ModelError, match=message) as raised:
            call()
        assert "\n" not in str(raised.value)


def test_malformed_domains_objectives_and_lists_are_refused() -> None:
    for variables, message in (
        ([Variable("x", (), 0)], "a domain is empty"),
        ([Variable("x", (0, LARGE + 1), 0)], "beyond"),
        ([Variable("x", [0, 1], 0)], "expected a tuple"),  # type: ignore[arg-type]
        ([Variable("x", (0, "1"), 0)], "expected a whole number"),  # type: ignore[arg-type]
        ([3], "no constraint problem"),
        ((X, Y), "expected a list"),
    ):
        with pytest.raises(ModelError, match=message):
            run(problem_of([], variables=variables))
    for objective, message in (
        (Objective("minimize", ((0, X),)), "coefficient of 0"),
        (Objective("minimise", ((1, X),)), "minimize or maximize"),  # type: ignore[arg-type]
        (Objective("minimize", ((1, X), (1, X))), "a variable stands twice in an objective"),
        (Objective("maximize", ((LARGE, X),)), "a sum could exceed"),
        (3, "no constraint problem"),
    ):
        with pytest.raises(ModelError, match=message):
            run(problem_of([], objective))


@pytest.mark.parametrize("learning", constraints.LEARNING)
def test_constraints_without_variables_are_true_or_false(learning: str) -> None:
    always: list[Any] = [
        Linear((), "==", 0),
        Linear((), "<", 1),
        Linear((), ">=", -1),
        Linear((), "!=", 1),
        AllDifferent(()),
        Table((), ((),)),
        Table((), ((), ())),
        Table((), (), allowed=False),
    ]
    never: list[Any] = [
        Linear((), "!=", 0),
        Linear((), "<", 0),
        Linear((), ">", 0),
        Linear((), "==", 1),
        Table((), ()),
        Table((), ((),), allowed=False),
        Clause(()),
    ]
    assert len(run(problem_of(always), learning=learning).solutions) == 9
    for constraint in never:
        assert run(problem_of([constraint]), learning=learning).status is Status.INFEASIBLE
        assert BACKEND.core(problem_of([*always, constraint]), [len(always)], Watch()) == [len(always)]


@pytest.mark.parametrize("learning", constraints.LEARNING)
def test_sums_at_the_edge_of_the_range_are_right(learning: str) -> None:
    half = 2**52
    problem = ConstraintProblem()
    x, y = problem.variable("x", (-half, 0, half - 1)), problem.variable("y", (-half, 1, half - 2, half))
    for constraint in (x + y <= 0, x + y == 0, x + y != 0, x - y >= 0, y - x < 0):
        limited = problem.restricted([constraint])
        listed = solve(limited, "native", limits=Limits(solutions=None), options={"learning": learning}).solutions
        assert {(s.values["x"], s.values["y"]) for s in listed} == solutions_of(limited), str(constraint)
    problem = ConstraintProblem()
    quarter = 2**50
    xs = [problem.variable(f"x{i}", (-quarter, 0, quarter)) for i in range(4)]
    problem.add(total(xs) >= 2 * quarter)
    problem.add(xs[0] - xs[1] + xs[2] - xs[3] != 0)
    problem.maximize(xs[0] + 2 * xs[1] - 3 * xs[2])
    result = solve(problem, "native", options={"learning": learning})
    assert (result.status, result.cost) == (Status.OPTIMAL, optimum_of(problem))


MEASURED = """
import resource, sys
from copla import ConstraintProblem, Limits, all_different, solve, total

def resident():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

problem = ConstraintProblem()
problem.variable("x", [1])
solve(problem, "native")
problem = ConstraintProblem()
size, step = (1, 800) if sys.argv[1] == "mixed" else (300, 1)
xs = [problem.variable(f"x{i}", range(size * i, 240_000 if step > 1 else size * i + 300, step)) for i in range(800)]
for a, b in zip(xs, xs[1:]):
    problem.add(a < b)
problem.add(all_different(xs[:50]))
problem.add(total(xs) >= 0)
before = resident()
result = solve(problem, "native", limits=Limits(bytes=20_000_000))
print(result.status, result.statistics.peak_bytes, resident() - before)
"""


@pytest.mark.parametrize(("domains", "status"), [("apart", "solved"), ("mixed", "memory")])
def test_many_variables_with_values_of_their_own_stay_within_the_memory_that_is_allowed(
    domains: str, status: str
) -> None:
    # Said of the release: the audit and the sanitizers hold more than the engine itself.
    environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    command = [sys.executable, "-c", MEASURED, domains]
    environment["COPLA_ENGINE"] = "release"
    out = subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout
    found, counted, grown = out.split()
    assert found == status
    assert 0 < int(counted) <= 20_000_000
    assert int(grown) <= 30_000_000
