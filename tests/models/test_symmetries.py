"""Symmetries of puzzles: the other instance has the same answer, and its solutions lead back to the first."""

from __future__ import annotations

from typing import Any

import pytest

from copla import Limits, Status, solve
from copla.answers.checker import violations
from copla.fuzzing.dice import Dice
from copla.fuzzing.families import puzzle_instance
from copla.language.constraint_problem import ConstraintProblem
from copla.plugins.puzzle import HasSymmetries, WritesText
from copla.plugins.registry import puzzle, puzzle_names

BY_HAND = {
    "futoshiki": ["rules: adjacent\n. | .   .\n\n.   .   .\n-\n.   .   1\n", "2   .   .\n\n.   .   3\n\n.   .   .\n"],
    "tiles": ["size: 2x3\n2 3 0\n1 5 4\n", "goal: last\n1 2 3\n4 5 6\n0 7 8\n"],
    "klotski": ["######\n#a*..#\n#ab...\n#.bb.#\n######\n"],
    "guarini": ["WxB\n___\nB_W\n"],
    "freecell": ["cells: 2\nS2 H1 D2\nC1 S1 H2\nC2 D1\n"],
}


def instances(name: str) -> list[Any]:
    """Small ones from the generator and mutations of them, and what a generator does not make."""
    chosen = puzzle(name)
    texts = [puzzle_instance(name, Dice(f"{name} symmetries", seed)).text for seed in range(25)]
    return [chosen.parse(text, "symmetries") for text in [*texts, *BY_HAND[name]]]


def answer(name: str, instance: Any) -> Any:
    problem = puzzle(name).problem(instance)
    wanted = None if isinstance(problem, ConstraintProblem) else 1
    return solve(problem, "native", limits=Limits(seconds=20, solutions=wanted))


@pytest.mark.parametrize("name", puzzle_names())
def test_the_answer_follows_and_leads_back(name: str) -> None:
    chosen = puzzle(name)
    assert isinstance(chosen, HasSymmetries)
    assert isinstance(chosen, WritesText)
    moved = 0
    for instance in instances(name):
        problem, first = chosen.problem(instance), answer(name, instance)
        for other in chosen.symmetries(instance):
            again = chosen.parse(chosen.write(other.instance, chosen.forms[0]), "written")
            assert again == other.instance
            second = answer(name, other.instance)
            assert (second.status, second.cost, len(second.solutions)) == (
                first.status,
                first.cost,
                len(first.solutions),
            ), other.words
            for solution in second.solutions:
                assert violations(problem, other.back(solution)) == [], other.words
                moved += other.back(solution) != solution
        assert first.status in (Status.SOLVED, Status.OPTIMAL, Status.INFEASIBLE)
    assert moved > 10, "most solutions look different"


CLASSIC = "*.a\nb.a\nbb.\n...\ngoal:\n...\n...\n...\n*..\n"


@pytest.mark.parametrize("metric", ["steps", "moves", "slides"])
def test_a_classic_klotski_leads_back_in_every_metric(metric: str) -> None:
    text = f"rules: classic\nmetric: {metric}\n{CLASSIC}"
    board = puzzle("klotski").parse(text, "classic")
    first = answer("klotski", board)
    for other in puzzle("klotski").symmetries(board):  # type: ignore[attr-defined]
        second = answer("klotski", other.instance)
        assert (second.status, second.cost) == (first.status, first.cost)
        assert first.status is Status.OPTIMAL
        assert violations(puzzle("klotski").problem(board), other.back(second.best)) == []
