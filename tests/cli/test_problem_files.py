"""A problem in a file of its own, a Python model or SAS+: the commands take it where a puzzle's name would stand."""

from __future__ import annotations

from pathlib import Path

import pytest

import copla as library
from tests.cli.run import copla

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


CLASH = """\
from copla import ConstraintProblem

problem = ConstraintProblem("clash")
x, y = (problem.variable(name, range(3)) for name in "xy")
problem.add(x < y, label="rising", clue=True)
problem.add(y < x, label="falling", clue=True)
problem.add(x != 2, label="small", clue=True)
print("made")
"""

LAMP = """\
from dataclasses import dataclass

from copla import Function, PlanningProblem


@dataclass
class Lamp:
    steps: "int"


lamp = Lamp(2)
on = PlanningProblem("lamps")
state = on.variable("state", range(lamp.steps + 1), 0)
for at in range(lamp.steps):
    on.action(f"switch {at}", {state: at}, {state: at + 1})
on.set_goal({state: lamp.steps})
"""

OWN = 'on.heuristic("left", lambda: Function(lambda s: 2 - s[0]), admissible=True, consistent=True, summary="steps")\n'

BY_CHANCE = """\
import os

from copla import ConstraintProblem

problem = ConstraintProblem("by chance")
x = problem.variable("x", range(256))
problem.add(x == os.urandom(1)[0])
"""


def test_a_model_is_solved_verified_and_shown() -> None:
    model = str(EXAMPLES / "graph_colouring.py")
    run = copla("solve", model, "-o", "colours.txt")
    assert run.status == 0
    assert run.out.startswith("WA = ")
    assert "2 solutions, there may be more" in run.err
    assert copla("verify", model, "colours.txt").out == "a valid solution\n"
    text = Path("colours.txt").read_text()
    Path("colours.txt").write_text(text.replace(text.split()[2], text.split()[5], 1))
    wrong = copla("verify", model, "colours.txt")
    assert (wrong.status, "not a solution" in wrong.out) == (1, True)
    assert copla("show", model).out.startswith("map of Australia\n  WA, NT")


def test_a_plan_is_found_exported_and_its_sas_solved() -> None:
    model = str(EXAMPLES / "towers_of_hanoi.py")
    assert copla("solve", model, "-o", "plan.txt").out.startswith("disc 0 from A to B\n")
    assert copla("verify", model, "plan.txt").out == "a valid solution\ncost 15, the best possible\n"
    assert copla("export", model, "--to", "sas", "-o", "towers.sas").status == 0
    assert "optimal, cost 15" in copla("solve", "towers.sas", "-b", "search").err
    assert copla("check", "towers.sas", "-b", "native,search").out.split()[-2:] == ["cost", "15"]
    assert copla("explain", "towers.sas").out == "there is a solution, so nothing conflicts\n"


def test_a_model_without_a_solution_is_explained_and_what_it_prints_is_no_answer() -> None:
    Path("clash.py").write_text(CLASH)
    for command in ("solve", "explain"):
        run = copla(command, "clash.py")
        assert run.status == 1
        assert run.err.startswith("made\n")
        assert run.out.endswith("these 2 clues cannot hold together:\n  rising\n  falling\n")
    run = copla("check", "clash.py", "-b", "native,cp-sat,sat")
    assert (run.status, "agree      no solution" in run.out) == (0, True)
    exported = copla("export", "clash.py", "--to", "cnf")
    assert (exported.status, exported.out.startswith("c clash")) == (0, True)


def test_options_and_other_puzzles_stand_beside_it() -> None:
    Path("clash.py").write_text(CLASH)
    assert copla("solve", "-O", "native.learning=always", "clash.py").status == 1
    run = copla("check", "all", "file:clash.py", "futoshiki:tiny-2", "-b", "native,cp-sat")
    assert (run.status, "2 instances: 2 agree" in run.err) == (0, True)
    assert copla("compare", "clash.py", "-b", "native,cp-sat", "--db", "runs.sqlite").status == 0


def test_every_backend_is_asked_about_the_same_problem() -> None:
    Path("chance.py").write_text(BY_CHANCE)
    run = copla("check", "chance.py", "-b", "native,cp-sat,sat,forward-checking,python-constraint")
    assert (run.status, "agree      one solution" in run.out) == (0, True)
    assert copla("compare", "chance.py", "-b", "native,cp-sat,sat", "--db", "runs.sqlite").status == 0


def test_a_heuristic_that_is_a_function_stays_in_this_process() -> None:
    Path("lamp.py").write_text(LAMP + OWN)
    run = copla("solve", "lamp.py", "-H", "left")
    assert (run.status, run.out) == (0, "switch 0\nswitch 1\n")
    refused = copla("check", "lamp.py")
    assert refused.status == 2
    assert refused.err.startswith("copla: heuristic 'left' is a Python function, which cannot go to another process")
    Path("lamp.py").write_text(LAMP)
    assert copla("check", "lamp.py", "-b", "native,search").status == 0


def test_a_model_may_be_made_of_several_files() -> None:
    Path("parts").mkdir()
    Path("parts/domains_of_it.py").write_text("FEW = range(3)\n")
    Path("parts/whole.py").write_text(
        "from copla import ConstraintProblem\nfrom domains_of_it import FEW\n"
        "problem = ConstraintProblem('p')\nx = problem.variable('x', FEW)\nproblem.add(x > 1)\n"
    )
    assert copla("solve", "parts/whole.py").out == "x = 2\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "1:1: found no problem, expected a ConstraintProblem or a PlanningProblem"),
        ("x = = 3\n", "1:5: this is no Python: invalid syntax"),
        ("\nraise SystemExit(3)\n", "2:1: SystemExit: 3"),
        ("def f():\n    return f()\nf()\n", "2:1: RecursionError: maximum recursion depth exceeded"),
        ("import nowhere_at_all\n", "1:1: ModuleNotFoundError: No module named 'nowhere_at_all'"),
        (
            "from copla import ConstraintProblem\np = ConstraintProblem()\np.variable('x', 'a', 3)\n",
            "3:1: TypeError: ConstraintProblem.variable() takes 3 positional arguments but 4 were given",
        ),
        (
            "from copla import ConstraintProblem\np = ConstraintProblem()\np.variable('x', 3)\n",
            "3:1: the domain of 'x' is 3, expected a list or a range of whole numbers",
        ),
        (
            "from copla import ConstraintProblem\na, b = ConstraintProblem(), ConstraintProblem()\n",
            "1:1: found the problems a and b, expected one, or one that is called 'problem'",
        ),
    ],
)
def test_what_is_wrong_with_a_file_is_one_line(text: str, said: str) -> None:
    Path("wrong.py").write_text(text)
    for command in (["solve"], ["check"], ["explain"], ["export", "--to", "cnf"]):
        run = copla(*command, "wrong.py")
        assert (run.status, run.out) == (2, "")
        line = run.err.splitlines()[-1]
        assert line == f"copla: wrong.py:{said}" or line.startswith(f"copla: wrong.py:{said.split(':')[0]}:1: Recur")


def test_of_several_problems_the_one_that_is_called_so_is_taken() -> None:
    Path("several.py").write_text(
        "from copla import ConstraintProblem\nother, problem = ConstraintProblem('a'), ConstraintProblem('b')\n"
        "again = problem\nproblem.variable('x', [7])\n"
    )
    assert copla("solve", "several.py").out == "x = 7\n"


def test_what_is_no_such_file_is_said() -> None:
    assert copla("solve", "nowhere.py").err == "copla: nowhere.py: there is no such file\n"
    run = copla("solve", "model.mzn")
    assert run.err.endswith("; a problem in a file of its own ends in .py or .sas\n")
    Path("broken.sas").write_text("begin_version\n3\n")
    assert copla("solve", "broken.sas").err.startswith("copla: broken.sas:3:1: found the end of the file")


def test_it_is_an_instance_in_python_too() -> None:
    instance = library.load("file", str(EXAMPLES / "sudoku.py"))
    assert library.solve(instance, solutions=2).unique
    assert library.cross_check(instance, ["native", "sat"]).verdict == "agree"
    assert "grid[0,0]" in instance._repr_html_()
    assert "file" not in library.puzzle_names()


def test_names_may_be_odd() -> None:
    Path("odd.py").write_text(
        "from copla import ConstraintProblem\nproblem = ConstraintProblem()\n"
        "problem.add(problem.variable('a = b', ['x = y', 'z']) == 'x = y')\n"
        "problem.add(problem.variable('two\\nlines', range(-3, 3)) == -2)\n"
    )
    assert copla("solve", "odd.py", "-o", "found.txt").status == 0
    assert copla("verify", "odd.py", "found.txt").out == "a valid solution\n"
    Path("found.txt").write_text(Path("found.txt").read_text().replace("x = y", "z"))
    assert copla("verify", "odd.py", "found.txt").status == 1
