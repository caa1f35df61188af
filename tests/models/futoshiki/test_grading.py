"""How hard a board is, measured by the inference that solves it."""

from __future__ import annotations

import pytest

from copla import LimitError, Limits, ModelError, Watch
from copla.models.futoshiki import PUZZLE
from copla.models.futoshiki.grading import ARC, FORWARD, NAKED_SINGLE, SEARCH, Grade, needs_no_guess
from tests.models.futoshiki.rules import started

# Two digits a row are given, so each empty cell has one digit left.
NAKED_SINGLES = "1   2   .\n\n2   .   1\n\n.   1   2\n"

# Right of and below the 2 there is only the 3 that is greater; then each row and column leaves one digit.
SIGNS_AT_FILLED_CELLS = "2 < .   .\n^\n.   .   .\n\n.   .   .\n"

# No cell is filled, so there is nothing to start from but the chains: 1 < 2 < 3 along the row and the column.
CHAINS = ". < . < .\n^\n.   .   .\n^\n.   .   .\n"

# The lower left cell must be 4 (it is not the 3 above it, and not the smallest). There inference ends: every
# other empty cell keeps two digits or more, and only trying shows which are wrong.
GUESSING = "3   . < .   .\n\n.   .   .   .\n        ^   v\n.   .   .   .\n\n. > .   .   2\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (NAKED_SINGLES, "easy (naked-single)"),
        (SIGNS_AT_FILLED_CELLS, "medium (forward-checking)"),
        (CHAINS, "hard (arc-consistency)"),
        (GUESSING, "extreme (search, 1 guess)"),
        ("1\n", "easy (naked-single)"),
        (". < .\n\n.   .\n", "hard (arc-consistency)"),
        ("1   .\n\n.   .\n", "easy (naked-single)"),
    ],
)
def test_a_board_has_the_grade_of_the_weakest_inference_that_solves_it(text: str, expected: str) -> None:
    assert PUZZLE.grade(PUZZLE.parse(text, "test"), Watch()) == expected


@pytest.mark.parametrize(
    ("text", "first_enough"), [(NAKED_SINGLES, 0), (SIGNS_AT_FILLED_CELLS, 1), (CHAINS, 2), (GUESSING, 3)]
)
def test_every_stronger_inference_solves_a_board_too(text: str, first_enough: int) -> None:
    board = PUZZLE.parse(text, "test")
    enough = [needs_no_guess(board, name, started()) for name in (NAKED_SINGLE, FORWARD, ARC)]
    assert enough == [number >= first_enough for number in range(3)]


def test_a_grade_counts_its_guesses_in_words() -> None:
    assert str(Grade(SEARCH, 1)) == "extreme (search, 1 guess)"
    assert str(Grade(SEARCH, 2)) == "extreme (search, 2 guesses)"
    assert str(Grade(ARC)) == "hard (arc-consistency)"


@pytest.mark.parametrize(
    ("text", "solutions"),
    [
        (".   .\n\n.   .\n", "several solutions"),
        ("1   1\n\n.   .\n", "no solution"),
        ("2 < .\n\n.   .\n", "no solution"),
        ("1   2\n^   ^\n2   1\n", "no solution"),
        (". < . < .\n\n.   .   .\n\n.   .   .\n", "several solutions"),
        ("rules: adjacent\n1   .\n\n.   .\n", "no solution"),
    ],
)
def test_only_a_board_with_one_solution_has_a_grade(text: str, solutions: str) -> None:
    with pytest.raises(ModelError, match=f"^a board with {solutions} has no grade$"):
        PUZZLE.grade(PUZZLE.parse(text, "test"), Watch())


def test_grading_without_time_ends_with_a_limit_error() -> None:
    with pytest.raises(LimitError, match=r"^no grade: timeout after 0\.\d s$"):
        PUZZLE.grade(PUZZLE.parse(GUESSING, "test"), Watch(Limits(seconds=0)))
