"""The oracle of trees: against the checker, which shares nothing with it, and every construct is among what is made."""

from __future__ import annotations

from itertools import product
from math import prod
from random import Random

from copla.answers.evaluation import holds, value
from copla.fuzzing.constraint_data import ConstraintData, Said
from copla.fuzzing.families import generate
from copla.fuzzing.shrink_constraints import simpler_trees
from copla.fuzzing.tree_oracle import OPERATORS, NothingThereError, Tree, names_in, number, true
from copla.ground.errors import ModelError
from copla.language.constraint_problem import ConstraintProblem
from copla.language.trees import read_constraint, read_expression, written_constraint
from copla.rewriting.propagated import PROPAGATED
from copla.rewriting.rewrite import rewritten


def said(seed: int, family: str = "language") -> tuple[ConstraintData, list[Tree]]:
    data = generate(family, seed)
    assert isinstance(data, ConstraintData)
    return data, [record.tree for record in data.constraints if isinstance(record, Said)]


def nodes(tree: Tree) -> list[Tree]:
    """The operations and constraints of a tree."""
    if not isinstance(tree, tuple):
        return []
    own = [tree] if tree and isinstance(tree[0], str) and tree[0] in OPERATORS else []
    return own + [node for part in tree for node in nodes(part)]


def test_two_meanings_of_the_language_are_one() -> None:
    compared = 0
    for seed in range(400):
        data, trees = said(seed)
        if prod(len(domain) for _, domain in data.variables) > 200:
            continue
        problem = ConstraintProblem()
        names = {name: problem.variable(name, domain) for name, domain in data.variables}
        for tree in trees:
            constraint = read_constraint(tree, names)
            for row in product(*(domain for _, domain in data.variables)):
                values = dict(zip(names, row, strict=True))
                assert holds(constraint, row) == true(tree, values), (seed, tree, values)
                compared += 1
        if data.objective is not None:
            expression = read_expression(data.objective.tree, names)
            for row in product(*(domain for _, domain in data.variables)):
                try:
                    expected: int | None = number(data.objective.tree, dict(zip(names, row, strict=True)))
                except NothingThereError:
                    expected = None
                assert value(expression, row) == expected
    assert compared > 5_000


def test_two_meanings_are_one_over_many_variables_too() -> None:
    chance, answers = Random(1), set()
    for seed in range(100):
        data, trees = said(seed, "spacious")
        problem = ConstraintProblem()
        names = {name: problem.variable(name, domain) for name, domain in data.variables}
        for tree in trees:
            constraint = read_constraint(tree, names)
            for _ in range(40):
                row = tuple(chance.choice(domain) for _, domain in data.variables)
                answer = holds(constraint, row)
                assert answer == true(tree, dict(zip(names, row, strict=True))), (seed, tree, row)
                answers.add((tree[0] if tree[0] in OPERATORS else "", answer))
    assert {("circuit", False), ("cardinality", True), ("cardinality", False)} <= answers


def test_clauses_of_one_literal_are_conditions_between_parts_that_no_table_holds() -> None:
    impossible = 0
    for seed in range(150):
        data, trees = said(seed, "conditions")
        domains = dict(data.variables)
        for tree in trees:
            found = [node[1] for node in nodes(tree) if node[0] == "choice" and len(names_in(node)) > 1]
            single = [part[1] for part in found if part[0] == "or" and len(part) == 2]
            literals = [part[1:] for part in single if part[0] in ("==", "!=") and part[1] in domains]
            impossible += sum(isinstance(value, int) and value not in domains[name] for name, value in literals)
    assert impossible > 5


def test_families_over_many_variables_reach_the_propagators_of_the_engines() -> None:
    kinds = {type(constraint) for seed in range(60) for constraint in taken("spacious", seed)}
    assert set(PROPAGATED) <= kinds


def taken(family: str, seed: int) -> list[object]:
    """What the engine is given of a problem."""
    problem = generate(family, seed).build()
    assert isinstance(problem, ConstraintProblem)
    return list(rewritten(problem, PROPAGATED).problem.constraints)


def test_every_construct_is_made_also_under_a_not_and_as_a_number() -> None:
    made: set[str] = set()
    under_not: set[str] = set()
    as_number: set[str] = set()
    for seed in range(3000):
        for tree in said(seed)[1]:
            for node in nodes(tree):
                made.add(node[0])
                if node[0] == "not":
                    under_not.add(node[1][0])
                if node[0] == "truth":
                    as_number.add(node[1][0])
    constraints = OPERATORS - {
        "sum", "truth", "choice", "product", "quotient", "remainder", "abs", "min", "max", "element", "count",
    }  # fmt: skip
    assert made == OPERATORS
    assert under_not == constraints
    assert as_number == constraints


def test_trees_are_written_as_they_were_read() -> None:
    for seed in range(200):
        data, trees = said(seed)
        problem = ConstraintProblem()
        names = {name: problem.variable(name, domain) for name, domain in data.variables}
        for tree in trees:
            constraint = read_constraint(tree, names)
            again = read_constraint(written_constraint(constraint), names)
            assert written_constraint(again) == written_constraint(constraint)


def test_simpler_trees_are_smaller_or_refused() -> None:
    data, _ = said(3)
    tree = ("or", ("<", ("abs", "v0"), 3), ("different", "v0", "v1", 2))
    problem = ConstraintProblem()
    names = {name: problem.variable(name, (0, 1)) for name in ("v0", "v1")}
    taken = 0
    for simpler in simpler_trees(tree):
        try:
            problem.add(read_constraint(simpler, names))
        except (ModelError, ValueError, TypeError, KeyError):
            continue
        taken += 1
        assert len(str(simpler)) < len(str(tree))
        assert set(names_in(simpler)) <= {"v0", "v1"}
    assert taken >= 4
    assert data.variables
