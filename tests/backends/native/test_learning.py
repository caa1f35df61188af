"""The learning search gives right answers wherever it is entered: sums, one-valued variables, objectives, cores."""

from __future__ import annotations

import random
from typing import Any

import pytest

from copla import ConstraintProblem, Limits, Status, Watch, all_different, solve, table, total
from copla.backends.native import BACKEND
from copla.checking.explain import explain
from copla.language.constraints import Table
from tests.backends.native.varied import optimum_of, solutions_of, test_of, varied_problem, with_hard_part

test_of.__test__ = False  # type: ignore[attr-defined]

ALL = Limits(solutions=None)
INFERENCES = ("none", "forward", "arc", "hidden", "mac")


def seven_variables() -> ConstraintProblem:
    problem = ConstraintProblem("six solutions")
    domains = ((0, 3), (0, 2, 5), (2, 4), (1, 3, 6), (3,), (6,), (1, 4, 5))
    v = [problem.variable(f"v{i}", domain) for i, domain in enumerate(domains)]
    problem.add(-2 * v[3] + v[4] - 3 * v[6] + v[1] - 2 * v[2] + v[5] >= -10)
    problem.add(2 * v[4] + 2 * v[5] + 3 * v[3] + v[0] - v[6] + v[2] != 24)
    problem.add(2 * v[1] + 2 * v[5] + v[4] + 3 * v[0] - 2 * v[2] + 3 * v[6] >= 23)
    problem.add(v[0] + v[5] - 2 * v[4] - v[1] + v[3] == 4)
    return problem


def large_values() -> ConstraintProblem:
    problem = ConstraintProblem("values around a thousand")
    domains = {
        "a": (1001, 1004),
        "b": (1001, 1003, 1004),
        "c": (1000, 1002, 1004),
        "d": (1000, 1002, 1003),
        "o": (1000,),
        "f": (1005,),
        "g": (1005,),
    }
    a, b, c, d, o, f, g = (problem.variable(name, domain) for name, domain in domains.items())
    problem.add(3 * b + 2 * o - 2 * c != 3003)
    problem.add(-d - 2 * b - 2 * f + 2 * g + c == -2004)
    problem.add(2 * c + 3 * d + 3 * a == 8018)
    return problem


def found(problem: ConstraintProblem, options: dict[str, Any]) -> list[tuple[int, ...]]:
    result = solve(problem, "native", limits=ALL, options=options)
    assert result.complete
    return [tuple(s.values[v.name] for v in problem.variables) for s in result.solutions]


@pytest.mark.parametrize("inference", INFERENCES)
def test_sums_that_are_learned_from_keep_all_solutions(inference: str) -> None:
    for problem in (seven_variables(), large_values()):
        expected = solutions_of(problem)
        listed = found(problem, {"learning": "always", "inference": inference})
        assert set(listed) == expected
        assert len(listed) == len(expected)
    assert len(solutions_of(seven_variables())) == 6


def test_a_hard_part_makes_the_engine_learn_and_changes_no_answer() -> None:
    for seed in range(40):
        easy = seven_variables() if seed == 0 else large_values() if seed == 1 else varied_problem(seed, most=80)
        expected = solutions_of(easy)
        names = [v.name for v in easy.variables]
        result = solve(with_hard_part(easy, seed), "native", limits=ALL)
        assert result.complete
        listed = [tuple(s.values[name] for name in names) for s in result.solutions]
        assert set(listed) == expected, seed
        assert len(listed) == len(expected), seed


@pytest.mark.parametrize("inference", INFERENCES)
def test_two_variables_with_one_common_value_cannot_differ(inference: str) -> None:
    problem = ConstraintProblem()
    problem.add(all_different([problem.variable(name, [3]) for name in "ab"]))
    assert solve(problem, "native", options={"learning": "always", "inference": inference}).status is Status.INFEASIBLE
    several = ConstraintProblem()
    several.add(all_different([several.variable(name, [3, 4]) for name in "abc"]))
    assert solve(several, "native", options={"learning": "always", "inference": inference}).status is Status.INFEASIBLE


@pytest.mark.parametrize("inference", INFERENCES)
def test_an_objective_over_values_that_pairs_exclude_comes_to_its_end(inference: str) -> None:
    problem = ConstraintProblem()
    a, b, c = (problem.variable(name, range(12)) for name in "abc")
    problem.add(7 * a - 2 * b <= 10)
    problem.add(a - c >= -9)
    problem.maximize(c + 2 * a + b)
    result = solve(problem, "native", options={"learning": "always", "inference": inference})
    assert (result.status, result.cost, result.bound) == (Status.OPTIMAL, optimum_of(problem), optimum_of(problem))


def test_rows_that_stand_twice_are_one_solution_and_exclude_once() -> None:
    for allowed in (True, False):
        problem = ConstraintProblem()
        x, y, z = (problem.variable(name, range(2)) for name in "xyz")
        problem.add(Table((x, y, z), ((0, 1, 1), (1, 0, 0), (0, 1, 1), (0, 1, 1), (1, 0, 0)), allowed))
        expected = solutions_of(problem)
        for way in ({"learning": "always"}, {"inference": "mac"}, {"learning": "always", "inference": "none"}):
            listed = found(problem, way)
            assert set(listed) == expected, (allowed, way)
            assert len(listed) == len(expected)


def test_guesses_end_the_learning_search_as_well() -> None:
    problem = ConstraintProblem()
    xs = [problem.variable(f"x{i}", range(3)) for i in range(8)]
    problem.add(total(xs) == 9)
    problem.add(total((i % 3 + 1) * x for i, x in enumerate(xs)) == 17)
    result = solve(problem, "native", limits=ALL, options={"learning": "always", "guesses": 3})
    assert (result.status, result.complete) == (Status.UNKNOWN, False)


def clues_of_sums(seed: int) -> ConstraintProblem:
    """A contradiction among clues over two variables each, under rules that are long sums."""
    chance = random.Random(seed)
    problem = varied_problem(seed, most=400)
    for _ in range(6):
        x, y = chance.sample(problem.variables, 2) if len(problem.variables) > 1 else problem.variables * 2
        pick = chance.randrange(4)
        if pick == 0 or x is y:
            problem.add(chance.choice([x == x.domain[0], x != x.domain[-1], x <= x.domain[-1] - 1]), clue=True)
        elif pick == 1:
            problem.add(chance.choice([x < y, x != y, x + 2 * y <= x.domain[0] + 2 * y.domain[0]]), clue=True)
        elif pick == 2:
            problem.add(all_different([x, y]), clue=True)
        else:
            problem.add(table([x, y], [(x.domain[0], y.domain[-1]), (x.domain[-1], y.domain[0])]), clue=True)
    return problem


def test_cores_are_conflicts_and_explanations_smallest_by_definition() -> None:
    refuted = 0
    for seed in range(150):
        problem = clues_of_sums(seed)
        clues = [place for place, constraint in enumerate(problem.constraints) if constraint.clue]
        rules = [constraint for constraint in problem.constraints if not constraint.clue]
        core = BACKEND.core(problem, clues, Watch())
        assert (core is None) == bool(solutions_of(problem)), seed
        if core is None:
            continue
        refuted += 1
        assert set(core) <= set(clues)
        assert not solutions_of(problem.restricted([*rules, *(problem.constraints[i] for i in core)])), seed
        if refuted <= 15:
            conflict = explain(problem, "native")
            assert conflict is not None
            assert not solutions_of(problem.restricted([*rules, *conflict.clues])), seed
            for left_out in conflict.clues:
                kept = [clue for clue in conflict.clues if clue is not left_out]
                assert solutions_of(problem.restricted([*rules, *kept])), seed
    assert refuted > 30


@pytest.mark.slow
@pytest.mark.parametrize("learning", ["auto", "always", "never"])
@pytest.mark.parametrize("inference", ["auto", *INFERENCES])
def test_varied_problems_have_the_solutions_of_their_definitions(learning: str, inference: str) -> None:
    way = {"learning": learning, "inference": inference}
    first = 7919 * (INFERENCES.index(inference) + 1 if inference != "auto" else 0)
    for seed in range(first, first + 150):
        problem = varied_problem(seed)
        expected = solutions_of(problem)
        listed = found(problem, way)
        assert set(listed) == expected, (seed, way)
        assert len(listed) == len(expected), (seed, way)
        problem = varied_problem(seed, objective=True)
        best = optimum_of(problem)
        result = solve(problem, "native", options=way)
        if best is None:
            assert result.status is Status.INFEASIBLE, (seed, way)
        else:
            assert (result.status, result.cost, result.bound) == (Status.OPTIMAL, best, best), (seed, way)
