"""Pictures: exactly what a terminal shows, and what an SVG document holds."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from copla import Solution, solve
from copla.models.guarini import PUZZLE, Board
from copla.models.guarini.drawing import DARK, LIGHT, TOUCHED
from tests.models.guarini.rules import board

SVG = "{http://www.w3.org/2000/svg}"
CLASSIC = board("W_W|___|B_B")
FREE = board("W_|__|_x|goal:|_W|__|_x")
TWO_MOVES = Solution(cost=2, moves=("((0, 0), (2, 1))", "((2, 0), (-2, 1))"))


def without_trailing_spaces(picture: str) -> str:
    return "".join(f"{line.rstrip()}\n" for line in picture.splitlines())


def test_a_board_is_drawn_with_numbers_around_it() -> None:
    expected = """\
   1  2  3
1  ♘  ·  ♘
2  ·  ·  ·
3  ♞  ·  ♞
♘ white  ♞ black
"""
    assert without_trailing_spaces(PUZZLE.draw(CLASSIC).plain) == expected


def test_a_goal_of_its_own_is_drawn_beside_the_start_and_a_hole_is_blank() -> None:
    expected = """\
   start       goal
   1  2        1  2
1  ♘  ·     1  ·  ♘
2  ·  ·     2  ·  ·
3  ·        3  ·
♘ white  ♞ black
"""
    assert without_trailing_spaces(PUZZLE.draw(FREE).plain) == expected


def test_the_moves_of_a_plan_are_listed_below_the_board() -> None:
    lines = PUZZLE.draw(CLASSIC, TWO_MOVES).plain.splitlines()
    assert lines[5:] == ["1. W r1c1 -> r3c2", "2. B r3c1 -> r1c2"]


def test_squares_have_the_colours_of_a_chess_board() -> None:
    text = PUZZLE.draw(CLASSIC)
    light, dark = f"black on {LIGHT}", f"black on {DARK}"
    styles = [span.style for span in text.spans if span.style in (light, dark)]
    assert styles == [light, dark] * 4 + [light]


def test_moves_are_said_with_colour_and_squares() -> None:
    assert PUZZLE.moves(CLASSIC, TWO_MOVES) == ["W r1c1 -> r3c2", "B r3c1 -> r1c2"]


def test_an_impossible_move_is_said_to_be_one_and_changes_nothing() -> None:
    plan = Solution(cost=3, moves=("((0, 0), (1, 1))", "nonsense", "((0, 0), (2, 1))"))
    assert PUZZLE.moves(CLASSIC, plan) == ["((0, 0), (1, 1)): not possible", "nonsense: not possible", "W r1c1 -> r3c2"]
    pictures = [frame.picture.plain for frame in PUZZLE.frames(CLASSIC, plan)]
    assert pictures[0] == pictures[1] == pictures[2] != pictures[3]


def test_frames_show_the_start_and_each_position_with_the_move_that_led_to_it() -> None:
    frames = PUZZLE.frames(CLASSIC, TWO_MOVES)
    assert [frame.caption for frame in frames] == ["start", "1. W r1c1 -> r3c2", "2. B r3c1 -> r1c2"]
    assert frames[2].picture.plain == "   1  2  3 \n1  ·  ♞  ♘ \n2  ·  ·  · \n3  ·  ♘  ♞ \n"
    styles = [[span.style for span in frame.picture.spans] for frame in frames]
    assert [shown.count(f"bold black on {TOUCHED}") for shown in styles] == [0, 2, 2]


def test_the_last_frame_of_a_solution_shows_the_goal() -> None:
    frames = PUZZLE.frames(CLASSIC, solve(PUZZLE.problem(CLASSIC), "search").best)
    assert len(frames) == 17
    assert frames[-1].picture.plain == PUZZLE.draw(board("B_B|___|W_W")).plain.replace("♘ white  ♞ black\n", "")


@pytest.mark.parametrize(
    ("instance", "squares", "knights"),
    [(CLASSIC, 9, 4), (Board.standard(16, 16), 256, 32), (FREE, 10, 2)],
)
def test_an_svg_holds_a_rectangle_a_square_and_a_figure_a_knight(instance: Board, squares: int, knights: int) -> None:
    root = ElementTree.fromstring(PUZZLE.svg(instance))
    assert root.tag == f"{SVG}svg"
    assert len(root.findall(f"{SVG}g/{SVG}rect")) == squares
    assert len(root.findall(f"{SVG}g/{SVG}g/{SVG}use")) == knights


def test_an_svg_says_what_it_shows() -> None:
    def captions(document: str) -> list[str | None]:
        return [text.text for text in ElementTree.fromstring(document).iter(f"{SVG}text")]

    assert captions(PUZZLE.svg(CLASSIC)) == ["start"]
    assert captions(PUZZLE.svg(FREE)) == ["start", "goal"]
    assert captions(PUZZLE.svg(CLASSIC, TWO_MOVES)) == ["start", "after 2 moves"]
    assert captions(PUZZLE.svg(CLASSIC, Solution(cost=0, moves=()))) == ["start", "after 0 moves"]


def test_a_film_has_a_picture_for_each_position_in_rows_of_eight() -> None:
    solution = solve(PUZZLE.problem(CLASSIC), "search").best
    root = ElementTree.fromstring(PUZZLE.film(CLASSIC, solution))
    pictures = root.findall(f"{SVG}g")
    assert len(pictures) == 17
    places = [(picture.get("transform") or "")[10:-1].split() for picture in pictures]
    assert len({x for x, _ in places}) == 8
    assert len({y for _, y in places}) == 3
    captions = [text.text for text in root.iter(f"{SVG}text")]
    assert captions[1:] == [f"{n}. {words}" for n, words in enumerate(PUZZLE.moves(CLASSIC, solution), 1)]
    touched = [sum(rect.get("fill") == TOUCHED for rect in picture.findall(f"{SVG}rect")) for picture in pictures]
    assert touched == [0] + [2] * 16


def test_words_that_are_no_markup_stay_words_in_a_film() -> None:
    film = PUZZLE.film(CLASSIC, Solution(cost=1, moves=("<b>&",)))
    assert [text.text for text in ElementTree.fromstring(film).iter(f"{SVG}text")][1] == "1. <b>&: not possible"
