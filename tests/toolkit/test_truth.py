"""Python's own logic builds no constraints: what would lose a part of a model is an error that says what to write."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest

import copla
from copla import Clause, ConstraintProblem, ModelError, all_different, clause, max_of, solve, table, total, violations
from copla.answers.result import Solution
from copla.ground.errors import CoplaError
from copla.ground.limits import Limits

VALUES = range(3)


def three() -> tuple[ConstraintProblem, Any, Any, Any]:
    problem = ConstraintProblem("three")
    x, y, z = (problem.variable(name, VALUES) for name in "xyz")
    return problem, x, y, z


@pytest.mark.parametrize(
    "written",
    [
        "x != y != z", "x == y == z", "0 < x < 3", "not x == y", "x != y and y != z", "x == y or y == z",
        "any([x == y, y == z])", "all([x == y, y == z])", "x in [y]", "x not in [y, z]", "x in (1, 2)", "x in range(2)",
        "x == 1 if y == 2 else z == 1", "x == 1 if y else z == 1", "not x", "x and y == 1", "max(x, y) == 1",
        "sorted([x, y])[0] == 1", "[y, x].index(x) == 1", "[y, x].count(x) == 1", "[x] == [y]", "(x, y) < (y, z)",
        "all_different([x, y]) and x == 1", "not all_different([x, y])", "table([x], [(1,)]) or x == 2",
        "not clause([x == 1])", "(x == 1 or y == 2) | (z == 1)", "(x == 1) | True", "(x == 1) & 1", "x & (y == 1)",
        "~(x + y)", "True | (x == 1)", "(x == 1) + None", "(x == 1) + True",
        "(x == 1) and True", "x == True", "x == None", "x == '1'", "x < 1.5",
    ],
)  # fmt: skip
def test_what_python_would_decide_by_itself_is_refused(written: str) -> None:
    problem, x, y, z = three()
    names = {"x": x, "y": y, "z": z, "all_different": all_different, "table": table, "clause": clause}
    with pytest.raises(CoplaError) as caught:
        problem.add(eval(written, names))
    assert "\n" not in str(caught.value)
    assert problem.constraints == []


def test_the_error_says_what_to_write_instead() -> None:
    _, x, y, z = three()
    with pytest.raises(ModelError) as caught:
        bool(x < y)
    for advice in ("'x < y' has no truth value", "add each part of a chain or an 'and'", "'|'", "'~'", "v is x"):
        assert advice in str(caught.value)
    for other in (all_different([x, y]), table([x], [(1,)]), clause([x == 1]), (x == 1) | (y == 2)):
        with pytest.raises(ModelError, match="has no truth value"):
            bool(other)
    for expression in (x, x + y, 2 * z):
        with pytest.raises(ModelError, match="no truth value: compare it"):
            bool(expression)


@pytest.mark.parametrize(
    "written",
    [
        "(x == y) == (y == z)", "(x == y) != (y == z)", "(x == y) == 1", "(x == y) < (y == z)", "2 * (x < y) == z",
        "(x == y) + (y == z) == 1", "sum([x == y, y == z]) == 1", "(x == y) & (y == z)", "(x == y) ^ (y == z)",
        "(x < y) | (y < z)", "(x < y) * z == y - (y == z)", "x * y == z", "abs(x - y) == z", "x // (y + 1) == z",
        "x % (y + 1) == z", "3 // (x + 1) == y",
        "7 % (x + 1) != y", "(5 - (x < y)) // 2 == z", "-(x == y) < z", "x * x + y * y == z * z",
    ],
)  # fmt: skip
def test_logic_and_arithmetic_mean_what_python_means_by_them(written: str) -> None:
    problem, x, y, z = three()
    problem.add(eval(written, {"x": x, "y": y, "z": z}))
    for numbers in product(VALUES, repeat=3):
        values = dict(zip("xyz", numbers, strict=True))
        assert (violations(problem, Solution(values)) == []) == bool(eval(written, dict(values))), values


@pytest.mark.parametrize("decided", [True, False])
def test_add_refuses_a_bool_and_says_why(decided: bool) -> None:
    problem, *_ = three()
    with pytest.raises(ModelError, match=rf"found {decided}, which Python has decided .* 'total\(\.\.\.\)'.*sum"):
        problem.add(decided)
    assert problem.constraints == []


def test_total_says_what_sum_forgets() -> None:
    problem, *_ = three()
    problem.add(total([]) >= 0)
    assert problem.constraints == []
    problem.add(total([]) >= 1)
    assert isinstance(problem.constraints[0], Clause)
    assert solve(problem, "forward-checking").status == "infeasible"


def test_variables_live_in_lists_sets_and_dicts() -> None:
    _, x, y, z = three()
    assert x in [x]
    assert x in [x, y]
    assert [x, y, z].index(x) == 0
    assert {x, y, x} == {y, x}
    assert x in {y, x}
    assert z not in {x, y}
    assert {x: 1, y: 2}[y] == 2
    assert {x: 1}.get(y) is None
    assert [x, y] == [x, y]
    assert any(v is x for v in [z, y, x])
    constraints = [x < y, y < z]
    assert constraints[0] in constraints
    assert len({*constraints, constraints[0]}) == 2


def test_where_python_compares_two_variables_the_error_says_what_to_ask() -> None:
    _, x, y, _ = three()
    for ask in (lambda: x in [y], lambda: [y, x].index(x), lambda: [y, x].remove(x), lambda: {hash(x): 1, x: 2}):
        with pytest.raises(ModelError, match=r"any\(v is x for v in variables\)"):
            ask()


def test_all_different_takes_variables_and_expressions() -> None:
    _, x, y, _ = three()
    assert str(all_different([x, y + 1, 3])) == "all different: x, y + 1, 3"
    for wrong in ("xy", 5, x, x + 1):
        with pytest.raises(ModelError, match="all_different takes variables in a list"):
            all_different(wrong)  # type: ignore[arg-type]
    for wrong in ([x, None], [x, 1.5], [x, "y"], [x, True]):
        with pytest.raises(ModelError, match="expected a variable, an expression or an integer, found"):
            all_different(wrong)


def test_variables_of_two_problems_do_not_mix() -> None:
    """Both have the index 0, and must not be taken for each other."""
    problem, x, _, _ = three()
    stranger = ConstraintProblem().variable("s", VALUES)
    for constraint in (x - stranger == 1, x + stranger <= 1, all_different([x, stranger]), (x == 1) | (stranger == 1)):
        with pytest.raises(ModelError, match="'s' belongs to another problem"):
            problem.add(constraint)
    with pytest.raises(ModelError, match="'s' belongs to another problem"):
        problem.minimize(x - stranger)


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda problem: pickle.loads(pickle.dumps(problem))])
def test_problems_can_be_copied(again: Callable[[ConstraintProblem], ConstraintProblem]) -> None:
    problem, x, y, z = three()
    for constraint in (x < y, all_different([x, y, z]), table([x, z], [(0, 1), (1, 2)]), (x == 0) | (z == 2)):
        problem.add(constraint)
    assert again(problem).constraints is not None
    assert solve(again(problem), "native").best.values == solve(problem, "native").best.values


def test_variables_do_not_change() -> None:
    _, x, _, _ = three()
    for name, value in (("domain", (7,)), ("index", 3), ("name", "q"), ("terms", ())):
        with pytest.raises(ModelError, match="'x' cannot be changed"):
            setattr(x, name, value)


class Conditions:
    """Random Python conditions over x, y and z, as source text: chains, logic, look-ups, and what does build some."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def pick(self, *makers: Callable[[int], str], depth: int) -> str:
        return self.chance.choice(makers)(depth)

    def number(self, depth: int) -> str:
        if depth <= 0:
            return self.chance.choice(["x", "y", "z", "0", "1", "2"])
        return self.pick(
            lambda d: self.number(0), lambda d: f"({self.number(d)} + {self.number(d)})",
            lambda d: f"({self.number(d)} - {self.number(d)})", lambda d: f"(2 * {self.number(d)})",
            lambda d: f"sum([{self.number(d)}, {self.number(d)}])",
            lambda d: f"max({self.number(d)}, {self.number(d)})",
            lambda d: f"min([{self.number(d)}, {self.number(d)}])",
            lambda d: f"sorted([{self.number(d)}, {self.number(d)}])[0]",
            lambda d: f"({self.number(d)} if {self.condition(d)} else {self.number(d)})",
            lambda d: f"[{self.number(d)}, {self.number(d)}].index({self.number(d)})",
            lambda d: f"[{self.number(d)}].count({self.number(d)})",
            lambda d: f"sum([{self.condition(d)}, {self.condition(d)}])", lambda d: f"(w := {self.number(d)})",
            lambda d: f"-{self.number(d)}", lambda d: f"abs({self.number(d)})",
            depth=depth - 1,
        )  # fmt: skip

    def sign(self) -> str:
        return self.chance.choice(["<", "<=", "==", "!=", ">=", ">"])

    def condition(self, depth: int) -> str:
        if depth <= 0:
            return f"({self.number(0)} {self.sign()} {self.number(0)})"
        return self.pick(
            lambda d: f"({self.number(d)} {self.sign()} {self.number(d)})",
            lambda d: f"({self.number(d)} {self.sign()} {self.number(d)} {self.sign()} {self.number(d)})",
            lambda d: f"({self.condition(d)} and {self.condition(d)})",
            lambda d: f"({self.condition(d)} or {self.condition(d)})", lambda d: f"(not {self.condition(d)})",
            lambda d: f"any([{self.condition(d)}, {self.condition(d)}])",
            lambda d: f"all([{self.condition(d)}, {self.condition(d)}])",
            lambda d: f"({self.number(d)} in [{self.number(d)}, {self.number(d)}])",
            lambda d: f"({self.number(d)} not in ({self.number(d)},))",
            lambda d: f"({self.condition(d)} if {self.condition(d)} else {self.condition(d)})",
            lambda d: f"({self.condition(d)} == {self.condition(d)})",
            lambda d: f"({self.condition(d)} != {self.condition(d)})", lambda d: f"(w := {self.condition(d)})",
            lambda d: f"({self.condition(d)} | {self.condition(d)})",
            lambda d: f"({self.condition(d)} & {self.condition(d)})", lambda d: f"bool({self.condition(d)})",
            lambda d: f"([{self.number(d)}] == [{self.number(d)}])",
            lambda d: f"(({self.number(d)}, {self.number(d)}) <= ({self.number(d)}, {self.number(d)}))",
            depth=depth - 1,
        )  # fmt: skip

    def question_of_a_set(self) -> str:
        """Sets and dicts know which variable it is and nothing of its value: alone such a question is no constraint."""
        one, other = self.number(1), self.number(1)
        return self.chance.choice([f"{one} in {{{other}, 1}}", f"{one} in {{{other}: 1}}", f"{{{one}}} == {{{other}}}"])


@pytest.mark.parametrize("seed", range(20))
def test_a_condition_is_refused_or_means_what_python_means_by_it(seed: int) -> None:
    conditions = Conditions(seed)
    built = 0
    for number in range(400):
        source = conditions.question_of_a_set() if number % 20 == 0 else conditions.condition(number % 3)
        problem, x, y, z = three()
        try:
            problem.add(eval(source, {"x": x, "y": y, "z": z}))
        except (CoplaError, TypeError, ValueError):  # of Python's own: [1].index(2)
            continue
        built += 1
        for numbers in product(VALUES, repeat=3):
            values = dict(zip("xyz", numbers, strict=True))
            expected = bool(eval(source, dict(values)))
            assert (violations(problem, Solution(values)) == []) == expected, f"{source} with {values}"
    assert built > 50


def test_the_right_models_of_the_same_conditions() -> None:
    """What the errors advise means what was meant."""
    for written, advised in (
        ("x != y != z", lambda x, y, z: [x != y, y != z]),
        ("not x == y", lambda x, y, z: [~(x == y)]),
        ("x == 1 or y != 2", lambda x, y, z: [(x == 1) | (y != 2)]),
        ("all([x < y, y < z])", lambda x, y, z: [x < y, y < z]),
    ):
        problem, x, y, z = three()
        for constraint in advised(x, y, z):  # type: ignore[no-untyped-call]
            problem.add(constraint)
        found = solve(problem, "forward-checking", limits=Limits(solutions=None)).solutions
        meant = [v for v in product(VALUES, repeat=3) if eval(written, dict(zip("xyz", v, strict=True)))]
        assert sorted(tuple(solution.values.values()) for solution in found) == meant


@pytest.mark.parametrize(
    "written",
    [
        "total({x: 2, y: 3}) == 3", "all_of({x == 1: 2})", "exactly(1, {x == 1: 3, y == 2: 4})",
        "table([x, y], {(1, 2): 3})", "table([x, y + 0], [(1, 2)], allowed='no')",
        "table([x, y], [(1, None)], allowed=1)",
        "cardinality([x, y], {1: 1}, closed='no')", "increasing([x, y], strictly='no')",
        "lexicographic([x], [y], strictly=2)", "regular([x], 'a', {('a', 1): 'ab'}, 'ab')",
        "regular([x], 0, {(0, 1): 1}, {1: 2})", "no_overlap({interval(x, 1): 1, interval(y, 1): 2})",
        "cumulative({interval(x, 1), interval(y, 2)}, [1, 2], 2)",
        "Array({5: 1, 7: 2})[x] == 5", "Array({5, 7})[x] == 5",
        "max_of(2 * Array([x, y])) <= 3", "total(Array([x, y]) * 3) <= 3", "satisfies([x, y], lambda a, b: (a > b,))",
        "satisfies([x, y], lambda a, b: None)", "satisfies([x, y], lambda a, b: lambda: a > b)",
        "satisfies([x, y], lambda a, b: (c for c in (a, b)))", "(2**60 * (x // 5)) == y",
    ],
)  # fmt: skip
def test_what_python_takes_for_a_list_or_for_true_is_refused(written: str) -> None:
    problem, x, y, _ = three()
    with pytest.raises(ModelError):
        problem.add(eval(written, {**{name: getattr(copla, name) for name in copla.__all__}, "x": x, "y": y}))
    assert problem.constraints == []


@pytest.mark.parametrize("domain", [{"red": 5, "green": 7}, {1: 2}, b"ab", "ab"])
def test_what_python_would_go_through_is_no_domain(domain: Any) -> None:
    problem = ConstraintProblem()
    for add in (lambda: problem.variable("x", domain), lambda: problem.array("x", 2, domain)):
        with pytest.raises(ModelError, match=r"the domain of|a value of"):
            add()
    assert problem.variables == []


def test_there_is_no_power_of_what_has_no_value() -> None:
    problem, x, y, _ = three()
    problem.add((x // y) ** 0 == 1)
    result = solve(problem, limits=Limits(solutions=None))
    assert {solution["y"] for solution in result.solutions} == {1, 2}
    assert str(x**0) == "1"
    seven: Any = np.int64(7)
    assert str(max_of(seven)) == str(max_of(7))
