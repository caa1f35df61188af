"""Clauses for SAT solvers: as many models as the problem has solutions, by an enumeration that knows no encoding."""

from __future__ import annotations

import itertools

import pytest

from copla import ConstraintProblem, ModelError, all_different, all_equal, count, export, max_of, table, xor
from copla.formats import cnf
from copla.fuzzing.cases import case_of
from copla.fuzzing.constraint_oracle import ConstraintTruth
from copla.fuzzing.families import generate
from copla.ground.errors import FormatError


def models(text: str) -> int:
    """The number of models, by branching on one clause after the other."""
    lines = [line.split() for line in text.splitlines() if line[0] != "c"]
    clauses = [frozenset(map(int, words[:-1])) for words in lines[1:]]

    def count(left: list[frozenset[int]], free: frozenset[int]) -> int:
        if frozenset() in left:
            return 0
        if not left:
            return 1 << len(free)
        shortest: frozenset[int] = min(left, key=len)
        literal = next(iter(shortest))
        total = 0
        for chosen in (literal, -literal):
            rest = [clause - {-chosen} for clause in left if chosen not in clause]
            total += count(rest, free - {abs(chosen)})
        return total

    return count(clauses, frozenset(range(1, int(lines[0][2]) + 1)))


@pytest.mark.parametrize("family", ["mixed", "tables", "clauses", "permutations", "edges"])
def test_models_and_solutions_correspond_one_to_one(family: str) -> None:
    seen = 0
    for seed in range(1, 40):
        case = case_of(generate(family, seed))
        if not isinstance(case.truth, ConstraintTruth) or not isinstance(case.problem, ConstraintProblem):
            continue
        if case.truth.solutions > 200 or case.problem.objective is not None:
            continue
        assert models(cnf.write(case.problem)) == case.truth.solutions, (family, seed)
        seen += 1
    assert seen >= 3


def test_a_long_sum_is_added_up_layer_by_layer() -> None:
    problem = ConstraintProblem()
    row = [problem.variable(name, range(4)) for name in "abcd"]
    problem.add(row[0] - 2 * row[1] + 3 * row[2] - row[3] == 1)
    expected = sum(a - 2 * b + 3 * c - d == 1 for a, b, c, d in itertools.product(range(4), repeat=4))
    assert models(cnf.write(problem)) == expected


def language() -> ConstraintProblem:
    """Three numbers of which only what lies beyond sums, tables and clauses leaves a few."""
    problem = ConstraintProblem("beyond sums")
    x, y, z = (problem.variable(name, range(-1, 3)) for name in "xyz")
    problem.add(x * y == z)
    problem.add(xor(max_of(x, z) > 1, all_equal([x, y])))
    problem.add(count([x, y, z], 1) <= 2)
    return problem


def test_what_is_not_flat_becomes_clauses_too() -> None:
    from pysat.formula import CNF
    from pysat.solvers import Solver

    problem = language()
    numbers = itertools.product(range(-1, 3), repeat=3)
    expected = {
        (x, y, z) for x, y, z in numbers if x * y == z and (max(x, z) > 1) != (x == y) and (x, y, z).count(1) <= 2
    }
    [text] = export(problem, "cnf").values()
    found = set()
    with Solver(bootstrap_with=CNF(from_string=text)) as solver:
        for model in solver.enum_models():
            values = cnf.read_solution(problem, f"v {' '.join(map(str, model))} 0\n").values
            row = values["x"], values["y"], values["z"]
            assert row not in found, "models and solutions correspond one to one"
            found.add(row)
    assert found == expected


def test_what_cannot_be_rewritten_is_refused_by_name() -> None:
    problem = ConstraintProblem()
    x, y = problem.variable("x", range(1000)), problem.variable("y", range(1000))
    problem.add(x * y % 7 == 3)
    with pytest.raises(ModelError, match=r"cannot be written as cnf: 'x \* y' could take"):
        cnf.write(problem)


def test_what_a_solver_printed_is_read_back() -> None:
    problem = ConstraintProblem()
    a, b = problem.variable("a", [1, 5]), problem.variable("b", [2, 5])
    problem.add(all_different([a, b]))
    problem.add(table([a, b], [(5, 2), (1, 5)]))
    assert cnf.read_solution(problem, "SAT\n-1 2 3 -4 5 -6 0\n").values == {"a": 5, "b": 2}
    assert cnf.read_solution(problem, "v 1 2 3 -4 0\n").values == {"b": 2}, "two values are none: the checker says so"
    with pytest.raises(FormatError, match="found no line with literals"):
        cnf.read_solution(problem, "I am thinking")


def test_an_objective_is_refused() -> None:
    problem = ConstraintProblem()
    problem.minimize(problem.variable("a", range(3)))
    with pytest.raises(ModelError, match="clauses have no objective"):
        cnf.write(problem)
