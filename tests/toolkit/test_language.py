"""The constraint language: it reads like mathematics, is plain data, and refuses nonsense when it is stated."""

from __future__ import annotations

import pytest

import copla
from copla import Clause, ConstraintProblem, Linear, ModelError, Solution, all_different, clause, table, total


@pytest.fixture
def problem() -> ConstraintProblem:
    problem = ConstraintProblem("test")
    for name in "xyz":
        problem.variable(name, range(5))
    return problem


def test_comparisons_print_as_they_were_written(problem: ConstraintProblem) -> None:
    x, y, z = problem.variables
    assert str(x < y) == "x < y"
    assert str(x != 3) == "x != 3"
    assert str(x + 2 * y <= 7) == "x + 2*y <= 7"
    assert str(3 - x >= y - 2 * z) == "-x - y + 2*z >= -3"
    assert str(all_different([x, y])) == "all different: x, y"
    assert str((x == 1) | (y != 2)) == "x == 1 or y != 2"
    assert str(table([x, y], [(1, 2)])) == "(x, y) is one of 1 rows"


def test_numbers_may_stand_on_either_side(problem: ConstraintProblem) -> None:
    x, y, _ = problem.variables
    assert (2 + x).constant == 2
    assert str(4 > x) == "x < 4"  # noqa: SIM300
    assert str(1 + x == y) == "y - x == 1"


def test_equal_terms_are_merged_and_cancelled(problem: ConstraintProblem) -> None:
    x, y, _ = problem.variables
    assert (x + x + y - y <= 4).terms == ((2, x),)


def test_total_sums_many_expressions(problem: ConstraintProblem) -> None:
    x, y, _ = problem.variables
    assert str(total([x, 2 * y, 5]) <= 9) == "x + 2*y <= 4"
    assert total([]).terms == ()


def test_the_opposite_of_a_comparison(problem: ConstraintProblem) -> None:
    x, y, _ = problem.variables
    assert [str(~c) for c in (x < y, x <= y, x == y, x != y, x >= y, x > y)] == [
        "x >= y", "x > y", "x != y", "x == y", "x < y", "x <= y",
    ]  # fmt: skip


def test_a_clause_takes_only_literals(problem: ConstraintProblem) -> None:
    x, y, z = problem.variables
    joined = (x == 1) | (y != 2) | (z == 0)
    assert isinstance(joined, Clause)
    assert len(joined.literals) == 3
    with pytest.raises(ModelError, match="found 'x < y'"):
        clause([x == 1, x < y])
    assert clause([2 * x == 3]).literals == ()
    with pytest.raises(ModelError, match="always holds"):
        clause([2 * x != 3])


def test_domains_are_sorted_and_without_repetition() -> None:
    problem = ConstraintProblem()
    assert problem.variable("a", [3, 1, 3, -2]).domain == (-2, 1, 3)
    assert problem.variable("b", range(2)).domain == (0, 1)


@pytest.mark.parametrize(
    ("domain", "message"),
    [([], "is empty"), ([1.5], "a value of 'x' is 1.5"), (["a", 1], "is 'a'"), ([2**60], "is 1152921504606846976"),
     ([True], "is True")],
)  # fmt: skip
def test_bad_domains_are_refused(domain: list[int], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        ConstraintProblem().variable("x", domain)


def test_names_are_unique_and_not_empty(problem: ConstraintProblem) -> None:
    with pytest.raises(ModelError, match="there is a variable 'x' already"):
        problem.variable("x", range(3))
    with pytest.raises(ModelError, match="non-empty text"):
        problem.variable("", range(3))


def test_variables_of_another_problem_are_refused(problem: ConstraintProblem) -> None:
    stranger = ConstraintProblem().variable("s", range(3))
    for constraint in (stranger < 2, all_different([stranger]), clause([stranger == 1])):
        with pytest.raises(ModelError, match="'s' belongs to another problem"):
            problem.add(constraint)
    with pytest.raises(ModelError, match="'s' belongs to another problem"):
        problem.minimize(stranger)


def test_nonsense_is_refused_when_it_is_stated(problem: ConstraintProblem) -> None:
    x, y, _ = problem.variables
    with pytest.raises(ModelError, match="expected a constraint"):
        problem.add("x < y")
    with pytest.raises(ModelError, match="stands twice"):
        all_different([x, y, x])
    with pytest.raises(ModelError, match="3 values, expected 2"):
        table([x, y], [(1, 2, 3)])
    with pytest.raises(ModelError, match="at least one variable"):
        table([], [])
    with pytest.raises(ModelError, match=r"an expression or an integer, found 1\.5"):
        x * 1.5  # type: ignore[operator]
    with pytest.raises(ModelError, match="too large"):
        problem.add(2**52 * x <= 3)
    nothing = problem.variable("nothing", [0])
    with pytest.raises(ModelError, match="the coefficient of 'nothing' is 9007199254740993"):
        problem.add((2**53 + 1) * nothing <= 3)


def test_what_cancels_out_is_not_forgotten(problem: ConstraintProblem) -> None:
    x = problem["x"]
    problem.add(x - x <= 0)
    assert problem.constraints == []
    problem.add(x - x < 0, label="impossible")
    assert isinstance(problem.constraints[-1], Clause)
    assert copla.violations(problem, Solution({"x": 0, "y": 0, "z": 0})) == ["impossible: can never hold"]


def test_labels_and_clues_are_kept(problem: ConstraintProblem) -> None:
    x, y, _ = problem.variables
    stored = problem.add(x < y, label="clue 1", clue=True)
    assert isinstance(stored, Linear)
    assert (stored.label, stored.clue, str(stored)) == ("clue 1", True, "clue 1")


def test_variables_are_found_by_name(problem: ConstraintProblem) -> None:
    assert problem["y"] is problem.variables[1]
    assert "y" in problem
    assert "nobody" not in problem
    with pytest.raises(ModelError, match="no variable 'nobody'"):
        problem["nobody"]


def test_problems_that_were_one_have_variables_of_their_own(problem: ConstraintProblem) -> None:
    other = problem.restricted([])
    third = other.restricted([])
    names = [v.name for v in problem.variables]
    for number, grown in enumerate((other, problem, third)):
        grown.variable(f"new {number}", range(2))
        grown.variable(f"newer {number}", range(2))
    for number, grown in enumerate((other, problem, third)):
        assert [v.name for v in grown.variables] == [*names, f"new {number}", f"newer {number}"]
        assert [f"new {n}" in grown for n in range(3)] == [n == number for n in range(3)]


def test_the_public_names_are_all_there() -> None:
    for name in copla.__all__:
        assert getattr(copla, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        copla.nothing  # noqa: B018
