"""The kernel for sliding tiles: node for node the readable search, Korf's own counts, and tables that cannot lie."""

from __future__ import annotations

import errno
import itertools
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from copla import Limits, ModelError, PlanningProblem, Result, Status, Watch, puzzle, solve
from copla.backends.native import partitions, pattern_tables
from copla.backends.native.partitions import Partition, Pattern, read_partition
from copla.backends.native.tiles import OWN
from copla.models.tiles.board import Board, goal_board, goal_tiles, neighbour
from copla.models.tiles.generator import generate
from copla.models.tiles.model import problem_of, structure
from copla.models.tiles.patterns import additive, groups
from copla.models.tiles.refutation import refute
from copla.models.tiles.replay import replay
from tests.models.tiles import rules

KORF = {  # optimum and nodes of IDA* with Manhattan distance
    2: (55, 15_300_442),
    5: (56, 11_020_325),
    20: (52, 17_954_870),
    50: (53, 63_036_422),
}
SHAPES = [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (5, 2), (3, 4)]


@pytest.fixture(autouse=True, scope="module")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Tables of these tests go to a folder of their own."""
    before = os.environ.get("COPLA_CACHE")
    os.environ["COPLA_CACHE"] = str(tmp_path_factory.mktemp("cache"))
    yield
    del os.environ["COPLA_CACHE"]
    if before is not None:
        os.environ["COPLA_CACHE"] = before


@pytest.fixture
def fresh_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COPLA_CACHE", str(tmp_path))
    return tmp_path / "tiles"


def run(problem: PlanningProblem, **options: object) -> Result:
    return solve(problem, "native", options=options)


def counts(result: Result) -> tuple[object, ...]:
    return result.status, result.cost, result.statistics.expanded, result.statistics.generated


def korf(number: int) -> Board:
    tiles = puzzle("tiles")
    name = f"korf-{number}.txt"
    return tiles.parse((tiles.shipped() / name).read_text(), name)  # type: ignore[attr-defined,no-any-return]


def partition(rows: int, columns: int, goal: str, text: str | None = None) -> Partition:
    return read_partition(structure(goal_board(rows, columns, goal)).data, text)


def nodes_as_korf_counts(board: Board, result: Result) -> int:
    """He counts a child when its turn comes, not with its siblings, and the start once."""
    assert result.statistics.generated is not None
    unvisited, before = 0, None
    boards = [board, *(step.after for step in replay(board, result.best))]
    for here, there in itertools.pairwise(boards):
        cells = [neighbour(4, 4, here.blank, direction) for direction in ("up", "left", "right", "down")]
        tried = [cell for cell in cells if cell is not None and cell != before]
        unvisited += len(tried) - 1 - tried.index(there.blank)
        before = here.blank
    return result.statistics.generated + 1 - unvisited


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("goal", ["first", "last"])
def test_idastar_and_astar_do_what_the_readable_search_does_node_for_node(shape: tuple[int, int], goal: str) -> None:
    for seed in range(4):
        problem = problem_of(generate(*shape, goal, 18, seed))
        for heuristic in ("manhattan", "linear-conflict"):
            known = solve(
                problem, "search", options={"algorithm": "idastar", "heuristic": heuristic, "prune": "parent"}
            )
            assert counts(run(problem, heuristic=heuristic)) == counts(known)
            assert run(problem, heuristic=heuristic).solutions[0].moves == known.solutions[0].moves
            known = solve(problem, "search", options={"algorithm": "astar", "heuristic": heuristic})
            found = run(problem, algorithm="astar", heuristic=heuristic)
            assert counts(found) == counts(known)
            assert found.statistics.max_nodes == known.statistics.max_nodes


@pytest.mark.parametrize("number", KORF)
def test_manhattan_distance_takes_exactly_the_nodes_that_korf_counted(number: int) -> None:
    board = korf(number)
    result = run(problem_of(board), heuristic="manhattan")
    assert (result.status, result.cost, result.bound) == (Status.OPTIMAL, KORF[number][0], KORF[number][0])
    assert nodes_as_korf_counts(board, result) == KORF[number][1]


@pytest.mark.parametrize("heuristic", [None, "linear-conflict", "walking-distance", "databases", "5-5-5"])
def test_every_heuristic_finds_korfs_optimum(heuristic: str | None) -> None:
    result = run(problem_of(korf(5)), heuristic=heuristic)
    assert (result.status, result.cost) == (Status.OPTIMAL, KORF[5][0])


def test_the_automatic_choice_turns_to_tables_where_linear_conflict_is_slow() -> None:
    easy, hard = run(problem_of(korf(5))), run(problem_of(korf(15)))
    assert (easy.options["heuristic"], hard.options["heuristic"]) == ("linear-conflict", "databases")
    assert hard.cost == 62


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), shape=st.sampled_from(SHAPES[:6]), goal=st.sampled_from(["first", "last"]))
def test_any_board_of_any_shape_has_one_optimum(seed: int, shape: tuple[int, int], goal: str) -> None:
    problem = problem_of(generate(*shape, goal, 0, seed))
    known = run(problem, algorithm="astar").cost
    assert known == solve(problem, "search", options={"algorithm": "astar"}).cost
    for heuristic in ("manhattan", "walking-distance", "databases"):
        assert run(problem, heuristic=heuristic).cost == known


@pytest.mark.parametrize("shape", [(3, 5), (2, 6), (4, 5), (5, 5)])
def test_large_and_rectangular_boards(shape: tuple[int, int]) -> None:
    for goal in ("first", "last"):
        problem = problem_of(generate(*shape, goal, 40, 3))
        found = {run(problem, algorithm=a, heuristic=h).cost for a in ("idastar", "astar") for h in ("manhattan", None)}
        assert len(found) == 1


@pytest.mark.parametrize("goal", ["first", "last"])
def test_a_board_with_the_blank_at_home_takes_as_many_moves_as_its_inverse(goal: str) -> None:
    """What dual look-ups rest on, for all boards of 2x4 cells."""
    target = goal_tiles(2, 4, goal)
    distance, frontier = {target: 0}, [target]
    for board in frontier:
        blank = board.index(0)
        for direction in ("up", "left", "right", "down"):
            cell = neighbour(2, 4, blank, direction)
            if cell is not None:
                moved = list(board)
                moved[blank], moved[cell] = moved[cell], 0
                if tuple(moved) not in distance:
                    distance[tuple(moved)] = distance[board] + 1
                    frontier.append(tuple(moved))
    assert len(distance) == 20160
    home = target.index(0)
    checked = 0
    for board, moves in distance.items():
        if board[home] == 0:
            inverse = [0] * 8
            for cell, tile in enumerate(board):
                inverse[target.index(tile)] = target[cell]
            assert distance[tuple(inverse)] == moves
            checked += 1
    assert checked == 2520


def test_what_is_promised_of_databases_holds_on_every_board_of_eight_cells() -> None:
    """The blank is not in the tables: a move can bring it to where the rest is much cheaper than it seemed."""
    target, cells = goal_tiles(2, 4, "first"), 8
    parts = []
    for view in partition(2, 4, "first").views():
        assert _raw(view.pattern).direct
        parts.append((view, memoryview(pattern_tables.compute(view.pattern, begun(), "")).tobytes()))

    def estimate(board: tuple[int, ...]) -> int:
        total = 0
        for view, entries in parts:
            entry = 0
            for tile in view.tiles:
                entry = entry * cells + view.cells[board.index(tile)]
            total += entries[entry]
        return total

    distance, frontier, falls = {target: 0}, [target], 0
    for board in frontier:
        assert estimate(board) <= distance[board]
        for _, after in rules.moves(2, 4, board):
            falls = max(falls, estimate(board) - estimate(after))
            if after not in distance:
                distance[after] = distance[board] + 1
                frontier.append(after)
    assert len(distance) == 20160
    promised = OWN["databases"]
    assert (promised.admissible, promised.consistent) == (True, falls <= 1) == (True, False)


@pytest.mark.parametrize(("shape", "partition"), [((2, 4), "4-3"), ((3, 3), "4-4"), ((3, 4), "databases")], ids=str)
def test_dual_look_ups_save_nodes_and_change_no_answer(shape: tuple[int, int], partition: str) -> None:
    direct, dual = 0, 0
    for seed in range(25):
        for goal in ("first", "last"):
            problem = problem_of(generate(*shape, goal, 0, seed))
            plain, more = run(problem, heuristic=partition), run(problem, heuristic=f"{partition}+dual")
            assert (more.status, more.cost) == (plain.status, plain.cost)
            direct, dual = direct + (plain.statistics.generated or 0), dual + (more.statistics.generated or 0)
    assert 0 < dual < direct


def test_compact_tables_agree_with_direct_ones() -> None:
    """Eight tiles of a 3x4 board are ranked perfectly, since their direct form would be too large."""
    from copla.backends.native.engine import _engine

    eight = partition(3, 4, "first", "8-3")
    assert [_raw(pattern).direct for pattern in eight.patterns()] == [False, True]
    assert isinstance(_raw(eight.patterns()[0]), _engine.TilePattern)
    for seed in range(6):
        problem = problem_of(generate(3, 4, "first", 0, seed))
        assert run(problem, heuristic="8-3").cost == run(problem, heuristic="linear-conflict").cost


def _raw(pattern: Pattern) -> Any:
    from copla.backends.native.engine import _engine

    return _engine.TilePattern(pattern.rows, pattern.columns, pattern.homes, pattern.blank)


@pytest.mark.parametrize("shape", [(2, 3), (3, 3), (3, 4)])
def test_entries_equal_those_of_the_readable_builder(shape: tuple[int, int]) -> None:
    tables = additive(*shape, "first").tables
    for homes, table in zip(groups(*shape, "first"), tables, strict=True):
        order = sorted(range(len(homes)), key=homes.__getitem__)
        pattern = Pattern(*shape, tuple(sorted(homes)), 0)
        built = memoryview(pattern_tables.compute(pattern, begun(), "")).tobytes()
        chance = random.Random(1)
        cells = shape[0] * shape[1]
        for _ in range(5000):
            placed = chance.sample(range(cells), len(homes))
            here = sum(placed[tile] * cells ** (len(homes) - 1 - place) for place, tile in enumerate(order))
            there = sum(cell * cells ** (len(homes) - 1 - place) for place, cell in enumerate(placed))
            assert built[here] == table.entries[there]


def test_groups_that_a_symmetry_maps_onto_each_other_share_a_table() -> None:
    first = partition(5, 5, "first")
    assert len(first.groups) == 4
    assert len(first.patterns()) == 2
    last = partition(5, 5, "last")
    assert set(last.patterns()) == set(first.patterns())
    fifteen = partition(4, 4, "first")
    mirrored = fifteen.mirrored()
    assert mirrored is not None
    assert mirrored.groups != fifteen.groups
    assert set(mirrored.patterns()) == set(fifteen.patterns())
    wide, high = (partition(*shape, "first") for shape in ((3, 4), (4, 3)))
    assert wide.views()[0].pattern.rows == high.views()[0].pattern.rows == 3


@pytest.mark.parametrize("text", ["6-6-4", "1,2/3", "16-1", "1,1,2,3/4", "-", "6", "6-6-x", "9-6", "0-15"])
def test_a_partition_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ModelError):
        partition(4, 4, "first", text)


def test_boards_of_the_wrong_parity_are_refused_at_once() -> None:
    for shape in ((3, 3), (3, 5), (2, 6), (4, 4), (5, 5)):
        for goal in ("first", "last"):
            good = generate(*shape, goal, 0, 7)
            tiles = list(good.tiles)
            a, b = [cell for cell, tile in enumerate(tiles) if tile][:2]
            tiles[a], tiles[b] = tiles[b], tiles[a]
            bad = Board(*shape, tuple(tiles), goal)
            assert refute(good) is None
            assert refute(bad) is not None
            result = run(problem_of(bad))
            assert (result.status, result.statistics.generated) == (Status.INFEASIBLE, 0)


# The cache


def begun() -> Watch:
    watch = Watch()
    watch.begin()
    return watch


def eight_puzzle(seed: int = 5) -> PlanningProblem:
    return problem_of(generate(3, 3, "first", 0, seed))


def only_tables(folder: Path) -> list[Path]:
    assert not list(folder.glob("*.partial"))
    return sorted(folder.glob("*.pdb"))


def test_tables_are_built_once_and_then_mapped(fresh_cache: Path) -> None:
    cost = run(eight_puzzle(), heuristic="4-4").cost
    tables = only_tables(fresh_cache)
    assert len(tables) == 2
    before = [path.stat().st_mtime_ns for path in tables]
    assert run(eight_puzzle(), heuristic="4-4").cost == cost
    assert [path.stat().st_mtime_ns for path in only_tables(fresh_cache)] == before
    for path in tables:
        assert pattern_tables.verify(path).path == path


@settings(max_examples=60, deadline=None)
@given(place=st.floats(0, 1, exclude_max=True), flip=st.integers(1, 255))
def test_a_changed_byte_anywhere_is_found(place: float, flip: int) -> None:
    pattern = Pattern(3, 3, (1, 2, 3), 0)
    path = pattern_tables.path_of(pattern)
    pattern_tables.table(pattern, begun(), pytest.fail, "")
    sound = path.read_bytes()
    damaged = bytearray(sound)
    damaged[int(place * len(sound))] ^= flip
    path.write_bytes(damaged)
    with pytest.raises(pattern_tables.DamagedError):
        pattern_tables.verify(path)
    path.write_bytes(sound)
    pattern_tables.verify(path)


@pytest.mark.parametrize("harm", ["flip", "cut", "empty", "longer", "remove", "rename", "folder"])
def test_damaged_tables_are_built_again_and_the_answer_is_right(fresh_cache: Path, harm: str) -> None:
    known = run(eight_puzzle(), algorithm="astar").cost
    run(eight_puzzle(), heuristic="4-4")
    first, second = only_tables(fresh_cache)
    sound = first.read_bytes()
    match harm:
        case "flip":
            first.write_bytes(sound[:3000] + bytes([sound[3000] ^ 8]) + sound[3001:])
        case "cut":
            first.write_bytes(sound[:-1])
        case "empty":
            first.write_bytes(b"")
        case "longer":
            first.write_bytes(sound + b"\0")
        case "remove":
            first.unlink()
        case "rename":
            first.write_bytes(second.read_bytes())
        case "folder":
            first.unlink()
            first.mkdir()
    result = run(eight_puzzle(), heuristic="4-4")
    assert result.cost == known
    assert (result.message == "") == (harm == "remove")
    if harm != "folder":
        assert first.read_bytes()[300:] == sound[300:]
        pattern_tables.verify(first)


def test_a_full_disk_costs_the_cache_and_not_the_answer(fresh_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    result = run(eight_puzzle(), heuristic="4-4")
    assert result.status is Status.OPTIMAL
    assert "No space left on device" in result.message
    assert only_tables(fresh_cache) == []


def test_a_file_that_may_not_grow_leaves_nothing_behind(fresh_cache: Path) -> None:
    """The same with a real limit of the system's, half way through the file."""
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
        "from copla.backends.native import pattern_tables as p\n"
        "from copla import Watch, BackendError\n"
        "w = Watch(); w.begin()\n"
        "try: p.build(p.Pattern(3, 3, (1, 2, 3, 4), 0), w, '')\n"
        "except BackendError as error: print(error)\n"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "cannot be written: File too large" in found.stdout
    assert only_tables(fresh_cache) == []


def test_an_interrupted_build_leaves_nothing_behind(fresh_cache: Path) -> None:
    watch = Watch()
    watch.stop()
    result = solve(problem_of(korf(1)), "native", options={"heuristic": "7-8"}, watch=watch)
    assert (result.status, result.solutions) == (Status.INTERRUPTED, ())
    assert not fresh_cache.exists()


def test_memory_limits_are_kept() -> None:
    little = Limits(bytes=20_000_000)
    for options in ({"algorithm": "astar"}, {"heuristic": "7-8"}):
        result = solve(problem_of(korf(1)), "native", options=options, limits=little)
        assert (result.status, result.solutions) == (Status.MEMORY, ())


def test_ctrl_c_ends_every_search() -> None:
    for options in ({"heuristic": "manhattan"}, {"heuristic": "linear-conflict"}, {"heuristic": "walking-distance"}):
        watch = Watch()
        watch.stop()
        result = solve(problem_of(korf(82)), "native", options=options, watch=watch)
        assert (result.status, result.solutions) == (Status.INTERRUPTED, ())
        assert result.bound is not None
        assert result.bound <= 62


def test_names_of_partitions() -> None:
    assert partitions.is_partition("6-6-3")
    assert partitions.is_partition("1,2/3,4")
    assert not any(map(partitions.is_partition, ["", "databases", "6", "1,2", "6-6-", "/1", "1/2-3"]))
