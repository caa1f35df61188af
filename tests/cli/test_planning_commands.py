"""The planning puzzles from the command line: solving, refuting, replaying, and the assignments' own commands."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from tests.cli.run import copla

pytestmark = pytest.mark.slow

SMALL = {"tiles": "eight-10", "klotski": "easy", "freecell": "ranks-2-1", "guarini": "classic-3x3"}


@pytest.mark.parametrize(("puzzle", "instance"), SMALL.items())
def test_a_plan_is_found_written_verified_and_shown(puzzle: str, instance: str, tmp_path: Path) -> None:
    solution, film = tmp_path / "solution.txt", tmp_path / "film.svg"
    run = copla("solve", puzzle, instance, "-o", str(solution), "--json")
    assert run.status == 0
    (found,) = run.json["solutions"]
    assert (run.json["status"], run.json["length"]) == ("optimal", len(found["moves"]))
    assert run.json["algorithm"] == {"tiles": "idastar", "freecell": "short"}.get(puzzle, "astar")
    assert (run.json["heuristic"] is None) == (puzzle == "freecell")
    verified = copla("verify", puzzle, instance, str(solution))
    words = f"cost {run.json['cost']}, the best possible"
    assert (verified.status, verified.out) == (0, f"a valid solution\n{words}\n")
    shown = copla("show", puzzle, instance, str(solution), "--play", "--svg", str(film))
    assert shown.status == 0
    assert len(shown.out.splitlines()) > run.json["length"]
    assert ElementTree.parse(film).getroot().tag.endswith("svg")


@pytest.mark.parametrize(("puzzle", "instance"), SMALL.items())
def test_a_broken_plan_is_refused_with_its_step(puzzle: str, instance: str, tmp_path: Path) -> None:
    solution = tmp_path / "solution.txt"
    copla("solve", puzzle, instance, "-o", str(solution))
    lines = solution.read_text().splitlines(keepends=True)
    if puzzle == "klotski":
        broken = "* up\n* up\n* up\n* up\n* up\n* up\n"
    else:
        broken = f"{len(lines) - 2}\n" + "".join(lines[2:])  # without the first move
    run = copla("verify", puzzle, instance, "-", input=broken)
    assert run.status == 1
    assert "step " in run.out or "the goal is not reached" in run.out
    solution.write_text(broken)
    run = copla("show", puzzle, instance, str(solution), "--play")
    assert run.status == 2
    assert run.err.startswith("copla: the solution cannot be replayed: ")


def test_parity_is_decided_at_once_with_the_reason() -> None:
    run = copla("solve", "tiles", "fifteen-swapped")
    assert run.status == 1
    assert run.out.startswith("no solution: every move is one swap")
    data = copla("solve", "tiles", "fifteen-swapped", "--json").json
    assert (data["status"], data["backend"]) == ("infeasible", "argument")
    checked = copla("check", "tiles", "eight-swapped", "-b", "search,fast-downward", "--timeout", "60", "--json").json
    assert checked["verdict"] == "agree"
    assert {"argument", "search", "fast-downward"} <= {result["backend"] for result in checked["results"]}


def test_algorithms_and_heuristics_are_chosen_by_name() -> None:
    for word, algorithm in (("breadth", "bfs"), ("idastar", "idastar"), ("ucs", "ucs")):
        data = copla("solve", "guarini", "classic-3x3", "-a", word, "--json").json
        assert (data["algorithm"], data["cost"], data["status"]) == (algorithm, 16, "optimal")
    data = copla("solve", "tiles", "eight-20", "-a", "astar", "-H", "manhattan", "--json").json
    assert (data["heuristic"], data["cost"]) == ("manhattan", 20)
    run = copla("solve", "tiles", "eight-20", "-H", "magic")
    assert (run.status, run.err[:45]) == (2, "copla: this problem has no heuristic 'magic';")


def test_an_option_of_the_puzzle_changes_the_instance() -> None:
    solved = copla("solve", "tiles", "1 2 3 4 5 6 7 8 0", "--option", "goal=last", "--json").json
    assert (solved["cost"], solved["options"]["algorithm"]) == (0, "idastar")
    assert copla("solve", "tiles", "1 2 3 4 5 6 7 8 0", "--json").json["cost"] == 22
    run = copla("solve", "tiles", "eight-10", "--option", "goal=middle")
    assert (run.status, run.err) == (2, "copla: tiles: option goal is 'middle', expected first or last\n")


def test_a_film_of_an_illegal_plan_is_not_written(tmp_path: Path) -> None:
    film = tmp_path / "film.svg"
    (tmp_path / "plan.txt").write_text("1\n7 left\n")
    run = copla("show", "tiles", "eight-10", str(tmp_path / "plan.txt"), "--svg", str(film))
    assert (run.status, film.exists()) == (2, False)


def test_several_plans_come_in_the_order_of_their_cost() -> None:
    data = copla("solve", "klotski", "easy", "-a", "astar-tree", "-n", "3", "--json").json
    costs = [solution["cost"] for solution in data["solutions"]]
    assert len(costs) == 3
    assert costs == sorted(costs)


def test_the_klotski_command_writes_a_file_for_every_run_and_a_summary(tmp_path: Path) -> None:
    boards, results = tmp_path / "in", tmp_path / "new" / "out"
    boards.mkdir()
    (boards / "easy.txt").write_text(copla("show", "klotski", "easy").out)
    (boards / "goal.txt").write_text(copla("show", "klotski", "already-goal").out)
    (boards / "bad.txt").write_text("nonsense")
    run = copla("klotski", "-nsol", "2", "-of", str(results), "-t", "5", "-if", str(boards))
    assert run.status == 2  # for the bad one; the others are done all the same
    assert f"copla: {boards}/bad.txt:1:1: found" in run.err
    names = {path.name for path in results.iterdir()}
    assert {"summary.txt", "easy_UCS.txt", "easy_A-star_admissible.txt", "goal_IDA-star_trivial.txt"} <= names
    assert len(names) == 1 + 2 * (1 + 3 * 3)
    header, *rows = [line.split() for line in (results / "summary.txt").read_text().splitlines()]
    assert header[-5:] == ["cost", "time", "memMax", "nMax", "status"]
    ucs = [row for row in rows if row[:2] == ["easy", "UCS"]]
    assert [row[3:6] for row in ucs] == [["1", "8", "8"], ["2", "9", "10"]]
    text = (results / "easy_A-star_admissible.txt").read_text()
    assert "step 1: " in text
    for line in ("length: 8", "cost: 8", "time: ", "memMax: ", "nMax: "):
        assert line in text


def test_the_klotski_command_refuses_a_missing_folder(tmp_path: Path) -> None:
    run = copla("klotski", "--input_folder", str(tmp_path / "no"), "--output_folder", str(tmp_path / "out"))
    assert (run.status, run.err.count("\n")) == (2, 1)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("method", ["breadth", "depth", "best", "astar"])
def test_the_freecell_command_solves_by_every_method(method: str, tmp_path: Path) -> None:
    solution = tmp_path / "solution.txt"
    run = copla("freecell", method, "ranks-2-1", str(solution))
    assert run.status == 0
    moves = solution.read_text().splitlines()
    assert int(moves[0]) == len(moves) - 1
    assert copla("verify", "freecell", "ranks-2-1", str(solution)).status == 0


def test_the_freecell_command_writes_nothing_when_it_fails(tmp_path: Path) -> None:
    solution = tmp_path / "solution.txt"
    run = copla("freecell", "breadth", "deal-1", str(solution), "--timeout", "0.3")
    assert run.status == 3
    assert run.err.splitlines()[-1] == "copla: no solution within the limit (timeout); no file was written"
    assert not solution.exists()
    run = copla("freecell", "sideways", "deal-1", str(solution))
    assert (run.status, run.err) == (2, "copla: found the method 'sideways', expected breadth, depth, best, astar\n")


def test_a_series_of_freecell_deals_is_generated(tmp_path: Path) -> None:
    run = copla("generate", "freecell", str(tmp_path / "test"), "21", "23", "--ranks", "4")
    assert run.status == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["test21.txt", "test22.txt", "test23.txt"]
    assert copla("solve", "freecell", str(tmp_path / "test21.txt"), "-a", "best").status == 0


@pytest.mark.parametrize("puzzle", ["tiles", "klotski", "freecell", "guarini"])
def test_every_planning_puzzle_has_a_generator_whose_instances_can_be_read(puzzle: str) -> None:
    made = copla("generate", puzzle, "--seed", "3")
    assert made.status == 0
    assert copla("generate", puzzle, "--seed", "3").out == made.out
    assert copla("show", puzzle, "-", input=made.out).out == made.out


def test_an_answer_that_is_not_proven_best_says_how_far_from_it_it_may_be() -> None:
    """Deal 1 takes 87 moves."""
    run = copla("solve", "freecell", "1", "--algorithm", "short")
    found = re.search(r"^solved, cost (\d+) \(at least (\d+)\) ", run.err + run.out, re.MULTILINE)
    assert found is not None
    assert int(found[2]) <= 87 <= int(found[1])
