"""copla export: files that other programs take, and refusals of one line."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from copla.backends.fast_downward import program
from copla.formats import sas
from tests.cli.run import copla


def test_sas_goes_to_standard_output_and_the_planner_takes_it() -> None:
    run = copla("export", "guarini", "classic-3x3", "--to", "sas")
    assert (run.status, run.err) == (0, "")
    assert program.run(run.out, "astar(blind())").log.cost == 16
    assert len(sas.read(run.out).actions) == 32


def test_an_option_of_the_puzzle_changes_what_is_exported() -> None:
    goals = [
        copla("export", "tiles", "eight-4", "--to", "sas", "--option", f"goal={goal}").out for goal in ("first", "last")
    ]
    blank = [sas.read(text).goal[0] for text in goals]
    assert blank == [(0, 0), (0, 8)]


def test_pddl_is_two_files_in_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    run = copla("export", "tiles", "eight-4", "--to", "pddl", "--output", str(folder))
    assert (run.status, run.out) == (0, "")
    assert [line.partition(":")[0] for line in run.err.splitlines()] == [
        str(folder / "domain.pddl"),
        str(folder / "problem.pddl"),
    ]
    assert sorted(path.name for path in folder.iterdir()) == ["domain.pddl", "problem.pddl"]
    printed = copla("export", "tiles", "eight-4", "--to", "pddl").out
    assert printed == (folder / "domain.pddl").read_text() + (folder / "problem.pddl").read_text()


def test_constraint_problems_are_written_to_a_file(tmp_path: Path) -> None:
    model = tmp_path / "model.mzn"
    assert copla("export", "futoshiki", "tiny-2", "--to", "minizinc", "-o", str(model)).status == 0
    assert model.read_text().count("alldifferent([") == 4
    instance = copla("export", "futoshiki", "tiny-2", "--to", "xcsp3").out
    assert len(list(ElementTree.fromstring(instance).iter("allDifferent"))) == 4


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["futoshiki", "tiny-2", "--to", "sas"],
            "futoshiki tiny-2: this is a constraint problem: it can be written as",
        ),
        (["tiles", "eight-4", "--to", "xcsp3"], "tiles eight-4: this is a planning problem: it can be written as sas"),
        (
            ["tiles", "eight-4", "--to", "saz"],
            "tiles eight-4: there is no export to 'saz'; did you mean 'sas'? There are: sas, pddl,",
        ),
        (["tiles", "eight-4", "--to", "smt"], "tiles eight-4: there is no export to 'smt'; there are: sas, pddl,"),
        (["tiles", "eight-5", "--to", "sas"], "eight-5: there is no such file and no shipped instance of tiles"),
        (["tiles", "eight-4", "--to", "sas", "-O", "depth=3"], "tiles has no option 'depth'"),
        (["tiles", "eight-4", "--to", "sas", "-o", "no/such/file"], "no/such/file: cannot be written: No such file"),
        (["tiles", "eight-4", "--to", "pddl", "-o", "/dev/null"], "/dev/null: found no folder, and none can be made"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], message: str) -> None:
    run = copla("export", *arguments)
    assert run.err.startswith(f"copla: {message}")
    assert (run.status, run.out, run.err.count("\n")) == (2, "", 1)
