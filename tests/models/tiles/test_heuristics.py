"""What the heuristics claim, checked on every state of whole small spaces; and by hand."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest

from copla import Function, Heuristic, Maximum, Sum
from copla.models.tiles import PUZZLE, Board, heuristics, patterns
from copla.models.tiles.board import goal_board
from tests.models.tiles.rules import Tiles, distances, moves, solved, state_of

SPACES = [
    (rows, columns, goal) for rows, columns in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2)] for goal in ("first", "last")
]
NAMES = ["linear-conflict", "manhattan", "pattern", "pattern-reflected", "misplaced"]


def heuristic(rows: int, columns: int, goal: str, name: str) -> Heuristic:
    return PUZZLE.problem(goal_board(rows, columns, goal)).heuristics[name].build()


@cache
def steps(rows: int, columns: int, goal: str) -> tuple[list[Tiles], list[tuple[int, int]]]:
    """All boards of a space, and all moves between them as pairs of indices."""
    boards = list(distances(rows, columns, goal))
    index = {tiles: number for number, tiles in enumerate(boards)}
    pairs = [(index[tiles], index[after]) for tiles in boards for _, after in moves(rows, columns, tiles)]
    return boards, pairs


def falls(rows: int, columns: int, goal: str, name: str) -> int:
    """Check that a heuristic is admissible; how often it falls by more than the one that a move costs."""
    estimate = heuristic(rows, columns, goal, name)
    far = distances(rows, columns, goal)
    boards, pairs = steps(rows, columns, goal)
    values = [estimate(state_of(tiles)) for tiles in boards]
    assert all(value <= far[tiles] for value, tiles in zip(values, boards, strict=True))
    assert min(values) == values[boards.index(solved(rows, columns, goal))] == 0
    if name != "misplaced":  # all others change by an odd number with each move, as the distance does
        assert all((value - far[tiles]) % 2 == 0 for value, tiles in zip(values, boards, strict=True))
    return sum(values[here] > values[there] + 1 for here, there in pairs)


def declared() -> Iterator[tuple[int, int, str, str]]:
    for rows, columns, goal in SPACES:
        for name in PUZZLE.problem(goal_board(rows, columns, goal)).heuristics:
            yield rows, columns, goal, name


@pytest.mark.parametrize(("rows", "columns", "goal", "name"), list(declared()))
def test_on_whole_small_spaces_the_claims_hold(rows: int, columns: int, goal: str, name: str) -> None:
    claim = PUZZLE.problem(goal_board(rows, columns, goal)).heuristics[name]
    assert claim.admissible
    too_steep = falls(rows, columns, goal, name)
    if claim.consistent:
        assert too_steep == 0
    elif rows * columns > 4:
        assert too_steep > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_on_all_states_of_the_eight_puzzle_the_claims_hold(name: str) -> None:
    claim = PUZZLE.problem(goal_board(3, 3, "first")).heuristics[name]
    assert claim.admissible
    assert claim.consistent == (falls(3, 3, "first", name) == 0)


@pytest.mark.parametrize("name", NAMES)
def test_turned_by_half_a_circle_a_board_has_the_same_estimate_for_the_other_goal(name: str) -> None:
    first, last = heuristic(3, 3, "first", name), heuristic(3, 3, "last", name)
    chance = random.Random(3)
    for tiles in chance.sample(list(distances(3, 3, "first")), 2000):
        turned = tuple(9 - tile if tile else 0 for tile in reversed(tiles))
        assert last(state_of(turned)) == first(state_of(tiles))


def slow_manhattan(rows: int, columns: int, tiles: Tiles, goal: str) -> int:
    home = solved(rows, columns, goal)
    total = 0
    for tile in tiles:
        if tile:
            (r, c), (s, d) = divmod(tiles.index(tile), columns), divmod(home.index(tile), columns)
            total += abs(r - s) + abs(c - d)
    return total


def slow_leaving(line: list[int], belonging: list[int]) -> int:
    """By trying all: the fewest tiles to take out so that those that belong in the line are in order."""
    own = [tile for tile in line if tile in belonging]
    for count in range(len(own) + 1):
        for kept in combinations(own, len(own) - count):
            if [belonging.index(tile) for tile in kept] == sorted(belonging.index(tile) for tile in kept):
                return count
    raise AssertionError


def slow_linear_conflict(rows: int, columns: int, tiles: Tiles, goal: str) -> int:
    home = solved(rows, columns, goal)
    total = slow_manhattan(rows, columns, tiles, goal)
    for r in range(rows):
        line, own = [list(t[r * columns : (r + 1) * columns]) for t in (tiles, home)]
        total += 2 * slow_leaving(line, [tile for tile in own if tile])
    for c in range(columns):
        line, own = list(tiles[c::columns]), list(home[c::columns])
        total += 2 * slow_leaving(line, [tile for tile in own if tile])
    return total


@pytest.mark.parametrize("goal", ["first", "last"])
@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 3), (3, 3), (3, 5), (4, 4), (5, 2), (5, 5), (6, 6)])
def test_distance_and_conflict_are_those_of_the_slow_definitions(rows: int, columns: int, goal: str) -> None:
    distance, conflict = heuristics.manhattan(rows, columns, goal), heuristics.linear_conflict(rows, columns, goal)
    chance = random.Random(rows + columns)
    tiles = list(solved(rows, columns, goal))
    for number in range(300):
        if number % 2:  # few tiles away from home: many conflicts
            first, second = chance.sample(range(len(tiles)), 2)
            tiles[first], tiles[second] = tiles[second], tiles[first]
        if number % 40 == 0:
            tiles = list(solved(rows, columns, goal))
        mixed = tuple(tiles)
        assert distance(state_of(mixed)) == slow_manhattan(rows, columns, mixed, goal)
        assert conflict(state_of(mixed)) == slow_linear_conflict(rows, columns, mixed, goal)


def test_three_tiles_in_reverse_are_two_that_must_leave_and_not_three_pairs() -> None:
    conflict, distance = heuristics.linear_conflict(4, 4, "first"), heuristics.manhattan(4, 4, "first")
    reverse = state_of((0, 3, 2, 1, *range(4, 16)))
    assert distance(reverse) == 4
    assert conflict(reverse) == 4 + 2 * 2


def test_counting_pairs_in_conflict_would_be_inadmissible() -> None:
    """What several public programs do: the eight-puzzle has boards that it overestimates."""
    home = solved(3, 3, "first")

    def pairs(tiles: Tiles) -> int:
        lines = [slice(0, 3), slice(3, 6), slice(6, 9), slice(0, 9, 3), slice(1, 9, 3), slice(2, 9, 3)]
        own = [[tile for tile in tiles[line] if tile and tile in home[line]] for line in lines]
        return sum(a > b for line in own for a, b in combinations(line, 2))

    boards = distances(3, 3, "first").items()
    assert any(slow_manhattan(3, 3, tiles, "first") + 2 * pairs(tiles) > far for tiles, far in boards)


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (3, 3), (2, 4), (4, 4)])
def test_linear_conflict_is_a_sum_of_tables_where_they_are_small(rows: int, columns: int) -> None:
    assert isinstance(heuristics.linear_conflict(rows, columns, "last"), Sum)


@pytest.mark.parametrize(("rows", "columns"), [(5, 5), (6, 6), (2, 6), (3, 5)])
def test_linear_conflict_is_computed_where_tables_would_be_large(rows: int, columns: int) -> None:
    assert isinstance(heuristics.linear_conflict(rows, columns, "last"), Function)


@pytest.mark.parametrize("goal", ["first", "last"])
@pytest.mark.parametrize("rows", range(2, 7))
@pytest.mark.parametrize("columns", range(2, 7))
def test_groups_hold_every_tile_once_and_their_tables_are_small(rows: int, columns: int, goal: str) -> None:
    cells = rows * columns
    blank = 0 if goal == "first" else cells - 1
    groups = patterns.groups(rows, columns, goal)
    assert sorted([blank, *(cell for group in groups for cell in group)]) == list(range(cells))
    assert all(cells ** len(group) <= patterns.LARGEST_TABLE for group in groups)


def test_the_pattern_databases_are_never_below_manhattan_distance_and_often_above() -> None:
    pattern, distance = patterns.additive(4, 4, "first"), heuristics.manhattan(4, 4, "first")
    reflected = patterns.reflected(4, 4, "first")
    assert isinstance(reflected, Maximum)
    chance = random.Random(15)
    above = higher = 0
    for _ in range(500):
        state = tuple(chance.sample(range(16), 16))
        assert reflected(state) >= pattern(state) >= distance(state)
        above += pattern(state) > distance(state)
        higher += reflected(state) > pattern(state)
    assert above > 400
    assert higher > 100


@pytest.mark.parametrize("goal", ["first", "last"])
def test_a_board_and_its_mirror_image_have_the_same_reflected_estimate(goal: str) -> None:
    reflected = patterns.reflected(3, 3, goal)
    mirror = [cell % 3 * 3 + cell // 3 for cell in range(9)]
    home = solved(3, 3, goal)
    twin = {tile: home[mirror[home.index(tile)]] for tile in home}
    for tiles in random.Random(1).sample(list(distances(3, 3, goal)), 1000):
        image = tuple(twin[tiles[mirror[cell]]] for cell in range(9))
        assert distances(3, 3, goal)[image] == distances(3, 3, goal)[tiles]
        assert reflected(state_of(image)) == reflected(state_of(tiles))


def test_a_database_over_all_tiles_is_the_true_distance_to_the_nearest_blank() -> None:
    """On the 2x2 board one group holds all tiles, and where they are says where the blank is."""
    pattern = patterns.additive(2, 2, "first")
    assert len(pattern.tables) == 1
    for tiles, far in distances(2, 2, "first").items():
        assert pattern(state_of(tiles)) == far


def test_an_entry_is_the_fewest_moves_of_the_group_found_by_a_slow_search() -> None:
    """Cheapest paths over placements and the blank's cell; moves of other tiles are free."""
    rows, columns = 2, 4
    cells = rows * columns
    [table, *_] = patterns.additive(rows, columns, "last").tables
    home = solved(rows, columns, "last")
    beside = [
        [d for d in range(cells) if abs(c // columns - d // columns) + abs(c % columns - d % columns) == 1]
        for c in range(cells)
    ]
    goal = (tuple(home.index(tile) for tile in table.variables), home.index(0))
    cost = {goal: 0}
    levels = [[goal]]
    while levels[-1]:
        levels.append([])
        waiting = levels[-2]
        for placed, blank in waiting:  # grows while moves are free
            for cell in beside[blank]:
                own = cell in placed
                after = (tuple(blank if c == cell else c for c in placed), cell)
                if after not in cost or (not own and cost[after] > cost[placed, blank]):
                    cost[after] = cost[placed, blank] + own
                    (levels[-1] if own else waiting).append(after)
    best: dict[tuple[int, ...], int] = {}
    for (placed, _), value in cost.items():
        best[placed] = min(value, best.get(placed, value))
    assert len(best) == 8 * 7 * 6 * 5
    for placed, value in best.items():
        state = [0] * cells
        for tile, cell in zip(table.variables, placed, strict=True):
            state[tile] = cell
        assert table(state) == value


def test_boards_of_the_same_shape_share_their_tables() -> None:
    one, other = (PUZZLE.problem(Board(3, 3, solved(3, 3, "first"))).heuristics["pattern"].build() for _ in range(2))
    assert one is other
