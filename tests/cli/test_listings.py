"""What there is, and what each claims: heuristics, backends, and options that make no sense together."""

from __future__ import annotations

import json
from typing import Any

import pytest

import copla
from copla.cli.heuristics import heuristics_of
from copla.cli.sense import refuse_nonsense
from copla.cli.verify import Optimum, optimum
from copla.ground.errors import CoplaError, ModelError
from tests.cli.run import copla as run_copla

PLANNING = {"tiles": "eight-4", "klotski": "easy", "freecell": "ranks-1-1", "guarini": "diagonal-3x3"}


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_heuristics_tell_what_they_promise_and_who_takes_them() -> None:
    found = {about["name"]: about for about in lines(run_copla("heuristics", "tiles", "--json").out)}
    assert next(iter(found)) == "linear-conflict", "the puzzle's first is the default"
    assert found["misplaced"]["backends"] == ["native", "search"]
    promises = {name: (about["admissible"], about["consistent"]) for name, about in found.items()}
    assert promises["misplaced"] == promises["blind"] == promises["walking-distance"] == (True, True)
    assert promises["databases"] == promises["databases+dual"] == promises["lmcut"] == (True, False)
    assert promises["ff"] == (False, False)
    assert set(found["blind"]["backends"]) >= {"search", "native"}


@pytest.mark.parametrize("puzzle", [*PLANNING, "futoshiki"])
def test_the_list_of_heuristics_fits_for_every_puzzle(puzzle: str) -> None:
    run = run_copla("heuristics", puzzle)
    assert run.status == 0
    assert max(map(len, run.out.splitlines())) <= 80
    assert any(line.startswith("blind ") for line in run.out.splitlines())


@pytest.mark.parametrize("name", copla.backend_names())
def test_what_is_told_of_a_backend_fits(name: str) -> None:
    run = run_copla("backends", name)
    assert run.status == 0
    assert run.out.startswith(f"{name}: ")
    assert max(map(len, run.out.splitlines()[1:]), default=0) <= 80


def test_algorithms_tell_what_they_may_claim() -> None:
    (search,) = lines(run_copla("backends", "search", "--json").out)
    claims = {algorithm["name"]: algorithm["claim"] for algorithm in search["algorithms"]}
    assert claims["ucs"] == "optimal"
    assert claims["greedy"] == "solved"
    assert claims["astar"] == "optimal with an admissible heuristic, else solved"
    assert claims["iddfs"] == claims["bfs"] == "optimal if all moves cost the same, else solved"


@pytest.mark.parametrize(("puzzle", "instance"), PLANNING.items())
@pytest.mark.parametrize("backend", ["native", "search"])
def test_the_textbooks_staples_are_everywhere(puzzle: str, instance: str, backend: str) -> None:
    loaded = copla.load(puzzle, instance)
    best = copla.solve(loaded, "search").cost
    for options in ({"algorithm": "iddfs"}, {"algorithm": "astar", "heuristic": "blind"}):
        if puzzle != "klotski" or options["algorithm"] != "iddfs":
            assert copla.solve(loaded, backend, options=options).cost == best
    named = [about["name"] for about in heuristics_of(loaded.problem()) if backend in about["backends"]]
    assert "blind" in named
    assert ("misplaced" in named) == (puzzle == "tiles")


@pytest.mark.parametrize(
    ("backend", "options", "solutions", "message"),
    [
        ("search", {"algorithm": "bfs", "heuristic": "manhattan"}, 1, "bfs does not look at the heuristic; try: copla"),
        ("search", {"algorithm": "astar"}, 2, "astar with a closed list finds one solution; for several use"),
        ("search", {"algorithm": "astar", "width": "5"}, 1, "astar does not look at the width; try: copla solve"),
        ("native", {"algorithm": "astar", "threads": "2"}, 1, "astar does not look at the threads; try: copla solve"),
        ("fast-downward", {"algorithm": "ucs", "heuristic": "ff"}, 1, "ucs does not look at the heuristic; try: copla"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_line_that_works(
    backend: str, options: dict[str, str], solutions: int, message: str
) -> None:
    problem = copla.load("tiles", "eight-4").problem()
    with pytest.raises(ModelError) as error:
        refuse_nonsense(copla.backend(backend), options, problem, solutions, ["copla", "solve", "tiles", "eight-4"])
    assert str(error.value).startswith(message)
    words = str(error.value).partition("try: copla ")[2].split()
    extra = ["--backend", backend, "--solutions", str(solutions)]
    assert run_copla(*words, *extra).status == 0, words


def test_what_makes_sense_is_let_through() -> None:
    problem = copla.load("tiles", "eight-4").problem()
    for options in ({}, {"algorithm": "astar", "heuristic": "manhattan"}, {"heuristic": "manhattan"}):
        refuse_nonsense(copla.backend("search"), options, problem, 1, ["copla"])


def test_an_option_that_no_configuration_looks_at_ends_a_comparison_before_it_begins() -> None:
    run = run_copla("compare", "guarini", "3x4", "-b", "search", "-a", "bfs,ucs", "-H", "easy")
    assert (run.status, run.out) == (2, "")
    line = "copla compare guarini 3x4 --backend search --algorithm astar --heuristic easy"
    assert run.err == f"copla: bfs does not look at the heuristic; try: {line}\n"


def test_a_check_refuses_what_makes_no_sense_before_it_begins_and_its_line_works() -> None:
    run = run_copla(
        "check", "tiles", "eight-4", "-b", "search,native", "-O", "search.algorithm=bfs", "-O", "search.weight=3"
    )
    assert (run.status, run.out) == (2, "")
    beginning = "copla: bfs does not look at the weight; try: copla "
    assert run.err.startswith(beginning)
    words = run.err.removeprefix(beginning).split()
    assert words[:5] == ["check", "tiles", "eight-4", "--backend", "search,native"]
    assert run_copla(*words).status == 0, words
    run = run_copla("check", "tiles", "eight-4", "-O", "native.heuristic=manhatan")
    assert (run.status, run.out) == (2, "")
    assert run.err.startswith("copla: eight-4: this problem has no heuristic 'manhatan'; did you mean 'manhattan'?")


def test_a_plan_is_measured_against_the_best_one() -> None:
    problem = copla.load("tiles", "eight-4").problem()
    detour = copla.Solution(moves=copla.solve(problem).best.moves, cost=4)
    assert optimum(problem, detour) == Optimum(4, 4, True)
    assert str(optimum(problem, copla.Solution(moves=(), cost=6))) == "cost 6; 4 is possible, and the best"
    assert optimum(copla.load("futoshiki", "tiny-2").problem(), copla.Solution({})) is None


def test_a_wrong_name_is_answered_with_all_right_ones() -> None:
    for arguments in (["solve", "tiles", "eight-5"], ["backends", "nativ"], ["heuristics", "tile"]):
        run = run_copla(*arguments)
        assert (run.status, run.err.count("\n")) == (2, 1)
        assert "did you mean" in run.err
    with pytest.raises(CoplaError) as error:
        copla.load("tiles", "korf-101")
    assert "korf-1 to korf-9, korf-12 to korf-99" in str(error.value)
