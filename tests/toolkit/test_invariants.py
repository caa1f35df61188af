"""Declared invariants: what is proven is passed on, and a false one changes no answer."""

from __future__ import annotations

import random

import pytest

from copla import PlanningProblem, Status, solve
from copla.ground.errors import ModelError
from copla.language.invariants import different_places, different_variables, mutex_groups
from copla.plugins.algorithms import ALGORITHMS
from tests.tasks import distances, optimum, random_task

BACKENDS = ("search", "native", "cp-sat", "forward-checking", "python-constraint", "sat")


def rooms(*moves: str, start: str = "ab") -> PlanningProblem:
    """Two things in rooms a to c; a move "1ab" takes thing 1 from a to b, "s" lets them change places."""
    problem = PlanningProblem("rooms")
    things = [problem.variable(f"thing {i}", "abc", room) for i, room in enumerate(start)]
    for move in moves:
        if move == "s":
            problem.action("swap", {things[0]: "a", things[1]: "b"}, {things[0]: "b", things[1]: "a"})
        else:
            thing = things[int(move[0])]
            problem.action(f"move {move}", {thing: move[1]}, {thing: move[2]})
    problem.all_different(things)
    return problem


def test_a_value_is_proven_if_nobody_gives_it_to_more_than_one() -> None:
    assert mutex_groups(rooms("s")) == [((0, 0), (1, 0)), ((0, 1), (1, 1)), ((0, 2), (1, 2))]
    assert different_variables(rooms("s")) == different_places(rooms("s")) == [(0, 1)]
    assert mutex_groups(rooms("s", "0ac")) == [((0, 0), (1, 0)), ((0, 1), (1, 1))]
    assert different_variables(rooms("s", "0ac")) == []
    assert mutex_groups(rooms("s", start="bb")) == [((0, 0), (1, 0)), ((0, 2), (1, 2))]


def test_values_of_different_domains_differ_but_their_places_need_not() -> None:
    problem = PlanningProblem("two domains")
    a, b = problem.variable("a", [1, 2], 1), problem.variable("b", [2, 1], 2)
    problem.action("swap", {a: 1, b: 2}, {a: 2, b: 1})
    problem.all_different([a, b])
    assert mutex_groups(problem) == [((0, 0), (1, 1)), ((0, 1), (1, 0))]
    assert different_variables(problem) == [(0, 1)]
    assert different_places(problem) == []


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_false_invariant_changes_no_answer(backend: str) -> None:
    meeting = rooms("0ab")
    meeting.set_goal({meeting["thing 0"]: "b"})
    result = solve(meeting, backend)
    assert (result.status, result.cost) == (Status.OPTIMAL, 1)


@pytest.mark.parametrize("backend", BACKENDS)
def test_random_tasks_with_random_invariants_are_answered_as_without(backend: str) -> None:
    for seed in range(25):
        problem = random_task(seed)
        chance = random.Random(seed)
        for _ in range(2):
            problem.all_different(chance.sample(problem.variables, 2))
        best = optimum(problem)
        result = solve(problem, backend)
        assert result.cost == best, seed
        assert result.status is (Status.INFEASIBLE if best is None else Status.OPTIMAL), seed


@pytest.mark.parametrize("prune", ["parent", "moves"])
def test_pruning_by_invariants_relies_on_proven_ones_only(prune: str) -> None:
    """Things in cells of a row, one variable a thing, with free cells or without: the search for what leads back."""
    for seed in range(60):
        chance = random.Random(seed)
        problem = PlanningProblem("row")
        cells = range(4)
        places = chance.sample(cells, 3) if seed % 2 else [chance.choice(cells) for _ in range(3)]
        things = [problem.variable(f"thing {i}", cells, place) for i, place in enumerate(places)]
        for i, thing in enumerate(things[1:], 1):
            for here in cells:
                for there in cells:
                    if abs(here - there) == 1:  # thing 0 changes places with another
                        problem.action(
                            f"{i} {here}{there}", {things[0]: there, thing: here}, {things[0]: here, thing: there}
                        )
        problem.all_different(things)
        goal = chance.choice(sorted(distances(problem)))
        problem.set_goal({v: v.domain[x] for v, x in zip(problem.variables, goal, strict=True)})
        options = {"algorithm": "idastar", "prune": prune, "heuristic": "blind"}
        assert "prune" in ALGORITHMS["idastar"].reads
        assert solve(problem, "native", options=options).cost == optimum(problem), seed


def test_a_variable_stands_once_in_an_invariant() -> None:
    """Twice, "at most one of them has this value" would say that nobody has it."""
    problem = rooms("s")
    first, second = problem.variables
    with pytest.raises(ModelError, match="variable 'thing 0' stands twice in an invariant"):
        problem.all_different([first, first, second])
    problem.invariants.append((0, 0, 1))
    with pytest.raises(ModelError, match="variable 'thing 0' stands twice in an invariant"):
        solve(problem, "cp-sat")
