"""Pictures: exactly what a terminal shows, and what the SVG documents hold."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from copla import ModelError, Solution
from copla.models.tiles import PUZZLE, Board
from copla.models.tiles.board import goal_board
from copla.models.tiles.drawing import AT_HOME, AWAY, BLANK, FRAME, MOST_PICTURES

SVG = "{http://www.w3.org/2000/svg}"
BOARD = Board(2, 3, (1, 4, 2, 3, 0, 5))
PLAN = Solution(moves=("4 down", "1 right"), cost=2)


def numbers(element: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{SVG}text")]


def test_a_board_is_drawn_in_boxes_with_a_dot_for_the_blank() -> None:
    assert PUZZLE.draw(BOARD).plain == "┌───┬───┬───┐\n│ 1 │ 4 │ 2 │\n├───┼───┼───┤\n│ 3 │ · │ 5 │\n└───┴───┴───┘\n"


def test_numbers_of_two_digits_widen_all_cells() -> None:
    goal, *lines = PUZZLE.draw(goal_board(4, 4, "last")).plain.splitlines()
    assert goal == "goal: last"
    assert lines[0] == "┌────┬────┬────┬────┐"
    assert lines[5] == "│  9 │ 10 │ 11 │ 12 │"
    assert lines[7] == "│ 13 │ 14 │ 15 │  · │"
    assert {len(line) for line in lines} == {21}
    assert len(lines) == 9


def test_tiles_at_their_place_the_others_and_the_blank_have_their_own_colours() -> None:
    text = PUZZLE.draw(BOARD)
    styles = {(text.plain[span.start : span.end].strip(), span.style) for span in text.spans}
    shown = {(what, style) for what, style in styles if what.isalnum() or what == "·"}
    assert shown == {("1", AWAY), ("4", AWAY), ("2", AT_HOME), ("3", AT_HOME), ("·", BLANK), ("5", AT_HOME)}
    assert {style for what, style in styles if "─" in what or what == "│"} == {FRAME}


def test_with_a_solution_the_board_after_its_moves_is_drawn_too() -> None:
    picture = PUZZLE.draw(BOARD, PLAN).plain
    assert picture == PUZZLE.draw(BOARD).plain + "after 2 moves:\n" + PUZZLE.draw(goal_board(2, 3, "first")).plain
    assert "after 1 move:\n" in PUZZLE.draw(BOARD, Solution(moves=("4 down",), cost=1)).plain


def test_a_plan_is_drawn_up_to_its_first_impossible_move() -> None:
    broken = Solution(moves=("4 down", "5 left", "1 right"), cost=3)
    assert "after 1 move:\n" in PUZZLE.draw(BOARD, broken).plain
    assert [frame.caption for frame in PUZZLE.frames(BOARD, broken)] == ["start", "tile 4 moves down"]
    assert len(ElementTree.fromstring(PUZZLE.film(BOARD, broken)).findall(f"{SVG}g")) == 2


def test_an_svg_holds_a_square_and_a_number_for_each_tile() -> None:
    root = ElementTree.fromstring(PUZZLE.svg(BOARD))
    assert root.tag == f"{SVG}svg"
    assert numbers(root) == ["1", "4", "2", "3", "5"]
    assert len(list(root.iter(f"{SVG}rect"))) == 2 + 5  # the page, the frame, the tiles
    colours = {text.text: text.get("fill") for text in root.iter(f"{SVG}text")}
    assert colours["2"] == colours["3"] == colours["5"] != colours["1"] == colours["4"]


def test_an_svg_with_a_solution_shows_the_start_and_the_end() -> None:
    root = ElementTree.fromstring(PUZZLE.svg(BOARD, PLAN))
    assert numbers(root) == ["start", "1", "4", "2", "3", "5", "after 2 moves", "1", "2", "3", "4", "5"]


def test_moves_are_told_in_words() -> None:
    assert PUZZLE.moves(BOARD, PLAN) == ["tile 4 moves down", "tile 1 moves right"]
    assert PUZZLE.moves(BOARD, Solution(moves=(), cost=0)) == []


def test_frames_are_the_start_and_the_board_after_each_move() -> None:
    frames = PUZZLE.frames(BOARD, PLAN)
    assert [frame.caption for frame in frames] == ["start", "tile 4 moves down", "tile 1 moves right"]
    assert frames[0].picture.plain == PUZZLE.draw(BOARD).plain
    assert frames[1].picture.plain.splitlines()[1] == "│ 1 │ · │ 2 │"
    assert frames[2].picture.plain == PUZZLE.draw(goal_board(2, 3, "first")).plain


def test_a_film_has_a_captioned_picture_a_state() -> None:
    root = ElementTree.fromstring(PUZZLE.film(BOARD, PLAN))
    pictures = root.findall(f"{SVG}g")
    assert [numbers(picture)[0] for picture in pictures] == ["start", "1. 4 down", "2. 1 right"]
    assert numbers(pictures[2])[1:] == ["1", "2", "3", "4", "5"]


def test_a_film_is_wrapped_into_rows_of_eight_within_its_page() -> None:
    board = goal_board(2, 2, "first")
    solution = Solution(moves=("1 left", "3 up", "2 right") * 6, cost=18)
    around = Solution(moves=("1 left", "3 up", "2 right", "1 down", "3 left", "2 up") * 3, cost=18)
    assert len(PUZZLE.frames(board, solution)) == 4
    root = ElementTree.fromstring(PUZZLE.film(board, around))
    places = [
        g.get("transform", "").removeprefix("translate(").removesuffix(")").split() for g in root.findall(f"{SVG}g")
    ]
    count = len(PUZZLE.frames(board, around))
    assert len(places) == count == len(set(map(tuple, places)))
    assert len({y for _, y in places}) == -(-count // 8)
    assert len({x for x, _ in places}) == min(count, 8)
    width, height = (int(root.get(side, "0")) for side in ("width", "height"))
    assert all(0 < int(x) < width - 88 and 0 < int(y) < height - 88 for x, y in places)


def test_a_film_that_no_page_could_hold_is_refused() -> None:
    back_and_forth = Solution(moves=("1 left", "1 right") * (MOST_PICTURES // 2), cost=MOST_PICTURES)
    with pytest.raises(ModelError, match="a film of 1001 pictures is too long, expected at most 1000"):
        PUZZLE.film(goal_board(2, 2, "first"), back_and_forth)
