"""Hints: every step is forced, every reason holds, and the words say so."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from copla import LimitError, Limits, Watch
from copla.ground.text import cell_name
from copla.models.futoshiki import PUZZLE
from copla.models.futoshiki.board import Board, cells, neighbours
from copla.models.futoshiki.deduction import Candidates, Dead, Technique, conclude, refute
from tests.cli.run import copla

TECHNIQUES = [str(technique) for technique in Technique if technique is not Technique.GIVEN]


def differs(square: tuple[tuple[int, ...], ...], row: tuple[int, ...]) -> bool:
    return all(above[j] != digit for above in square for j, digit in enumerate(row))


def squares(size: int) -> list[tuple[tuple[int, ...], ...]]:
    rows = list(permutations(range(1, size + 1)))
    found: list[tuple[tuple[int, ...], ...]] = [()]
    for _ in range(size):
        found = [(*square, row) for square in found for row in rows if differs(square, row)]
    return found


SQUARES = {size: squares(size) for size in (2, 3, 4)}


def solutions(board: Board) -> list[tuple[tuple[int, ...], ...]]:
    """By brute force over all Latin squares, with the rules written down once more."""

    def fits(square: tuple[tuple[int, ...], ...]) -> bool:
        for i, j in cells(board.size):
            if board.givens[i][j] not in (0, square[i][j]):
                return False
        for (a, b), (c, d) in neighbours(board.size):
            if board.adjacent:
                marked = ((a, b), (c, d)) in board.signs or ((c, d), (a, b)) in board.signs
                if (abs(square[a][b] - square[c][d]) == 1) != marked:
                    return False
        return board.adjacent or all(square[a][b] < square[c][d] for (a, b), (c, d) in board.signs)

    return [square for square in SQUARES[board.size] if fits(square)]


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Small boards with few or many clues, some of them impossible, of both variants."""
    size = draw(st.sampled_from([2, 3, 4]))
    square = draw(st.sampled_from(SQUARES[size]))
    adjacent = draw(st.booleans())
    givens = [[square[i][j] if draw(st.integers(0, 5)) == 0 else 0 for j in range(size)] for i in range(size)]
    signs = set()
    for (a, b), (c, d) in neighbours(size):
        if adjacent:
            if abs(square[a][b] - square[c][d]) == 1:
                signs.add(((a, b), (c, d)))
        elif draw(st.integers(0, 2)) == 0:
            signs.add(((a, b), (c, d)) if square[a][b] < square[c][d] else ((c, d), (a, b)))
    if draw(st.integers(0, 5)) == 0:
        i, j, digit = draw(st.tuples(*[st.integers(0, size - 1)] * 3))
        givens[i][j] = digit + 1
    return replace(Board.empty(size, adjacent).with_givens(givens), signs=frozenset(signs))


@settings(max_examples=150, deadline=None)
@given(boards())
def test_a_hint_is_forced_and_without_one_nothing_is(board: Board) -> None:
    found = solutions(board)
    hint = PUZZLE.hint(board, Watch())
    assert hint.reasons
    assert hint.solvable == bool(found)
    open_cells = [(i, j) for i, j in cells(board.size) if not board.givens[i][j]]
    if hint.values:
        [(forced, digit)] = hint.values.items()
        [(i, j)] = [cell for cell in open_cells if cell_name(cell) == forced]
        assert {square[i][j] for square in found} == {digit}
        assert hint.technique in TECHNIQUES
    elif found:
        assert all(len({square[i][j] for square in found}) > 1 for i, j in open_cells)


@settings(max_examples=150, deadline=None)
@given(boards())
def test_every_removal_holds_and_rests_on_removals_that_imply_it(board: Board) -> None:
    found = solutions(board)
    candidates = Candidates(board)
    dead = conclude(candidates)
    untried = [] if dead else list(product(cells(board.size), range(1, board.size + 1)))
    while refute(candidates, untried, Watch()):
        pass
    if isinstance(dead, Dead):
        assert not found
    for (i, j), digit in candidates.removals:
        assert all(square[i][j] != digit for square in found)


@pytest.mark.parametrize("instance", ["recursive-4-1", "recursive-5-1", "recursive-6-2", "extreme-9-1"])
def test_hints_alone_solve_a_board_with_one_solution(instance: str) -> None:
    board = PUZZLE.parse((PUZZLE.shipped() / f"{instance}.txt").read_text(), instance)
    while True:
        hint = PUZZLE.hint(board, Watch())
        if not hint.values:
            break
        rows = [list(row) for row in board.givens]
        for cell in cells(board.size):
            if cell_name(cell) in hint.values:
                assert rows[cell[0]][cell[1]] == 0
                rows[cell[0]][cell[1]] = hint.values[cell_name(cell)]
        board = board.with_givens(rows)
    assert hint.solvable
    assert all(value for row in board.givens for value in row)
    assert hint.reasons == ("every cell is filled, and nothing is wrong",)


def test_a_naked_single_names_what_excludes_the_other_digits() -> None:
    hint = PUZZLE.hint(PUZZLE.parse("3:0,1,0,0,0,0,3,0,0,", "board"), Watch())
    assert (hint.values, hint.technique) == ({"r1c1": 2}, "naked single")
    assert hint.reasons == (
        "r1c1 is not 1: 1 is in row 1 already, at r1c2",
        "r1c1 is not 3: 3 is in column 1 already, at r3c1",
        "r1c1 can only be 2",
    )


def test_a_hidden_single_names_what_excludes_the_other_cells() -> None:
    hint = PUZZLE.hint(PUZZLE.parse("4:0,0,0,0,1,0,0,0,0,1,0,0,0,0,1,0,", "board"), Watch())
    assert (hint.values, hint.technique) == ({"r1c4": 1}, "hidden single")
    assert hint.reasons == (
        "r1c1 is not 1: 1 is in column 1 already, at r2c1",
        "r1c2 is not 1: 1 is in column 2 already, at r3c2",
        "r1c3 is not 1: 1 is in column 3 already, at r4c3",
        "in row 1 only r1c4 can be 1",
    )


def test_a_chain_of_signs_is_followed() -> None:
    hint = PUZZLE.hint(PUZZLE.parse("3:0R,0R,0,0,0,0,0,0,0,", "board"), Watch())
    assert (hint.values, hint.technique) == ({"r1c1": 3}, "inequality chain")
    assert hint.reasons == (
        "r1c2 is not 3: r1c2 < r1c1",
        "r1c3 is not 3: r1c3 < r1c2",
        "in row 1 only r1c1 can be 3",
    )


def test_a_board_that_is_wrong_says_why() -> None:
    hint = PUZZLE.hint(PUZZLE.parse("2:1,1,0,0,", "board"), Watch())
    assert not hint.solvable
    assert not hint.values
    assert hint.reasons[-1].startswith("there is no")


def test_a_hint_keeps_to_the_time_limit() -> None:
    board = PUZZLE.parse("5:" + "0," * 25, "board")
    with pytest.raises(LimitError, match="no hint: timeout"):
        PUZZLE.hint(board, Watch(Limits(seconds=0)))


def test_the_command_prints_the_step_and_its_reasons() -> None:
    done = copla("solve", "futoshiki", "3:0,1,0,0,0,0,3,0,0,", "--hint")
    assert done.status == 0
    assert done.out.splitlines()[0] == "r1c1 = 2   (naked single)"
    assert done.out.splitlines()[-1] == "  r1c1 can only be 2"
    done = copla("solve", "futoshiki", "3:0,1,0,0,0,0,3,0,0,", "--hint", "--json")
    assert done.json["hint"]["values"] == {"r1c1": 2}
    done = copla("solve", "futoshiki", "2:1,1,0,0,", "--hint")
    assert (done.status, done.out.splitlines()[0]) == (1, "no solution")
