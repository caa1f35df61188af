"""Problems built and changed by hand: what a backend sees is checked, whatever way it came into the problem."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from itertools import product
from typing import Any

import pytest

import copla
from copla import (
    ConstraintProblem,
    Function,
    ModelError,
    PlanningProblem,
    Solution,
    all_different,
    clause,
    cross_check,
    explain,
    if_else,
    iff,
    max_of,
    solve,
    suitable_backends,
    table,
    total,
    violations,
)
from copla.ground.limits import Limits
from copla.language import lists, paths
from copla.language.constraint_problem import Objective
from copla.language.expressions import Expression, Variable
from copla.language.lists import Distinct
from copla.language.logic import Combined, Relation
from copla.language.operations import Product
from copla.language.planning_problem import StateVariable
from tests.conftest import CONSTRAINT_BACKENDS

EVERY = Limits(solutions=None)
SMALL_DEAL = "S2 D1\nS1 D2\nC1 H1\nC2 H2\n"


def pair() -> tuple[Any, Any, Any]:
    problem = ConstraintProblem("pair")
    return problem, problem.variable("x", range(-1, 3)), problem.variable("y", range(3))


build: Any = copla  # what is built here fits no type
STRANGER = ConstraintProblem().variable("s", range(3))

NONSENSE: dict[str, Callable[[Any, Any], Any]] = {
    "no constraint": lambda x, y: "x < y",
    "nothing": lambda x, y: None,
    "an expression": lambda x, y: x + y,
    "a literal": lambda x, y: build.Literal(x, 1),
    "a class": lambda x, y: build.Linear,
    "a term that is a number": lambda x, y: build.Linear((3,), "==", 0),
    "terms that are a number": lambda x, y: build.Linear(3, "==", 0),
    "three in a term": lambda x, y: build.Linear(((1, x, y),), "==", 0),
    "swapped": lambda x, y: build.Linear(((x, 1),), "==", 0),
    "half a coefficient": lambda x, y: build.Linear(((0.5, x),), "==", 0),
    "a true coefficient": lambda x, y: build.Linear(((True, x),), "==", 0),
    "an unknown comparison": lambda x, y: build.Linear(((1, x),), "=", 0),
    "a list as comparison": lambda x, y: build.Linear(((1, x),), [], 0),
    "a bound of a half": lambda x, y: build.Linear(((1, x),), "==", 0.5),
    "a true bound": lambda x, y: build.Linear(((1, x),), "==", True),
    "no bound": lambda x, y: build.Linear(((1, x),), "==", None),
    "a huge bound": lambda x, y: build.Linear(((1, x),), "<=", 2**53 + 1),
    "a bound beyond the range beside a sum": lambda x, y: build.Linear((), "<=", 2**60),
    "a huge coefficient": lambda x, y: build.Linear(((2**52, x), (2**52, y)), "<=", 0),
    "a huge sum of repeated terms": lambda x, y: build.Linear(((2**51, x),) * 3, "<=", 0),
    "a name as variable": lambda x, y: build.AllDifferent(("x", "y")),
    "an all-different over a sum": lambda x, y: build.AllDifferent((x, y + 1)),
    "an all-different with one twice": lambda x, y: build.AllDifferent((x, y, x)),
    "an all-different over one": lambda x, y: build.AllDifferent(x),
    "a label that is a number": lambda x, y: build.AllDifferent((x, y), label=5),
    "a clue that is a number": lambda x, y: build.AllDifferent((x, y), clue=1),
    "a table without variables": lambda x, y: build.Table((), (), allowed=False),
    "a table of the empty row": lambda x, y: build.Table((), ((),)),
    "a table with one twice": lambda x, y: build.Table((x, x), ((1, 1),)),
    "a short row": lambda x, y: build.Table((x, y), ((1,),)),
    "a row that is a number": lambda x, y: build.Table((x,), (1,)),
    "rows that are a number": lambda x, y: build.Table((x,), 1),
    "a row of a text": lambda x, y: build.Table((x,), (("1",),)),
    "a row of a list": lambda x, y: build.Table((x,), (([],),)),
    "a row of a float": lambda x, y: build.Table((x,), ((1.0,),)),
    "a true row": lambda x, y: build.Table((x,), ((True,),)),
    "a huge row": lambda x, y: build.Table((x,), ((2**53 + 1,),)),
    "a table allowed by a text": lambda x, y: build.Table((x,), ((1,),), allowed="no"),
    "a clause of constraints": lambda x, y: build.Clause((x == 1,)),
    "a clause of a literal without its list": lambda x, y: build.Clause(build.Literal(x, 1)),
    "a literal of a name": lambda x, y: build.Clause((build.Literal("x", 1),)),
    "a literal of a half": lambda x, y: build.Clause((build.Literal(x, 0.5),)),
    "a huge literal": lambda x, y: build.Clause((build.Literal(x, -(2**53) - 1),)),
    "a literal with a doubtful sign": lambda x, y: build.Clause((build.Literal(x, 1, 0),)),
    "a variable of another problem": lambda x, y: STRANGER < 2,
    "a variable of nobody": lambda x, y: build.Linear(((1, Variable("x", (0, 1), 0)),), "==", 1),
    "a comparison of a text": lambda x, y: Relation(x, "<", "y"),  # type: ignore[arg-type]
    "a product with a stranger": lambda x, y: x * STRANGER == 1,
    "a product beyond the range": lambda x, y: (2**30 * x) * (2**30 * y) >= 1,
    "a product of nothing": lambda x, y: Relation(Product(), "==", x),
    "a sum of a half": lambda x, y: Relation(Expression(((0.5, x),)), "<", x * y),  # type: ignore[arg-type]
    "an all-different of texts": lambda x, y: Distinct(("x", "y")),  # type: ignore[arg-type]
    "a duration that may be negative": lambda x, y: build.no_overlap([build.interval(y, x), build.interval(y, 1)]),
    "a capacity that may be negative": lambda x, y: build.cumulative([build.interval(y, 1)], [1], x),
    "a constraint too deep in others": lambda x, y: reduce(lambda c, _: ~c, range(300), x * y == 2),
    "a number in place of a constraint": lambda x, y: Combined("and", (x + y,)),
    "a clause with a stranger": lambda x, y: clause([x == 1, STRANGER == 1]),
}


LISTED: Any = [[0, None]]

INSIDE: dict[str, Callable[[Any, Any], Any]] = {
    "rows that are lists": lambda x, y: ~build.Table((x, y), [[0, 1]]),
    "rows that are lists, joined": lambda x, y: build.Table((x, y), [[0, 1]]) & (x == 0),
    "a coefficient of nothing": lambda x, y: build.Linear(((0, x),), "==", 0) | (y == 1),
    "a coefficient of nothing, denied": lambda x, y: ~build.Linear(((0, x),), "==", 0) & (y == 1),
    "a coefficient of nothing as a condition": lambda x, y: build.implies(build.Linear(((0, x),), "!=", 0), y == 1),
    "a variable twice": lambda x, y: build.Linear(((1, x), (2, x)), "<=", 3) & (y == 1),
    "a clause of a coefficient of nothing": lambda x, y: build.clause([build.Linear(((0, x),), "==", 0), y == 1]),
    "no comparison, denied": lambda x, y: ~build.Linear(((1, x),), "~", 0),
    "short rows that are lists": lambda x, y: lists.Rows((x, y), LISTED),
    "short rows of another width": lambda x, y: lists.Rows((x, y), ((0,),)),
    "numbers without values": lambda x, y: lists.Cardinality((x, y), (1,), ()),
    "a value that is counted twice": lambda x, y: lists.Cardinality((x, y), (1, 1), (x, y)),
    "words of two lengths": lambda x, y: lists.Lexicographic((x,), (x, y)),
    "an inverse of two lengths": lambda x, y: paths.Inverse((x,), (x, y)),
    "a step to nowhere": lambda x, y: paths.Regular((x, y), 1, ((0, 1, 1),), (0,)),
    "two steps with one value": lambda x, y: paths.Regular((x, y), 2, ((0, 1, 1), (0, 1, 0)), (0,)),
    "a denied duration below zero": lambda x, y: ~build.no_overlap([build.interval(y, x), build.interval(0, 2)]),
    "a demand below zero": lambda x, y: (x == 1) | build.cumulative([build.interval(y, 1)], [x], 1),
    "a capacity below zero": lambda x, y: build.cumulative([build.interval(y, 1)], [1], x) + (x == 1) >= 1,
    "a condition with a duration below zero": lambda x, y: (
        build.if_else(build.no_overlap([build.interval(y, x)]), x, y) == 1
    ),
    "a set in place of a list": lambda x, y: build.element({3, 5}, y) == 3,
    "a set in place of an order": lambda x, y: build.increasing({x, y}),
    "a dict in place of a list": lambda x, y: build.element({0: 5, 1: 7}, y) == 5,
    "a dict of variables": lambda x, y: build.all_different({x: 1, y: 2}),
    "a set of the variables of a table": lambda x, y: build.table({x, y}, [(0, 1)]),
}


@pytest.mark.parametrize("made", INSIDE.values(), ids=INSIDE)
def test_nonsense_is_refused_inside_of_others_and_of_lists(made: Callable[[Any, Any], Any]) -> None:
    problem, x, y = pair()
    with pytest.raises(ModelError) as refused:
        problem.add(made(x, y))
    assert "\n" not in str(refused.value)
    assert problem.constraints == []


def test_an_objective_with_a_duration_below_zero_is_refused() -> None:
    problem, x, y = pair()
    with pytest.raises(ModelError, match="a duration is never negative, 'x' could be -1"):
        problem.minimize(build.if_else(build.no_overlap([build.interval(y, x)]), x, y))
    assert problem.objective is None


@pytest.mark.parametrize("made", NONSENSE.values(), ids=NONSENSE)
def test_nonsense_is_refused_by_add_and_when_a_run_starts(made: Callable[[Any, Any], Any]) -> None:
    problem, x, y = pair()
    with pytest.raises(ModelError) as caught:
        problem.add(made(x, y))
    assert "\n" not in str(caught.value)
    assert problem.constraints == []
    for hand_to_a_backend in (
        lambda: solve(problem, "native"),
        lambda: solve(problem),
        lambda: cross_check(problem),
        lambda: suitable_backends(problem),
        lambda: explain(problem),
        lambda: violations(problem, Solution({"x": 1, "y": 1})),
    ):
        problem.constraints = [x <= 2]
        problem.constraints.append(made(x, y))
        with pytest.raises(ModelError):
            hand_to_a_backend()
    with pytest.raises(ModelError):
        solve(problem.restricted([made(x, y)]), "native")


ODD: dict[str, tuple[Callable[[Any, Any], Any], Callable[[int, int], bool]]] = {
    "a zero coefficient": (lambda x, y: build.Linear(((0, x),), "==", 0), lambda x, y: True),
    "zero beside another": (lambda x, y: build.Linear(((0, x), (1, y)), "==", 0), lambda x, y: y == 0),
    "a term twice": (lambda x, y: build.Linear(((1, x), (2, x), (1, y)), "<=", 3), lambda x, y: 3 * x + y <= 3),
    "terms that cancel out": (lambda x, y: build.Linear(((1, x), (-1, x)), ">", 0), lambda x, y: False),
    "no term, true": (lambda x, y: build.Linear((), "<=", 0), lambda x, y: True),
    "no term, false": (lambda x, y: build.Linear((), ">", 0), lambda x, y: False),
    "a term in a list": (lambda x, y: build.Linear(([1, x], (1, y)), "==", 2), lambda x, y: x + y == 2),
    "terms in a list": (lambda x, y: build.Linear([[1, x], (1, y)], "==", 2), lambda x, y: x + y == 2),
    "an empty all-different": (lambda x, y: build.AllDifferent(()), lambda x, y: True),
    "an all-different of one": (lambda x, y: build.AllDifferent((x,)), lambda x, y: True),
    "an all-different of a list": (lambda x, y: build.AllDifferent([x, y]), lambda x, y: x != y),
    "rows in lists": (lambda x, y: build.Table([x, y], [[1, 2], [0, 1]]), lambda x, y: (x, y) in ((1, 2), (0, 1))),
    "a row twice": (lambda x, y: build.Table((x, y), ((1, 2), (1, 2))), lambda x, y: (x, y) == (1, 2)),
    "no row": (lambda x, y: build.Table((x, y), ()), lambda x, y: False),
    "no row forbidden": (lambda x, y: build.Table((x, y), (), allowed=False), lambda x, y: True),
    "rows outside": (lambda x, y: build.Table((x,), ((99,), (1,)), allowed=False), lambda x, y: x != 1),
    "literals in a list": (
        lambda x, y: build.Clause([build.Literal(x, 1), build.Literal(y, 2)]),
        lambda x, y: x == 1 or y == 2,
    ),
    "a literal twice": (lambda x, y: build.Clause((build.Literal(x, 1), build.Literal(x, 1))), lambda x, y: x == 1),
    "a literal and its opposite": (
        lambda x, y: build.Clause((build.Literal(x, 1), build.Literal(x, 1, False))),
        lambda x, y: True,
    ),
    "a literal outside": (
        lambda x, y: build.Clause((build.Literal(x, 99), build.Literal(y, 99, False))),
        lambda x, y: True,
    ),
    "the empty clause": (lambda x, y: build.Clause(()), lambda x, y: False),
}


@pytest.mark.parametrize("backend", CONSTRAINT_BACKENDS)
@pytest.mark.parametrize(("made", "meant"), ODD.values(), ids=ODD)
def test_odd_constraints_mean_what_they_say(
    backend: str, made: Callable[[Any, Any], Any], meant: Callable[[int, int], bool]
) -> None:
    right = [pair for pair in product(range(-1, 3), range(3)) if meant(*pair)]
    for way in ("add", "append", "restricted"):
        problem, x, y = pair()
        if way == "add":
            problem.add(made(x, y))
        elif way == "append":
            problem.constraints.append(made(x, y))
        else:
            problem = problem.restricted([made(x, y)])
        result = solve(problem, backend, limits=EVERY)
        assert sorted((s.values["x"], s.values["y"]) for s in result.solutions) == right
        assert result.complete or not right


def test_a_checked_constraint_is_not_checked_again() -> None:
    problem, x, y = pair()
    stored = problem.add(table([x, y], [(1, 2), (0, 0)]))
    problem.add(all_different([x, y]))
    before = list(problem.constraints)
    problem.check()
    assert all(now is then for now, then in zip(problem.constraints, before, strict=True))
    problem.constraints.append(build.Linear(((1, x), (1, x)), "==", 2))
    problem.check()
    assert problem.constraints[0] is stored
    assert str(problem.constraints[-1]) == "2*x == 2"


def test_what_changes_after_a_check_is_checked_again() -> None:
    problem: Any = ConstraintProblem()
    x, y = problem.variable("x", range(3)), problem.variable("y", range(3))
    problem.add(x < y)
    assert (len(solve(problem, "native", limits=EVERY).solutions), problem.flat) == (3, True)
    problem.constraints[0] = x * y == 2
    assert (len(solve(problem, "native", limits=EVERY).solutions), problem.flat) == (2, False)
    problem.constraints[0] = x > y
    assert (len(solve(problem, "native", limits=EVERY).solutions), problem.flat) == (3, True)
    problem.constraints.append("x == y")
    with pytest.raises(ModelError):
        solve(problem, "native", limits=EVERY)
    problem.constraints.pop()
    problem.minimize(x)
    problem.later_objectives = ("y",)
    with pytest.raises(ModelError):
        solve(problem, "native")


def test_variables_put_in_by_hand_are_refused() -> None:
    for change in (
        lambda p: p.variables.append(STRANGER),
        lambda p: p.variables.pop(),
        lambda p: p.variables.reverse(),
        lambda p: p.variables.__setitem__(0, Variable("x", (5, 6), 0)),
        lambda p: setattr(p, "variables", ()),
    ):
        problem, x, y = pair()
        problem.add(x < y)
        change(problem)
        with pytest.raises(ModelError, match="the variables of 'pair' were changed by hand"):
            solve(problem, "native")


def test_constraints_that_are_no_list_are_refused() -> None:
    problem, *_ = pair()
    problem.constraints = None
    with pytest.raises(ModelError, match="found None"):
        solve(problem)


def test_constraints_that_can_be_gone_through_once_are_all_kept() -> None:
    problem, x, y = pair()
    made = [problem.add(x < y), problem.add(y <= 1)]
    problem.constraints = iter(made)
    problem.check()
    assert problem.constraints == made


def test_what_is_no_problem_is_refused() -> None:
    nothing: Any
    for nothing in (None, 5, "x < y", ConstraintProblem):
        with pytest.raises(ModelError, match="expected a ConstraintProblem or a PlanningProblem"):
            solve(nothing)


@pytest.mark.parametrize(
    "wrong", ["x", None, 1.5, True, [1], lambda x: x * STRANGER, lambda x: STRANGER, lambda x: 2**53 * x]
)
def test_objectives_that_make_no_sense_are_refused(wrong: Any) -> None:
    problem, x, _ = pair()
    for state in (problem.minimize, problem.maximize):
        with pytest.raises(ModelError):
            state(wrong(x) if callable(wrong) else wrong)
    assert problem.objective is None


@pytest.mark.parametrize("backend", CONSTRAINT_BACKENDS)
def test_objectives_without_a_variable_have_one_value(backend: str) -> None:
    problem, x, y = pair()
    problem.add(x == y)
    for objective, cost in ((3, 3), (x - x, 0), (x - x - 7, -7)):
        problem.minimize(objective)
        result = solve(problem, backend)
        assert (result.status.value, result.cost, result.bound) == ("optimal", cost, cost)


@pytest.mark.parametrize("backend", CONSTRAINT_BACKENDS)
def test_objectives_set_by_hand_are_checked(backend: str) -> None:
    problem, x, y = pair()
    problem.objective = Objective("maximize", ((1, x), (0, y), (1, x)), 5)
    result = solve(problem, backend)
    assert (result.status.value, result.cost) == ("optimal", 9)
    unknown: Any = "best"
    for wrong in (x, 3, Objective(unknown, ((1, x),)), Objective("minimize", ((1, STRANGER),))):
        problem.objective = wrong
        with pytest.raises(ModelError):
            solve(problem, backend)


def corridor() -> tuple[Any, Any]:
    problem = PlanningProblem("corridor")
    place = problem.variable("place", range(4), 0)
    for here in range(3):
        problem.action(f"to {here + 1}", {place: here}, {place: here + 1})
    problem.set_goal({place: 3})
    return problem, place


@pytest.mark.parametrize(
    "action",
    [
        "to 3",
        None,
        build.Action(5, (), (), 1),
        build.Action("a", None, (), 1),
        build.Action("a", ((0, 0, 0),), (), 1),
        build.Action("a", ((0, 9),), (), 1),
        build.Action("a", ((9, 0),), (), 1),
        build.Action("a", ((-1, 0),), (), 1),
        build.Action("a", ((0, 0), (0, 1)), (), 1),
        build.Action("a", (), ((0, 1),), 1),
        build.Action("a", ((0, 1),), ((0, 1),), 1),
        build.Action("a", ((0, 0),), ((0, 7),), 1),
        build.Action("a", ((0, 0),), ((0, 1),), -1),
        build.Action("a", ((0, 0),), ((0, 1),), 2**53 + 1),
        build.Action("a", ((0, 0),), ((0, 1),), 0.5),
        build.Action("a", ((0, 0),), ((0, 1),), True),
        build.Action("a", ((0, "1"),), (), 1),
        build.Action("a", ((0, True),), (), 1),
    ],
)
def test_actions_that_make_no_sense_are_refused_when_a_run_starts(action: Any) -> None:
    asked: tuple[Callable[[PlanningProblem], object], ...] = (
        lambda problem: solve(problem, "native"),
        lambda problem: solve(problem, "search"),
        lambda problem: cross_check(problem),
        lambda problem: violations(problem, Solution(moves=())),
    )
    for ask in asked:
        problem, _ = corridor()
        problem.actions.append(action)
        with pytest.raises(ModelError):
            ask(problem)


def test_actions_by_hand_are_brought_into_order() -> None:
    problem: Any = PlanningProblem()
    for name in "ab":
        problem.variable(name, ["off", "on"], "off")
    problem.actions.append(build.Action("both", [(1, 0), (0, 0)], [(1, 1), (0, 1)], 4))
    problem.goal = [(1, 1), (0, 1)]
    for backend in ("native", "search", "cp-sat"):
        assert solve(problem, backend).best.moves == ("both",)
    (both,) = problem.actions
    assert (both.label, both.condition, both.effects, both.cost) == ("both", ((0, 0), (1, 0)), ((0, 1), (1, 1)), 4)


def test_a_plan_is_checked_with_the_actions_of_the_moment() -> None:
    problem, _ = corridor()
    plan = solve(problem, "search").best
    assert violations(problem, plan) == []
    kept = problem.actions[0]
    problem.actions[0] = build.Action("another", kept.condition, kept.effects, kept.cost)
    assert violations(problem, plan) == [f"step 1, {kept.label}: there is no such move"]
    problem.actions[0] = kept
    assert violations(problem, plan) == []


def test_goals_invariants_and_variables_by_hand_are_checked() -> None:
    for change in (
        lambda p: setattr(p, "goal", ((0, 9),)),
        lambda p: setattr(p, "goal", None),
        lambda p: setattr(p, "actions", None),
        lambda p: p.invariants.append((0, 5)),
        lambda p: p.invariants.append(3),
        lambda p: p.variables.append(StateVariable("b", (1, 2), 0, 1)),
        lambda p: p.variables.clear(),
    ):
        problem, _ = corridor()
        change(problem)
        with pytest.raises(ModelError):
            solve(problem, "native")


def test_planning_nonsense_is_refused_when_it_is_stated() -> None:
    problem, place = corridor()
    for state in (
        lambda: problem.variable("b", [1.5], 1.5),
        lambda: problem.variable("b", [[1]], [1]),
        lambda: problem.variable("b", [True, False], True),
        lambda: problem.action(5, {}, {}),
        lambda: problem.action("a", None, {}),
        lambda: problem.action("a", {"place": 1}, {}),
        lambda: problem.action("a", {place: [1]}, {}),
        lambda: problem.action("a", {place: True}, {}),
        lambda: problem.set_goal([place]),
        lambda: problem.all_different(["place"]),
    ):
        with pytest.raises(ModelError):
            state()  # type: ignore[no-untyped-call]


def short_cut(problem: PlanningProblem) -> Any:
    initial = tuple(enumerate(problem.initial_state))
    return build.Action("at once", initial, tuple(fact for fact in problem.goal if fact not in initial), 1)


def by_method(problem: PlanningProblem) -> None:
    action = short_cut(problem)
    condition, effects = (
        {problem.variables[v]: problem.variables[v].domain[place] for v, place in facts}
        for facts in (action.condition, action.effects)
    )
    problem.action(action.label, condition, effects)


def by_hand(problem: PlanningProblem) -> None:
    problem.actions.append(short_cut(problem))


@pytest.mark.parametrize("change", [by_method, by_hand])
@pytest.mark.parametrize(("puzzle", "text"), [("tiles", "2 1 3\n4 5 6\n7 8 0\n"), ("freecell", SMALL_DEAL)])
def test_a_short_cut_of_ones_own_is_found_in_a_puzzle(
    puzzle: str, text: str, change: Callable[[PlanningProblem], None]
) -> None:
    """A structure is believed only while the problem is as the puzzle made it."""
    problem = copla.puzzle(puzzle).problem(copla.puzzle(puzzle).parse(text, "test"))
    assert isinstance(problem, PlanningProblem)
    assert problem.structure is not None
    assert solve(problem, "native").cost != 1
    assert problem.structure is not None
    change(problem)
    assert problem.structure is None
    assert solve(problem, "native").best.moves == ("at once",)


def test_a_structure_is_forgotten_with_every_part_that_changes() -> None:
    for change in (
        lambda p: p.actions.pop(),
        lambda p: p.actions.reverse(),
        lambda p: p.variables.append(StateVariable("new", (1, 2), 0, 9)),
        lambda p: p.variable("new", (1, 2), 1),
        lambda p: p.set_goal({}),
        lambda p: setattr(p, "goal", p.goal[1:]),
        lambda p: p.heuristic("manhattan", lambda: Function(lambda _: 0), admissible=True, consistent=True, summary=""),
    ):
        tiles = copla.puzzle("tiles")
        problem = tiles.problem(tiles.parse("1 2 3\n4 5 6\n7 0 8\n", "test"))
        assert isinstance(problem, PlanningProblem)
        assert problem.structure is not None
        change(problem)
        assert problem.structure is None


def test_what_is_no_list_is_refused_in_one_line() -> None:
    constraints, planning = ConstraintProblem(), PlanningProblem()
    calls: list[Callable[[], object]] = [
        lambda: constraints.variable("x", 3),  # type: ignore[arg-type]
        lambda: planning.variable("x", 3, 0),  # type: ignore[arg-type]
        lambda: planning.all_different(3),  # type: ignore[arg-type]
        lambda: copla.total(3),  # type: ignore[arg-type]
        lambda: copla.clause(3),  # type: ignore[arg-type]
    ]
    for call in calls:
        with pytest.raises(ModelError, match=r"found 3|is 3"):
            call()


def test_parts_that_are_used_again_and_again_are_refused_before_they_explode() -> None:
    problem = ConstraintProblem()
    x = problem.variable("x", range(2))
    power, condition, chain = x * x, x == 1, x * x == 1
    for _ in range(40):
        power, condition, chain = power * power, iff(condition, condition), chain & chain
    for constraint in (power == 1, condition, x**1_000_000_000 == 1, max_of([power, 1]) > 0):
        with pytest.raises(ModelError, match=r"written out more than 50,000 times: give them a variable of their own"):
            problem.add(constraint)
    problem.add(chain)  # one and the same, forty times
    problem.add(x**1000 == 1)
    assert solve(problem).best.values == {"x": 1}


@pytest.mark.slow
def test_a_part_that_stands_in_very_many_others_is_no_explosion() -> None:
    problem = ConstraintProblem()
    row, x = problem.array("row", 60_000, range(2)), problem.variable("x", range(2))
    condition = iff(x == 1, row[0] == 1)
    problem.maximize(total(if_else(condition, one, 0) for one in row))
    assert problem.objective is not None
