"""What is generated: the same from the same seed everywhere, in the language, and with every edge among it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeVar

import pytest

from copla.fuzzing.cases import Data, PuzzleData, case_of, data_from_json, truth_of
from copla.fuzzing.constraint_data import ConstraintData, Different, Either, Rows, Sum
from copla.fuzzing.constraint_oracle import constraint_truth
from copla.fuzzing.dice import Dice
from copla.fuzzing.families import CONSTRAINTS, PLANNING, generate, groups
from copla.fuzzing.planning_data import PlanningData
from copla.fuzzing.planning_oracle import planning_truth
from copla.ground.errors import ModelError

T = TypeVar("T")


@cache
def problems(family: str) -> tuple[Data, ...]:
    return tuple(generate(family, seed) for seed in range(150))


def test_dice_fall_the_same_way_everywhere() -> None:
    dice = Dice("a family", 7)
    assert [dice.number(1, 1000) for _ in range(5)] == [275, 384, 95, 925, 735]
    assert dice.shuffled("abcdef") == list("fbaedc")
    assert sorted(Dice("x", 1).some(range(9), 20)) == list(range(9))


@pytest.mark.parametrize("family", groups()["all"])
def test_a_problem_is_made_from_family_and_seed_alone_and_can_be_written_as_json(family: str) -> None:
    for seed in range(4):
        data = generate(family, seed)
        assert generate(family, seed) == data
        assert data_from_json(data.to_json()) == data


@pytest.mark.slow
@pytest.mark.parametrize("family", [*CONSTRAINTS, *PLANNING])
def test_the_language_takes_every_problem_and_means_the_same(family: str) -> None:
    for data in problems(family)[:40]:
        problem = data.build()
        if isinstance(data, ConstraintData):
            built, said = truth_of(ConstraintData.from_problem(problem)), truth_of(data)  # type: ignore[arg-type]
        else:
            built, said = truth_of(PlanningData.from_problem(problem)), truth_of(data)  # type: ignore[arg-type]
        assert built == said or None in (built, said), "one of them may be in an order that takes the oracle too long"


def test_most_problems_of_two_families_are_beyond_the_oracle() -> None:
    for family in ("large", "counters"):
        assert sum(case_of(data).truth is None for data in problems(family)[:12]) >= 6


def of(data: ConstraintData, kind: type[T]) -> list[T]:
    return [record for record in data.constraints if isinstance(record, kind)]


def sums_of(data: ConstraintData) -> list[Sum]:
    return of(data, Sum)


def named_values(data: ConstraintData) -> list[tuple[str, int]]:
    """Variables with the values that tables and clauses name."""
    rows = [pair for c in of(data, Rows) for row in c.rows for pair in zip(c.variables, row, strict=True)]
    return rows + [(name, value) for c in of(data, Either) for name, value, _ in c.literals]


def outside(data: ConstraintData) -> Callable[[tuple[str, int]], bool]:
    domains = dict(data.variables)
    return lambda named: named[1] not in domains[named[0]]


EDGES: dict[str, tuple[str, Callable[[ConstraintData], object]]] = {
    "one value": ("sums", lambda d: any(len(domain) == 1 for _, domain in d.variables)),
    "negative values": ("mixed", lambda d: any(domain[0] < 0 for _, domain in d.variables)),
    "more than 64 values": ("wide", lambda d: any(len(domain) > 64 for _, domain in d.variables)),
    "more than 200 values": ("wide", lambda d: any(len(domain) > 200 for _, domain in d.variables)),
    "gaps": ("mixed", lambda d: any(domain[-1] - domain[0] >= len(domain) for _, domain in d.variables)),
    "2**31": ("huge", lambda d: any(abs(domain[0]) >= 2**31 for _, domain in d.variables)),
    "2**40": ("huge", lambda d: any(abs(domain[0]) >= 2**40 for _, domain in d.variables)),
    "2**52": ("huge", lambda d: any(abs(domain[0]) >= 2**52 for _, domain in d.variables)),
    "the end of the range": ("edges", lambda d: any(domain[-1] == 2**53 for _, domain in d.variables)),
    "a variable twice in a sum": ("sums", lambda d: any(len(set(s.scope)) < len(s.scope) for s in sums_of(d))),
    "a zero coefficient": ("sums", lambda d: any(c == 0 for s in sums_of(d) for c, _ in s.terms)),
    "a large coefficient": ("sums", lambda d: any(abs(c) > 1000 for s in sums_of(d) for c, _ in s.terms)),
    "twelve terms": ("sums", lambda d: any(len(s.terms) == 12 for s in sums_of(d))),
    "both signs": ("sums", lambda d: any(len({c > 0 for c, _ in s.terms}) == 2 for s in sums_of(d))),
    "all-different of nothing": ("permutations", lambda d: Different(()) in d.constraints),
    "all-different of one": ("permutations", lambda d: any(len(c.scope) == 1 for c in of(d, Different))),
    "no rows": ("tables", lambda d: any(not c.rows for c in of(d, Rows))),
    "a row twice": ("tables", lambda d: any(len(set(c.rows)) < len(c.rows) for c in of(d, Rows))),
    "forbidden rows": ("tables", lambda d: any(not c.allowed for c in of(d, Rows))),
    "rows outside domains": ("tables", lambda d: any(map(outside(d), named_values(d)))),
    "an empty clause": ("edges", lambda d: Either(()) in d.constraints),
    "a unit clause": ("clauses", lambda d: any(len(c.literals) == 1 for c in of(d, Either))),
    "a literal outside a domain": ("clauses", lambda d: any(map(outside(d), named_values(d)))),
    "no variables": ("edges", lambda d: not d.variables),
    "free variables": ("mixed", lambda d: {n for n, _ in d.variables} - {n for c in d.constraints for n in c.scope}),
    "more than 64 variables": ("many", lambda d: len(d.variables) > 64),
    "minimize": ("best", lambda d: d.objective is not None and d.objective.sense == "minimize"),
    "maximize": ("best", lambda d: d.objective is not None and d.objective.sense == "maximize"),
    "a constant objective": ("best", lambda d: d.objective is not None and not d.objective.terms),
    "an objective with a constant": ("best", lambda d: d.objective is not None and d.objective.constant),
    "a hard part with sums": ("hard", lambda d: len(d.variables) > 22 and sums_of(d)),
    "clues": ("clues", lambda d: any(c.clue for c in d.constraints)),
    "no solution": ("mixed", lambda d: not constraint_truth(d).feasible),
    "one solution": ("sums", lambda d: constraint_truth(d).solutions == 1),
}


@pytest.mark.parametrize("edge", EDGES)
def test_every_edge_of_the_constraint_language_occurs(edge: str) -> None:
    family, occurs = EDGES[edge]
    assert any(occurs(data) for data in problems(family) if isinstance(data, ConstraintData))


@pytest.mark.parametrize("comparison", ["<", "<=", "==", "!=", ">=", ">"])
def test_every_comparison_occurs(comparison: str) -> None:
    found = [d for d in problems("sums") if isinstance(d, ConstraintData)]
    assert any(s.comparison == comparison and len(s.terms) >= 4 for d in found for s in sums_of(d))


def heuristic_names(data: PlanningData) -> str:
    return " ".join(f"{h.name} {'function' if h.function else 'tables'}" for h in data.heuristics)


CORNERS: dict[str, tuple[str, Callable[[PlanningData], object]]] = {
    "free actions": ("free", lambda d: any(a.cost == 0 for a in d.actions)),
    "2**30": ("costly", lambda d: any(a.cost == 2**30 for a in d.actions)),
    "2**31": ("costly", lambda d: any(a.cost == 2**31 for a in d.actions)),
    "2**40": ("costly", lambda d: any(a.cost == 2**40 for a in d.actions)),
    "2**53": ("costly", lambda d: any(a.cost == 2**53 for a in d.actions)),
    "a goal out of reach": ("routes", lambda d: planning_truth(d).cost is None),
    "a goal at the start": ("corners", lambda d: d.goal and planning_truth(d).cost == 0),
    "no goal": ("corners", lambda d: d.variables and not d.goal),
    "no actions": ("corners", lambda d: d.variables and not d.actions),
    "no variables": ("corners", lambda d: not d.variables),
    "one value": ("corners", lambda d: any(len(domain) == 1 for _, domain, _ in d.variables)),
    "shared labels": ("labels", lambda d: len({a.label for a in d.actions}) < len(set(d.actions))),
    "the same action twice": ("labels", lambda d: len(set(d.actions)) < len(d.actions)),
    "true invariants": ("exchanges", lambda d: d.invariants and not any(a.label == "jump" for a in d.actions)),
    "false invariants": ("promises", lambda d: any(len(names) > 1 for names in d.invariants)),
    "more than 64 variables": ("crowds", lambda d: len(d.variables) > 64),
    "hundreds of actions": ("crowds", lambda d: len(d.actions) > 200),
    "an exact heuristic": ("guided", lambda d: "exact" in heuristic_names(d)),
    "a sum of tables": ("guided", lambda d: any(len(part) > 1 for h in d.heuristics for part in h.sums)),
    "a maximum": ("guided", lambda d: any(len(h.sums) > 1 for h in d.heuristics)),
    "a function": ("guided", lambda d: "function" in heuristic_names(d)),
    "an inadmissible heuristic": ("guided", lambda d: any(not h.admissible for h in d.heuristics)),
    "an inconsistent heuristic": ("guided", lambda d: any(h.admissible and not h.consistent for h in d.heuristics)),
    "dead ends": ("guided", lambda d: any(None in t.entries for h in d.heuristics for part in h.sums for t in part)),
}


@pytest.mark.parametrize("corner", CORNERS)
def test_every_corner_of_planning_occurs(corner: str) -> None:
    family, occurs = CORNERS[corner]
    assert any(occurs(data) for data in problems(family) if isinstance(data, PlanningData))


@pytest.mark.parametrize("family", groups()["puzzles"])
def test_instances_of_a_puzzle_are_read_again_and_known_to_the_oracle(family: str) -> None:
    cases = [case_of(generate(family, seed)) for seed in range(12)]
    assert all(isinstance(case.data, PuzzleData) for case in cases)
    assert sum(case.truth is not None for case in cases) >= 8
    assert len({case.data for case in cases}) > 4


def test_an_unknown_family_is_an_error_that_names_the_others() -> None:
    with pytest.raises(ModelError, match="there is no family 'sudoku'; there are: sums"):
        generate("sudoku", 1)
