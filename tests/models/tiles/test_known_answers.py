"""Optima that are known: Korf's boards, whole small spaces, and agreement between algorithms."""

from __future__ import annotations

import random
import re

import pytest

from copla import Result, Status, solve
from copla.models.tiles import PUZZLE, Board
from copla.models.tiles.board import OPPOSITE
from tests.models.tiles.rules import distances, moves

SMALL = [(2, 4, "first"), (3, 2, "last"), (2, 3, "first"), (2, 2, "last")]


def shipped(name: str) -> tuple[Board, int]:
    text = (PUZZLE.shipped() / f"{name}.txt").read_text(encoding="utf-8")
    found = re.match("# optimum ([0-9]+) moves", text)
    assert found is not None
    return PUZZLE.parse(text, name), int(found[1])


def search(board: Board, algorithm: str, heuristic: str | None = None, **options: str) -> Result:
    chosen = {"algorithm": algorithm, "heuristic": heuristic, **options}
    return solve(PUZZLE.problem(board), "search", options=chosen)


@pytest.mark.slow
@pytest.mark.parametrize("heuristic", ["linear-conflict", "pattern", "pattern-reflected"])
@pytest.mark.parametrize(("name", "optimum"), [("korf-12", 45), ("korf-42", 42), ("korf-79", 42)])
def test_three_of_korfs_boards_are_solved_optimally(name: str, optimum: int, heuristic: str) -> None:
    board, claimed = shipped(name)
    assert claimed == optimum
    result = search(board, "astar", heuristic)
    assert result.status is Status.OPTIMAL
    assert result.cost == optimum


@pytest.mark.parametrize("name", ["korf-42", "korf-79"])
def test_iterative_deepening_with_patterns_finds_korfs_optimum_too(name: str) -> None:
    board, optimum = shipped(name)
    assert search(board, "idastar", "pattern-reflected", prune="parent").cost == optimum


@pytest.mark.slow
def test_iterative_deepening_with_manhattan_distance_generates_as_many_nodes_as_korfs() -> None:
    """The literature says 540,860 for board 79, the start included.

    It generates one child at a time, where the engine generates all children of a node at once: on the path
    to the goal the engine has also generated the later children, which the literature's count leaves out.
    """
    board, _ = shipped("korf-79")
    result = search(board, "idastar", "manhattan", prune="parent")
    later = 0
    tiles, before = board.tiles, ""
    for label in result.best.moves or ():
        children = [(move, after) for move, after in moves(4, 4, tiles) if move != before]
        later += len(children) - 1 - [move for move, _ in children].index(label)
        tile, way = label.split()
        tiles, before = dict(children)[label], f"{tile} {OPPOSITE[way]}"
    assert result.statistics.generated is not None
    assert 1 + result.statistics.generated - later == 540_860


@pytest.mark.parametrize("name", ["eight-31-1", "eight-31-2", "eight-last-31"])
def test_the_farthest_eight_puzzles_take_31_moves(name: str) -> None:
    board, optimum = shipped(name)
    assert optimum == 31
    for heuristic in ("linear-conflict", "pattern-reflected"):
        assert search(board, "astar", heuristic).cost == 31


@pytest.mark.parametrize("algorithm", ["bfs", "astar", "idastar"])
def test_random_eight_puzzles_have_one_optimum_whatever_the_algorithm(algorithm: str) -> None:
    far = distances(3, 3, "first")
    near = [tiles for tiles, distance in far.items() if distance <= 18]
    for tiles in random.Random(8).sample(near, 6):
        assert search(Board(3, 3, tiles), algorithm).cost == far[tiles]


@pytest.mark.parametrize(("rows", "columns", "goal"), SMALL)
def test_random_small_boards_have_their_true_distance_with_every_algorithm(rows: int, columns: int, goal: str) -> None:
    far = distances(rows, columns, goal)
    for tiles in random.Random(rows).sample(list(far), 8):
        board = Board(rows, columns, tiles, goal)
        for algorithm in ("bfs", "ucs", "astar"):
            assert search(board, algorithm).cost == far[tiles]
        assert search(board, "idastar", "pattern").cost == far[tiles]
        greedy = search(board, "greedy", "manhattan")
        assert greedy.cost is not None
        assert greedy.cost >= far[tiles]


@pytest.mark.parametrize("name", ["eight-4", "eight-10", "eight-16", "eight-last-8"])
def test_iterative_deepening_with_manhattan_distance_solves_easy_boards(name: str) -> None:
    board, optimum = shipped(name)
    assert search(board, "idastar", "manhattan").cost == optimum


def test_better_heuristics_expand_fewer_nodes() -> None:
    board, _ = shipped("eight-31-1")
    names = ("manhattan", "linear-conflict", "pattern", "pattern-reflected")
    expanded = [search(board, "astar", name).statistics.expanded or 0 for name in names]
    assert expanded == sorted(expanded, reverse=True)
    assert expanded[0] > 3 * expanded[-1]
