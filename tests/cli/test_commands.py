"""The program from end to end: what it prints, and its exit statuses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from tests.cli.run import copla

pytestmark = pytest.mark.slow

BOARD = """\
. < .   .   .

.   .   .   3
^
.   .   .   .
        v
.   .   4   .
"""


def test_solve_prints_the_solution_and_says_that_it_is_the_only_one() -> None:
    run = copla("solve", "futoshiki", "tiny-2")
    assert run.out == "1 < 2\n\n2   1\n"
    assert run.err.startswith("one solution · native · ")
    assert run.err.endswith(" · checked\n")
    assert run.status == 0


def test_an_instance_is_a_file_standard_input_a_name_or_a_game_id(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(BOARD)
    from_file = copla("solve", "futoshiki", str(path), "-b", "forward-checking")
    from_input = copla("solve", "futoshiki", "-", "-b", "forward-checking", input=BOARD)
    game_id = copla("show", "futoshiki", str(path), "--form", "unequal").out.strip()
    from_id = copla("solve", "futoshiki", game_id, "-b", "forward-checking")
    assert game_id == "4:0,0L,0,0,0,0,0,3,0U,0,0D,0,0,0,4,0,"
    assert from_file.out == from_input.out == from_id.out != ""


def test_a_long_game_id_is_no_file_name() -> None:
    game_id = copla("show", "futoshiki", "quasigroup-15-15-2", "--form", "unequal").out.strip()
    assert len(game_id) > 255
    assert copla("show", "futoshiki", game_id).out == copla("show", "futoshiki", "quasigroup-15-15-2").out
    assert copla("check", "futoshiki", "x" * 5000).status == 2


def test_several_solutions_are_said_and_shown() -> None:
    one = copla("solve", "futoshiki", "several-empty-3")
    assert "the solution is not unique" in one.err
    assert len(one.out.split("\n\n")) == 3
    everything = copla("solve", "futoshiki", "several-empty-3", "--solutions", "all")
    assert "all 12 solutions" in everything.err
    assert everything.err.count("solution ") >= 12
    five = copla("solve", "futoshiki", "several-empty-3", "--solutions", "5", "--json").json
    assert (len(five["solutions"]), five["unique"], five["complete"]) == (5, False, False)


def test_no_solution_comes_with_the_smallest_conflict() -> None:
    run = copla("solve", "futoshiki", "unsolvable-row")
    assert run.status == 1
    assert run.out.startswith("no solution\n")
    assert "│!3!│ · │ · │!3!│" in run.out
    assert run.out.endswith(
        "these 2 clues cannot hold together:\n  given r1c1 = 3\n  given r1c4 = 3\nbecause of:\n  row 1 all different\n"
    )
    data = copla("solve", "futoshiki", "unsolvable-row", "--json").json
    assert (data["status"], data["solutions"]) == ("infeasible", [])
    assert data["conflict"] == {
        "clues": ["given r1c1 = 3", "given r1c4 = 3"],
        "rules": ["row 1 all different"],
        "smallest": True,
    }


def test_explain_has_the_exit_status_of_the_answer() -> None:
    run = copla("explain", "futoshiki", "unsolvable-edge")
    assert run.out.endswith("these 2 clues cannot hold together:\n  given r1c1 = 4\n  clue r1c1 < r1c2\n")
    assert run.status == 1
    solvable = copla("explain", "futoshiki", "tiny-2")
    assert (solvable.status, solvable.out) == (0, "there is a solution, so nothing conflicts\n")
    assert copla("explain", "futoshiki", "tiny-2", "--json").json["conflict"] is None


def test_a_solution_goes_to_a_file_and_is_verified(tmp_path: Path) -> None:
    solution = tmp_path / "solution.txt"
    assert copla("solve", "futoshiki", "recursive-5-1", "-o", str(solution)).status == 0
    run = copla("verify", "futoshiki", "recursive-5-1", str(solution))
    assert (run.status, run.out) == (0, "a valid solution\n")
    digits = "".join(c for c in solution.read_text() if c.isdigit())
    assert copla("verify", "futoshiki", "recursive-5-1", "-", input=digits).status == 0
    wrong = digits[1] + digits[0] + digits[2:]
    run = copla("verify", "futoshiki", "recursive-5-1", "-", "--json", input=wrong)
    assert run.status == 1
    assert run.json["valid"] is False
    assert any(violation.startswith("column 1 all different: violated by r1c1") for violation in run.json["violations"])


def test_an_unfinished_solution_is_not_valid() -> None:
    run = copla("verify", "futoshiki", "tiny-2", "-", input="1 < .\n\n2   1\n")
    assert (run.status, run.out) == (1, "right so far, and not complete: 3 cells filled in\n")


def test_check_prints_a_row_an_instance_and_the_verdict() -> None:
    run = copla("check", "futoshiki", "tiny-2", "several-empty-3", "unsolvable-row", columns=200)
    lines = run.out.splitlines()
    assert lines[0].split() == [
        "instance",
        "cp-sat",
        "forward-checking",
        "native",
        "python-constraint",
        "sat",
        "search",
        "verdict",
        "answer",
    ]
    assert [line.split("agree")[1].strip() for line in lines[1:-1]] == [
        "one solution", "2 solutions, there may be more", "no solution",
    ]  # fmt: skip
    assert run.err.startswith("3 instances: 3 agree\n")
    assert run.status == 0


def test_check_takes_folders_and_patterns(tmp_path: Path) -> None:
    for number in (1, 2, 10):
        (tmp_path / f"b{number}.txt").write_text(BOARD)
    run = copla("check", "futoshiki", str(tmp_path), "-b", "forward-checking,python-constraint")
    assert [Path(line.split()[0]).name for line in run.out.splitlines()[1:4]] == ["b1.txt", "b2.txt", "b10.txt"]
    run = copla("check", "futoshiki", "naked-single-[45]", "--json", "-b", "forward-checking", "-b", "cp-sat")
    objects = [json.loads(line) for line in run.out.splitlines()]
    assert [(o["instance"], o["verdict"]) for o in objects] == [
        ("naked-single-4", "agree"), ("naked-single-5", "agree"),
    ]  # fmt: skip
    assert [r["backend"] for r in objects[0]["results"]] == ["forward-checking", "cp-sat"]


def test_check_without_enough_time_is_undecided() -> None:
    run = copla("check", "futoshiki", "minimal-9-1", "--timeout", "0", columns=200)
    assert run.status == 3
    assert run.out.splitlines()[1].count("timeout") == 6
    assert "undecided" in run.out


def test_show_draws_converts_and_grades(tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    run = copla("show", "futoshiki", "naked-single-5", "--svg", str(picture), "--grade")
    assert run.err == "difficulty: easy (naked-single)\n"
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")
    strings = copla("show", "futoshiki", "naked-single-5", "--form", "strings").out
    assert copla("show", "futoshiki", "-", input=strings).out == run.out
    solution = copla("solve", "futoshiki", "naked-single-5").out
    (tmp_path / "solution.txt").write_text(solution)
    assert copla("show", "futoshiki", "naked-single-5", str(tmp_path / "solution.txt")).out == solution


def test_show_and_generate_speak_json() -> None:
    shown = copla("show", "futoshiki", "tiny-2", "--json").json
    assert (shown["text"], shown["about"], shown["moves"]) == (". < .\n\n.   .\n", "2x2, 0 givens, 1 sign", None)
    made = copla("generate", "futoshiki", "--size", "4", "--seed", "9", "--json").json
    assert (made["puzzle"], made["seed"], made["form"]) == ("futoshiki", 9, "grid")
    assert made["text"] == copla("generate", "futoshiki", "--size", "4", "--seed", "9").out
    assert "seed 9" in made["about"]


def test_generate_is_reproducible_and_writes_series(tmp_path: Path) -> None:
    first = copla("generate", "futoshiki", "--size", "5", "--difficulty", "search", "--seed", "7")
    again = copla("generate", "futoshiki", "--seed=7", "--size=5", "--difficulty=extreme")
    assert first.out == again.out != ""
    assert "5x5" in first.err
    assert "difficulty extreme (search, " in first.err
    run = copla("generate", "futoshiki", str(tmp_path / "test"), "21", "23", "--size", "4", "-f", "unequal")
    assert run.status == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["test21.txt", "test22.txt", "test23.txt"]
    assert len({path.read_text() for path in tmp_path.iterdir()}) == 3
    assert copla("check", "futoshiki", str(tmp_path)).status == 0


def test_puzzles_backends_and_instances_are_listed() -> None:
    assert "digits 1 to n" in next(line for line in copla("puzzles").out.splitlines() if line.startswith("futoshiki "))
    listed = {json.loads(line)["name"]: json.loads(line) for line in copla("backends", "--json").out.splitlines()}
    assert listed["cp-sat"]["available"] is True
    assert [option["name"] for option in listed["forward-checking"]["options"]] == [
        "inference", "variables", "values", "guesses",
    ]  # fmt: skip
    (inference,) = [line for line in copla("backends", "forward-checking").out.splitlines() if "inference" in line]
    assert inference.split()[:2] == ["inference", "mac"]
    names = [line.split()[0] for line in copla("instances", "futoshiki").out.splitlines()]
    assert len(names) >= 60
    assert names.index("extreme-9-1") < names.index("extreme-10-1")
    assert "9x9" in next(line for line in copla("instances").out.splitlines() if line.startswith("extreme-9-1 "))


def test_help_of_every_command_has_an_example() -> None:
    for command in ("solve", "check", "verify", "explain", "show", "generate"):
        run = copla(command, "--help")
        assert run.status == 0
        assert f"copla {command} futoshiki" in run.out
    assert "--difficulty" in copla("generate", "--help").out


def test_the_options_of_a_generator_are_shown_and_taken_only_with_its_puzzle() -> None:
    shown = copla("generate", "futoshiki", "--help").out
    assert "--difficulty" in shown
    assert "--ranks" not in shown
    assert copla("generate", "--size", "4", "--seed", "7", "futoshiki").out.startswith("3   . < .   .\n")
    run = copla("generate", "futoshiki", "--ranks", "4")
    error = "copla: generate futoshiki has no option 'ranks'; its options: size, difficulty\n"
    assert (run.status, run.err) == (2, error)


def test_the_version_is_printed() -> None:
    assert copla("--version").out.startswith("copla 0.")


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("copla solve futo", ["futoshiki"]),
        ("copla solve futoshiki tiny", ["tiny-1", "tiny-2"]),
        ("copla check tiles hard-", ["hard-72", "hard-76", "hard-80"]),
        ("copla solve futoshiki tiny-1 --backend cp", ["cp-sat"]),
    ],
)
def test_completion_knows_puzzles_instances_and_backends(words: str, offered: list[str]) -> None:
    program = Path(sys.executable).parent / "copla"
    question = {"_COPLA_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
    run = subprocess.run([program], env=os.environ | question, capture_output=True, text=True, check=False)
    assert run.stdout.split() == offered
