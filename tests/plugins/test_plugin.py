"""A third party's package adds a puzzle and a backend, and a broken one harms nobody but itself."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess, run
from textwrap import dedent, indent

import pytest

from tests.misbehaving import install as install_misbehaving

pytestmark = pytest.mark.slow

Run = Callable[..., CompletedProcess[str]]
Make = Callable[..., Path]

INSTANCE = "21: 3 7 9 12 18"
OURS = ["cp-sat", "forward-checking", "python-constraint"]


# --- the template, installed by pip


def test_the_template_passes_the_strict_type_checker(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    # However copla is installed: a type checker does not follow the import hooks of an editable installation.
    (tmp_path / "copla").symlink_to(root / "toolkit")
    flags = ["--strict", "--follow-imports=silent", "--cache-dir", str(tmp_path / "cache")]
    command = [sys.executable, "-m", "mypy", *flags, str(root / "docs" / "plugin" / "copla_subset_sum.py")]
    checked = run(command, capture_output=True, text=True, cwd=root, env={**os.environ, "MYPYPATH": str(tmp_path)})
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_installed_puzzle_is_listed_beside_ours(copla: Run, installed_template: Path) -> None:
    listed = copla("puzzles", plugins=installed_template)
    assert listed.returncode == 0
    (line,) = [line for line in listed.stdout.splitlines() if line.startswith("subset-sum ")]
    assert "some of the given numbers add up to the target" in line
    assert "\nfutoshiki " in listed.stdout


def test_the_installed_backend_is_listed_with_its_options(copla: Run, installed_template: Path) -> None:
    listed = copla("backends", "--json", plugins=installed_template)
    found = {line["name"]: line for line in map(json.loads, listed.stdout.splitlines())}
    assert listed.returncode == 0
    assert {*OURS, "generate-and-test"} <= set(found)
    assert found["generate-and-test"]["available"]
    assert [option["name"] for option in found["generate-and-test"]["options"]] == ["values"]


@pytest.mark.parametrize("backend", [*OURS, "generate-and-test"])
def test_every_backend_finds_both_solutions_of_the_installed_puzzle(
    copla: Run, installed_template: Path, backend: str
) -> None:
    arguments = ["solve", "subset-sum", INSTANCE, "--backend", backend, "--solutions", "all", "--json"]
    answer = json.loads(copla(*arguments, plugins=installed_template).stdout)
    taken = [{name for name, value in s["values"].items() if value} for s in answer["solutions"]]
    assert answer["complete"]
    assert sorted(map(sorted, taken)) == [["take 12", "take 9"], ["take 18", "take 3"]]


def test_all_backends_agree_about_the_installed_puzzle(copla: Run, installed_template: Path) -> None:
    checked = copla("check", "subset-sum", INSTANCE, "2: 3 7", "10: 3 7", "--json", plugins=installed_template)
    lines = [json.loads(line) for line in checked.stdout.splitlines()]
    assert checked.returncode == 0
    assert [line["verdict"] for line in lines] == ["agree"] * 3
    assert {*OURS, "generate-and-test"} <= {result["backend"] for result in lines[0]["results"]}


def test_a_puzzle_without_hints_says_so(copla: Run, installed_template: Path) -> None:
    asked = copla("solve", "subset-sum", "10: 3 7", "--hint", plugins=installed_template)
    assert (asked.returncode, asked.stderr) == (2, "copla: puzzle subset-sum gives no hints\n")


def test_a_solution_of_the_installed_puzzle_can_be_verified(copla: Run, installed_template: Path) -> None:
    solved = copla("solve", "subset-sum", "10: 3 7", plugins=installed_template)
    right = copla("verify", "subset-sum", "10: 3 7", "-", plugins=installed_template, stdin=solved.stdout)
    wrong = copla("verify", "subset-sum", "9: 3 7", "-", plugins=installed_template, stdin=solved.stdout)
    assert (right.returncode, right.stdout) == (0, "a valid solution\n")
    assert wrong.returncode == 1
    assert "the numbers taken add up to 9: violated by take 3 = 1, take 7 = 1" in wrong.stdout


def test_an_installed_puzzle_without_a_solution_is_explained(copla: Run, installed_template: Path) -> None:
    solved = copla("solve", "subset-sum", "2: 3 7", plugins=installed_template)
    assert solved.returncode == 1
    assert solved.stdout == "no solution\nthis clue cannot hold:\n  the numbers taken add up to 2\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1: found nothing, expected 'target: number number ...'"),
        ("# only a comment\n", "1:1: found nothing, expected 'target: number number ...'"),
        ("21", "1:1: found '21', expected ':' after the target"),
        ("21 3", "1:4: found '3', expected ':' after the target"),
        ("21:", "1:3: found ':', expected numbers after it"),
        ("x: 3", "1:1: found 'x', expected a whole number"),
        ("21:\n3 -7", "2:3: found '-7', expected a whole number"),
        ("21: 3\n 3", "2:2: found '3', which stands there already, expected different numbers"),
        ("21: 1234567890123", "1:5: found '123456789012...', expected a number of at most 9 digits"),
    ],
)
def test_a_bad_instance_of_the_installed_puzzle_is_one_line_with_its_place(
    copla: Run, installed_template: Path, text: str, message: str
) -> None:
    failed = copla("solve", "subset-sum", "-", plugins=installed_template, stdin=text)
    assert (failed.returncode, failed.stderr) == (2, f"copla: standard input:{message}\n")


def test_the_installed_backend_solves_our_puzzle(copla: Run, installed_template: Path) -> None:
    arguments = ["solve", "futoshiki", "tiny-2", "--backend", "generate-and-test"]
    solved = copla(*arguments, plugins=installed_template)
    counted = json.loads(copla(*arguments, "--json", plugins=installed_template).stdout)
    assert (solved.returncode, solved.stdout) == (0, "1 < 2\n\n2   1\n")
    assert (counted["unique"], counted["generated"], counted["expanded"]) == (True, 2**4, None)


def test_the_order_of_values_is_an_option_of_the_installed_backend(copla: Run, installed_template: Path) -> None:
    arguments = ["solve", "futoshiki", "several-empty-3", "--backend", "generate-and-test"]
    solved = copla(*arguments, "--option", "values=descending", plugins=installed_template)
    assert solved.stdout.split() == ["3", "2", "1", "2", "1", "3", "1", "3", "2"]


def test_the_installed_backend_refuses_a_large_board_in_words(copla: Run, installed_template: Path) -> None:
    solved = copla("solve", "futoshiki", "extreme-4-1", "--backend", "generate-and-test", plugins=installed_template)
    assert_one_line(solved, "generate-and-test", "there are 4,294,967,296 combinations of values")


def test_the_installed_backend_stops_at_the_time_limit(copla: Run, installed_template: Path) -> None:
    arguments = ["solve", "futoshiki", "several-empty-3", "--backend", "generate-and-test", "--timeout", "0"]
    answer = copla(*arguments, "--json", plugins=installed_template)
    assert answer.returncode == 3
    assert json.loads(answer.stdout)["status"] == "timeout"


def test_the_installed_backend_proves_an_optimum(installed_template: Path) -> None:
    program = """
        from copla import ConstraintProblem, Limits, all_different, clause, solve, table

        problem = ConstraintProblem()
        x, y, z = (problem.variable(name, range(1, 6)) for name in "xyz")
        problem.add(all_different([x, y, z]))
        problem.add(table([x, y], [(1, 2), (2, 5), (3, 4)]))
        problem.add((x == 2) | (z != 5))
        problem.maximize(2 * x + y - z + 1)
        best = solve(problem, "generate-and-test")
        print(best.status, best.cost, best.bound, best.statistics.generated, best.best.values)
        print(solve(problem, "generate-and-test", limits=Limits(seconds=0)).status)
    """
    command = [sys.executable, "-c", dedent(program)]
    environment = {**os.environ, "PYTHONPATH": str(installed_template)}
    solved = run(command, capture_output=True, text=True, env=environment)
    assert solved.stdout == "optimal 10 10 125 {'x': 3, 'y': 4, 'z': 1}\ntimeout\n", solved.stderr


# --- plug-ins that are broken, each in its own way

HEAD = """
    from copla import Result, Solution, Statistics, Status


    class Plugin:
        name = "broken"
        summary = "a backend that is broken"
        options = ()

        def missing(self):
            return None

        def refuses(self, problem):
            return None

        def solve(self, problem, options, watch):
            return Result(Status.INFEASIBLE, complete=True)
"""


def backend_source(**methods: str) -> str:
    """A backend in which these methods are replaced: a method's name and its body."""
    arguments = {"missing": "self", "refuses": "self, problem", "solve": "self, problem, options, watch"}
    source = dedent(HEAD)
    for name, body in methods.items():
        source += f"\n    def {name}({arguments[name]}):\n{indent(dedent(body), ' ' * 8)}\n"
    return source + "\n\nPLUGIN = Plugin()\n"


UNLOADABLE = {
    "raises ImportError": ("import a_module_that_nobody_has", "No module named 'a_module_that_nobody_has'"),
    "raises something else over two lines": ("raise RuntimeError('no\\nluck')", "RuntimeError: no luck"),
    "leaves the program": ("raise SystemExit(0)", "SystemExit"),
    "has a syntax error": ("def PLUGIN(:", "SyntaxError"),
    "has no such object": ("", "plugin_broken:PLUGIN"),
    "is a number": ("PLUGIN = 42", "42 does not follow the protocol copla.Backend"),
    "lacks a method": (backend_source() + "del Plugin.refuses\n", "does not follow the protocol copla.Backend"),
    "calls itself differently": (backend_source() + "Plugin.name = 'another-name'\n", "another-name"),
}
UNUSABLE = {
    "says that its library is missing": (
        backend_source(missing="return 'the library foo is not installed'"),
        "the library foo is not installed",
    ),
    "fails to say what it misses": (backend_source(missing="raise OSError('foo.so is damaged')"), "foo.so is damaged"),
}
FAILING = {
    "raises in solve": (backend_source(solve="raise ZeroDivisionError('over\\nzero')"), "over zero"),
    "raises in refuses": (backend_source(refuses="raise KeyError('a key')"), "a key"),
    "returns nothing": (backend_source(solve="return None"), "None"),
    "returns a solution that violates a constraint": (
        backend_source(solve="return Result(Status.SOLVED, (Solution({v.name: 1 for v in problem.variables}),))"),
        "row 1 all different: violated by r1c1 = 1, r1c2 = 1",
    ),
    "returns a value outside a domain": (
        backend_source(solve="return Result(Status.SOLVED, (Solution({v.name: 7 for v in problem.variables}),))"),
        "r1c1 = 7: expected a value from 1 to 2",
    ),
    "returns a partial solution": (
        backend_source(solve="return Result(Status.SOLVED, (Solution({'r1c1': 1}),))"),
        "r1c2: has no value",
    ),
    "says solved without a solution": (
        backend_source(solve="return Result(Status.SOLVED)"),
        "the status is 'solved', but there is no solution",
    ),
}


def kinds(table: dict[str, tuple[str, str]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("source", "reason"), list(table.values()), ids=list(table))


@kinds(UNLOADABLE | UNUSABLE)
def test_a_backend_that_cannot_run_is_listed_with_the_reason_and_the_others_stay(
    copla: Run, make_plugin: Make, source: str, reason: str
) -> None:
    listed = copla("backends", plugins=make_plugin("copla.backends", "broken", source))
    assert (listed.returncode, listed.stderr) == (0, "")
    assert any("not available: " in line and reason in line for line in listed.stdout.splitlines())
    assert all(f"\n{name} " in listed.stdout for name in ["broken", *OURS])


@kinds(UNLOADABLE | UNUSABLE)
def test_a_backend_that_cannot_run_is_listed_with_the_reason_for_machines_too(
    copla: Run, make_plugin: Make, source: str, reason: str
) -> None:
    listed = copla("backends", "--json", plugins=make_plugin("copla.backends", "broken", source))
    found = {line["name"]: line for line in map(json.loads, listed.stdout.splitlines())}
    assert {"broken", *OURS} <= set(found)
    assert not found["broken"]["available"]
    assert reason in found["broken"]["reason"]


@kinds(UNLOADABLE | UNUSABLE | FAILING)
def test_asking_for_a_broken_backend_gives_one_line_that_names_it(
    copla: Run, make_plugin: Make, source: str, reason: str
) -> None:
    folder = make_plugin("copla.backends", "broken", source)
    assert_one_line(copla("solve", "futoshiki", "tiny-2", "--backend", "broken", plugins=folder), "broken", reason)


@kinds(UNLOADABLE | UNUSABLE)
def test_a_backend_that_cannot_run_does_not_keep_the_others_from_solving(
    copla: Run, make_plugin: Make, source: str, reason: str
) -> None:
    solved = copla("solve", "futoshiki", "tiny-2", plugins=make_plugin("copla.backends", "broken", source))
    assert (solved.returncode, solved.stdout) == (0, "1 < 2\n\n2   1\n")


@kinds(UNLOADABLE | UNUSABLE)
def test_a_backend_that_cannot_run_does_not_keep_the_others_from_being_checked(
    copla: Run, make_plugin: Make, source: str, reason: str
) -> None:
    folder = make_plugin("copla.backends", "broken", source)
    checked = copla("check", "futoshiki", "tiny-2", "--json", plugins=folder)
    assert checked.returncode == 0, checked.stderr
    assert {*OURS} <= {result["backend"] for result in json.loads(checked.stdout)["results"]}


def test_a_backend_that_breaks_down_is_named_by_check_and_the_others_are_compared(
    copla: Run, make_plugin: Make
) -> None:
    folder = make_plugin("copla.backends", "broken", backend_source(solve="raise ZeroDivisionError('over zero')"))
    checked = copla("check", "futoshiki", "tiny-2", plugins=folder)
    assert checked.returncode == 1
    assert "tiny-2: backend broken broke down: ZeroDivisionError: over zero (plugin_broken.py, line " in checked.stdout


def test_a_backend_that_is_wrong_is_named_by_check_with_a_witness(copla: Run, make_plugin: Make) -> None:
    folder = make_plugin("copla.backends", "broken", backend_source())
    checked = copla("check", "futoshiki", "tiny-2", plugins=folder)
    assert checked.returncode == 1
    expected = "tiny-2: broken is wrong: it says that there is no solution, but cp-sat found a valid one"
    assert expected in checked.stdout.splitlines()


# --- puzzles that are broken

PUZZLE = """
    from copla import ConstraintProblem


    class Plugin:
        name = "broken"
        summary = "a puzzle that is broken"

        def parse(self, text, source):
            return text

        def is_inline(self, text):
            return True

        def problem(self, instance):
            return ConstraintProblem()
"""

UNLOADABLE_PUZZLES = {
    "raises ImportError": ("import a_module_that_nobody_has", "No module named 'a_module_that_nobody_has'"),
    "is a number": ("PLUGIN = 42", "42 does not follow the protocol copla.Puzzle"),
    "lacks a method": (
        dedent(PUZZLE) + "\n\ndel Plugin.problem\nPLUGIN = Plugin()\n",
        "does not follow the protocol copla.Puzzle",
    ),
}
FAILING_PUZZLES = {
    "raises while reading": (
        dedent(PUZZLE) + "\n    def parse(self, text, source):\n        raise ValueError('not\\nmine')\n"
        "\n\nPLUGIN = Plugin()\n",
        "not mine",
    ),
    "raises while stating the problem": (
        dedent(PUZZLE) + "\n    def problem(self, instance):\n        raise ValueError('not\\nmine')\n"
        "\n\nPLUGIN = Plugin()\n",
        "not mine",
    ),
}


@kinds(UNLOADABLE_PUZZLES)
def test_a_puzzle_that_cannot_be_loaded_is_listed_with_the_reason_and_the_others_stay(
    copla: Run, make_plugin: Make, source: str, reason: str
) -> None:
    listed = copla("puzzles", plugins=make_plugin("copla.puzzles", "broken", source))
    assert (listed.returncode, listed.stderr) == (0, "")
    assert any("broken" in line and reason in line for line in listed.stdout.splitlines())
    assert "\nfutoshiki " in listed.stdout


@kinds(UNLOADABLE_PUZZLES)
def test_a_puzzle_that_cannot_be_loaded_does_not_hide_the_instances_of_the_others(
    copla: Run, make_plugin: Make, source: str, reason: str
) -> None:
    listed = copla("instances", plugins=make_plugin("copla.puzzles", "broken", source))
    assert listed.returncode == 0, listed.stderr
    assert "\ntiny-2 " in listed.stdout


@kinds(UNLOADABLE_PUZZLES)
def test_a_puzzle_that_cannot_be_loaded_does_not_hide_the_help(
    copla: Run, make_plugin: Make, source: str, reason: str
) -> None:
    shown = copla("generate", "--help", plugins=make_plugin("copla.puzzles", "broken", source))
    assert shown.returncode == 0, shown.stderr
    assert "Options of futoshiki" in shown.stdout


@kinds(UNLOADABLE_PUZZLES | FAILING_PUZZLES)
def test_asking_for_a_broken_puzzle_gives_one_line_that_names_it(
    copla: Run, make_plugin: Make, source: str, reason: str
) -> None:
    folder = make_plugin("copla.puzzles", "broken", source)
    assert_one_line(copla("solve", "broken", "1 2 3", plugins=folder), "broken", reason)


def assert_one_line(failed: CompletedProcess[str], *parts: str) -> None:
    """The program ended with status 2, and said one line on standard error that holds the parts."""
    assert (failed.returncode, failed.stdout) == (2, ""), failed.stderr
    assert failed.stderr.count("\n") == 1, failed.stderr
    assert failed.stderr.startswith("copla: ")
    assert all(part in failed.stderr for part in parts), failed.stderr


@pytest.mark.parametrize(
    "command",
    [
        ["solve", "futoshiki", "tiny-2"],
        ["check", "futoshiki", "tiny-2"],
        ["compare", "futoshiki", "tiny-2"],
        ["fuzz", "futoshiki", "--count", "2"],
    ],
)
def test_plug_ins_that_die_at_import_are_named_by_every_command_and_harm_none(
    command: list[str], tmp_path: Path
) -> None:
    folder = install_misbehaving(tmp_path, "dies-early", "is-missing")
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    program = [sys.executable, "-m", "copla.cli", *command]
    ended = run(program, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ended.returncode == (1 if command[0] == "check" else 0), ended.stderr  # in a check it is a cell: crashed
    assert "'dies-early' is registered as misbehaving_dies_early:BACKEND but cannot be loaded" in ended.stderr
    assert "its import ends the process: SIGSEGV" in ended.stderr
    assert "No module named 'a_module_that_nobody_has'" in ended.stderr
