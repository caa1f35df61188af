"""SAS+ and PDDL: what is written is what real readers understand, and what is read is what was meant."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import copla
from copla import ConstraintProblem, FormatError, ModelError, PlanningProblem, export, solve, violations
from copla.backends.fast_downward import program
from copla.formats import pddl, sas
from copla.formats.plans import read_plan
from copla.language.invariants import mutex_groups
from tests.tasks import distances, optimum, random_task


def shipped(puzzle: str, name: str) -> PlanningProblem:
    loaded = copla.puzzle(puzzle)
    assert isinstance(loaded, copla.ShipsInstances)
    problem = loaded.problem(loaded.parse((loaded.shipped() / f"{name}.txt").read_text(encoding="utf-8"), name))
    assert isinstance(problem, PlanningProblem)
    return problem


def door() -> PlanningProblem:
    problem = PlanningProblem("a door")
    lock = problem.variable("lock", ["on", "off"], "off")
    variable = problem.variable("door", ["open", "closed"], "closed")
    problem.action("open it", {variable: "closed", lock: "off"}, {variable: "open"}, cost=2)
    problem.set_goal({variable: "open"})
    return problem


# --- SAS+


def test_a_small_file_is_the_one_written_by_hand() -> None:
    assert (
        sas.write(door())
        == """\
begin_version
3
end_version
begin_metric
1
end_metric
2
begin_variable
lock
-1
2
Atom val(lock, on)
Atom val(lock, off)
end_variable
begin_variable
door
-1
2
Atom val(door, open)
Atom val(door, closed)
end_variable
0
begin_state
1
1
end_state
begin_goal
1
1 0
end_goal
1
begin_operator
0 open it
1
0 1
1
0 1 1 0
2
end_operator
0
"""
    )


names = st.text(min_size=1, max_size=8)


@settings(max_examples=25, deadline=None)
@given(names, st.lists(names, min_size=2, max_size=3, unique=True), st.text(max_size=8), st.integers(0, 9))
def test_any_names_survive_the_way_to_the_planner_and_back(name: str, domain: list[str], label: str, cost: int) -> None:
    problem = PlanningProblem(name)
    variable = problem.variable(name, domain, domain[0])
    problem.action(label, {variable: domain[0]}, {variable: domain[1]}, cost=cost)
    problem.set_goal({variable: domain[1]})
    result = solve(problem, "fast-downward", options={"heuristic": "blind"})
    assert (result.best.moves, result.cost) == ((label,), cost)
    assert optimum(sas.read(sas.write(problem))) == cost


def three_cells(*, honest: bool) -> PlanningProblem:
    """Two things in three cells that never share one; the dishonest action breaks that promise for one cell."""
    problem = PlanningProblem("cells")
    first, second = problem.variable("first", "abc", "a"), problem.variable("second", "bca", "b")
    for here, there in ("ab", "ba"):
        problem.action("swap", {first: here, second: there}, {first: there, second: here})
    if not honest:
        problem.action("jump", {first: "a"}, {first: "b"})
    problem.all_different([first, second])
    problem.set_goal({first: "b"})
    return problem


def test_invariants_become_mutex_groups_by_value() -> None:
    # The domains list the same cells in another order: a is place 0 of the first and place 2 of the second.
    assert list(mutex_groups(three_cells(honest=True))) == [((0, 0), (1, 2)), ((0, 1), (1, 0)), ((0, 2), (1, 1))]
    assert sas.write(three_cells(honest=True)).count("begin_mutex_group") == 3
    assert len(list(mutex_groups(shipped("tiles", "eight-4")))) == 9


def test_an_invariant_that_does_not_hold_is_not_passed_on() -> None:
    assert list(mutex_groups(three_cells(honest=False))) == [((0, 0), (1, 2)), ((0, 2), (1, 1))]
    wrong = PlanningProblem("the same from the start")
    pair = [wrong.variable(name, "xy", "x") for name in "ab"]
    wrong.all_different(pair)
    assert list(mutex_groups(wrong)) == [((0, 1), (1, 1))]


@pytest.mark.parametrize("seed", range(30))
def test_reading_gives_the_task_back(seed: int) -> None:
    problem = random_task(seed)
    again = sas.read(sas.write(problem))
    assert distances(again) == distances(problem)
    assert again.goal == problem.goal
    assert [a.label for a in again.actions] == [f"{i} {a.label}" for i, a in enumerate(problem.actions)]


def test_effects_without_a_condition_are_split_by_the_old_value() -> None:
    text = sas.write(door()).replace("0 1 1 0\n2", "0 1 -1 0\n2").replace("begin_metric\n1", "begin_metric\n0")
    problem = sas.read(text)
    assert [(a.condition, a.effects, a.cost) for a in problem.actions] == [
        (((0, 1), (1, 0)), (), 1),
        (((0, 1), (1, 1)), ((1, 0),), 1),
    ]
    assert {a.label for a in problem.actions} == {"0 open it"}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("begin_version\n3", "begin_version\n4", "file:2:1: found version 4, expected version 3"),
        ("begin_metric\n1", "begin_metric\n2", "file:5:1: found 2, expected at most 1"),
        ("lock\n-1\n", "lock\n0\n", "file:10:1: variable 'lock' is derived by axioms"),
        ("-1\n2\n", "-1\n0\n", "file:11:1: found 0, expected the number of values, at least 1"),
        ("-1\n2\n", "-1\nmany\n", "file:11:1: found 'many', expected the number of values"),
        ("begin_state\n1\n1", "begin_state\n1\n2", "file:25:1: found value 2 of variable 1, expected one of its 2"),
        ("1\n1 0\nend_goal", "2\n1 0\n1 1\nend_goal", "file:30:1: the goal asks for two values of a variable"),
        ("1 0\nend_goal", "7 0\nend_goal", "file:29:1: found variable 7, expected one of the 2, counted from 0"),
        ("0 1 1 0", "0 0 0 1 1 0", "file:37:1: found '0 0 0 1 1 0', expected an effect"),
        ("0 1 1 0", "2 1 1 0", "file:37:1: operator '0 open it' has a conditional effect, expected none"),
        ("0 1 1 0", "1 0 0 1 1 0", "file:37:1: operator '0 open it' has a conditional effect, expected none"),
        ("0 1 1 0", "-1 1 1 0", "file:37:1: found -1 as the number of conditions of an effect, expected 0"),
        ("1\n0 1 1 0", "2\n0 1 1 0\n0 1 1 1", "file:38:1: operator '0 open it' changes variable 1 twice"),
        ("0 1 1 0", "0 0 0 1", "file:37:1: operator '0 open it' asks for two values of variable 0"),
        ("end_operator\n0", "end_operator\n1", "file:40:1: found 1 axiom, expected none"),
        ("end_operator\n0", "end_operator\n0\nmore", "file:41:1: found 'more', expected the end of the file"),
        ("end_operator\n0\n", "", "file:39:1: found the end of the file, expected 'end_operator'"),
        ("begin_operator\n", "begin_opera", "file:32:1: found 'begin_opera0 open it', expected 'begin_operator'"),
    ],
)
def test_what_is_no_such_file_is_refused_with_its_place(old: str, new: str, message: str) -> None:
    text = sas.write(door())
    assert text.count(old) >= 1
    with pytest.raises(FormatError) as caught:
        sas.read(text.replace(old, new, 1), "file")
    assert str(caught.value).startswith(message)


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_no_damaged_file_is_more_than_a_refusal(data: st.DataObject) -> None:
    lines = sas.write(random_task(3)).split("\n")
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(lines) - 1))
        lines[place] = data.draw(st.sampled_from(["", "0", "-1", "1 1", "99999999", "begin_operator", "x", "²"]))
    try:
        read = sas.read("\n".join(lines))
    except FormatError as error:
        message = str(error)
    else:
        message = repr(read)
    assert "\n" not in message


# --- PDDL


def translated(problem: PlanningProblem, folder: Path) -> str:
    """The task that Fast Downward's own translator makes of our two files."""
    for name, text in export(problem, "pddl").items():
        (folder / name).write_text(text, encoding="utf-8")
    task = folder / "task.sas"
    command = [sys.executable, "-m", "fast_downward.translate", "--sas-file", str(task)]
    files = [str(folder / "domain.pddl"), str(folder / "problem.pddl")]
    ended = subprocess.run([*command, *files], capture_output=True, text=True, check=False)
    assert ended.returncode in (0, 10), ended.stdout + ended.stderr  # 10: the translator sees that it is unsolvable
    return task.read_text(encoding="utf-8")


def odd() -> PlanningProblem:
    """Names that PDDL would not take, and that differ in their case alone."""
    problem = PlanningProblem("(odd ; names)\n")
    upper, lower = problem.variable("Ä B", ["X", "x", "?"], "X"), problem.variable("ä b", [1, "1"], 1)
    problem.action("Go!", {upper: "X", lower: 1}, {upper: "x"}, cost=0)
    problem.action("go", {upper: "x", lower: 1}, {upper: "?", lower: "1"}, cost=3)
    problem.action("", {}, {})
    problem.set_goal({upper: "?", lower: "1"})
    return problem


def no_goal() -> PlanningProblem:
    problem = door()
    problem.set_goal({})
    return problem


TASKS = {
    **{f"random {seed}": random_task(seed) for seed in (2, 3, 7, 11, 20)},
    "odd names": odd(),
    "no goal": no_goal(),
    "nothing": PlanningProblem("nothing"),
}


@pytest.mark.parametrize("task", TASKS)
def test_the_translator_reads_our_pddl_and_the_optimum_is_the_same(task: str, tmp_path: Path) -> None:
    problem = TASKS[task]
    ended = program.run(translated(problem, tmp_path), "astar(lmcut())")
    best = optimum(problem)
    if best is None:
        assert ended.exit_status == 11
        return
    plan = read_plan(problem, ended.plans[0])
    assert (plan.cost, ended.log.cost) == (best, best)
    assert violations(problem, plan) == []


@pytest.mark.parametrize(
    ("puzzle", "name"),
    [("tiles", "eight-10"), ("guarini", "classic-3x3"), ("klotski", "easy"), ("freecell", "tight-2-1")],
)
def test_the_translator_finds_the_variables_of_the_puzzles_again(puzzle: str, name: str, tmp_path: Path) -> None:
    problem = shipped(puzzle, name)
    text = translated(problem, tmp_path)
    again = sas.read(text)
    changing = {variable for action in problem.actions for variable, _ in action.effects}
    assert len(again.variables) == len(changing)
    ended = program.run(text, "astar(blind())")
    plan = read_plan(problem, ended.plans[0])
    assert violations(problem, plan) == []
    assert plan.cost == solve(problem, "search").cost


def test_a_pddl_domain_depends_on_the_shapes_of_actions_only() -> None:
    tiles, guarini = (pddl.write(shipped(*one)) for one in (("tiles", "eight-4"), ("guarini", "4x4")))
    assert tiles["domain.pddl"] == guarini["domain.pddl"]


# --- plans


def test_plans_of_both_formats_are_read() -> None:
    for step in ("(0 open it)", "(0)", "( 0 open it )", "(apply-1-1 action-0 v-door x-closed)", "  (0 x)"):
        assert read_plan(door(), f"{step}\n\n; cost = 2 (general cost)\n").moves == ("open it",)


@pytest.mark.parametrize("step", ["(1 open it)", "(open it)", "0 open it", "(-1 x)", "(apply-1-1 action-7 x)", "()"])
def test_what_is_no_step_is_refused_with_its_line(step: str) -> None:
    with pytest.raises(FormatError, match=r"^plan:2:1: found .*, expected a step with the number of an action"):
        read_plan(door(), f"(0 open it)\n{step}\n")


def test_a_problem_is_refused_by_formats_of_the_other_kind() -> None:
    with pytest.raises(ModelError, match="this is a planning problem: it can be written as sas or pddl, not as xcsp3"):
        export(door(), "xcsp3")
    with pytest.raises(ModelError, match=r"this is a constraint problem: .* not as pddl"):
        export(ConstraintProblem(), "pddl")
    with pytest.raises(ModelError, match="there is no export to 'dimacs'; there are: sas, pddl, minizinc, xcsp3"):
        export(door(), "dimacs")


def test_operators_of_a_file_may_share_a_name_and_cost_up_to_the_largest_number() -> None:
    problem = PlanningProblem("two ways")
    v = problem.variable("v", range(2), 0)
    problem.action("go", {v: 0}, {v: 1}, cost=2**53)
    problem.action("go", {v: 0}, {v: 1}, cost=2**52)
    problem.set_goal({v: 1})
    text = sas.write(problem).replace("0 go", "go").replace("1 go", "go")
    again = sas.read(text)
    assert [(action.label, action.cost) for action in again.actions] == [("go", 2**53), ("go", 2**52)]
    assert solve(again, "search").cost == 2**52
    for large in (str(2**53 + 1), "123456789012345678", "1" + "0" * 5000):
        with pytest.raises(FormatError, match=r"found [0-9.]+ as the cost, expected a number from -2\*\*53 to 2\*\*53"):
            sas.read(text.replace(str(2**53), large))
    assert read_plan(problem, "(0 go)\n").cost == 2**52
