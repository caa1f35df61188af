"""Pictures: exactly what a terminal shows, and what SVG documents hold."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from copla import Solution, solve
from copla.models.klotski import PUZZLE, Board
from copla.models.klotski.drawing import FILLS, SPECIAL_FILL, SPECIAL_STYLE, WALL_STYLE
from tests.models.klotski.rules import CLASSIC, GENERAL, classic, general

SVG = "{http://www.w3.org/2000/svg}"
BOARD = general("exit above")


def best(board: Board) -> Solution:
    return solve(PUZZLE.problem(board), "search").best


def texts(document: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(document).iter(f"{SVG}text")]


def test_a_board_is_drawn_with_two_characters_a_cell() -> None:
    expected = """\
▒▒▒▒ · ·▒▒
▒▒ a * *▒▒
▒▒ a · b▒▒
▒▒ · · b▒▒
▒▒▒▒▒▒▒▒▒▒
"""
    assert PUZZLE.draw(BOARD).plain == expected


def test_gates_are_drawn_as_dashes() -> None:
    assert PUZZLE.draw(classic("gate", "steps")).plain.splitlines()[5] == "▒▒ ·----▒▒"


def test_every_block_has_one_background_and_neighbours_in_reading_order_differ() -> None:
    text = PUZZLE.draw(PUZZLE.parse(CLASSIC, "test"))
    styles: dict[str, set[str]] = {}
    for span in text.spans:
        styles.setdefault(text.plain[span.start : span.end].strip(), set()).add(str(span.style))
    assert styles["*"] == {SPECIAL_STYLE}
    assert all(len(found) == 1 for found in styles.values())
    letters = [min(styles[letter]) for letter in "BCDEFGHIJ"]
    assert letters == [f"black on {fill}" for fill in FILLS[:9]]


def test_the_frame_has_a_colour_of_its_own() -> None:
    text = PUZZLE.draw(BOARD)
    assert {str(s.style) for s in text.spans if "▒" in text.plain[s.start : s.end]} == {WALL_STYLE}


@pytest.mark.parametrize("name", GENERAL)
def test_all_lines_of_a_picture_are_equally_long(name: str) -> None:
    board = general(name)
    lines = PUZZLE.draw(board).plain.splitlines()
    assert {len(line) for line in lines} == {2 * len(board.rows[0])}
    assert len(lines) == len(board.rows)


def test_an_svg_holds_a_letter_a_block_a_square_a_cell_of_it_and_the_frame() -> None:
    document = PUZZLE.svg(BOARD)
    assert texts(document) == list("a*b")
    root = ElementTree.fromstring(document)
    fills = [element.get("fill") for element in root.iter(f"{SVG}rect")]
    assert fills.count(SPECIAL_FILL) == 2
    assert fills.count(FILLS[0]) == fills.count(FILLS[1]) == 2
    assert len(fills) == 1 + 14 + 6


def test_cells_of_one_block_touch_in_an_svg_and_others_leave_a_gap() -> None:
    root = ElementTree.fromstring(PUZZLE.svg(general("wide exit")))
    special = [r for r in root.iter(f"{SVG}rect") if r.get("fill") == SPECIAL_FILL]
    (top, bottom) = [(float(r.get("y") or 0), float(r.get("height") or 0)) for r in special]
    assert top[0] + top[1] == bottom[0]
    assert {r.get("width") for r in special} == {"36"}


def test_the_goal_of_a_classic_board_is_outlined_in_its_svg() -> None:
    root = ElementTree.fromstring(PUZZLE.svg(PUZZLE.parse(CLASSIC, "test")))
    assert len([r for r in root.iter(f"{SVG}rect") if r.get("stroke-dasharray")]) == 4


def test_a_title_with_signs_of_xml_is_escaped() -> None:
    root = ElementTree.fromstring(PUZZLE.svg(PUZZLE.parse("title: a < b & c\n####\n#*..\n####\n", "test")))
    assert root.findtext(f"{SVG}title") == "a < b & c"


def test_frames_show_the_start_and_every_move() -> None:
    frames = PUZZLE.frames(general("corridor"), best(general("corridor")))
    assert [frame.caption for frame in frames] == ["start", "* right", "* right", "* right"]
    assert [frame.picture.plain.splitlines()[1] for frame in frames] == [
        "▒▒ · * · ·",
        "▒▒ · · * ·",
        "▒▒ · · · *",
        "▒▒ · · · ·",
    ]


def test_a_block_keeps_its_colour_in_all_frames() -> None:
    board = general("two in a room")
    for frame in PUZZLE.frames(board, best(board)):
        found = {
            (frame.picture.plain[s.start : s.end].strip(), str(s.style))
            for s in frame.picture.spans
            if frame.picture.plain[s.start : s.end].strip() in ("a", "b")
        }
        assert found == {("a", f"black on {FILLS[0]}"), ("b", f"black on {FILLS[1]}")}


def test_the_moves_of_a_path_are_one_frame() -> None:
    board = PUZZLE.parse("rules: classic\nmetric: moves\n*a\n..\ngoal:\n..\n.*\n", "test")
    frames = PUZZLE.frames(board, best(board))
    assert [(frame.caption, frame.picture.plain) for frame in frames] == [
        ("start", " * a\n · ·\n"),
        ("* down right", " · a\n · *\n"),
    ]


def test_a_film_has_a_picture_and_a_caption_for_every_frame() -> None:
    board = general("two in a room")
    solution = best(board)
    document = PUZZLE.film(board, solution)
    captions = [text for text in texts(document) if len(text) > 1]
    words = PUZZLE.moves(board, solution)
    assert captions == ["start", *(f"{number}. {word}" for number, word in enumerate(words, 1))]


def test_a_long_film_is_wrapped_into_rows_of_eight() -> None:
    board = PUZZLE.parse(CLASSIC, "test")
    steps = ("1x1 at r4c2 down", "1x1 at r5c2 up") * 10
    root = ElementTree.fromstring(PUZZLE.film(board, Solution(moves=steps)))
    places = [g.get("transform") or "" for g in root.findall(f"{SVG}g")]
    assert len(places) == 21
    columns = sorted({int(place[10:-1].split()[0]) for place in places})
    rows = sorted({int(place[10:-1].split()[1]) for place in places})
    assert (len(columns), len(rows)) == (8, 3)
    assert columns[-1] < float(root.get("width") or 0)
    assert rows[-1] < float(root.get("height") or 0)


def test_a_film_of_a_start_that_is_a_goal_is_one_picture() -> None:
    root = ElementTree.fromstring(PUZZLE.film(general("no special block"), Solution(cost=0, moves=())))
    assert len(root.findall(f"{SVG}g")) == 1
