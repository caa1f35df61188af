"""The ready descriptions, with the programs where they are installed, and with small stand-ins everywhere."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from copla import Limits, Status, load, solve
from copla.plugins.programs.description import describe, ready
from tests.cli.run import copla as cli

SAT = """
import itertools, sys
clauses = [list(map(int, line.split()[:-1])) for line in open(sys.argv[-1 - EXTRA]) if line[0] not in "cp"]
def search(trail):
    left = [clause for clause in clauses if not set(clause) & trail]
    if not left:
        return trail
    clause = min(([x for x in clause if -x not in trail] for clause in left), key=len)
    for at, literal in enumerate(clause):
        found = search(trail | {literal} | {-x for x in clause[:at]})
        if found:
            return found
    return None
model = search(frozenset())
"""
MINISAT = (
    SAT.replace("EXTRA", "1")
    + """
open(sys.argv[-1], "w").write("SAT\\n" + " ".join(map(str, sorted(model, key=abs))) + " 0\\n" if model else "UNSAT\\n")
print("SATISFIABLE" if model else "UNSATISFIABLE")
sys.exit(10 if model else 20)
"""
)
CADICAL = (
    SAT.replace("EXTRA", "0")
    + """
print("s SATISFIABLE\\nv " + " ".join(map(str, sorted(model, key=abs))) + " 0" if model else "s UNSATISFIABLE")
sys.exit(10 if model else 20)
"""
)


def stand_in(name: str, text: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small program that has the name and the manners of a large one, and stands in front of it."""
    (folder / name).write_text(f"#!{sys.executable}\n{text}")
    (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=":")


def test_every_ready_description_can_be_read_and_says_how_to_install_the_program() -> None:
    assert set(ready()) >= {"minisat.toml", "cadical.toml", "gecode.toml", "freecell-solver.toml"}
    for name, file in ready().items():
        described = describe(name)
        assert described.name == name.removesuffix(".toml")
        assert described.summary
        assert file.read_text().startswith("# ")


@pytest.mark.parametrize(("name", "text"), [("minisat", MINISAT), ("cadical", CADICAL)])
def test_a_sat_solver_answers_constraint_problems(
    name: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if shutil.which(name) is None:
        stand_in(name, text, tmp_path, monkeypatch)
    for instance in ("tiny-2", "extreme-4-1", "several-empty-3"):
        assert solve(load("futoshiki", instance), f"{name}.toml").status is Status.SOLVED
    assert solve(load("futoshiki", "unsolvable-cycle"), f"{name}.toml").status is Status.INFEASIBLE
    assert solve(load("tiles", "two-by-two"), f"{name}.toml").status is Status.UNSUPPORTED


@pytest.mark.parametrize(("name", "text"), [("minisat", MINISAT), ("cadical", CADICAL)])
def test_the_stand_ins_are_understood_as_the_programs_are(
    name: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(name, text, tmp_path, monkeypatch)
    assert solve(load("futoshiki", "tiny-2"), f"{name}.toml").status is Status.SOLVED
    assert solve(load("futoshiki", "unsolvable-cycle"), f"{name}.toml").status is Status.INFEASIBLE


def test_gecode_is_asked_through_minizinc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = """
import sys
assert sys.argv[1:3] == ["--solver", "gecode"] and open(sys.argv[-1]).read().startswith("% ")
for a in (1, 2)[: int(sys.argv[4])]:
    print(f"r1c1 = {a}\\nr1c2 = {3 - a}\\nr2c1 = {3 - a}\\nr2c2 = {a}\\n----------")
print("==========")
"""
    stand_in("minizinc", text, tmp_path, monkeypatch)
    result = solve(load("futoshiki", "2:0,0,0,0,"), "gecode.toml", limits=Limits(60, solutions=3))
    assert (len(result.solutions), result.complete) == (2, True)


def test_fast_downwards_own_driver_is_asked_with_pddl(monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib.util

    package = importlib.util.find_spec("up_fast_downward")  # of the test extras
    assert package is not None
    monkeypatch.setenv("PATH", f"{package.submodule_search_locations[0]}/downward", prepend=":")  # type: ignore[index]
    result = solve(load("tiles", "two-by-two"), "fast-downward-driver.toml")
    assert (result.status, result.cost) == (Status.OPTIMAL, 6)
    unsolvable = solve(load("guarini", "unsolvable-centre-3x3"), "fast-downward-driver.toml")
    assert unsolvable.status is Status.INFEASIBLE


def test_freecell_solver_plays_whole_deals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which("fc-solve") is None:
        moves = cli("solve", "freecell", "deal-1", "--backend", "native").out
        assert moves
        (tmp_path / "plan.txt").write_text(moves)
        shown = cli("show", "freecell", "deal-1", str(tmp_path / "plan.txt"), "--form", "fc-solve").out
        text = f"print('''-=-=-=-\\n\\n{shown}\\n\\nThis game is solveable.''')"
        stand_in("fc-solve", text, tmp_path, monkeypatch)
    result = solve(load("freecell", "deal-1"), "freecell-solver.toml")
    assert result.status is Status.SOLVED
    assert (result.best.length or 0) > 50
