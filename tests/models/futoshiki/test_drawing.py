"""Pictures: exactly what a terminal shows, and what an SVG document holds."""

from __future__ import annotations

import random
from xml.etree import ElementTree

import pytest

from copla import Solution, explain, solve
from copla.models.futoshiki import PUZZLE, Board
from copla.models.futoshiki.drawing import FOUND, FRAME, GIVEN, MARKED, SIGN, _marked_places
from copla.models.futoshiki.model import problem_of
from tests.models.futoshiki.rules import random_board

SVG = "{http://www.w3.org/2000/svg}"
SMALL = PUZZLE.parse(". < .   3\n^       v\n.   .   .\n\n.   . > .\n", "test")
SOLVED = Solution({f"r{r}c{c}": (r + c) % 3 + 1 for r in (1, 2, 3) for c in (1, 2, 3)})


def drawn(board: Board, solution: Solution | None = None, marked: str = "") -> str:
    """The picture without colours; ``marked`` is a part of the labels of the clues to mark."""
    clues = [c for c in problem_of(board).constraints if marked and marked in c.label]
    return PUZZLE.draw(board, solution, clues).plain


def test_a_board_is_drawn_with_its_signs_on_the_lines() -> None:
    expected = """\
┌───┬───┬───┐
│ · < · │ 3 │
├─∧─┼───┼─∨─┤
│ · │ · │ · │
├───┼───┼───┤
│ · │ · > · │
└───┴───┴───┘
"""
    assert drawn(SMALL) == expected


def test_a_solution_fills_the_cells_that_are_not_given() -> None:
    expected = """\
┌───┬───┬───┐
│ 3 < 1 │ 3 │
├─∧─┼───┼─∨─┤
│ 1 │ 2 │ 3 │
├───┼───┼───┤
│ 2 │ 3 > 1 │
└───┴───┴───┘
"""
    assert drawn(SMALL, SOLVED) == expected


def test_a_part_of_a_solution_leaves_the_other_cells_empty() -> None:
    assert drawn(SMALL, Solution({"r2c2": 2})).splitlines()[3] == "│ · │ 2 │ · │"


def test_marked_clues_stand_between_exclamation_marks() -> None:
    expected = """\
┌───┬───┬───┐
│ ·!<!· │!3!│
├!∧!┼───┼!∨!┤
│ · │ · │ · │
├───┼───┼───┤
│ · │ ·!>!· │
└───┴───┴───┘
"""
    assert drawn(SMALL, marked=" ") == expected


@pytest.mark.parametrize(
    ("marked", "line", "expected"),
    [
        ("given r1c3", 1, "│ · < · │!3!│"),
        ("r1c1 < r1c2", 1, "│ ·!<!· │ 3 │"),
        ("r1c1 < r2c1", 2, "├!∧!┼───┼─∨─┤"),
        ("r1c3 > r2c3", 2, "├─∧─┼───┼!∨!┤"),
        ("r3c2 > r3c3", 5, "│ · │ ·!>!· │"),
    ],
)
def test_nothing_but_the_marked_clue_is_marked(marked: str, line: int, expected: str) -> None:
    lines, plain = drawn(SMALL, marked=marked).splitlines(), drawn(SMALL).splitlines()
    assert lines[line] == expected
    assert lines[:line] + lines[line + 1 :] == plain[:line] + plain[line + 1 :]


def test_the_conflict_of_a_board_without_solution_is_marked_in_its_picture() -> None:
    board = PUZZLE.parse("3 < .   .\n\n.   .   .\n    ^\n.   .   .\n", "test")
    conflict = explain(problem_of(board))
    assert conflict is not None
    picture = PUZZLE.draw(board, None, conflict.clues).plain
    assert picture.splitlines()[1] == "│!3!<!· │ · │"
    assert picture.splitlines()[4] == "├───┼─∧─┼───┤"


def test_numbers_of_two_digits_stand_right_aligned_in_wider_cells() -> None:
    board = PUZZLE.parse("10" + " ." * 9 + "\n ^\n 9" + " ." * 9 + ("\n ." + " ." * 9) * 8, "test")
    lines = drawn(board, marked="<").splitlines()
    assert lines[1] == "│ 10 │  · │  · │  · │  · │  · │  · │  · │  · │  · │"
    assert lines[2] == "├!∧!─┼────┼────┼────┼────┼────┼────┼────┼────┼────┤"
    assert lines[3] == "│  9 │  · │  · │  · │  · │  · │  · │  · │  · │  · │"


def test_the_adjacent_variant_is_drawn_with_double_lines() -> None:
    board = PUZZLE.parse("rules: adjacent\n. | .\n-\n.   .\n", "test")
    assert drawn(board) == "┌───┬───┐\n│ · ‖ · │\n├─═─┼───┤\n│ · │ · │\n└───┴───┘\n"
    assert drawn(board, marked="not next") == "┌───┬───┐\n│ · ‖ · │\n├─═─┼!─!┤\n│ ·!│!· │\n└───┴───┘\n"


def test_a_single_cell_has_a_picture_too() -> None:
    assert drawn(Board.empty(1)) == "┌───┐\n│ · │\n└───┘\n"


def test_givens_found_digits_and_marked_clues_have_their_own_colours() -> None:
    clues = [c for c in problem_of(SMALL).constraints if c.label in ("clue r1c1 < r1c2", "clue r1c1 < r2c1")]
    text = PUZZLE.draw(SMALL, SOLVED, clues)
    style_of = {(text.plain[span.start : span.end], span.style) for span in text.spans}
    assert {style for shown, style in style_of if shown == "3"} == {GIVEN, FOUND}
    assert {style for shown, style in style_of if shown in "12"} == {FOUND}
    assert {style for shown, style in style_of if shown in "<∧!"} == {MARKED}
    assert {style for shown, style in style_of if shown in ">∨"} == {SIGN}
    assert {style for shown, style in style_of if set(shown) <= set("─│┌┬┐├┼┤└┴┘")} == {FRAME}


@pytest.mark.parametrize("size", [1, 9, 10, 30])
@pytest.mark.parametrize("adjacent", [False, True], ids=["unequal", "adjacent"])
def test_all_lines_of_a_picture_are_equally_long(size: int, adjacent: bool) -> None:
    board = random_board(size, adjacent, random.Random(size))
    clues = [c for c in problem_of(board).constraints if c.clue]
    for marked in ([], clues[::3], clues):
        lines = PUZZLE.draw(board, None, marked).plain.splitlines()
        assert len(lines) == 2 * size + 1
        assert {len(line) for line in lines} == {size * (len(str(size)) + 3) + 1}


def test_an_svg_holds_a_square_a_cell_a_text_a_number_and_a_line_a_sign() -> None:
    for size in (1, 2, 5, 12):
        for adjacent in (False, True):
            board = random_board(size, adjacent, random.Random(size))
            givens = [value for row in board.givens for value in row if value]
            root = ElementTree.fromstring(PUZZLE.svg(board))
            assert root.tag == f"{SVG}svg"
            assert len(root.findall(f"{SVG}rect")) == size * size + 1
            assert [int(text.text or 0) for text in root.findall(f"{SVG}text")] == givens
            assert len(root.findall(f"{SVG}polyline")) == len(board.signs)


def test_an_svg_with_a_solution_has_a_number_in_every_cell() -> None:
    board = PUZZLE.parse("1 < .   .\n\n.   .   .\n        ^\n.   .   .\n", "test")
    root = ElementTree.fromstring(PUZZLE.svg(board, solve(problem_of(board)).best))
    texts = root.findall(f"{SVG}text")
    assert sorted(text.text or "" for text in texts) == sorted("123" * 3)
    assert [text.get("font-weight") for text in texts] == ["bold"] + ["normal"] * 8


def test_signs_in_an_svg_point_at_the_smaller_cell() -> None:
    board = PUZZLE.parse(". < .\nv\n.   .\n", "test")
    across, down = ElementTree.fromstring(PUZZLE.svg(board)).findall(f"{SVG}polyline")
    points = [[tuple(map(float, p.split(","))) for p in (line.get("points") or "").split()] for line in (across, down)]
    assert points[0][1][0] < points[0][0][0] == points[0][2][0]  # the tip is left of both ends
    assert points[1][1][1] > points[1][0][1] == points[1][2][1]  # the tip is below both ends
    assert points[0][1][1] == points[1][1][0] == 44  # both stand in the middle of the first cell's side


def test_marked_clues_are_red_in_an_svg() -> None:
    clues = [c for c in problem_of(SMALL).constraints if c.label in ("given r1c3 = 3", "clue r1c1 < r1c2")]
    root = ElementTree.fromstring(PUZZLE.svg(SMALL, None, clues))
    assert [line.get("stroke") for line in root.findall(f"{SVG}polyline")].count("#dc2626") == 1
    assert [text.get("fill") for text in root.findall(f"{SVG}text")] == ["#b91c1c"]


def test_marked_clues_are_places_on_the_board_and_rules_are_not() -> None:
    problem = problem_of(PUZZLE.parse("1 < .\n\n.   .\n", "test"))
    assert _marked_places(problem.constraints) == ({"r1c1"}, {frozenset({"r1c1", "r1c2"})})
