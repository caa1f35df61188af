"""Options and limits: one range of numbers, every value checked, and nothing that a problem has no use for."""

from __future__ import annotations

import re
from typing import Any

import pytest

import copla
from copla import Limits, ModelError, Option
from copla.language.problem import kind_of
from copla.plugins.options import applies, only_for, read_options


@pytest.mark.parametrize(
    ("option", "value", "expected"),
    [
        (Option("width", 5, ""), 2**63, "a whole number from -2**53 to 2**53"),
        (Option("width", 5, "", least=1), "9" * 5000, "a whole number from 1 to 2**53"),
        (Option("width", 5, "", least=1), True, "a whole number from 1 to 2**53"),
        (Option("width", 1, ""), True, "a whole number"),
        (Option("width", 5, ""), 5.5, "a whole number"),
        (Option("width", 5, ""), [1], "a whole number"),
        (Option("weight", 2.0, "", least=0), "nan", "a number of at least 0"),
        (Option("weight", 2.0, "", least=0), float("nan"), "a number of at least 0"),
        (Option("weight", 2.0, "", least=0), "inf", "a number of at least 0"),
        (Option("weight", 2.0, "", least=0), "1e400", "a number of at least 0"),
        (Option("weight", 2.0, "", least=0), 10**400, "a number of at least 0"),
        (Option("weight", 2.0, "", most=9), -1e300, "a number from -2**53 to 9"),
        (Option("weight", 2.0, "", least=0, most=9), "9.5", "a number from 0 to 9"),
        (Option("weight", 2.0, ""), True, "a number"),
        (Option("fast", True, ""), 1, "true or false"),
        (Option("name", "a", ""), ["b"], "text"),
        (Option("name", None, ""), {"b": 1}, "text"),
    ],
    ids=lambda value: value.name if isinstance(value, Option) else type(value).__name__,
)
def test_values_out_of_range_and_of_other_types_are_refused(option: Option, value: object, expected: str) -> None:
    with pytest.raises(ModelError) as caught:
        read_options((option,), {option.name: value}, "test")
    assert f", expected {expected}" in str(caught.value)
    assert len(str(caught.value)) < 200


def test_options_for_another_kind_of_problem_are_refused_like_unknown_ones() -> None:
    declared = (*only_for("planning", [Option("width", 5, "")]), Option("seed", 0, ""))
    assert read_options(declared, {"width": 7}, "test", "planning") == {"width": 7, "seed": 0}
    assert read_options(declared, {"seed": 7}, "test", "constraints") == {"width": 5, "seed": 7}
    with pytest.raises(ModelError, match=r"^test has no option 'width' for constraint problems; its options: seed$"):
        read_options(declared, {"width": 7}, "test", "constraints")
    with pytest.raises(ModelError, match=r"^test has no option 'foo'; its options: seed$"):
        read_options(declared, {"foo": 7}, "test", "constraints")
    with pytest.raises(ModelError, match="expected options by their names"):
        read_options(declared, ["seed"], "test")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "limits",
    [
        {"seconds": float("nan")}, {"seconds": -1}, {"seconds": float("inf")}, {"seconds": 1e400}, {"seconds": True},
        {"seconds": "1"}, {"seconds": 10**400}, {"solutions": 0}, {"solutions": -1}, {"solutions": 2**70},
        {"solutions": True}, {"solutions": 1.0}, {"solutions": "2"}, {"bytes": -1}, {"bytes": 1.5}, {"bytes": True},
        {"bytes": 2**64}, {"bytes": "1GB"},
    ],
    ids=lambda limits: next(f"{name} {type(value).__name__}" for name, value in limits.items()),
)  # fmt: skip
def test_limits_that_make_no_sense_are_refused(limits: dict[str, Any]) -> None:
    with pytest.raises(ModelError, match="expected"):
        Limits(**limits)


def every_option() -> list[tuple[str, Option]]:
    return [(name, option) for name in copla.backend_names() for option in copla.backend(name).options]


@pytest.mark.parametrize(("backend", "option"), every_option(), ids=lambda value: getattr(value, "name", value))
def test_every_option_of_every_backend_refuses_what_no_engine_can_take(backend: str, option: Option) -> None:
    if option.type is str and not option.choices:
        return
    values: tuple[object, ...] = (2**63, -(2**63), 2**64, float("nan"), float("inf"), "1e400", [], {})
    for value in values:
        with pytest.raises(ModelError, match=f"option {option.name} is .*, expected "):
            read_options((option,), {option.name: value}, backend)


@pytest.mark.parametrize("backend", ["native", "search", "forward-checking", "cp-sat", "python-constraint", "sat"])
def test_options_that_a_problem_has_no_use_for_are_refused(backend: str) -> None:
    problem = copla.ConstraintProblem()
    problem.variable("x", range(2))
    for options in ({"heuristic": "foo"}, {"algorithm": "foo"}, {"foo": 1}):
        with pytest.raises(ModelError, match=r"foo|heuristic|algorithm"):
            copla.solve(problem, backend, options=options)
        try:
            checked = copla.cross_check(problem, [backend], options={backend: options})
        except ModelError as error:
            said = str(error)
        else:  # only a run can tell that this problem has no such heuristic: that run has failed
            said = checked.failures[backend]
        assert re.search(r"foo|heuristic|algorithm", said)


ASK_FOR_RESOURCES = ("table", "workers", "threads", "pdb_total", "pdb_states")


def ends() -> list[tuple[str, str, int]]:
    return [
        (backend, option.name, end)
        for backend, option in every_option()
        for end in (option.least, option.most)
        if end is not None and option.name not in ASK_FOR_RESOURCES
    ]


@pytest.mark.parametrize(("backend", "name", "end"), ends())
def test_options_at_the_ends_of_their_ranges_work(backend: str, name: str, end: int) -> None:
    solver = copla.backend(backend)
    if solver.missing() is not None:
        pytest.skip("it cannot run here")
    [algorithms] = [option.choices for option in solver.options if option.name == "algorithm"] or [()]
    tried = 0
    for problem in (two_numbers(), corridor()):
        here = {option.name for option in solver.options if applies(option, kind_of(problem))}
        if name not in here or solver.refuses(problem) is not None:
            continue
        has_algorithms = "algorithm" in here and name != "below"  # which asks for a proof
        chosen = [None, *({"wastar", "beam", "dfs", "bfs", "idastar"} & {*algorithms} if has_algorithms else ())]
        for algorithm in chosen:
            if backend == "search" and algorithm in ("beam", "bfs", "wastar") and kind_of(problem) == "constraints":
                continue
            result = copla.solve(
                problem, backend, options={name: end, "algorithm": algorithm} if algorithm else {name: end}
            )
            assert result.status in ("solved", "optimal", "unknown")
            tried += 1
    assert tried


def two_numbers() -> copla.ConstraintProblem:
    problem = copla.ConstraintProblem()
    x, y = (problem.variable(name, range(3)) for name in "xy")
    problem.add(x < y)
    return problem


def corridor() -> copla.PlanningProblem:
    problem = copla.PlanningProblem()
    place = problem.variable("place", range(4), 0)
    for here in range(3):
        problem.action(f"to {here + 1}", {place: here}, {place: here + 1})
    problem.set_goal({place: 3})
    return problem
