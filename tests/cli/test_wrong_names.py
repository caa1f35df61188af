"""A name that there is none of is answered with all that there are, whatever it is the name of."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.run import copla


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("sovle futoshiki tiny-2", "there is no command 'sovle'; did you mean 'solve'? There are: solve, check"),
        ("pdb nope", "there is no command 'nope'; there are: build, list, verify, remove\n"),
        ("check nope", "there is no puzzle 'nope'; there are: freecell, futoshiki,"),
        ("compare nope", "there is no puzzle 'nope'; there are: freecell, futoshiki,"),
        ("check tiles eight-4 -O gaol=last", "is none of the puzzle; did you mean 'goal'? Its options: goal; an"),
        ("compare tiles eight-4 -b native,search -O gaol=last", "none of tiles, native, search has an option 'gaol'; "),
        ("compare tiles eight-4 -b native,search -O gaol=last", "options: tiles: goal; native: algorithm, "),
        ("compare tiles eight-4 -b fast-downward,search -a idastat", "none of fast-downward, search has an algo"),
        ("compare tiles eight-4 -b fast-downward,search -a idastat", "There are: idastar, astar, wastar, ucs,"),
        ("compare tiles eight-4 -b native,search -H manhatan", "none of native, search has a heuristic 'manhatan'"),
        ("compare tiles eight-4 -b search -H manhatan", "backend search has no heuristic 'manhatan'; did you mean"),
        ("print tiles eight-4 -O gaol=last", "tiles has no option 'gaol'; did you mean 'goal'? Its options: goal\n"),
    ],
)  # fmt: skip
def test_the_answer_holds_all_names(command: str, said: str) -> None:
    run = copla(*command.split())
    assert (run.status, run.out) == (2, "")
    assert said in run.err
    assert run.err.count("\n") == 1


def test_a_sheet_takes_the_options_of_the_puzzle(tmp_path: Path) -> None:
    first, last = (tmp_path / name for name in ("first.html", "last.html"))
    assert copla("print", "tiles", "eight-4", "-o", str(first)).status == 0
    assert copla("print", "tiles", "eight-4", "-O", "goal=last", "-o", str(last)).status == 0
    assert first.read_text() != last.read_text()
    made = ("print", "tiles", "--rows", "2", "--columns", "2", "--seed", "1", "-O", "goal=last", "-o", str(last))
    assert copla(*made).status == 0
