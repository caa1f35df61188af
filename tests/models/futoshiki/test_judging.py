"""Entries that are wrong, cells that all solutions share, and whole explanations, each against brute force."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from copla import LimitError, Limits, ModelError, Watch
from copla.ground.text import cell_name
from copla.models.futoshiki import PUZZLE
from copla.models.futoshiki.board import Board, cells
from copla.models.futoshiki.explaining import cells_in_common, steps_to_the_end, two_solutions
from copla.models.futoshiki.model import problem_of
from tests.cli.run import copla
from tests.models.futoshiki.test_hints import boards, solutions


@settings(max_examples=120, deadline=None)
@given(boards(), st.randoms(use_true_random=False))
def test_an_entry_is_wrong_if_and_only_if_no_solution_has_it(board: Board, chance: object) -> None:
    pick = chance.random  # type: ignore[attr-defined]
    chosen = {cell: int(pick() * board.size) + 1 for cell in cells(board.size) if pick() < 0.4}
    entries = {cell_name(cell): digit for cell, digit in chosen.items()}
    found = solutions(board)
    judgement = PUZZLE.judge(board, entries, Watch())
    assert judgement.solvable == bool(found)
    if not found:
        assert not judgement.right_so_far
        return
    wrong = {name for (i, j), name in zip(chosen, entries, strict=True) if all(s[i][j] != chosen[i, j] for s in found)}
    assert {entry.name for entry in judgement.wrong} == wrong
    fits = [s for s in found if all(s[i][j] == digit for (i, j), digit in chosen.items())]
    assert judgement.right_so_far == bool(fits)
    together = [cell for cell in chosen if cell_name(cell) in judgement.together]
    assert bool(together) == (not fits and not wrong)
    if together:  # they clash, and no part of them does
        assert not any(all(s[i][j] == chosen[i, j] for i, j in together) for s in found)
        for left_out in together:
            rest = [cell for cell in together if cell != left_out]
            assert any(all(s[i][j] == chosen[i, j] for i, j in rest) for s in found)


@settings(max_examples=60, deadline=None)
@given(boards(), st.randoms(use_true_random=False))
def test_the_clues_that_are_named_are_enough_to_exclude_the_entry(board: Board, chance: object) -> None:
    pick = chance.random  # type: ignore[attr-defined]
    entries = {cell_name(cell): int(pick() * board.size) + 1 for cell in cells(board.size)}
    labels = {constraint.label for constraint in problem_of(board).constraints}
    for entry in PUZZLE.judge(board, entries, Watch()).wrong:
        assert set(entry.clues) <= labels
        assert entry.reasons
        if board.adjacent:
            continue  # where a sign is missing, that is a clue, too
        said = [re.findall(r"r(\d)c(\d)|([<>=])|(\d+)$", clue) for clue in entry.clues]
        rows = [[0] * board.size for _ in range(board.size)]
        signs = set()
        for clue, parts in zip(entry.clues, said, strict=True):
            places = [(int(r) - 1, int(c) - 1) for r, c, _, _ in parts if r]
            if clue.startswith("given"):
                rows[places[0][0]][places[0][1]] = int(clue.rpartition(" ")[2])
            else:
                signs.add(tuple(places) if "<" in clue else tuple(reversed(places)))
        weaker = Board(board.size, tuple(map(tuple, rows)), frozenset(signs))  # type: ignore[arg-type]
        i, j = int(entry.name[1]) - 1, int(entry.name[3]) - 1
        assert all(square[i][j] != entry.value for square in solutions(weaker))


@settings(max_examples=120, deadline=None)
@given(boards())
def test_common_cells_and_two_solutions_are_those_of_brute_force(board: Board) -> None:
    found = solutions(board)
    shared = {
        cell_name((i, j)): found[0][i][j]
        for i, j in cells(board.size)
        if found and len({square[i][j] for square in found}) == 1
    }
    assert cells_in_common(board, Watch()) == (shared if found else None)
    two = two_solutions(board, Watch())
    assert len(two) == min(2, len(found))
    assert len({solution.key for solution in two}) == len(two)


@settings(max_examples=60, deadline=None)
@given(boards())
def test_an_explanation_fills_exactly_what_is_forced(board: Board) -> None:
    steps = steps_to_the_end(board, Watch())
    *hints, last = steps
    filled = {name: digit for hint in hints for name, digit in hint.values.items()}
    common = cells_in_common(board, Watch())
    assert last.solvable == (common is not None)
    if common is None:
        return
    given_cells = {cell_name((i, j)) for i, j in cells(board.size) if board.givens[i][j]}
    assert filled == {name: digit for name, digit in common.items() if name not in given_cells}
    for hint in hints:
        assert set(hint.values) <= set(hint.marks)


def test_a_digit_that_only_a_search_excludes_names_the_smallest_clues() -> None:
    board = PUZZLE.parse((PUZZLE.shipped() / "extreme-9-1.txt").read_text(), "extreme")
    [solution] = two_solutions(board, Watch())
    wrong = {name: digit % board.size + 1 for name, digit in solution.values.items()}
    judgement = PUZZLE.judge(board, wrong, Watch())
    assert len(judgement.wrong) == board.size**2
    assert judgement.complete


def test_nonsense_is_refused_and_limits_are_kept() -> None:
    with pytest.raises(ModelError, match="found an entry in 'r9c1', expected a cell from r1c1 to r2c2"):
        PUZZLE.judge(Board.empty(2), {"r9c1": 1}, Watch())
    with pytest.raises(ModelError, match="found 3 in r1c1, expected a digit from 1 to 2"):
        PUZZLE.judge(Board.empty(2), {"r1c1": 3}, Watch())
    with pytest.raises(LimitError, match="no judgement"):
        PUZZLE.judge(Board.empty(9), {"r1c1": 3}, Watch(Limits(seconds=0)))


def test_the_command_judges_a_partly_filled_board(tmp_path: Path) -> None:
    entries = tmp_path / "entries.txt"
    entries.write_text("1 .\n. .\n")
    right = copla("verify", "futoshiki", "2:1,0,0,0,", str(entries))
    assert (right.status, right.out) == (1, "right so far, and not complete: 1 cell filled in\n")
    entries.write_text("1 1\n. .\n")
    wrong = copla("verify", "futoshiki", "2:1,0,0,0,", str(entries))
    assert (wrong.status, wrong.out) == (1, "r1c2 cannot be 1, because 1 is in row 1 already, at r1c1\n")
    entries.write_text("2 .\n. .\n")
    against = copla("verify", "futoshiki", "2:1,0,0,0,", str(entries), "--json").json
    assert not against["valid"]
    assert not against["entries"]["right_so_far"]
    assert "r1c2: has no value" in against["violations"]
    assert against["entries"]["wrong"][0]["reasons"] == ["1 is given there"]
    hint = copla("solve", "futoshiki", "2:1,0,0,0,", "--hint", "--so-far", str(entries))
    assert (hint.status, hint.out) == (0, "  r1c1 cannot be 2, because 1 is given there\n")
