"""Pictures: every card is where it lies, with and without colour."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

from copla import Draws, ReplaysPlans, Solution, solve
from copla.models.freecell import PUZZLE, Deal
from tests.models.freecell.rules import SAMPLE, random_deal

SVG = "{http://www.w3.org/2000/svg}"
IN_PLAY = "foundations: S0 H1 D0 C2\ncells: D2 - S2 -\nS1\n-\nD1 H2\n"


def read(text: str) -> Deal:
    return PUZZLE.parse(text, "a file")


def cards_in(picture: ElementTree.Element) -> list[str]:
    return [use.attrib["href"].lstrip("#") for use in picture.iter(f"{SVG}use")]


def test_a_position_is_drawn_with_cells_and_foundations_above_the_columns() -> None:
    lines = [line.rstrip() for line in PUZZLE.draw(read(IN_PLAY)).plain.splitlines()]
    assert lines == [
        "   a    b    c    d      ♠    ♥    ♦    ♣",
        "  2♦    ·   2♠    ·      ·   A♥    ·   2♣",
        "",
        "   1    2    3",
        "  A♠    ·   A♦",
        "            2♥",
    ]


def test_the_sample_is_drawn_with_all_its_cards() -> None:
    plain = PUZZLE.draw(read(SAMPLE)).plain
    assert plain.splitlines()[4].split() == ["A♥", "4♣", "10♥", "5♦", "2♥", "7♣", "9♥", "3♦"]
    assert sum(plain.count(symbol) for symbol in "♠♥♦♣") == 52 + 4


def test_red_cards_are_red_and_black_ones_are_not() -> None:
    text = PUZZLE.draw(read(IN_PLAY))
    red = {text.plain[span.start : span.end].strip() for span in text.spans if "red" in str(span.style)}
    assert red == {"2♦", "A♥", "A♦", "2♥"}


@pytest.mark.parametrize(
    "deal", [random_deal(1, 1, 0, 1), random_deal(13, 10, 8, 2), read("foundations: S1 H1 D1 C1\n-")]
)
def test_the_smallest_and_the_largest_table_can_be_drawn(deal: Deal) -> None:
    assert PUZZLE.draw(deal).plain.endswith("\n")
    ElementTree.fromstring(PUZZLE.svg(deal))
    ElementTree.fromstring(PUZZLE.film(deal, Solution(moves=(), cost=0)))


def test_the_svg_uses_every_card_of_the_table_once() -> None:
    root = ElementTree.fromstring(PUZZLE.svg(read(SAMPLE)))
    assert root.tag == f"{SVG}svg"
    used = cards_in(root)
    assert sorted(used) == sorted([*SAMPLE.split(), *["empty"] * 16])
    known = {group.attrib["id"] for group in root.iter(f"{SVG}g") if "id" in group.attrib}
    assert set(used) <= known


def test_frames_show_the_start_and_the_position_after_each_move() -> None:
    deal = random_deal(3, 4, 2, 5)
    solution = solve(PUZZLE.problem(deal), "search").best
    frames = PUZZLE.frames(deal, solution)
    assert solution.length is not None
    assert len(frames) == solution.length + 1
    assert frames[0].caption == "start"
    assert frames[0].picture.plain == PUZZLE.draw(deal).plain
    assert [frame.caption for frame in frames[1:]] == PUZZLE.moves(deal, solution)
    assert all(frame.picture.plain.count("[") == 1 for frame in frames[1:])
    last = frames[-1].picture.plain.replace("[", " ").replace("]", " ")
    assert last.splitlines()[1].split() == ["·", "·", "3♠", "3♥", "3♦", "3♣"]


def test_the_film_has_a_captioned_picture_for_each_frame_in_rows_of_eight() -> None:
    deal = random_deal(3, 4, 2, 5)
    solution = solve(PUZZLE.problem(deal), "search").best
    root = ElementTree.fromstring(PUZZLE.film(deal, solution))
    pictures = [group for group in root.iter(f"{SVG}g") if group.attrib.get("class") == "frame"]
    captions = [picture.findtext(f"{SVG}text") for picture in pictures]
    assert captions == ["start", *(f"{n}. {words}" for n, words in enumerate(PUZZLE.moves(deal, solution), 1))]
    places = [picture.attrib["transform"] for picture in pictures]
    assert len(set(places)) == len(places)
    assert len({place.split(",")[0] for place in places}) == 8
    assert set(cards_in(pictures[-1])) == {"S3", "H3", "D3", "C3", "empty"}


def test_the_puzzle_keeps_the_protocols_of_pictures() -> None:
    assert isinstance(PUZZLE, Draws)
    assert isinstance(PUZZLE, ReplaysPlans)
