"""The engine's heuristics without time or memory, with wrong input, and on odd tasks."""

from __future__ import annotations

from typing import Any

import pytest

from copla import Limits, PlanningProblem
from copla.backends.native.engine import _engine, control, ended_by
from copla.backends.native.heuristics import BUILT_IN, OPTIONS
from copla.ground.errors import ModelError
from copla.ground.limits import Watch
from copla.ground.status import Status
from copla.language.heuristics import INFINITE
from copla.language.planning_problem import Action
from copla.plugins.options import read_options
from tests.backends.native.built_in import SEEDS, build, guarini, options_for, random_case, task_of, unlimited


def limited(problem: PlanningProblem, name: str, control: _engine.Control, **options: Any) -> Any:
    return BUILT_IN[name].build(problem, task_of(problem), read_options(OPTIONS, options, "heuristic"), control)


@pytest.mark.parametrize("name", ["pdb", "ipdb", "saturated"])
def test_no_time_for_the_preparation_leaves_an_honest_heuristic(name: str) -> None:
    for seed in SEEDS[:60]:
        problem, distances = random_case(seed)
        heuristic = build(problem, name, preparation=0, **options_for(problem, name))
        assert all(heuristic.estimate(state) <= distance for state, distance in distances.items())
    problem = guarini("4x4")
    assert not build(problem, name, preparation=0, **options_for(problem, name)).finished


@pytest.mark.parametrize("name", ["pdb", "ipdb", "saturated"])
def test_a_limit_of_the_run_ends_the_preparation(name: str) -> None:
    problem = guarini("4x4")
    watch = Watch(Limits(seconds=0))
    watch.begin()
    leash = control(watch)
    assert limited(problem, name, leash, **options_for(problem, name)) is None
    assert ended_by(leash) is Status.TIMEOUT

    watch = Watch()
    watch.begin()
    watch.stop()
    leash = control(watch)
    assert limited(problem, name, leash, **options_for(problem, name)) is None
    assert ended_by(leash) is Status.INTERRUPTED


def test_a_table_that_does_not_fit_ends_with_the_status_memory() -> None:
    problem = guarini("4x4")
    leash = _engine.Control(lambda *counters: 0, -1.0, 50_000)
    assert limited(problem, "pdb", leash, pattern=",".join(v.name for v in problem.variables[:10])) is None
    assert ended_by(leash) is Status.MEMORY
    assert leash.peak_bytes <= 50_000


@pytest.mark.parametrize("name", ["ipdb", "saturated"])
def test_collections_make_do_with_the_memory_that_there_is(name: str) -> None:
    problem = guarini("4x4")
    rich = build(problem, name)
    leash = _engine.Control(lambda *counters: 0, -1.0, 60_000)
    poor = limited(problem, name, leash)
    assert ended_by(leash) is None
    assert 0 < leash.peak_bytes <= 60_000
    assert max(map(len, poor.patterns)) < max(map(len, rich.patterns))
    assert poor.estimate(problem.initial_state) <= rich.estimate(problem.initial_state) == 16


def test_tables_stay_on_the_account_until_they_are_deleted() -> None:
    problem = guarini("4x4")
    pattern = ",".join(v.name for v in problem.variables[:9])  # 19,683 states: 12 bytes each while it is filled
    leash = _engine.Control(lambda *counters: 0, -1.0, 300_000)
    for _ in range(5):
        assert limited(problem, "pdb", leash, pattern=pattern) is not None
    kept = [limited(problem, "pdb", leash, pattern=pattern) for _ in range(5)]
    assert kept[0] is not None
    assert kept[-1] is None
    assert ended_by(leash) is Status.MEMORY


# --- Wrong input and odd tasks


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "needs option pattern"),
        ({"pattern": "r1c1,nowhere"}, "'nowhere', but there is no such variable"),
        ({"pattern": "r1c1, r1c2, r1c1"}, "'r1c1' twice"),
        ({"pattern": "r1c1,r1c2,r1c3", "pdb_states": 26}, "more than 26 abstract states"),
        ({"pattern": "r1c1", "preparation": -1}, "preparation is -1"),
    ],
)
def test_a_wrong_pattern_is_refused_in_one_line(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ModelError, match=message) as error:
        build(guarini("classic-3x3"), "pdb", **options)
    assert "\n" not in str(error.value)


def test_wrong_calls_of_the_engine_are_refused() -> None:
    problem = guarini("classic-3x3")
    task = task_of(problem)
    with pytest.raises(ValueError, match="no heuristic 'best'"):
        _engine.make_heuristic(task, "best", {}, unlimited())
    for pattern in ([0, 0], [-1], [99]):
        with pytest.raises(ValueError, match="pattern names a variable"):
            _engine.make_heuristic(task, "pdb", {"pattern": pattern}, unlimited())
    count = build(problem, "goal-count")
    for state in ((), (0,) * 99, (7, *problem.initial_state[1:]), (-1, *problem.initial_state[1:])):
        with pytest.raises(ValueError, match="value"):
            count.estimate(state)


@pytest.mark.parametrize("name", BUILT_IN)
def test_odd_tasks(name: str) -> None:
    aimless = PlanningProblem()
    a = aimless.variable("a", [0, 1], 0)
    aimless.action("go", {a: 0}, {a: 1}, 5)
    assert build(aimless, name, **options_for(aimless, name)).estimate((0,)) == 0

    stuck = PlanningProblem()
    a, b = stuck.variable("a", [0, 1], 0), stuck.variable("b", ["only"], "only")
    stuck.set_goal({a: 1, b: "only"})
    heuristic = build(stuck, name, **options_for(stuck, name))
    assert heuristic.estimate((0, 0)) == (1 if name == "goal-count" else INFINITE)
    assert heuristic.estimate((1, 0)) == 0

    free = PlanningProblem()
    a = free.variable("a", range(3), 0)
    free.action("1", {a: 0}, {a: 1}, 0)
    free.action("2", {a: 1}, {a: 2}, 0)
    free.set_goal({a: 2})
    assert build(free, name, **options_for(free, name)).estimate((0,)) == (name == "goal-count")


def test_a_domain_of_many_thousands_of_values() -> None:
    """Its operators do not fit into rows of bits: they are listed by value."""
    size = 17_000
    problem = PlanningProblem()
    place, door = problem.variable("place", range(size), 0), problem.variable("door", ["open", "shut"], "shut")
    for i in range(size - 1):  # without the model's checks, which take seconds for such a domain
        problem.actions.append(Action("on", ((0, i),), ((0, i + 1),), 1 + i % 2))
    problem.action("open", {door: "shut", place: 5}, {door: "open"}, 7)
    problem.set_goal({place: size - 1, door: "open"})
    heuristic = build(problem, "pdb", pattern="place,door")
    whole = sum(1 + i % 2 for i in range(size - 1))
    assert heuristic.estimate((0, 1)) == whole + 7
    assert heuristic.estimate((5, 0)) == whole - 7
    assert heuristic.estimate((6, 1)) == INFINITE
